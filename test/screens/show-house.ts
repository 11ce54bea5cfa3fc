/** A daemon with something to see on every screen of the web remote: music with covers, playlists, likes, stations. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { createHouse, type Daemon } from '../e2e/daemon.js';
import { WITH_KITCHEN } from '../e2e/kitchen.js';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { listed, startDirectory, uuid } from '../radio/directory-server.js';
import { page as answering } from '../radio/web-site.js';
import { SHOWN_ALBUMS, type ShownAlbum } from './albums.js';
import { paintCovers } from './paint.js';

/** Seconds of silence of which tracks are made. */
const LENGTHS = [171, 198, 214, 226, 243, 262, 305];
/** The album that plays, and the index of its track that does: of noise, as the page shows its bit rate. */
const PLAYING = 'Night Bus Home';
const PLAYING_INDEX = 2;
const NOISE = 'anoisesrc=r=44100:d=243:a=0.3:s=1,pan=stereo|c0=c0|c1=c0';
const POSITION_MILLISECONDS = 83_000;
const STATIONS = ['Harbour FM', 'Radio Nocturne', 'Station Zero', 'Jazz am Fluss', 'Slow Waves', 'La Otra Radio'];
const TAGS = ['jazz,night', 'ambient', 'electronic,techno', 'jazz', 'chillout', 'latin,pop'];

/** A metadata block of FLAC (RFC 9639 section 8). */
function block(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(type * 2 ** 24 + content.length);
  return Buffer.concat([head, content]);
}

/** Replaces all metadata blocks but the first of a FLAC file by comments. */
function tagged(flac: Buffer, comments: Readonly<Record<string, string | number>>): Buffer {
  const STREAM_INFO = 42;
  let at = STREAM_INFO;
  for (let isLast = (flac[4]! & 0x80) !== 0; !isLast;) {
    isLast = (flac[at]! & 0x80) !== 0;
    at += 4 + flac.readUIntBE(at + 1, 3);
  }
  const sized = (text: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([size, Buffer.from(text)]);
  };
  const fields = Object.entries(comments).map(([name, value]) => sized(`${name}=${value}`));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(fields.length);
  const first = Buffer.from(flac.subarray(0, STREAM_INFO));
  first[4]! &= 0x7f;
  const comment = block(0x84, Buffer.concat([sized(''), count, ...fields]));
  return Buffer.concat([first, comment, flac.subarray(at)]);
}

async function makeMusic(library: string, covers: readonly Buffer[]): Promise<void> {
  const soundOf = async (name: string, source: string): Promise<Buffer> => {
    const path = join(library, '..', `${name}.flac`);
    await ffmpegWrites(path, '-f', 'lavfi', '-i', source, '-sample_fmt', 's16');
    return readFile(path);
  };
  const noise = await soundOf('noise', NOISE);
  const sounds: Buffer[] = [];
  for (const seconds of LENGTHS) sounds.push(await soundOf(`${seconds}`, `anullsrc=r=44100:cl=stereo:d=${seconds}`));
  const make = async ({ artist, title, year, genre, tracks }: ShownAlbum, at: number): Promise<void> => {
    const folder = join(library, artist, title);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'cover.jpg'), covers[at]!);
    for (const [index, track] of tracks.entries()) {
      const names = { TITLE: track, ARTIST: artist, ALBUMARTIST: artist, ALBUM: title };
      const comments = { ...names, DATE: year, GENRE: genre, TRACKNUMBER: index + 1 };
      const isPlaying = title === PLAYING && index === PLAYING_INDEX;
      const sound = isPlaying ? noise : sounds[(at * 3 + index * 5) % sounds.length]!;
      const name = `${String(index + 1).padStart(2, '0')} ${track}.flac`;
      await writeFile(join(folder, name), tagged(sound, comments));
    }
  };
  await Promise.all(SHOWN_ALBUMS.map(make));
}

async function makeContent(daemon: Daemon): Promise<void> {
  const albums = await bodyOf(daemon.api.GET('/albums'));
  const tracksOf = (id: string) => bodyOf(daemon.api.GET('/albums/{id}/tracks', { params: { path: { id } } }));
  for (const [at, { id }] of albums.entries()) {
    const [first, second] = await tracksOf(id);
    if (at % 3 === 0) await bodyOf(daemon.api.PUT('/albums/{id}/like', { params: { path: { id } } }));
    if (at % 4 === 1) await bodyOf(daemon.api.PUT('/tracks/{id}/like', { params: { path: { id: second!.id } } }));
    if (at % 4 === 2)
      await bodyOf(daemon.api.POST('/track-stats/{id}/played', { params: { path: { id: first!.id } } }));
  }
  for (const [at, name] of ['Sunday morning', 'Long drives', 'Rain'].entries()) {
    const tracks = (await Promise.all([at, at + 8, at + 16].map((index) => tracksOf(albums[index]!.id)))).flat();
    await daemon.play(tracks.map(({ path }) => path));
    await bodyOf(daemon.api.POST('/saved-playlists/from-queue', { body: { name } }));
  }
  await bodyOf(daemon.api.POST('/saved-playlists/folders', { body: { name: 'Parties' } }));
  const rules = { conditions: [{ field: 'year' as const, operator: 'is' as const, value: 2024 }] };
  await bodyOf(daemon.api.POST('/smart-playlists', { body: { name: 'This year', rules } }));
  const playing = await tracksOf(albums.find(({ title }) => title === PLAYING)!.id);
  await daemon.play(playing.map(({ path }) => path));
  await daemon.put('/settings', { repeat_mode: 1, player_name: 'Living room' });
  await daemon.put(`/playlists/start?start_index=${PLAYING_INDEX}`);
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 0);
  await daemon.put(`/player/ff-rewind?newtime=${POSITION_MILLISECONDS}`);
  await daemon.put('/player/volume', { percent: 62 });
}

/** Starts the daemon; what plays is silent and goes on. */
export async function showHouse(t: Test, browser: Browser): Promise<Daemon> {
  const house = await createHouse(t, {}, {});
  const covers = await paintCovers(browser, SHOWN_ALBUMS.length + STATIONS.length);
  await makeMusic(house.library, covers);
  const directory = await startDirectory(t);
  directory.stations = STATIONS.map((name, at) => {
    directory.pages.set(`/logo${at}.jpg`, answering('image/jpeg', covers[SHOWN_ALBUMS.length + at]!));
    const more = { favicon: `${directory.address}/logo${at}.jpg`, tags: TAGS[at], votes: 90 - at, bitrate: 192 };
    return listed(at + 1, name, { ...more, country: 'Germany', countrycode: 'DE' });
  });
  const daemon = await house.start({
    environment: {
      ...WITH_KITCHEN,
      TONEARM_STREAM_ALLOW: '127.0.0.0/8',
      TONEARM_RADIO_DIRECTORY: directory.address,
    },
  });
  const count = SHOWN_ALBUMS.length;
  await daemon.until('scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === count);
  for (const [at, name] of STATIONS.slice(0, 4).entries()) {
    const url = `http://radio.example/${at}`;
    const facts = { codec: 'MP3', bitrate: 192, tags: TAGS[at]!.split(','), directory_id: uuid(at + 1) };
    const logo = `${directory.address}/logo${at}.jpg`;
    await bodyOf(daemon.api.POST('/radio/stations', { body: { name, url, logo, ...facts } }));
  }
  await makeContent(daemon);
  return daemon;
}
