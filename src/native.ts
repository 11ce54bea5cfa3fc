/**
 * The addon as TypeScript sees it. All judgement of arguments happens on this side: the addon trusts what it is given.
 * Source of the native part: `native/bindings`.
 */
import { createRequire } from 'node:module';

import type { FrameCount, SampleRateHz } from './units.js';

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
  /** The sizes below are meant for this rate; at another they last as long. */
  readonly rate: SampleRateHz;
  /** In order of preference; the first that the device has is opened. */
  readonly rates: readonly SampleRateHz[];
  /** In order of preference. */
  readonly formats: readonly SampleFormat[];
  readonly periodFrames: FrameCount;
  readonly bufferFrames: FrameCount;
  readonly startFrames: FrameCount;
  readonly silent: boolean;
}

/** A program on this or another machine that takes PCM over TCP (native/core/socket_device.h). */
export interface SocketRequest {
  /** Numeric, of IPv4 or IPv6. */
  readonly address: string;
  readonly port: number;
  /** What the peer takes: it is told nothing, and converts nothing. */
  readonly rate: SampleRateHz;
  readonly format: SampleFormat;
  readonly periodFrames: FrameCount;
  readonly bufferFrames: FrameCount;
  readonly startFrames: FrameCount;
}

/** An open device. The parameters are what was negotiated. */
export interface NativePcm {
  readonly format: SampleFormat;
  readonly rate: SampleRateHz;
  readonly periodFrames: FrameCount;
  readonly bufferFrames: FrameCount;
  /** Those of the request's rates that the device has. */
  readonly rates: readonly SampleRateHz[];
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
  /** The step of the loudest channel. @throws Error with `errno` when the card is gone */
  read(): { steps: number; muted: boolean };
  write(steps: number): void;
  mute(on: boolean): void;
  decibels(steps: number): number | undefined;
  /**
   * Calls `moved` whenever a control of the card has another position than was known (somebody else has moved it, or it
   * did not go where it was set), and a last time when the card goes; until `close`. Once. The watch does not keep the
   * process alive. @throws Error with `errno`
   */
  watch(moved: () => void): void;
  close(): void;
}

/**
 * One track's way to the mix: gain, resampler, and a place where frames wait. Thread: the decoder worker's, like that
 * of the next two. Its memory is given back by `close` only: nothing finalises objects while the worker never idles.
 */
export interface NativeLine {
  /** Begins anew. @throws Error when there is no memory */
  open(from: SampleRateHz, to: SampleRateHz): void;
  /** Returns how many frames wait, at the rate `to`. */
  feed(samples: Float32Array | Int32Array, left: number, right: number, frames: number, gain: number): number;
  /** Nothing more is fed: round(fed * to / from) frames came out in all. Returns how many wait. */
  finish(): number;
  /** May be called twice, and `open` after it. */
  close(): void;
}

export interface NativeSoundChain {
  /** `values` as dsp/chain-values.ts lays them; filters begin in silence. */
  set(rate: SampleRateHz, values: Float64Array): void;
  /** Lets everything through untouched. */
  clear(): void;
}

export interface NativeRingProducer {
  /**
   * Converts two runs of the array (element indices; full scale is 1.0 or 2^31) to frames at the ring's head and
   * publishes them. `dither`: where bits are dropped, with noise instead of plain rounding.
   */
  push(samples: Float32Array | Int32Array, left: number, right: number, frames: number, dither: boolean): void;
  /**
   * Sends frames that wait in one line or two through the chain into the ring: each line under a gain that moves
   * linearly between two values.
   */
  mix(
    frames: number,
    chain: NativeSoundChain,
    dither: boolean,
    line: NativeLine,
    from: number,
    to: number,
    second?: NativeLine,
    secondFrom?: number,
    secondTo?: number,
  ): void;
}

/** How the time of a track follows from the frames of a ring, from frame `ringFrame` on. */
export interface NativePlaybackClock {
  readonly ringRate: SampleRateHz;
  readonly trackRate: SampleRateHz;
  /** This frame of the ring is that frame of the track. */
  readonly ringFrame: number;
  readonly trackFrame: FrameCount;
  /** Frames of the ring from there to where another track begins. */
  readonly most: FrameCount;
}

/** Keeps the played position in a file, by a thread of its own. Thread: main. */
export interface NativePositionKeeper {
  /**
   * From now on writes `line` (128 bytes) again and again, with the played milliseconds right-aligned in the `width` bytes
   * from `at` on; nothing is written at 0 ms. @throws Error when there is no thread
   */
  follow(ring: Buffer, clock: NativePlaybackClock, line: Buffer, at: number, width: number): void;
  rest(): void;
  /** Waits for a line that is being written. May be called twice; the end of it. */
  close(): void;
}

/** A playback device of a sound card. */
export interface NativeCardPcm {
  readonly number: number;
  readonly id: string;
  readonly name: string;
}

/** A sound card as the kernel tells of it (snd_ctl_card_info). */
export interface NativeCard {
  readonly number: number;
  /** Unique among the cards that are there. */
  readonly id: string;
  readonly driver: string;
  readonly name: string;
  readonly longName: string;
  readonly components: string;
  readonly pcms: readonly NativeCardPcm[];
}

export interface NativeCardList {
  readonly cards: readonly NativeCard[];
  /** Number of the card that the PCM `default` means; -1 when it is not there. */
  readonly standard: number;
  /** `default` is not what alsa.conf makes of it: somebody's own PCM, of which nothing is known. */
  readonly isStandardOwn: boolean;
}

/** What a playback device takes. */
export interface NativePcmLimits {
  /** ALSA's names, such as `S24_3LE`. */
  readonly formats: readonly string[];
  /** Those of the question that it has, in its order. */
  readonly rates: readonly number[];
  readonly channels: readonly number[];
}

export interface Native {
  /** Looks at the cards on the pool, and opens no PCM. Never rejects. */
  readonly listCards: () => Promise<NativeCardList>;
  /**
   * Opens a PCM for a moment, on the pool, and starts nothing. Rejects with an Error whose `errno` is the positive system
   * error: EBUSY or EAGAIN while somebody plays there, who is not disturbed.
   */
  readonly readPcmLimits: (device: string, rates: readonly number[]) => Promise<NativePcmLimits>;
  /** Rejects with an Error whose `errno` is the positive system error. */
  readonly openPcm: (request: PcmRequest) => Promise<NativePcm>;
  /** Connects within 3 s. Rejects as `openPcm`; a peer that is lost later is a device that has failed. */
  readonly openSocket: (request: SocketRequest) => Promise<NativePcm>;
  /**
   * Opens a volume control of a ctl, on the pool: what a plugin asks there may take as long as it likes. Rejects where
   * there is none of that name ('': the best).
   */
  readonly openMixer: (card: string, control: string) => Promise<NativeMixer>;
  readonly Line: new () => NativeLine;
  readonly SoundChain: new () => NativeSoundChain;
  readonly RingProducer: new (ring: Buffer, format: SampleFormat) => NativeRingProducer;
  /** The keeper looks at the ring every `everyMilliseconds` of real time, from 1 on. */
  readonly PositionKeeper: new (descriptor: number, everyMilliseconds: number) => NativePositionKeeper;
  /**
   * Waits on the pool until what any program has written to the file system of a folder is durable (syncfs(2)). Rejects
   * with an Error whose `errno` is the positive system error.
   */
  readonly syncFileSystem: (folder: string) => Promise<void>;
  createEventFd(): number;
  kick(eventFd: number): void;
  trimMemory(): void;
  /** One datagram to the service manager (sd_notify(3)); 0, or a negative errno. */
  readonly sendServiceNotice: (socket: string, text: string) => number;
}

/** The addon as it is: an opened PCM plays `timeFactor` seconds in a second. */
interface Addon extends Omit<Native, 'openPcm' | 'openSocket'> {
  readonly openPcm: (request: PcmRequest & { readonly timeFactor: number }) => Promise<NativePcm>;
  readonly openSocket: (request: SocketRequest & { readonly timeFactor: number }) => Promise<NativePcm>;
}

/**
 * Loads the addon.
 * @param timeFactor seconds that its PCMs play in a second: 1, but for tests with fast cards
 * @throws Error when the file is missing or was built for another machine
 */
export function loadNative(file: string, timeFactor = 1): Native {
  const addon = createRequire(file)(file) as Addon;
  return {
    ...addon,
    openPcm: (request) => addon.openPcm({ ...request, timeFactor }),
    openSocket: (request) => addon.openSocket({ ...request, timeFactor }),
  };
}
