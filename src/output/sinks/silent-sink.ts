/** The sink of a machine without a sound card: it takes PCM in real time and drops it. */
import { SampleFormat, type Native, type NativePcm } from '../../native.js';
import { ratesByPreference } from '../rates.js';
import { bufferSizes, type Sink } from './sink.js';

export class SilentSink implements Sink {
  readonly name = 'silent output (no sound card)';
  readonly #native: Native;

  constructor(native: Native) {
    this.#native = native;
  }

  open(rate: number): Promise<NativePcm> {
    const { openPcm } = this.#native;
    const rates = ratesByPreference(rate);
    return openPcm({ device: '', rate, rates, formats: [SampleFormat.S16], ...bufferSizes(rate), silent: true });
  }
}
