/** Generates the demo library: renders, encodes and tags each track. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEMO_ALBUMS, type DemoAlbum } from './albums.js';
import { renderTrack } from './arrangement.js';
import { renderCover } from './cover.js';
import { type Mixture } from './mixer.js';
import { DEMO_SAMPLE_RATE } from './instruments.js';

/** Largest picture that `lame` accepts, in bytes. */
const LARGEST_COVER = 128 * 1024;

/**
 * Generates the demo library at `folder` as `<Artist>/<Album>/<nn> - <Title>.mp3`. The folder appears only when it is
 * complete. Needs the `lame` program.
 */
export async function generateDemoLibrary(folder: string, albums: readonly DemoAlbum[] = DEMO_ALBUMS): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    for (const [index, album] of albums.entries())
      await generateAlbum(album, join(work, `album-${index}`), join(work, 'library'));
    await rm(folder, { recursive: true, force: true });
    await rename(join(work, 'library'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** While `lame` encodes one track, the next is already being rendered. */
async function generateAlbum(album: DemoAlbum, work: string, library: string): Promise<void> {
  const target = join(library, album.artist, album.title);
  await mkdir(target, { recursive: true });
  const coverFile = `${work}.png`;
  const cover = renderCover(album.scene);
  if (cover.length >= LARGEST_COVER) throw new Error(`the cover of ${album.title} has ${cover.length} bytes`);
  await writeFile(coverFile, cover);

  const encodings: Promise<void>[] = [];
  for (const [index, track] of album.tracks.entries()) {
    const pcmFile = `${work}-${index}.pcm`;
    await writeFile(pcmFile, encodePcm(renderTrack(track, album.style)));
    const number = index + 1;
    const { title: albumTitle, artist, year, genre, tracks } = album;
    const tags = { artist, year, genre, coverFile, album: albumTitle, title: track.title };
    const mp3File = join(target, `${String(number).padStart(2, '0')} - ${track.title}.mp3`);
    encodings.push(encodeMp3(pcmFile, mp3File, { ...tags, track: number, tracks: tracks.length }));
  }
  await Promise.all(encodings);
}

/** Encodes a demo track as MP3 by the program `lame`. */

/** ID3v2 frames of one track, as the `lame` program takes them. */
interface DemoTags {
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
async function encodeMp3(pcmFile: string, mp3File: string, tags: DemoTags): Promise<void> {
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
function encodePcm({ left, right }: Mixture): Buffer {
  const pcm = Buffer.alloc(left.length * 4);
  for (let frame = 0; frame < left.length; frame += 1) {
    pcm.writeInt16LE(toInt16(left[frame] ?? 0), frame * 4);
    pcm.writeInt16LE(toInt16(right[frame] ?? 0), frame * 4 + 2);
  }
  return pcm;
}

const toInt16 = (sample: number) => Math.max(-32768, Math.min(32767, Math.round(sample * 32767)));
