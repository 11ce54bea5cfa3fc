/** The sink that sounds: an ALSA PCM by name. */
import { constants } from 'node:os';

import { SampleFormat, type Native, type NativePcm } from '../../native.js';
import { ratesByPreference } from '../rates.js';
import { bufferSizes, OutputUnavailable, type Sink } from './sink.js';

/** Widest first: what the decoder gives has more than 16 bits. */
const FORMATS = [SampleFormat.S32, SampleFormat.S24, SampleFormat.S24_3, SampleFormat.S16];
/** IEC 958 subframes carry 24 bits: ALSA would cut off the rest of 32, where the ring rounds or dithers. */
const FORMATS_IN_SUBFRAMES = [SampleFormat.S24, SampleFormat.S24_3, SampleFormat.S16, SampleFormat.S32];
/** PCMs of alsa-lib that make such subframes. */
const SUBFRAMES = /^(?:hdmi|iec958|spdif)(?::|$)/;

const { EBUSY, ENODEV, ENOENT, ENXIO, EAGAIN } = constants.errno;

export class AlsaSink implements Sink {
  readonly name: string;
  readonly device: string;
  readonly #native: Native;

  constructor(native: Native, device: string) {
    this.#native = native;
    this.device = device;
    this.name = `ALSA device ${device}`;
  }

  async open(rate: number): Promise<NativePcm> {
    const { openPcm } = this.#native;
    try {
      const rates = ratesByPreference(rate);
      return await openPcm({
        device: this.device,
        rate,
        rates,
        formats: SUBFRAMES.test(this.device) ? FORMATS_IN_SUBFRAMES : FORMATS,
        ...bufferSizes(rate),
        silent: false,
      });
    } catch (cause) {
      throw new OutputUnavailable(codeOf(cause), `${this.name}: ${(cause as Error).message}`, { cause });
    }
  }
}

/** The step that refused begins the addon's message (native/core/alsa_device.cpp). */
function codeOf(error: unknown): OutputUnavailable['code'] {
  if ((error as Error).message.startsWith('sample rate:')) return 'RATE_UNSUPPORTED';
  switch ((error as { errno?: number }).errno) {
    case ENOENT:
    case ENODEV:
    case ENXIO:
      return 'OUTPUT_MISSING';
    case EBUSY:
    case EAGAIN:
      return 'OUTPUT_BUSY';
    default:
      return 'OUTPUT_FAILED';
  }
}
