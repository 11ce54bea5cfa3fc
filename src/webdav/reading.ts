/** Methods that change nothing: OPTIONS, GET, HEAD and PROPFIND. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readRange } from '../byte-range.js';
import { nextTurn } from '../library/turn.js';
import { etagOf, type Found, lockPath } from './folder.js';
import type { Junk } from './junk.js';
import type { Locks } from './locks.js';
import { type Circumstances, MULTISTATUS, type Question, responseOf, typeOf, XML_TYPE } from './properties.js';
import { notFound, Refusal, refusalOf } from './refusal.js';
import { bodyOf, type DavAnswer, type DavRequest, depthOf, headerOf, MOST_XML_BYTES } from './request.js';
import { childOf, DAV, parseXml } from './xml.js';

export const METHODS = [
  ...['OPTIONS', 'GET', 'HEAD', 'PROPFIND', 'PROPPATCH', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'],
] as const;
/** Responses that are written in one time slice. */
const TOGETHER = 50;

export interface ReadingDeps {
  readonly locks: Locks;
  readonly junk: Junk;
}

/** Said to everyone, also without the password: Windows asks before it has one. */
export function answerOptions(): DavAnswer {
  const headers = { DAV: '1, 2', 'MS-Author-Via': 'DAV', Allow: METHODS.join(', '), 'Content-Length': '0' };
  return { status: 200, headers };
}

export class Reading {
  constructor(private readonly deps: ReadingDeps) {}

  async get(request: DavRequest): Promise<DavAnswer> {
    if (request.target.isJunk) return this.#getJunk(request);
    const found = await request.folder.find(request.target);
    if (found.stats === undefined) throw notFound();
    if (found.stats.isDirectory()) {
      const text = 'This is the network folder of Tonearm (WebDAV). Open it with a file manager.\n';
      return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
    }
    return sendFile(request, found);
  }

  #getJunk({ target }: DavRequest): DavAnswer {
    const file = this.deps.junk.get(junkPath(target.steps));
    if (file === undefined) throw notFound();
    return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: file.bytes };
  }

  async propfind(request: DavRequest): Promise<DavAnswer> {
    const depth = depthOf(request, 'infinity');
    if (depth === 'infinity') {
      throw new Refusal(403, 'Folders are listed one by one: Depth 0 or 1.', 'propfind-finite-depth');
    }
    const question = questionIn(await bodyOf(request, MOST_XML_BYTES));
    if (request.target.isJunk) return this.#propfindJunk(request, question);
    const found = await request.folder.find(request.target);
    if (found.stats === undefined) throw notFound();
    const inside = depth === 1 && found.stats.isDirectory() ? await request.folder.list(found) : [];
    const room = await request.folder.room();
    return multistatus(Readable.from(this.#responses([found, ...inside], question, room)));
  }

  async *#responses(all: readonly Found[], question: Question, room: number | undefined): AsyncGenerator<string> {
    yield MULTISTATUS.begin;
    for (let at = 0; at < all.length; at += TOGETHER) {
      const some = all.slice(at, at + TOGETHER);
      yield some.map((found) => responseOf(found, question, this.#around(found, room))).join('');
      await nextTurn();
    }
    yield MULTISTATUS.end;
  }

  #around(found: Found, room: number | undefined): Circumstances {
    return { locks: this.deps.locks.on(lockPath(found)), room };
  }

  /** For who has just written it: its size and time, as if it were there. */
  #propfindJunk({ target }: DavRequest, question: Question): DavAnswer {
    const names = target.steps.map(({ written }) => written);
    const file = this.deps.junk.get(names.join('/'));
    if (file === undefined) throw notFound();
    const stats = {
      ...{ size: file.bytes.length, mtimeMs: file.modified, birthtimeMs: file.modified, ino: 0 },
      isDirectory: () => false,
    };
    const found = { path: names.at(-1) ?? '', names, stats: stats as Found['stats'], hasParent: true };
    const around = { locks: this.deps.locks.on(names.join('/')), room: undefined };
    return multistatus(MULTISTATUS.begin + responseOf(found, question, around) + MULTISTATUS.end);
  }
}

export function multistatus(body: string | Readable): DavAnswer {
  return { status: 207, headers: { 'Content-Type': XML_TYPE }, body };
}

export function junkPath(steps: readonly { readonly written: string }[]): string {
  return steps.map(({ written }) => written).join('/');
}

/** @throws Refusal 400 */
function questionIn(body: Buffer): Question {
  if (body.length === 0) return { kind: 'all', names: [] };
  const root = parseXml(body.toString());
  if (root.namespace !== DAV || root.name !== 'propfind') throw new Refusal(400, 'The body is no propfind.');
  const prop = childOf(root, 'prop');
  if (prop !== undefined) return { kind: 'some', names: prop.children };
  if (childOf(root, 'propname') !== undefined) return { kind: 'names' };
  if (childOf(root, 'allprop') === undefined) throw new Refusal(400, 'The body asks for nothing.');
  return { kind: 'all', names: childOf(root, 'include')?.children ?? [] };
}

/** The whole file, or one range of it (RFC 9110 section 14). */
async function sendFile(request: DavRequest, found: Found): Promise<DavAnswer> {
  const handle = await open(found.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw refusalOf(error);
    },
  );
  let isGiven = false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notFound();
    const etag = etagOf(stats);
    const headers = {
      ...{ ETag: etag, 'Last-Modified': stats.mtime.toUTCString(), 'Accept-Ranges': 'bytes' },
      // No browser takes it for a page, whatever it is.
      ...{
        'Content-Disposition': 'attachment',
        'Content-Security-Policy': 'sandbox',
        'Content-Type': typeOf(found.path),
      },
    };
    if (headerOf(request, 'if-none-match')?.includes(etag) === true) return { status: 304, headers };
    const isWanted = [undefined, etag].includes(headerOf(request, 'if-range'));
    const range = isWanted ? readRange(headerOf(request, 'range'), stats.size) : undefined;
    if (range === 'none') {
      throw new Refusal(416, 'The file has no such bytes.', undefined, { 'Content-Range': `bytes */${stats.size}` });
    }
    const { first, last } = range ?? { first: 0, last: stats.size - 1 };
    const length = last - first + 1;
    const sized = {
      ...headers,
      'Content-Length': String(length),
      ...(range !== undefined && { 'Content-Range': `bytes ${first}-${last}/${stats.size}` }),
    };
    const status = range === undefined ? 200 : 206;
    if (request.method === 'HEAD' || length === 0) return { status, headers: sized };
    isGiven = true;
    return { status, headers: sized, body: handle.createReadStream({ start: first, end: last }) };
  } finally {
    if (!isGiven) await handle.close();
  }
}
