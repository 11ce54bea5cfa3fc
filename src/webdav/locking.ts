/** Methods of class 2: LOCK and UNLOCK (RFC 4918 sections 9.10 and 9.11). */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../durable.js';
import { lockPath } from './folder.js';
import { type Lock, type Locks, timeoutOf } from './locks.js';
import { lockBody, XML_TYPE } from './properties.js';
import { junkPath } from './reading.js';
import { Refusal } from './refusal.js';
import { bodyOf, type DavAnswer, type DavRequest, depthOf, headerOf, MOST_XML_BYTES } from './request.js';
import { childOf, DAV, parseXml, written } from './xml.js';

/** Characters of an owner that are repeated. */
const LONGEST_OWNER = 1024;

export class Locking {
  constructor(private readonly locks: Locks) {}

  async lock(request: DavRequest): Promise<DavAnswer> {
    const body = await bodyOf(request, MOST_XML_BYTES);
    const timeout = timeoutOf(headerOf(request, 'timeout'));
    const found = request.target.isJunk ? undefined : await request.folder.find(request.target);
    const path = found === undefined ? junkPath(request.target.steps) : lockPath(found);
    if (body.length === 0) return answerLock(200, this.locks.refresh(path, request.tokens, timeout), false);
    const isDeep = deepness(request);
    if (found?.hasParent === false) throw new Refusal(409, 'The folder for it is not there.');
    const { isExclusive, owner } = lockIn(body);
    const isNew = found !== undefined && found.stats === undefined;
    if (isNew) this.locks.require(path.split('/').slice(0, -1).join('/'), request.tokens);
    const lock = this.locks.add({ path, isDeep, isExclusive, owner, timeout });
    // A name that is reserved is an empty file from now on (section 7.3).
    if (isNew) {
      try {
        await (await open(found.path, 'wx', 0o644)).close();
        await syncFolder(dirname(found.path));
      } catch (error) {
        this.locks.remove(path, lock.token);
        throw error;
      }
    }
    return answerLock(isNew ? 201 : 200, lock, true);
  }

  async unlock(request: DavRequest): Promise<DavAnswer> {
    const [, token] = /^\s*<([^<>\s]+)>\s*$/.exec(headerOf(request, 'lock-token') ?? '') ?? [];
    if (token === undefined) throw new Refusal(400, 'The header Lock-Token is missing.');
    const found = request.target.isJunk ? undefined : await request.folder.find(request.target);
    this.locks.remove(found === undefined ? junkPath(request.target.steps) : lockPath(found), token);
    return { status: 204 };
  }
}

function deepness(request: DavRequest): boolean {
  const depth = depthOf(request, 'infinity');
  if (depth === 1) throw new Refusal(400, 'A lock has the depth 0 or infinity.');
  return depth === 'infinity';
}

function answerLock(status: number, lock: Lock, isNew: boolean): DavAnswer {
  const headers = { 'Content-Type': XML_TYPE, ...(isNew && { 'Lock-Token': `<${lock.token}>` }) };
  return { status, headers, body: lockBody([lock]) };
}

/** @throws Refusal 400, 422 */
function lockIn(body: Buffer): { readonly isExclusive: boolean; readonly owner: string } {
  const root = parseXml(body.toString());
  if (root.namespace !== DAV || root.name !== 'lockinfo') throw new Refusal(400, 'The body is no lockinfo.');
  const scope = childOf(root, 'lockscope');
  const isExclusive = childOf(scope, 'exclusive') !== undefined;
  const isShared = childOf(scope, 'shared') !== undefined;
  if (isExclusive === isShared || childOf(childOf(root, 'locktype'), 'write') === undefined) {
    throw new Refusal(422, 'There are exclusive and shared write locks.');
  }
  const element = childOf(root, 'owner');
  const owner = element === undefined ? '' : written(element);
  return { isExclusive, owner: owner.length > LONGEST_OWNER ? '' : owner };
}
