/**
 * Bytes at an offset, wherever they are: a local file, or one on another machine that is mounted under its address while
 * it is played. Thread: the decoder worker's; reads block.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import { UndecodableFile, unreadable } from '../decoder.js';

export interface ByteFile {
  /** Bytes of the whole file, as it was when it was opened. */
  readonly size: number;
  /** Copies up to `length` bytes from `offset` on to `into[at]`; fewer only at the end. @throws Error */
  read(into: Uint8Array, at: number, length: number, offset: number): number;
  /** May be called twice. */
  close(): void;
}

/** Without waiting: a pipe would hold the thread until somebody writes into it. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

class LocalFile implements ByteFile {
  readonly size: number;
  #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, OPEN_FLAGS);
    const facts = fstatSync(this.#descriptor);
    this.size = facts.size;
    if (facts.isFile() && facts.size > 0) return;
    this.close();
    throw facts.isFile()
      ? new UndecodableFile('EMPTY_FILE', 'the file is empty')
      : new UndecodableFile('UNREADABLE_FILE', 'not a regular file');
  }

  read(into: Uint8Array, at: number, length: number, offset: number): number {
    let got = 0;
    while (got < length) {
      const count = readSync(this.#descriptor, into, at + got, length - got, offset + got);
      if (count === 0) break;
      got += count;
    }
    return got;
  }

  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

const mounted = new Map<string, ByteFile>();

/** From now on `address` opens `file`; returns what ends that. */
export function mountFile(address: string, file: ByteFile): () => void {
  mounted.set(address, file);
  return () => {
    if (mounted.get(address) === file) mounted.delete(address);
  };
}

/** @throws UndecodableFile when the file cannot be opened, is empty, or is no regular file. */
export function openByteFile(path: string): ByteFile {
  try {
    return mounted.get(path) ?? new LocalFile(path);
  } catch (cause) {
    throw unreadable(cause);
  }
}
