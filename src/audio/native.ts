/**
 * The addon as TypeScript sees it. All judgement of arguments happens on this side: the addon trusts what it is given.
 * Source of the native part: `native/face`.
 */
import { createRequire } from 'node:module';

/** Sample formats of a device, little-endian and signed; the values are those of `native/core/sample_format.h`. */
export const SampleFormat = { S16: 0, S24: 1, S24_3: 2, S32: 3 } as const;
export type SampleFormat = (typeof SampleFormat)[keyof typeof SampleFormat];

export const SAMPLE_FORMAT_NAMES: Readonly<Record<SampleFormat, string>> = {
  [SampleFormat.S16]: 'S16',
  [SampleFormat.S24]: 'S24',
  [SampleFormat.S24_3]: 'S24_3',
  [SampleFormat.S32]: 'S32',
};

/** Everything leaves the decoder in stereo. */
export const CHANNELS = 2;

/** Bytes of one PCM frame (both channels). */
export function frameBytes(format: SampleFormat): number {
  const sample = format === SampleFormat.S16 ? 2 : format === SampleFormat.S24_3 ? 3 : 4;
  return sample * CHANNELS;
}

export interface PcmRequest {
  /** ALSA PCM name; ignored when `silent`. */
  readonly device: string;
  readonly rate: number;
  /** In order of preference. */
  readonly formats: readonly SampleFormat[];
  readonly periodFrames: number;
  readonly bufferFrames: number;
  readonly startFrames: number;
  readonly silent: boolean;
}

/** An open device. The parameters are what was negotiated. */
export interface NativePcm {
  readonly format: SampleFormat;
  readonly rate: number;
  readonly periodFrames: number;
  readonly bufferFrames: number;
  /** The device lacks the rate: ALSA converts it. */
  readonly resampled: boolean;
  /** ALSA card number, or -1. */
  readonly card: number;
  /** Starts the writer thread on a ring; once. `onSignal` runs when the state becomes drained or failed. */
  attach(ring: Buffer, eventFd: number, onSignal: () => void): void;
  /** Fades out, ends the thread, closes the device. May be called twice. */
  close(): Promise<void>;
}

export interface NativeMixer {
  readonly control: string;
  readonly minimum: number;
  readonly maximum: number;
  /** @throws Error with `errno` when the card is gone */
  read(): { steps: number; muted: boolean };
  write(steps: number): void;
  mute(on: boolean): void;
  decibels(steps: number): number | undefined;
  close(): void;
}

export interface NativeRingProducer {
  /**
   * Converts two runs of the array (element indices; full scale is 1.0 or 2^31) to frames at the ring's head and
   * publishes them. `dither`: where bits are dropped, with noise instead of plain rounding.
   */
  push(samples: Float32Array | Int32Array, left: number, right: number, frames: number, dither: boolean): void;
}

export interface Native {
  /** Rejects with an Error whose `errno` is the positive system error. */
  readonly openPcm: (request: PcmRequest) => Promise<NativePcm>;
  readonly Mixer: new (card: string, control: string) => NativeMixer;
  readonly RingProducer: new (ring: Buffer, format: SampleFormat) => NativeRingProducer;
  createEventFd(): number;
  kick(eventFd: number): void;
  trimMemory(): void;
  /** One datagram to the service manager (sd_notify(3)); 0, or a negative errno. */
  readonly sendServiceNotice: (socket: string, text: string) => number;
}

/** Loads the addon. @throws Error when the file is missing or was built for another machine. */
export function loadNative(file: string): Native {
  return createRequire(file)(file) as Native;
}
