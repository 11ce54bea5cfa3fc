/**
 * Methods that change the folder: PUT, MKCOL, DELETE, COPY, MOVE and PROPPATCH. A file is written beside the others under
 * a hidden name, made durable, and takes its name as a whole. What is being played is neither replaced nor deleted.
 */
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, open, opendir, rename, rm, utimes } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../durable.js';
import type { ScanTarget } from '../library/scan/messages.js';
import { kindOf, LARGEST } from '../uploads/contents.js';
import { etagOf, type Found, lockPath } from './folder.js';
import { type Junk, MOST_JUNK_BYTES } from './junk.js';
import type { Locks } from './locks.js';
import { MULTISTATUS, propstat } from './properties.js';
import { junkPath, multistatus } from './reading.js';
import { noSpace, notFound, Refusal } from './refusal.js';
import { bodyOf, type DavAnswer, type DavRequest, depthOf, headerOf, MOST_XML_BYTES, tooLarge } from './request.js';
import { hrefOf, targetOf } from './target.js';
import { childOf, DAV, type Element, parseXml, written } from './xml.js';

export interface WritingDeps {
  readonly locks: Locks;
  readonly junk: Junk;
  readonly look: (targets: readonly ScanTarget[]) => void;
  /** Whether a file of the library, or one below a folder of it, is being played or is next. */
  readonly isPlayed: (path: string) => boolean;
}

/** Hidden, so that no scan and no listing looks into it. */
export const PARTS = '.tonearm-parts';
/** Bytes of a file that is neither music nor a playlist nor a picture, such as a booklet. */
const LARGEST_OTHER = 64 * 2 ** 20;
/** Bytes after which the room on the disk is looked at again. */
const ROOM_STEP = 16 * 2 ** 20;
/** Files that are written at a time. */
const MOST_WRITING = 4;
/** Entries of a folder that is copied as a whole. */
const MOST_COPIED = 20_000;
/** What Windows sends of a file after it has written it. */
const WINDOWS = 'urn:schemas-microsoft-com:';

export class Writing {
  #writing = 0;

  constructor(private readonly deps: WritingDeps) {}

  async put(request: DavRequest): Promise<DavAnswer> {
    if (request.headers['content-range'] !== undefined) throw new Refusal(400, 'A part of a file cannot be written.');
    if (request.target.isJunk) return this.#putJunk(request);
    const found = await request.folder.find(request.target);
    if (found.stats?.isDirectory() === true || request.target.isFolder) throw new Refusal(405, 'This is a folder.');
    this.#requireWritable(request, found, false);
    requireMatch(request, found);
    const kind = kindOf(found.path);
    const most = kind === undefined ? LARGEST_OTHER : LARGEST[kind];
    const length = announced(request);
    if (length > most) throw tooLarge();
    const room = await request.folder.room();
    if (room !== undefined && length > room) throw noSpace();
    if (this.#writing >= MOST_WRITING) throw busy();
    this.#writing++;
    try {
      await this.#write(request, found, most);
    } finally {
      this.#writing--;
    }
    this.#changed(request, found);
    return made(found);
  }

  async #putJunk(request: DavRequest): Promise<DavAnswer> {
    const path = junkPath(request.target.steps);
    this.deps.locks.require(path, request.tokens);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of request.body() as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > LARGEST_OTHER) throw tooLarge();
      if (bytes <= MOST_JUNK_BYTES) pieces.push(piece);
    }
    this.deps.junk.put(path, bytes <= MOST_JUNK_BYTES ? Buffer.concat(pieces) : Buffer.alloc(0));
    return { status: 201 };
  }

  async #write(request: DavRequest, found: Found, most: number): Promise<void> {
    const parts = join(request.folder.base, PARTS);
    await mkdir(parts, { recursive: true });
    const part = join(parts, randomBytes(16).toString('hex'));
    const file = await open(part, 'wx', 0o644);
    let isOpen = true;
    try {
      let [bytes, looked] = [0, 0];
      for await (const piece of request.body() as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > most) throw tooLarge();
        if (bytes - looked >= ROOM_STEP) {
          looked = bytes;
          if ((await request.folder.room()) === 0) throw noSpace();
        }
        await file.writeFile(piece);
      }
      await file.chmod(0o644).catch(() => undefined);
      await file.sync();
      await file.close();
      isOpen = false;
      // Playing may have begun meanwhile.
      if (found.stats !== undefined) this.#requireUnplayed(request, found);
      await rename(part, found.path);
      await syncFolder(dirname(found.path));
    } catch (error) {
      if (isOpen) await file.close().catch(() => undefined);
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async mkcol(request: DavRequest): Promise<DavAnswer> {
    if (Number(headerOf(request, 'content-length') ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined) {
      throw new Refusal(415, 'A folder is made without a body.');
    }
    if (request.target.isJunk) throw new Refusal(403, 'A folder of this name is not made.');
    const found = await request.folder.find(request.target);
    if (found.stats !== undefined) throw new Refusal(405, 'There is something of this name.');
    this.#requireWritable(request, found, false);
    await makeFolder(found.path);
    await syncFolder(dirname(found.path));
    return { status: 201 };
  }

  async delete(request: DavRequest): Promise<DavAnswer> {
    if (request.target.isJunk) {
      this.deps.locks.require(junkPath(request.target.steps), request.tokens);
      if (!this.deps.junk.remove(junkPath(request.target.steps))) throw notFound();
      return { status: 204 };
    }
    if (depthOf(request, 'infinity') !== 'infinity') throw new Refusal(400, 'A folder is deleted as a whole.');
    const found = await request.folder.find(request.target);
    if (found.stats === undefined) throw notFound();
    requireInner(found);
    this.#requireWritable(request, found, true);
    requireMatch(request, found);
    await rm(found.path, { recursive: true });
    await syncFolder(dirname(found.path));
    this.deps.locks.forget(lockPath(found));
    this.#changed(request, found);
    return { status: 204 };
  }

  async copyOrMove(request: DavRequest): Promise<DavAnswer> {
    const isMove = request.method === 'MOVE';
    const target = destinationOf(request);
    if (request.target.isJunk || target.isJunk) return this.#moveJunk(request, target, isMove);
    const from = await request.folder.find(request.target);
    if (from.stats === undefined) throw notFound();
    requireInner(from);
    const to = await request.folder.find(target);
    const [source, destination] = [lockPath(from), lockPath(to)];
    const isInto = destination.startsWith(`${source}/`) || source.startsWith(`${destination}/`) || destination === '';
    if (source === destination || isInto) throw new Refusal(403, 'One of them lies in the other.');
    if (to.stats !== undefined && headerOf(request, 'overwrite')?.trim().toUpperCase() === 'F') {
      throw new Refusal(412, 'There is something of this name.');
    }
    const isShallow = depthOf(request, 'infinity') === 0;
    if (isMove && isShallow && from.stats.isDirectory()) throw new Refusal(400, 'A folder is moved as a whole.');
    if (isMove) this.#requireUnlocked(request, from, true);
    this.#requireWritable(request, to, true);
    if (to.stats !== undefined && (to.stats.isDirectory() || from.stats.isDirectory())) {
      await rm(to.path, { recursive: true });
      this.deps.locks.forget(destination);
    }
    if (isMove) await rename(from.path, to.path);
    else await this.#copy(request, from, to, isShallow);
    await syncFolder(dirname(to.path));
    if (isMove) {
      await syncFolder(dirname(from.path));
      this.deps.locks.forget(source);
      this.#changed(request, from);
    }
    this.#changed(request, to);
    return made(to);
  }

  #moveJunk(request: DavRequest, target: ReturnType<typeof targetOf>, isMove: boolean): DavAnswer {
    const file = this.deps.junk.get(junkPath(request.target.steps));
    if (file === undefined) throw notFound();
    if (!target.isJunk) throw new Refusal(403, 'A file of this kind is not kept.');
    this.deps.junk.put(junkPath(target.steps), file.bytes);
    if (isMove) this.deps.junk.remove(junkPath(request.target.steps));
    return { status: 201 };
  }

  async #copy(request: DavRequest, from: Found, to: Found, isShallow: boolean): Promise<void> {
    let count = 0;
    const copy = async (source: string, target: string, isDirectory: boolean): Promise<void> => {
      if (++count > MOST_COPIED) throw new Refusal(403, 'There are too many files in it.');
      if (count % 16 === 1 && (await request.folder.room()) === 0) throw noSpace();
      if (!isDirectory) {
        await copyFile(source, target, constants.COPYFILE_FICLONE);
        await syncFile(target);
        return;
      }
      await makeFolder(target);
      if (isShallow) return;
      for await (const entry of await opendir(source)) {
        if (entry.name.startsWith('.') || !(entry.isFile() || entry.isDirectory())) continue;
        await copy(join(source, entry.name), join(target, entry.name), entry.isDirectory());
      }
    };
    const isDirectory = from.stats?.isDirectory() === true;
    const room = await request.folder.room();
    if (!isDirectory && room !== undefined && (from.stats?.size ?? 0) > room) throw noSpace();
    await copy(from.path, to.path, isDirectory);
  }

  /** Times of Windows are heeded; no other property is kept (RFC 4918 section 9.2.1: `cannot-modify…`). */
  async proppatch(request: DavRequest): Promise<DavAnswer> {
    const root = parseXml((await bodyOf(request, MOST_XML_BYTES)).toString());
    if (root.namespace !== DAV || root.name !== 'propertyupdate') throw new Refusal(400, 'The body is no update.');
    const steps = root.children.filter(({ namespace, name }) => namespace === DAV && /^(?:set|remove)$/.test(name));
    const properties = steps.flatMap((step) => childOf(step, 'prop')?.children ?? []);
    const isKnown = ({ namespace }: Element): boolean => namespace === WINDOWS;
    const names = request.target.steps.map(({ written: name }) => name);
    if (!request.target.isJunk) {
      const found = await request.folder.find(request.target);
      if (found.stats === undefined) throw notFound();
      this.deps.locks.require(lockPath(found), request.tokens);
      if (properties.every(isKnown)) await setTimes(found, properties);
    }
    const empty = (property: Element): string => written({ ...property, children: [], text: '' });
    const good = properties.filter(isKnown).map(empty);
    const bad = properties.filter((each) => !isKnown(each)).map(empty);
    const stats = [
      ...(good.length > 0 ? [propstat(bad.length > 0 ? 424 : 200, good)] : []),
      ...(bad.length > 0 ? [propstat(403, bad)] : []),
    ];
    const response = `<D:response><D:href>${hrefOf(names, request.target.isFolder)}</D:href>${stats.join('')}</D:response>\n`;
    return multistatus(MULTISTATUS.begin + response + MULTISTATUS.end);
  }

  /** @throws Refusal 403, 409, 423 */
  #requireWritable(request: DavRequest, found: Found, isDeep: boolean): void {
    if (found.names.length === 0) throw new Refusal(403, 'The folder itself stays as it is.');
    if (!found.hasParent) throw new Refusal(409, 'The folder for it is not there.');
    this.#requireUnlocked(request, found, isDeep);
    if (found.stats !== undefined) this.#requireUnplayed(request, found);
  }

  /** Also the folder above, where a name in it comes or goes. */
  #requireUnlocked({ tokens, method }: DavRequest, found: Found, isDeep: boolean): void {
    const { locks } = this.deps;
    locks.require(lockPath(found), tokens, isDeep);
    const isNewName = found.stats === undefined || method === 'DELETE' || method === 'MOVE';
    if (isNewName) locks.require(found.names.slice(0, -1).join('/'), tokens);
  }

  #requireUnplayed({ folder }: DavRequest, { path }: Found): void {
    if (this.deps.isPlayed(folder.inLibrary(path))) throw new Refusal(423, 'It is being played.');
  }

  #changed({ folder }: DavRequest, { path }: Found): void {
    const changed = folder.inLibrary(path);
    this.deps.look([
      { path: dirname(changed), deep: false },
      { path: changed, deep: true },
    ]);
  }
}

/** Bytes that a client says it will send; Finder says it of a body in chunks by a header of its own. */
function announced(request: DavRequest): number {
  const of = (name: string): number => Number(headerOf(request, name) ?? 0) || 0;
  return Math.max(of('content-length'), of('x-expected-entity-length'));
}

function made({ stats }: Found): DavAnswer {
  return { status: stats === undefined ? 201 : 204 };
}

function busy(): Refusal {
  return new Refusal(503, 'Too many files are written at a time.', undefined, { 'Retry-After': '5' });
}

function requireInner({ names }: Found): void {
  if (names.length === 0) throw new Refusal(403, 'The folder itself stays as it is.');
}

/** @throws Refusal 412 */
function requireMatch(request: DavRequest, { stats }: Found): void {
  const [match, none] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')];
  const has = (header: string): boolean =>
    stats !== undefined && (header.trim() === '*' || header.includes(etagOf(stats)));
  if (match !== undefined && !has(match)) throw new Refusal(412, 'It is another file by now.');
  if (none !== undefined && has(none)) throw new Refusal(412, 'There is something of this name.');
}

/** @throws Refusal 400, 502 where it is on another host */
function destinationOf(request: DavRequest): ReturnType<typeof targetOf> {
  const header = headerOf(request, 'destination');
  if (header === undefined || header.length > 8192) throw new Refusal(400, 'The header Destination is missing.');
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(header) ?? [];
  if (host !== undefined && host.toLowerCase() !== request.headers.host?.toLowerCase()) {
    throw new Refusal(502, 'The destination is on another host.');
  }
  return targetOf(header);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755).catch(() => undefined);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function setTimes({ path, stats }: Found, properties: readonly Element[]): Promise<void> {
  const time = Date.parse(properties.find(({ name }) => name === 'Win32LastModifiedTime')?.text ?? '');
  if (Number.isNaN(time) || stats?.isFile() !== true || time < 0 || time > Date.now() + 86_400_000) return;
  await utimes(path, stats.atime, new Date(time)).catch(() => undefined);
}
