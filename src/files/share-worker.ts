/**
 * The worker thread of a mounted share: makes one file-system call after the other, each synchronously. A server that
 * hangs holds this thread and no other; `ShareThread` starts and ends it. Descriptors belong to the process.
 */
import * as fs from 'node:fs';
import { parentPort } from 'node:worker_threads';

import type { PlainEntry, PlainFacts, ShareCalls, ShareReply, ShareRequest } from './share-calls.js';

type Kinds = Pick<fs.Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

function kindOf(entry: Kinds): PlainEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function factsOf(stats: fs.BigIntStats): PlainFacts {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtimeNs, dev: stats.dev, ino: stats.ino };
}

const calls: ShareCalls = {
  realpath: (path) => fs.realpathSync.native(path),
  lstat: (path) => factsOf(fs.lstatSync(path, { bigint: true })),
  stat: (path) => factsOf(fs.statSync(path, { bigint: true })),
  fstat: (fd) => factsOf(fs.fstatSync(fd, { bigint: true })),
  readdir: (path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  statfs(path) {
    const { bsize, blocks, bavail } = fs.statfsSync(path);
    return { bsize, blocks, bavail };
  },
  access: (path, mode) => fs.accessSync(path, mode),
  open: (path, flags) => fs.openSync(path, flags),
  read(fd, length, position) {
    const bytes = new Uint8Array(length);
    const count = fs.readSync(fd, bytes, 0, length, position);
    return count === length ? bytes : bytes.slice(0, count);
  },
  close: (fd) => fs.closeSync(fd),
};

function answer({ name, args }: ShareRequest): ShareReply {
  try {
    return { result: (calls[name] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
    return { code, syscall, message };
  }
}

parentPort?.on('message', (request: ShareRequest) => {
  const reply = answer(request);
  const bytes = 'result' in reply && reply.result instanceof Uint8Array ? [reply.result.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(reply, bytes);
});
