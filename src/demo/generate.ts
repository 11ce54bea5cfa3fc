/** Generates the demo library: renders, encodes and tags each track. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEMO_ALBUMS, type DemoAlbum } from './albums.js';
import { renderTrack } from './arrangement.js';
import { renderCover } from './cover.js';
import { encodeMp3, encodePcm } from './encoder.js';

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
