/** The sink for a PCM: an ALSA PCM by name, or without one a device that drops what it takes. */
import { constants } from 'node:os';

import { SampleFormat, type Native } from '../../native.js';
import { ratesByPreference } from '../rates.js';
import { bufferSizes, OutputUnavailable, type Sink } from './sink.js';

/** Widest first: what the decoder gives has more than 16 bits. */
const FORMATS = [SampleFormat.S32, SampleFormat.S24, SampleFormat.S24_3, SampleFormat.S16];
/** IEC 958 subframes carry 24 bits: ALSA would cut off the rest of 32, where the ring rounds or dithers. */
const FORMATS_IN_SUBFRAMES = [SampleFormat.S24, SampleFormat.S24_3, SampleFormat.S16, SampleFormat.S32];
/** PCMs of alsa-lib that make such subframes. */
const SUBFRAMES = /^(?:hdmi|iec958|spdif)(?::|$)/;

const { EBUSY, ENODEV, ENOENT, ENXIO, EAGAIN } = constants.errno;

/** @param pcm `''` for the silent sink of a machine without a sound card, which takes PCM in real time and drops it */
export function alsaSink(native: Native, pcm: string): Sink {
  const silent = pcm === '';
  const name = silent ? 'silent output (no sound card)' : `ALSA device ${pcm}`;
  const formats = silent ? [SampleFormat.S16] : SUBFRAMES.test(pcm) ? FORMATS_IN_SUBFRAMES : FORMATS;
  return {
    name,
    device: silent ? undefined : pcm,
    async open(rate) {
      // native/bindings/pcm_binding.cpp
      const { openPcm } = native;
      const rates = ratesByPreference(rate);
      try {
        return await openPcm({ device: pcm, rate, rates, formats, ...bufferSizes(rate), silent });
      } catch (cause) {
        throw new OutputUnavailable(codeOf(cause), `${name}: ${(cause as Error).message}`, { cause });
      }
    },
  };
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
