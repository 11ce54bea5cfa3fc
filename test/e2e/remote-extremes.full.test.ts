/** The web remote at the limits: as many playlists as there can be, a cover of 50 MB, a library of one track. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { MOST_PLAYLISTS } from '../../src/playlists/saved/saved-playlists.js';
import { mp3 } from '../library/scan/rig.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

/** Rows that may be drawn at a time: those of the window, and some beyond. */
const DRAWN = 60;
const MEGABYTES = 50;

t.test('as many playlists as there can be are shown, scrolled to the end, and refuse one more in words', async (t) => {
  const daemon = await (await createHouse(t)).start();
  for (let at = 1; at <= MOST_PLAYLISTS; at++)
    await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: `List ${at}` } }));
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/playlists');
  const rows = page.locator('#page .list-row');
  await rows.first().waitFor();
  t.ok((await rows.count()) < DRAWN, 'only rows near the window are drawn');
  t.equal(await page.evaluate(`document.documentElement.scrollWidth`), 390);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const smart = await bodyOf(daemon.api.GET('/smart-playlists'));
  await page.getByRole('link', { name: smart.at(-1)!.name }).waitFor();
  t.ok((await rows.count()) < DRAWN);
  t.strictSame(complaints, []);
  await t.rejects(daemon.api.POST('/saved-playlists', { body: { name: 'One more' } }), { code: 'TOO_MANY_PLAYLISTS' });
});

t.test('a library of one track with a cover of 50 MB is browsed and played, without the cover', async (t) => {
  const { library, start } = await createHouse(t);
  const folder = join(library, 'One');
  await mkdir(folder);
  await writeFile(join(folder, 'one.mp3'), mp3({ TIT2: 'Only', TPE1: 'Somebody', TALB: 'One' }));
  const jpeg = Buffer.alloc(MEGABYTES * 1e6, 0x55);
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex').copy(jpeg);
  await writeFile(join(folder, 'cover.jpg'), jpeg);
  const daemon = await start();
  await daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === 1);
  const { page } = await openPhone(t, daemon.base, 'light', '/');
  for (const screen of ['home', 'library', 'library/artists', 'library/tracks', 'library/recent', 'playlists']) {
    await page.goto(`${daemon.base}/#/${screen}`);
    await page.locator('#page h1').waitFor();
    await page.locator('.spinner').waitFor({ state: 'detached' });
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, screen);
  }
  await page.goto(`${daemon.base}/#/library`);
  await page.getByRole('link', { name: /One/ }).first().click();
  await page.locator('.album-head .cover .icon').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await daemon.until(
    'its track plays',
    async () => (await bodyOf(daemon.api.GET('/player/current-track')))?.title === 'Only',
  );
  t.equal((await daemon.api.GET('/health')).response.status, 200);
});
