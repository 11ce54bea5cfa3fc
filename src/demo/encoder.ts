/** Encodes a demo track as MP3 by the program `lame`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Mixture } from './mixer.js';
import { DEMO_SAMPLE_RATE } from './instruments.js';

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

/** The samples of `pcmFile` as VBR MP3 with a LAME tag (which carries delay and padding: gapless to the frame). */
export async function encodeMp3(pcmFile: string, mp3File: string, tags: DemoTags): Promise<void> {
  await promisify(execFile)('lame', [
    ...['--quiet', '-V2', '--id3v2-only'],
    ...['-r', '-s', String(DEMO_SAMPLE_RATE / 1000), '--bitwidth', '16', '--signed', '--little-endian'],
    ...['--tt', tags.title, '--ta', tags.artist, '--tl', tags.album],
    ...['--tn', `${tags.track}/${tags.tracks}`, '--ty', String(tags.year), '--tg', tags.genre],
    ...['--tv', `TPE2=${tags.artist}`, '--ti', tags.coverFile],
    ...[pcmFile, mp3File],
  ]);
}

/** 16-bit little-endian stereo. Rounded without dither: the encoder takes it from here. */
export function encodePcm({ left, right }: Mixture): Buffer {
  const pcm = Buffer.alloc(left.length * 4);
  for (let frame = 0; frame < left.length; frame += 1) {
    pcm.writeInt16LE(toInt16(left[frame] ?? 0), frame * 4);
    pcm.writeInt16LE(toInt16(right[frame] ?? 0), frame * 4 + 2);
  }
  return pcm;
}

const toInt16 = (sample: number) => Math.max(-32768, Math.min(32767, Math.round(sample * 32767)));
