/** Checks every screen for accessibility (WCAG 2.2) with axe-core. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

t.test('axe finds nothing to complain of, on any screen, in light and in dark', async (t) => {
  const house = await createHouse(t);
  await mkdir(join(house.library, 'album'));
  for (let at = 0; at < 40; at++) {
    const name = String.fromCodePoint(65 + (at % 20));
    const lame = [
      '--id3v2-only',
      '--tt',
      `${name} song ${at}`,
      '--ta',
      `${name} band`,
      '--tl',
      `${name} album`,
      '--tg',
      'Jazz',
    ];
    await makeMp3(join(house.library, 'album', `${at}.mp3`), { seconds: 1, seed: at, lame });
  }
  const daemon = await house.start();
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 40);
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  const { album_id: album, artist_id: artist, genre_id: genre } = tracks[0]!;
  await daemon.play(tracks.map(({ path }) => path));
  await daemon.put('/settings', { repeat_mode: 1 });
  await daemon.put('/playlists/start');
  const saved = await bodyOf(daemon.api.POST('/saved-playlists/from-queue', { body: { name: 'Kept' } }));
  const screens = [
    ...['library', 'library/artists', 'library/genres', 'library/recent', 'library/folders', 'library/tracks'],
    ...[`library/albums/${album}`, `library/artists/${artist}`, `library/artists/${artist}/tracks`],
    ...[`library/genres/${genre}`, `library/genres/${genre}/tracks`],
    ...['search', 'now', 'queue', 'nowhere'],
    ...['playlists', `playlists/saved/${saved.id}`, 'playlists/new-smart', 'radio', 'radio/find', 'more', 'add'],
    ...['outputs', 'outputs/builtin', 'settings/playback', 'settings/sound', 'settings/library', 'settings/time'],
    ...['settings/box', 'settings/about', 'welcome'],
  ];
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPhone(t, daemon.base, scheme);
    await bringAxe(page);
    for (const screen of screens) {
      await page.goto(`${daemon.base}/#/${screen}`);
      await page.locator('#page h1').waitFor();
      await page.locator('.spinner').waitFor({ state: 'detached' });
      t.strictSame(await violationsOf(page), [], `${screen} in ${scheme}`);
    }
    await page.goto(`${daemon.base}/#/library/tracks`);
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    t.strictSame(await violationsOf(page), [], `a menu in ${scheme}`);
    await page.keyboard.press('Escape');
    await page.goto(`${daemon.base}/#/search`);
    await page.getByRole('searchbox').fill('song');
    await page
      .getByRole('button', { name: /^A song/ })
      .first()
      .waitFor();
    t.strictSame(await violationsOf(page), [], `found in ${scheme}`);
    // Without a message bus the clock cannot be set, and the screen says so.
    const unforeseen = complaints.filter((text) => !/status of 503/.test(text));
    t.strictSame(unforeseen, []);
  }
});
