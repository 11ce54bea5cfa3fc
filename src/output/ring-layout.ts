/**
 * The words at the head of the ring buffer, the same as in `native/core/ring.h` (which says who writes each). Frame
 * counters are unsigned 32-bit and wrap: compare them by `frameDistance` only.
 */
import { frameBytes, type SampleFormat } from '../native.js';
import { frameCount, type FrameCount, type SampleRateHz } from '../units.js';
import { STANDARD_RATES } from './rates.js';

export const Word = {
  head: 0,
  tail: 1,
  command: 2,
  endOfStream: 3,
  flushRequested: 4,
  flushFrame: 5,
  flushReady: 6,
  flushApplied: 7,
  state: 8,
  xruns: 9,
  starvations: 10,
  error: 11,
  rampMilliseconds: 12,
  waiting: 13,
  sequence: 14,
  playedFrame: 15,
  playedAtLow: 16,
  playedAtHigh: 17,
  writtenFrame: 18,
  gain: 19,
  fadeIn: 20,
  attached: 21,
  firstWriteLow: 22,
  firstWriteHigh: 23,
  deviceWrites: 24,
  threadId: 25,
  realtime: 26,
  failedAtLow: 27,
  failedAtHigh: 28,
  flushSplice: 29,
  flushSpliceFrame: 30,
  reach: 31,
  flushTaken: 32,
} as const;

export const Command = { stop: 0, run: 1, hold: 2 } as const;
export type Command = (typeof Command)[keyof typeof Command];

export const WriterState = { idle: 0, running: 1, held: 2, drained: 3, failed: 4 } as const;

export const Attached = { no: 0, writer: 1, producerResets: 2 } as const;

const HEADER_BYTES = 256;
const FLOAT_ONE_BITS = 0x3f800000;

/** Seconds of PCM that the ring holds at least. */
export const RING_SECONDS = 5;

/** What both sides of the ring need to use it; it can be posted to a worker. */
export interface RingHandle {
  /** Counts the rings of this process. */
  readonly id: number;
  readonly memory: SharedArrayBuffer;
  readonly rate: SampleRateHz;
  /** What the device could be opened at (rates.ts): a track for which `rate` is the best of them is resampled to it. */
  readonly rates: readonly SampleRateHz[];
  readonly format: SampleFormat;
  readonly capacity: FrameCount;
  readonly eventFd: number;
}

/**
 * A new, empty ring at unity gain. Its capacity is a power of two: a frame lies at its number modulo the capacity, and
 * only a divisor of 2^32 keeps neighbours together where the counters wrap (after 27 hours at 44.1 kHz). `memory` that
 * an earlier ring left is used again where it has the size.
 */
export function createRing(
  rate: SampleRateHz,
  format: SampleFormat,
  eventFd: number,
  rates: readonly SampleRateHz[] = STANDARD_RATES,
  memoryOf: (bytes: number) => SharedArrayBuffer = (bytes) => new SharedArrayBuffer(bytes),
): RingHandle {
  const capacity = frameCount(2 ** Math.ceil(Math.log2(RING_SECONDS * rate)));
  const memory = memoryOf(HEADER_BYTES + capacity * frameBytes(format));
  const ring = { id: ++rings, memory, rate, rates, format, capacity, eventFd };
  ringWords(ring).fill(0)[Word.gain] = FLOAT_ONE_BITS;
  return ring;
}

let rings = 0;

/** The header's words as a view for Atomics. */
export function ringWords(ring: RingHandle): Int32Array {
  return new Int32Array(ring.memory, 0, HEADER_BYTES / 4);
}

/** Frames from `from` to `to` on the wrapping counter; negative when `to` lies behind. */
export function frameDistance(from: number, to: number): FrameCount {
  return frameCount((to - from) | 0);
}

/** A frame counter moved by `frames`, wrapped. */
export function frameAfter(frame: number, frames: number): number {
  return (frame + frames) >>> 0;
}
