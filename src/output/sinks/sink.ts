/**
 * Where PCM goes. A sink makes devices; the writer thread of the device reads the ring (native/core/pcm_writer.h).
 */
import { frameCount, type FrameCount, type Milliseconds, type SampleRateHz } from '../../units.js';
import type { NativeMixer, NativePcm } from '../../native.js';

/** Why a device could not be opened. A retry helps when the device comes back or is released. */
export class OutputUnavailable extends Error {
  readonly code: 'OUTPUT_MISSING' | 'OUTPUT_BUSY' | 'OUTPUT_FAILED' | 'RATE_UNSUPPORTED';

  constructor(code: OutputUnavailable['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutputUnavailable';
    this.code = code;
  }
}

export interface Sink {
  /** For a person: "ALSA device hw:0". */
  readonly name: string;
  /** PCM name; undefined for what is no PCM of ALSA. A plugin may have a control of that name. */
  readonly device?: string | undefined;
  /**
   * Opens the device at the best of its rates for a track of this one (rates.ts). Thread: main; the work is done on the
   * pool, nothing blocks.
   * @throws OutputUnavailable
   */
  open(rate: SampleRateHz): Promise<NativePcm>;
}

/** Where a device's volume is set: a ctl name and a simple element of it ('' for the best that there is). */
export interface MixerName {
  readonly card: string;
  /** The ctl where nobody understands that name. */
  readonly otherwise?: string;
  readonly control: string;
}

/** An output that can be switched to (`Output.switchTo`). */
export interface SinkTarget {
  readonly sink: Sink;
  /** Stable over restarts and replugging: levels, limits and volume modes are remembered under it. `builtin` is the default's. */
  readonly key: string;
  /** `card`: the best control of the ALSA card that was opened; undefined: none, its volume is software's. */
  readonly mixer: MixerName | 'card' | undefined;
  /** Opens the volume of a network player, in the place of `mixer`; undefined where it has none. @throws Error while it is away */
  readonly openMixer?: () => NativeMixer | undefined;
  /** How long the output may be away and go on by itself with what it played; by default as long as a plug takes to be in again. */
  readonly returnsWithin?: Milliseconds | undefined;
}

/**
 * Sizes of the device's buffer: a period of 125 ms, four of them. The device starts with 200 ms queued: decoding them takes a
 * millisecond or two, and a worker that is then kept from its core for a while costs no underrun.
 */
export function bufferSizes(rate: SampleRateHz): Record<'periodFrames' | 'bufferFrames' | 'startFrames', FrameCount> {
  const share = (divisor: number): FrameCount => frameCount(Math.round(rate / divisor));
  return { periodFrames: share(8), bufferFrames: share(2), startFrames: share(5) };
}
