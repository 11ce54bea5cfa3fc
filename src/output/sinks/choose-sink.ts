/** Which sink plays to a PCM of ALSA by name. */
import type { Native } from '../../native.js';
import { AlsaSink } from './alsa-sink.js';
import type { Sink } from './sink.js';
import { SilentSink } from './silent-sink.js';

/** The PCM by name; the silent sink for `''`, which is what a machine without a sound card has. */
export function sinkOf(native: Native, pcm: string): Sink {
  return pcm === '' ? new SilentSink(native) : new AlsaSink(native, pcm);
}
