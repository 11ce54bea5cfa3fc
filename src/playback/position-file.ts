/**
 * How far the current track was played, in a file of one line that is written over in place: a killed process has lost
 * nothing of what was written, a power cut what came after the last sync. The stamp says to which saved state the line
 * belongs; a line of another one means nothing.
 *
 * While a clock is followed, a native thread writes the line a little more often than every second of playing, and costs a
 * tenth of what waking JavaScript for it would. It writes to a second file, in memory, where there is a folder for that:
 * on ext4 each write also changes the inode, which the journal takes to the card a few seconds later, synced or not.
 *
 * Thread: main; a line that is written here goes to the kernel's memory at once, and the disk is waited for in libuv's
 * pool.
 */
import { closeSync, constants, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { Native, NativePositionKeeper } from '../native.js';
import type { RingClock } from './engine/timeline.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import { SerialQueue } from '../serial-queue.js';
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';

export interface KeptPosition {
  readonly stamp: number;
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

/** Well inside one sector of any card: a line is there as a whole or not at all. */
const LINE_BYTES = 128;
/** A native line is written a little more often than every second. */
const EVERY_MILLISECONDS = 750;
/** Digits of the milliseconds: enough for 300 years. */
const ELAPSED_DIGITS = 13;

const datasync = promisify(fdatasync);

export class PositionFile {
  readonly #line = Buffer.alloc(LINE_BYTES);
  #descriptor: number | undefined;
  #liveDescriptor: number | undefined;
  #keeper: NativePositionKeeper | undefined;
  readonly #syncing = new SerialQueue();
  #isClosed = false;

  constructor(
    private readonly path: string,
    private readonly native: Pick<Native, 'PositionKeeper'>,
    private readonly clock: PlaybackClock = REAL_TIME,
    /** The file in memory; undefined: what is followed is written to the other one. */
    private readonly livePath?: string,
  ) {}

  /**
   * The newest position of this saved state. Undefined when there is none, or none that can be read or understood: a
   * position is worth no alarm.
   */
  async read(stamp: number): Promise<KeptPosition | undefined> {
    // After a restart of the process the one in memory is newer, after a restart of the machine it is gone.
    for (const path of this.livePath === undefined ? [this.path] : [this.livePath, this.path]) {
      const kept = await this.#readFile(path);
      if (kept?.stamp === stamp) return kept;
    }
    return undefined;
  }

  async #readFile(path: string): Promise<KeptPosition | undefined> {
    try {
      const line = JSON.parse(await readFile(path, 'utf8')) as Partial<KeptPosition> | null;
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
    if (this.#isClosed) return;
    this.#fill(stamp, offset, elapsed);
    for (const descriptor of new Set([this.#live(), this.#durable()]))
      writeSync(descriptor, this.#line, 0, LINE_BYTES, 0);
  }

  /** Goes on writing the position that this clock gives. @throws Error of the disk, or when there is no thread */
  follow(stamp: number, trackClock: RingClock): void {
    if (this.#isClosed) return;
    const every = Math.ceil(EVERY_MILLISECONDS / this.clock.factor);
    this.#keeper ??= new this.native.PositionKeeper(this.#live(), every);
    const at = this.#fill(stamp, byteOffset(0), milliseconds(0));
    this.#keeper.follow(Buffer.from(trackClock.ring.memory), trackClock, this.#line, at, ELAPSED_DIGITS);
  }

  rest(): void {
    this.#keeper?.rest();
  }

  /** Makes the line of these numbers. @returns where the milliseconds stand in it */
  #fill(stamp: number, offset: ByteOffset, elapsed: Milliseconds): number {
    const start = `{"stamp":${stamp},"offset":${offset},"elapsed":`;
    this.#line.fill(' ');
    this.#line.write(`${start}${String(elapsed).padStart(ELAPSED_DIGITS)}}`);
    this.#line.write('\n', LINE_BYTES - 1);
    return start.length;
  }

  /** A power cut does not lose what was written before, either. One after the other. @throws Error of the disk */
  sync(): Promise<void> {
    return this.#syncing.run(async () => {
      if (this.#descriptor !== undefined) await datasync(this.#descriptor);
    });
  }

  /** For good: what a save that ends late still wants to keep is left alone. May be called twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#syncing.whenIdle();
    this.#keeper?.close();
    this.#keeper = undefined;
    for (const descriptor of new Set([this.#descriptor, this.#liveDescriptor])) {
      if (descriptor !== undefined) closeSync(descriptor);
    }
    this.#descriptor = undefined;
    this.#liveDescriptor = undefined;
  }

  #durable(): number {
    return (this.#descriptor ??= open(this.path));
  }

  #live(): number {
    return (this.#liveDescriptor ??= this.livePath === undefined ? this.#durable() : open(this.livePath));
  }
}

/** Opens a file at the length of one line: writing in place leaves no moment without a whole one. */
function open(path: string): number {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  ftruncateSync(descriptor, LINE_BYTES);
  return descriptor;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
