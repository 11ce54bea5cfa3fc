/** A daemon with a few tagged albums, scanned. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, type Daemon } from './daemon.js';

/** Tags of a track, for `lame`. */
export function tags(title: string, artist: string, album: string, number: number): string[] {
  return ['--id3v2-only', '--tt', title, '--ta', artist, '--tl', album, '--tn', String(number), '--tg', 'Jazz'];
}

/** Starts a daemon whose library has these albums, three tracks each. */
export async function houseWith(t: Test, albums: readonly string[]) {
  const house = await createHouse(t);
  for (const [at, album] of albums.entries()) {
    const folder = join(house.library, `album ${at}`);
    await mkdir(folder);
    for (const number of [1, 2, 3]) {
      const lame = tags(`${album} ${number}`, `Band ${at}`, album, number);
      await makeMp3(join(folder, `${number}.mp3`), { seconds: 30, seed: at * 10 + number, lame });
    }
  }
  const daemon = await house.start();
  await scanned(daemon, albums.length);
  return { ...house, daemon };
}

function scanned(daemon: Daemon, albums: number): Promise<void> {
  return daemon.until(
    'the library is scanned',
    async () => (await bodyOf(daemon.api.GET('/albums'))).length === albums,
  );
}
