/** Figures of the sound for metrics and watchdog. Thread: main; reading disturbs nothing. */
import { Attached, frameDistance, ringWords, Word, type RingHandle } from '../../output/ring-layout.js';
import type { RingCounters } from '../../output/ring-reader.js';

export interface SoundReadings extends RingCounters {
  /** Decoded and not yet given to the device, in seconds of sound. */
  readonly ringFill: number;
  /** What there is room for; 0 before a device was open. */
  readonly ringCapacity: number;
  /** Times at which the device took frames, of the present ring; wraps at 32 bits. */
  readonly deviceWrites: number;
  /** Workers that ended by themselves and were replaced. */
  readonly decoderRestarts: number;
  /** Kernel ids of the threads; 0 while there is none. */
  readonly decoderThread: number;
  readonly outputThread: number;
  /** A network player plays: the ring and the threads of this machine are at rest. */
  readonly isElsewhere?: boolean;
  /** Why nothing can be played; undefined while all is well. */
  readonly trouble: { readonly code: string; readonly detail: string } | undefined;
}

type OfRing = Pick<SoundReadings, 'ringFill' | 'ringCapacity' | 'deviceWrites' | 'outputThread'>;

const NO_RING: OfRing = { ringFill: 0, ringCapacity: 0, deviceWrites: 0, outputThread: 0 };

export function readingsOf(ring: RingHandle | undefined): OfRing {
  if (ring === undefined) return NO_RING;
  const words = ringWords(ring);
  const read = (word: number): number => Atomics.load(words, word) >>> 0;
  return {
    ringFill: Math.max(frameDistance(read(Word.tail), read(Word.head)), 0) / ring.rate,
    ringCapacity: ring.capacity / ring.rate,
    deviceWrites: read(Word.deviceWrites),
    outputThread: read(Word.attached) === Attached.writer ? read(Word.threadId) : 0,
  };
}
