import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Mixture } from './mixer.js';
import { DEMO_SAMPLE_RATE } from './sample-rate.js';

/** ID3v2 frames of one track, as the `lame` program takes them. */
export interface DemoTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly track: number;
  readonly tracks: number;
  readonly year: number;
  readonly genre: string;
  readonly coverFile: string;
}

/** The WAV file at `wavFile` as VBR MP3 with a LAME tag (which carries delay and padding: gapless to the frame). */
export async function encodeMp3(wavFile: string, mp3File: string, tags: DemoTags): Promise<void> {
  await promisify(execFile)('lame', [
    ...['--quiet', '-V2', '--id3v2-only'],
    ...['--tt', tags.title, '--ta', tags.artist, '--tl', tags.album],
    ...['--tn', `${tags.track}/${tags.tracks}`, '--ty', String(tags.year), '--tg', tags.genre],
    ...['--tv', `TPE2=${tags.artist}`, '--ti', tags.coverFile],
    ...[wavFile, mp3File],
  ]);
}

/** 16-bit stereo RIFF WAVE. Rounded without dither: the encoder takes it from here. */
export function encodeWav({ left, right }: Mixture): Buffer {
  const bytes = left.length * 4;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(2, 22); // channels
  wav.writeUInt32LE(DEMO_SAMPLE_RATE, 24);
  wav.writeUInt32LE(DEMO_SAMPLE_RATE * 4, 28);
  wav.writeUInt16LE(4, 32); // bytes a frame
  wav.writeUInt16LE(16, 34); // bits a sample
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(bytes, 40);
  for (let frame = 0; frame < left.length; frame += 1) {
    wav.writeInt16LE(toInt16(left[frame] ?? 0), 44 + frame * 4);
    wav.writeInt16LE(toInt16(right[frame] ?? 0), 46 + frame * 4);
  }
  return wav;
}

const toInt16 = (sample: number) => Math.max(-32768, Math.min(32767, Math.round(sample * 32767)));
