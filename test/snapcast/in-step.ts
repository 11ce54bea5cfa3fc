/**
 * How far two rooms are apart: what each plays comes through a pipe, in pieces at the moment at which they are played. The clock
 * of a room follows from the earliest pieces, since a piece is read late at times and early never; the rest is where the sound of
 * one is found in that of the other.
 */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import type { Test } from 'tap';

const run = promisify(execFile);
const RATE = 44_100;
const FRAME = 4;
/** Frames that are compared, and that they may be apart to either side. */
const COMPARED = 8192;
const REACH = Math.round(RATE * 0.06);

interface Piece {
  /** First frame behind it. */
  readonly frame: number;
  /** Milliseconds at which it was there. */
  readonly at: number;
}

/** What one room plays, 44.1 kHz in 16 bits. */
export class Ear {
  readonly #pieces: Piece[] = [];
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** @param pipe to make */
  static async at(t: Test, pipe: string): Promise<Ear> {
    await run('mkfifo', [pipe]);
    const ear = new Ear();
    const stream = createReadStream(pipe, { highWaterMark: 1 << 16 });
    stream.on('data', (chunk) => ear.hear(chunk as Buffer, performance.now()));
    stream.on('error', () => undefined);
    t.teardown(() => stream.destroy());
    return ear;
  }

  hear(chunk: Buffer, at: number): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#pieces.push({ frame: Math.floor(this.#bytes / FRAME), at });
  }

  /** Milliseconds from which frame 0 would have been played, had the clock of the window always held; undefined without sound. */
  originAround(time: number, window: number): number | undefined {
    const near = this.#pieces.filter(({ at }) => Math.abs(at - time) <= window / 2);
    if (near.length < window / 100) return undefined;
    return Math.min(...near.map(({ frame, at }) => at - (frame / RATE) * 1000));
  }

  /** Samples of the left channel. */
  left(from: number, count: number): Float32Array {
    const bytes = Buffer.alloc(count * FRAME);
    let position = 0;
    for (const chunk of this.#chunks) {
      const begin = from * FRAME - position;
      if (begin < chunk.length && begin + bytes.length > 0) {
        chunk.copy(bytes, Math.max(-begin, 0), Math.max(begin, 0), Math.min(begin + bytes.length, chunk.length));
      }
      position += chunk.length;
    }
    return Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(at * FRAME));
  }
}

/**
 * Milliseconds by which `other` is behind `one` around a time; undefined where one of them is silent, or they play different
 * things. @param window milliseconds in which clocks are read
 */
export function lagAround(one: Ear, other: Ear, time: number, window = 4000): number | undefined {
  const [first, second] = [one.originAround(time, window), other.originAround(time, window)];
  if (first === undefined || second === undefined) return undefined;
  const start = Math.round(((time - first) / 1000) * RATE);
  const reference = one.left(start, COMPARED);
  const exact = ((time - second) / 1000) * RATE;
  const begin = Math.round(exact) - REACH;
  const searched = other.left(begin, COMPARED + 2 * REACH);
  const energy = reference.reduce((sum, sample) => sum + sample ** 2, 0);
  if (energy === 0) return undefined;
  let best = { shift: 0, product: -Infinity };
  for (let shift = 0; shift <= 2 * REACH; shift++) {
    let product = 0;
    for (let at = 0; at < COMPARED; at++) product += (reference[at] ?? 0) * (searched[at + shift] ?? 0);
    if (product > best.product) best = { shift, product };
  }
  if (best.product < 0.5 * energy) return undefined;
  // Where both are rounded to whole frames.
  const startExact = ((time - first) / 1000) * RATE;
  const frames = begin + best.shift - exact - (start - startExact);
  return (frames / RATE) * 1000;
}
