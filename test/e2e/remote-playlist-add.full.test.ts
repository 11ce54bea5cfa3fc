/** Adds tracks to playlists: from menus, several at once, to a new one, and to an empty one. */
import t from 'tap';
import type { Locator, Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { bringAxe, violationsOf } from './axe.js';
import { livingRoom } from './browser.js';
import type { Daemon } from './daemon.js';
import { Finger, middleOf } from './finger.js';

async function titlesOf(daemon: Daemon, name: string): Promise<string | undefined> {
  const all = await bodyOf(daemon.api.GET('/saved-playlists'));
  const id = all.find((each) => each.name === name)?.id;
  if (id === undefined) return undefined;
  const tracks = await bodyOf(daemon.api.GET('/saved-playlists/{id}/tracks', { params: { path: { id } } }));
  return tracks.map(({ title }) => title).join();
}

/** Finger that counts its touches. */
function counting(page: Page, finger: Finger) {
  const taps = { count: 0 };
  const tap = async (on: Locator): Promise<void> => {
    taps.count++;
    await on.tap();
  };
  const hold = async (on: Locator): Promise<void> => {
    taps.count++;
    await finger.down(await middleOf(on));
    await page.locator('.selection').waitFor();
    await finger.up();
  };
  return { taps, tap, hold };
}

const row = (page: Page, name: string) => page.locator('.tap').filter({ hasText: name }).first();
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function room(t: Parameters<typeof livingRoom>[0], path: string) {
  const all = await livingRoom(t, path);
  await all.daemon.until('scanned', async () => (await bodyOf(all.daemon.api.GET('/tracks'))).length === 3);
  await all.page.reload();
  return { ...all, ...counting(all.page, await Finger.of(all.page)) };
}

t.test('three tracks go into a new playlist, and into one that is there, in at most seven touches', async (t) => {
  const { page, daemon, taps, tap, hold, complaints } = await room(t, '/#/library/tracks');
  const isTitled = (name: string, wanted: string | undefined) =>
    daemon.until(`${name} holds ${wanted}`, async () => (await titlesOf(daemon, name)) === wanted);
  await hold(row(page, 'one.mp3'));
  await tap(row(page, 'three.mp3'));
  await tap(row(page, 'two.mp3'));
  await page.getByText('3 selected').waitFor();
  await tap(button(page, 'Add to playlist'));
  await tap(button(page, 'New playlist…'));
  t.equal(await page.evaluate('document.activeElement.tagName'), 'INPUT', 'a name can be typed at once');
  await page.keyboard.type('Sunday');
  await tap(button(page, 'Make the playlist'));
  await isTitled('Sunday', 'one.mp3,three.mp3,two.mp3');
  await page.getByText('“Sunday”: 3 tracks added.').waitFor();
  t.equal(taps.count, 6);
  t.equal(await page.locator('.selection').count(), 0, 'the selection is done');
  t.equal(await daemon.playbackStatus(), 0, 'and nothing was played');

  taps.count = 0;
  await hold(row(page, 'two.mp3'));
  await tap(row(page, 'one.mp3'));
  await tap(row(page, 'three.mp3'));
  await tap(button(page, 'Add to playlist'));
  await tap(button(page, /^Sunday/));
  await isTitled('Sunday', 'one.mp3,three.mp3,two.mp3,two.mp3,one.mp3,three.mp3');
  t.equal(taps.count, 5);
  await tap(button(page, 'Undo'));
  await isTitled('Sunday', 'one.mp3,three.mp3,two.mp3');
  t.strictSame(complaints, []);
});

t.test('an empty playlist is filled from any list', async (t) => {
  const { page, daemon, taps, tap, complaints } = await room(t, '/#/playlists');
  await button(page, 'New playlist').first().tap();
  await button(page, 'Empty playlist').tap();
  await page.getByRole('textbox', { name: 'Name' }).fill('Evening');
  await button(page, 'Save').tap();
  await page.getByRole('heading', { name: 'Evening' }).waitFor();
  await tap(button(page, 'Add tracks'));
  await tap(row(page, 'one.mp3'));
  await page.getByRole('link', { name: 'Folders' }).tap();
  await tap(row(page, 'two.mp3'));
  await tap(row(page, 'three.mp3'));
  await tap(button(page, 'Add'));
  await daemon.until('it is filled', async () => (await titlesOf(daemon, 'Evening')) === 'one.mp3,two.mp3,three.mp3');
  t.equal(taps.count, 5);
  t.strictSame(complaints, []);
});

t.test('every menu of music adds to a playlist', async (t) => {
  const { page, daemon, complaints } = await room(t, '/#/now');
  const { album_id: album = '', artist_id: artist = '' } = (await bodyOf(daemon.api.GET('/tracks')))[0] ?? {};
  await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: 'All' } }));
  let wanted = '';
  const add = async (screen: string, menu: string, more: string): Promise<void> => {
    await page.goto(`${daemon.base}/#/${screen}`);
    await button(page, `More about ${menu}`).first().tap();
    await button(page, 'Add to playlist').tap();
    await button(page, /^All/).tap();
    wanted += `${wanted === '' ? '' : ','}${more}`;
    await daemon.until(`${wanted} (${screen})`, async () => (await titlesOf(daemon, 'All')) === wanted);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await daemon.put('/player/play');
  const all = (await bodyOf(daemon.api.GET('/albums/{id}/tracks', { params: { path: { id: album } } }))).map(
    ({ title }) => title,
  );
  await add('now', 'one.mp3', 'one.mp3');
  await add('library/tracks', 'two.mp3', 'two.mp3');
  await add('library/folders', 'three.mp3', 'three.mp3');
  await add(`library/albums/${album}`, 'Unknown album', all.join());
  await add(`library/artists/${artist}`, 'Unknown artist', 'one.mp3,three.mp3,two.mp3');
  await page.goto(`${daemon.base}/#/queue`);
  await row(page, 'three.mp3').click({ button: 'right' });
  await button(page, 'Add to playlist').tap();
  await button(page, /^All/).tap();
  await daemon.until('from the queue', async () => (await titlesOf(daemon, 'All')) === `${wanted},three.mp3`);
  t.strictSame(complaints, []);
});

t.test('a box that goes away loses no choice and no name, and Escape ends a selection', async (t) => {
  const { page, daemon, hold, tap } = await room(t, '/#/library/tracks');
  await bringAxe(page);
  await hold(row(page, 'one.mp3'));
  t.strictSame(await violationsOf(page), []);
  await tap(button(page, 'Add to playlist'));
  t.strictSame(await violationsOf(page), []);
  await tap(button(page, 'New playlist…'));
  await page.keyboard.type('Lost');
  await page.route('**/saved-playlists', (route) => route.abort());
  await tap(button(page, 'Make the playlist'));
  await page.getByRole('alert').filter({ hasText: 'The box does not answer.' }).waitFor();
  t.strictSame(await violationsOf(page), []);
  t.equal(await page.getByRole('textbox', { name: 'Name of the playlist' }).inputValue(), 'Lost');
  t.equal(await titlesOf(daemon, 'Lost'), undefined);
  await page.unroute('**/saved-playlists');
  await tap(button(page, 'Make the playlist'));
  await daemon.until('it is made', async () => (await titlesOf(daemon, 'Lost')) === 'one.mp3');
  await page.locator('.selection').waitFor({ state: 'detached' });

  await hold(row(page, 'two.mp3'));
  await page.keyboard.press('Escape');
  await page.locator('.selection').waitFor({ state: 'detached' });
  await row(page, 'two.mp3').click({ button: 'right' });
  await button(page, 'Select').tap();
  await page.getByText('1 selected').waitFor();
  t.match(await page.evaluate('document.activeElement.textContent'), /two\.mp3/, 'the row has the focus');
  await page.getByRole('link', { name: 'Albums' }).tap();
  await page.locator('.mini').waitFor();
});
