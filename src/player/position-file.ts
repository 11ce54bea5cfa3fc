/**
 * How far the current track was heard, in a file of one line that is written over in place: a killed process has lost
 * nothing of what was written, a power cut what came after the last sync. The stamp says to which saved state the line
 * belongs; a line of another one means nothing. Thread: main. A line goes to the kernel's memory at once, which costs a
 * tenth of the way through libuv's pool and back; the disk is waited for in that pool.
 */
import { closeSync, constants, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';

export interface KeptPosition {
  readonly stamp: number;
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

/** Well inside one sector of any card: a line is there as a whole or not at all. */
const LINE_BYTES = 128;

const datasync = promisify(fdatasync);

export class PositionFile {
  readonly #path: string;
  readonly #line = Buffer.alloc(LINE_BYTES);
  #descriptor: number | undefined;
  #syncing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined when there is none, or none that can be read or understood: a position is worth no alarm. */
  async read(): Promise<KeptPosition | undefined> {
    try {
      const line = JSON.parse(await readFile(this.#path, 'utf8')) as Partial<KeptPosition> | null;
      const stamp = wholeNumber(line?.stamp);
      const elapsed = wholeNumber(line?.elapsed);
      const offset = wholeNumber(line?.offset);
      if (stamp === undefined || elapsed === undefined || offset === undefined) return undefined;
      return { stamp, elapsed: milliseconds(elapsed), offset: byteOffset(offset) };
    } catch {
      return undefined;
    }
  }

  /** A killed process does not lose it. @throws Error of the disk */
  write({ stamp, elapsed, offset }: KeptPosition): void {
    this.#descriptor ??= this.#open();
    this.#line.fill(' ');
    this.#line.write(`{"stamp":${stamp},"elapsed":${elapsed},"offset":${offset}}`);
    this.#line.write('\n', LINE_BYTES - 1);
    writeSync(this.#descriptor, this.#line, 0, LINE_BYTES, 0);
  }

  /** A power cut does not lose what was written before, either. One after the other. @throws Error of the disk */
  sync(): Promise<void> {
    const synced = this.#syncing.then(async () => {
      if (this.#descriptor !== undefined) await datasync(this.#descriptor);
    });
    this.#syncing = synced.catch(() => undefined);
    return synced;
  }

  /** May be called twice. */
  async close(): Promise<void> {
    await this.#syncing;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  /** Of the length of one line: writing in place leaves no moment without a whole one. */
  #open(): number {
    const descriptor = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    ftruncateSync(descriptor, LINE_BYTES);
    return descriptor;
  }
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
