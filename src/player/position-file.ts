/**
 * How far the current track was heard, in a file of one line that is written over in place: a killed process has lost
 * nothing of what was written, a power cut what came after the last sync. The stamp says to which saved state the line
 * belongs; a line of another one means nothing. Thread: main; the disk is waited for in libuv's pool.
 */
import { constants, open, readFile, type FileHandle } from 'node:fs/promises';

import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';

export interface KeptPosition {
  readonly stamp: number;
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

/** Well inside one sector of any card: a line is there as a whole or not at all. */
const LINE_BYTES = 128;

export class PositionFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #last: Promise<void> = Promise.resolve();

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

  /** One write after the other. @param durable survives a power cut as well. @throws Error of the disk */
  write(position: KeptPosition, durable: boolean): Promise<void> {
    const written = this.#last.then(() => this.#write(position, durable));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** May be called twice. */
  async close(): Promise<void> {
    await this.#last;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #write({ stamp, elapsed, offset }: KeptPosition, durable: boolean): Promise<void> {
    this.#file ??= await this.#open();
    const line = `${JSON.stringify({ stamp, elapsed, offset }).padEnd(LINE_BYTES - 1)}\n`;
    await this.#file.write(line, 0);
    if (durable) await this.#file.datasync();
  }

  /** Of the length of one line: writing in place leaves no moment without a whole one. */
  async #open(): Promise<FileHandle> {
    const file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await file.truncate(LINE_BYTES);
    return file;
  }
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
