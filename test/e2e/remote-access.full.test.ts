/** Checks every screen for accessibility (WCAG 2.2) with axe-core. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { everyScreen, showScreen } from './every-screen.js';
import { EVERY_SHEET } from './every-sheet.js';

t.test('axe finds nothing to complain of, on any screen and in any sheet, in light and in dark', async (t) => {
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
  await daemon.play(tracks.map(({ path }) => path));
  await daemon.put('/settings', { repeat_mode: 1 });
  await daemon.put('/playlists/start');
  await bodyOf(daemon.api.POST('/saved-playlists/from-queue', { body: { name: 'Kept' } }));
  await bodyOf(daemon.api.POST('/saved-playlists/folders', { body: { name: 'Folder' } }));
  const condition = { field: 'genre', operator: 'is', value: 'Jazz' } as const;
  await bodyOf(daemon.api.POST('/smart-playlists', { body: { name: 'Smart', rules: { conditions: [condition] } } }));
  const { id, album_id: album } = tracks[0]!;
  await bodyOf(daemon.api.PUT('/tracks/{id}/like', { params: { path: { id } } }));
  await bodyOf(daemon.api.PUT('/albums/{id}/like', { params: { path: { id: album } } }));
  const screens = [...(await everyScreen(daemon)).values()];
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPhone(t, daemon.base, scheme);
    await bringAxe(page);
    for (const screen of screens) {
      await showScreen(page, daemon.base, screen);
      t.strictSame(await violationsOf(page), [], `${screen} in ${scheme}`);
    }
    for (const { name, screen, open } of EVERY_SHEET) {
      // A sheet is closed by another address.
      await showScreen(page, daemon.base, 'nowhere');
      await showScreen(page, daemon.base, screen);
      await open(page);
      t.strictSame(await violationsOf(page), [], `${name} in ${scheme}`);
    }
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
