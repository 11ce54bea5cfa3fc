/** The head of a WAV stream as ffmpeg writes it into a pipe: lengths are not known and not believed. */

export interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes before the first sample. */
  readonly length: number;
}

const MOST_BYTES = 4096;

/** Undefined while the head is not complete. @throws Error when it is none */
export function parseWavHeader(bytes: Buffer): WavFormat | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('no WAV header');
  }
  let format: { sampleRate: number; channels: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'data' && format !== undefined) return { ...format, length: at + 8 };
    if (name === 'fmt ' && at + 16 <= bytes.length) {
      format = { channels: bytes.readUInt16LE(at + 10), sampleRate: bytes.readUInt32LE(at + 12) };
    }
    at += 8 + bytes.readUInt32LE(at + 4);
  }
  if (bytes.length > MOST_BYTES) throw new Error('a WAV header without end');
  return undefined;
}
