/** One flow through the web remote in a real browser; all other browser tests are in the full tier. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { removeFromQueue } from './queue-row.js';

const TITLES = ['Satellites 1', 'Satellites 2', 'Satellites 3'];

t.test('from the library to the third track of an album, to the queue, the volume and a pause', async (t) => {
  const { library, rig, start } = await createHouse(t);
  await mkdir(join(library, 'album'));
  for (const [at, title] of TITLES.entries()) {
    const lame = ['--id3v2-only', '--tt', title, '--ta', 'Band', '--tl', 'Satellites', '--tn', String(at + 1)];
    await makeMp3(join(library, 'album', `${at}.mp3`), { seconds: 60, seed: 10 + at, lame });
  }
  const daemon = await start();
  const { page, complaints } = await openPhone(t, daemon.base);
  await bringAxe(page);
  await page.getByRole('link', { name: /Satellites/ }).tap();
  await page.getByRole('button', { name: /^Satellites 2/ }).waitFor();
  t.strictSame(await violationsOf(page), []);
  await page.getByRole('button', { name: /^Satellites 3/ }).tap();
  await daemon.until('the third track sounds', async () => (await daemon.currentTrack())?.title === TITLES[2]);
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  const queue = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  t.strictSame(
    queue.map(({ title }) => title),
    TITLES,
  );

  await page.evaluate('location.hash = "#/queue"');
  await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
  await page.locator('li [aria-current]', { hasText: 'Satellites 3' }).waitFor();
  await removeFromQueue(page, 'Satellites 1');
  await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();

  await page.evaluate('location.hash = "#/now"');
  await page.getByRole('heading', { name: 'Satellites 3' }).waitFor();
  const before = (await daemon.volume()).volume;
  await page.getByRole('button', { name: 'Louder' }).click();
  await daemon.until('it is a step louder', async () => (await daemon.volume()).volume === before + 1);
  t.equal((await rig.mixerState()).left, before + 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // The page shows the requested state before the box has confirmed it.
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  t.strictSame(await violationsOf(page), []);
  t.strictSame(complaints, []);
});
