/**
 * File access of the main thread that a hung server cannot hold up. The functions are those of `node:fs/promises`; a path
 * on a network share (by its name, or through links) is dealt with in the thread of that share instead of libuv's pool,
 * and refused with `ShareAway` while its server does not answer. Where nothing is mounted from the network, each costs
 * one comparison more. The state is the process's, as the kernel's list of mounts is.
 */
import * as local from 'node:fs/promises';

import type { Log } from '../log.js';
import { Lru } from '../lru.js';
import { locate } from './locate.js';
import { Mounts, type Share } from './mounts.js';
import { ShareEntry, ShareFacts, ShareFile, type FileFacts, type FolderEntry, type OpenFile } from './open-file.js';
import type { CallArguments, CallName, CallResult, FileSystemSpace } from './share-calls.js';
import { ShareAway, ShareThread } from './share-thread.js';

export type { FileFacts, FolderEntry, OpenFile } from './open-file.js';
export { isWithin } from './mounts.js';
export { ShareAway } from './share-thread.js';

/** Threads at a time: a share that is unmounted while it hangs keeps its own. */
const MOST_THREADS = 32;

export interface ShareOptions {
  /** The bundled `share-worker.ts`. */
  readonly workerFile: string;
  readonly log: Log;
  /** Milliseconds after which a call counts as stuck. */
  readonly callLimit?: number;
}

const mounts = new Mounts();
const threads = new Map<string, ShareThread>();
/** Open files of shares by descriptor. */
const opened = new Map<number, ShareFile>();
/** What local paths lead to when they are links, known for as long as the list of mounts counts. */
const links = new Lru<string, { readonly target: string | undefined; readonly until: number }>(1000);
let options: ShareOptions | undefined;

/** From now on files of shares are dealt with apart. Until then all files count as local. */
export function keepSharesApart(given: ShareOptions): void {
  options = given;
}

/** Whether a path lies on a network share by its name; links are not followed. Looks at nothing. */
export function isOnShare(path: string): boolean {
  return mounts.find(path) !== undefined;
}

/** Mount point of the share on which a path lies by its name, and whether its server is known to hang. */
export function shareOf(path: string): { readonly point: string; readonly isAway: boolean } | undefined {
  const share = mounts.find(path);
  return share && { point: share.point, isAway: threads.get(share.id)?.isStuck === true };
}

/** Mount points in or around these folders whose servers do not answer now. Resolves within seconds. */
export async function hungShares(folders: readonly string[]): Promise<readonly string[]> {
  if (options === undefined || mounts.isEmpty) return [];
  const points = mounts.near(folders).map(({ point }) => point);
  const hang = await Promise.all(
    points.map((point) =>
      stat(point).then(
        () => false,
        (error: unknown) => error instanceof ShareAway,
      ),
    ),
  );
  return points.filter((_, index) => hang[index]);
}

interface Found {
  readonly thread: ShareThread;
  /** Without the links that lead to the share. */
  readonly path: string;
}

/** Undefined for a local path. @param follows whether the last name is followed when it is a link */
async function find(path: string, follows = true): Promise<Found | undefined> {
  if (options === undefined || mounts.isEmpty) return undefined;
  const descriptor = /^\/proc\/self\/fd\/(\d+)(?=\/|$)/.exec(path);
  const file = descriptor && opened.get(Number(descriptor[1]));
  if (file) return { thread: file.thread, path };
  const real = descriptor
    ? (await local.readlink(descriptor[0]).catch(() => '')) + path.slice(descriptor[0].length)
    : path;
  const found = await locate(real, follows, { find: (each) => mounts.find(each), readLink });
  return found && { thread: threadOf(found.share), path: found.path };
}

/** Never rejects; undefined for what is no link. */
async function readLink(path: string): Promise<string | undefined> {
  const now = performance.now();
  const known = links.get(path);
  if (known !== undefined && known.until > now) return known.target;
  const target = await local.readlink(path).catch(() => undefined);
  links.set(path, { target, until: now + 1000 });
  return target;
}

/** @throws ShareAway when too many others hang */
function threadOf(share: Share): ShareThread {
  let thread = threads.get(share.id);
  if (thread !== undefined) return thread;
  for (const [id, each] of threads) if (!each.isStuck && !mounts.has(id)) threads.delete(id);
  if (options === undefined || threads.size >= MOST_THREADS) throw new ShareAway(share.point, 'open');
  thread = new ShareThread({ ...options, share });
  threads.set(share.id, thread);
  return thread;
}

function run<Name extends CallName>({ thread, path }: Found, name: Name, ...args: CallArguments<Name>) {
  return thread.run(path, name, ...args) as Promise<CallResult<Name>>;
}

export async function realpath(path: string): Promise<string> {
  const found = await find(path);
  return found === undefined ? local.realpath(path) : run(found, 'realpath', found.path);
}

export async function stat(path: string): Promise<FileFacts> {
  const found = await find(path);
  return found === undefined ? local.stat(path) : new ShareFacts(await run(found, 'stat', found.path));
}

/** As `stat`, for a link itself. */
export async function lstat(path: string): Promise<FileFacts> {
  const found = await find(path, false);
  return found === undefined ? local.lstat(path) : new ShareFacts(await run(found, 'lstat', found.path));
}

export async function readdir(path: string): Promise<readonly FolderEntry[]> {
  const found = await find(path);
  if (found === undefined) return local.readdir(path, { withFileTypes: true });
  return (await run(found, 'readdir', found.path)).map((entry) => new ShareEntry(entry));
}

/** The entries of a folder one after the other, for one that may have very many. @param bufferSize as of `opendir` */
export async function* entriesOf(path: string, bufferSize?: number): AsyncGenerator<FolderEntry> {
  const found = await find(path);
  if (found !== undefined) {
    for (const entry of await run(found, 'readdir', found.path)) yield new ShareEntry(entry);
  } else {
    for await (const entry of await local.opendir(path, bufferSize === undefined ? {} : { bufferSize })) yield entry;
  }
}

/** The caller closes it. */
export async function open(path: string, flags: number): Promise<OpenFile> {
  const found = await find(path);
  if (found === undefined) return local.open(path, flags);
  const fd = await run(found, 'open', found.path, flags);
  const file = new ShareFile(fd, found.path, found.thread, () => {
    if (opened.get(fd) === file) opened.delete(fd);
  });
  opened.set(fd, file);
  return file;
}

export async function statfs(path: string): Promise<FileSystemSpace> {
  const found = await find(path);
  return found === undefined ? local.statfs(path) : run(found, 'statfs', found.path);
}

/** Whether the daemon may write at a local path. Shares are read only, whatever their servers allow: they are not asked. */
export async function isWritable(path: string): Promise<boolean> {
  if ((await find(path)) !== undefined) return false;
  return local.access(path, local.constants.W_OK).then(
    () => true,
    () => false,
  );
}
