/**
 * Uploads two hundred songs as from a phone, with a kill of the daemon: all are in the library at the end, and can be
 * played.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { bodyOf } from '../../src/client/client.js';
import { mp3 } from '../library/scan/rig.js';
import { createHouse, type Daemon } from './daemon.js';
import { randomOf } from './kills.js';

const SONGS = 200;
const AT_A_TIME = 4;

interface Song {
  readonly name: string;
  readonly folder: string;
  readonly bytes: Buffer;
}

const songs: readonly Song[] = Array.from({ length: SONGS }, (_, at) => ({
  name: `${at % 20} song.mp3`,
  folder: `Artist/Album ${Math.floor(at / 20)}`,
  bytes: mp3({ TIT2: `Song ${at}`, TPE1: 'Artist', TALB: `Album ${Math.floor(at / 20)}`, TRCK: String(at % 20) }),
}));

const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Minimal tus client: after each failure it requests the offset at which to go on. */
class Phone {
  readonly #locations = new Map<Song, string>();
  readonly #done = new Set<Song>();
  /** Number of requests that a broken connection ended. */
  broken = 0;

  get done(): number {
    return this.#done.size;
  }

  /** Uploads files that are missing on the server; failed ones are left for the next call. */
  async sendAll({ base }: Daemon, isOver: () => boolean): Promise<void> {
    const waiting = songs.filter((song) => !this.#done.has(song));
    const lane = async (): Promise<void> => {
      for (let song = waiting.shift(); song !== undefined && !isOver(); song = waiting.shift()) {
        await this.#send(base, song).catch(() => this.broken++);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  }

  async #send(base: string, song: Song): Promise<void> {
    let location = this.#locations.get(song);
    let offset = 0;
    if (location !== undefined) {
      const head = await fetch(base + location, { method: 'HEAD' });
      if (head.ok) offset = Number(head.headers.get('upload-offset'));
      else if (head.status === 404) location = undefined;
      else throw new Error(`${location} answered ${head.status}`);
    }
    if (location === undefined) {
      const metadata = `filename ${encoded(song.name)},relativePath ${encoded(song.folder)}`;
      const headers = { 'upload-length': String(song.bytes.length), 'upload-metadata': metadata };
      const made = await fetch(`${base}/uploads`, { method: 'POST', headers });
      location = made.headers.get('location') ?? '';
      if (made.status !== 201) throw new Error(`not made: ${made.status} ${await made.text()}`);
      this.#locations.set(song, location);
    }
    const half = offset + Math.ceil((song.bytes.length - offset) / 2);
    for (const end of [half, song.bytes.length]) {
      if (offset === song.bytes.length) break;
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const body = new Uint8Array(song.bytes.subarray(offset, end));
      const sent = await fetch(base + location, { method: 'PATCH', headers, body });
      if (sent.status !== 204) throw new Error(`not taken: ${sent.status} ${await sent.text()}`);
      offset = Number(sent.headers.get('upload-offset'));
    }
    this.#done.add(song);
  }
}

t.test('two hundred songs survive a daemon that is killed in the middle, twice', async (t) => {
  const { library, start } = await createHouse(t);
  const random = randomOf(Date.now() % 100_000);
  const phone = new Phone();
  let daemon = await start();
  for (const share of [0.1 + random() * 0.3, 0.5 + random() * 0.3]) {
    let isDead = false;
    const sending = phone.sendAll(daemon, () => isDead);
    await daemon.until('some songs are there', () => Promise.resolve(phone.done >= share * SONGS));
    isDead = true;
    await daemon.stop('SIGKILL');
    await sending;
    daemon = await start();
  }
  t.ok(phone.done < SONGS, `${phone.done} before the last time`);
  await phone.sendAll(daemon, () => false);
  t.equal(phone.done, SONGS);

  for (const { folder, name, bytes } of songs) {
    if (!(await readFile(join(library, folder, name))).equals(bytes)) t.fail(`${folder}/${name} is another file`);
  }
  const files = (await readdir(library, { recursive: true })).filter((file) => /^Artist.*\.mp3$/.test(file));
  t.equal(files.length, SONGS, 'and none is there twice');

  const titles = async () => (await bodyOf(daemon.api.GET('/tracks'))).map(({ title }) => title).sort();
  await daemon.until('all are in the library', async () => (await titles()).length === SONGS);
  t.strictSame(await titles(), songs.map((_, at) => `Song ${at}`).sort(), 'without being asked to scan');

  const { folder, name } = songs[123]!;
  await daemon.play([join(library, folder, name)]);
  await daemon.put('/playlists/start');
  await daemon.until('it sounds', async () => (await daemon.elapsed()) > 0 || (await daemon.playbackStatus()) === 0);
  t.notMatch(daemon.text, /track (?:skipped|ends early)/);
});
