/** The facts of a track from what its decoder knows. */
import { frameCount, framesToMilliseconds, milliseconds, sampleRateHz } from '../units.js';
import type { DecoderFacts } from './decoder.js';

interface KnownSound {
  readonly format: string;
  readonly bitsPerSample?: number | undefined;
  /** Hz */
  readonly sampleRate: number;
  readonly channels: number;
  /** Frames after trimming; undefined when only decoding can tell. */
  readonly frames?: number | undefined;
  /** Milliseconds, asked where `frames` is undefined; 0 when not known. */
  readonly length?: number;
  /** Frames of silence that the encoder put before and behind the sound. */
  readonly delay?: number;
  readonly padding?: number;
  /** kbit/s; else the mean over `bytes`. */
  readonly bitrate?: number | undefined;
  readonly bytes?: number;
}

export function factsOf(sound: KnownSound): DecoderFacts {
  const { frames, delay = 0, padding = 0, bytes = 0, bitrate } = sound;
  const sampleRate = sampleRateHz(sound.sampleRate);
  const totalFrames = frames === undefined ? undefined : frameCount(frames);
  const length =
    totalFrames === undefined ? milliseconds(sound.length ?? 0) : framesToMilliseconds(totalFrames, sampleRate);
  return {
    format: sound.format,
    bitsPerSample: sound.bitsPerSample,
    sampleRate,
    channels: sound.channels,
    totalFrames,
    length,
    encoderDelay: frameCount(delay),
    padding: frameCount(padding),
    bitrate: bitrate ?? (length === 0 ? 0 : Math.round((bytes * 8) / length)),
  };
}
