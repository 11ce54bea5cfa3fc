/** What the main thread reads of the ring: which frame is played now, and the counters. Nothing here waits or writes. */
import { frameAfter, frameDistance, ringWords, Word, WriterState, type RingHandle } from './ring-layout.js';

const LOW_WORD = 2 ** 32;

export interface RingCounters {
  /** Underruns that the device reported. */
  readonly xruns: number;
  /** Those of them that came from an empty ring. */
  readonly starvations: number;
}

/** CLOCK_MONOTONIC in microseconds. */
function monotonicMicroseconds(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e6 + nanoseconds / 1000;
}

export class RingReader {
  readonly ring: RingHandle;
  readonly #words: Int32Array;
  readonly #isSteady: boolean;

  /** @param isSteady the device plays on evenly between two readings, as all but a test's fast card do */
  constructor(ring: RingHandle, isSteady = true) {
    this.ring = ring;
    this.#isSteady = isSteady;
    this.#words = ringWords(ring);
  }

  /**
   * Frame at the loudspeaker now: the writer's last reading, moved on by the time since, never past what was written.
   * Where the device was lost, the frame of that moment; the next device goes on from the reading before it.
   */
  playedFrame(): number {
    const words = this.#words;
    for (;;) {
      const sequence = Atomics.load(words, Word.sequence);
      const played = Atomics.load(words, Word.playedFrame) >>> 0;
      const written = Atomics.load(words, Word.writtenFrame) >>> 0;
      const at = this.#microseconds(Word.playedAtLow, Word.playedAtHigh);
      const state = Atomics.load(words, Word.state);
      const failed = state === WriterState.failed;
      const until = failed ? this.#microseconds(Word.failedAtLow, Word.failedAtHigh) : monotonicMicroseconds();
      if ((sequence & 1) !== 0 || sequence !== Atomics.load(words, Word.sequence)) continue;
      if (!this.#isSteady || (!failed && state !== WriterState.running)) return played;
      const passed = Math.floor(((until - at) * this.ring.rate) / 1e6);
      return frameAfter(played, Math.min(Math.max(passed, 0), frameDistance(played, written)));
    }
  }

  /** The writer's last reading of the frame at the loudspeaker: played for certain, and perhaps up to a period more was. */
  reportedFrame(): number {
    return Atomics.load(this.#words, Word.playedFrame) >>> 0;
  }

  /**
   * Frames that lay between the loudspeaker and the last that was written, at the writer's last reading: more than the
   * device's buffer where a radio link or another program keeps some as well. Too many rather than too few.
   */
  aheadFrames(): number {
    const played = Atomics.load(this.#words, Word.playedFrame);
    return frameDistance(played, Atomics.load(this.#words, Word.writtenFrame));
  }

  #microseconds(low: number, high: number): number {
    return (Atomics.load(this.#words, high) >>> 0) * LOW_WORD + (Atomics.load(this.#words, low) >>> 0);
  }

  /** A flush was requested and is not carried out: what `playedFrame` says belongs to what went before. */
  get isFlushing(): boolean {
    return Atomics.load(this.#words, Word.flushApplied) !== Atomics.load(this.#words, Word.flushRequested);
  }

  /** All of a stream that has ended was played; the state alone may be that of the stream before. */
  get isDrained(): boolean {
    const words = this.#words;
    return (
      Atomics.load(words, Word.state) === WriterState.drained &&
      Atomics.load(words, Word.endOfStream) !== 0 &&
      Atomics.load(words, Word.head) === Atomics.load(words, Word.writtenFrame)
    );
  }

  counters(): RingCounters {
    return { xruns: Atomics.load(this.#words, Word.xruns), starvations: Atomics.load(this.#words, Word.starvations) };
  }
}
