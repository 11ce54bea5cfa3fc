/**
 * Context menus of everything that can be played: opened by a long press, a right click and the keyboard, and not by
 * accident.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';
import { Finger, middleOf } from './finger.js';

/** Duration of a touch in ms, longer than a long press needs. */
const LONG = 900;

/** Starts a daemon with two albums of two tracks, a playlist with the first, a folder and a station; stopped. */
async function phoneWithMusic(t: Test, path: string) {
  const house = await createHouse(t);
  for (const [at, album] of ['Harbour', 'Satellites'].entries()) {
    await mkdir(join(house.library, `${album} folder`));
    for (const number of [1, 2]) {
      const texts = { tt: `${album} ${number}`, ta: `${album} band`, tl: album, tg: 'Jazz', tn: String(number) };
      const lame = ['--id3v2-only', ...Object.entries(texts).flatMap(([name, text]) => [`--${name}`, text])];
      const file = join(house.library, `${album} folder`, `${number}.mp3`);
      await makeMp3(file, { seconds: 30, seed: at * 10 + number, lame });
    }
  }
  const daemon = await house.start();
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 4);
  const harbour = (await bodyOf(daemon.api.GET('/tracks'))).filter(({ album }) => album === 'Harbour');
  await bodyOf(
    daemon.api.POST('/saved-playlists', { body: { name: 'Evening', track_ids: harbour.map(({ id }) => id) } }),
  );
  await bodyOf(daemon.api.POST('/saved-playlists/folders', { body: { name: 'House' } }));
  await bodyOf(daemon.api.POST('/radio/stations', { body: { name: 'Wave', url: 'http://radio.invalid/wave' } }));
  const phone = await openPhone(t, daemon.base, 'light', path);
  return { ...house, daemon, ...phone, finger: await Finger.of(phone.page) };
}

async function titles(daemon: Daemon): Promise<string> {
  const rows = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  return rows.map(({ title }) => title).join();
}

const queueIs = (daemon: Daemon, ...wanted: string[]) =>
  daemon.until(`the queue is ${wanted.join()}`, async () => (await titles(daemon)) === wanted.join());

/** Makes a long press, and waits for the menu while the finger is still down. */
async function hold(page: Page, finger: Finger, on: Locator, name: string): Promise<Locator> {
  await on.waitFor();
  const address = page.url();
  await finger.down(await middleOf(on));
  const menu = page.getByRole('dialog', { name, exact: true });
  await menu.waitFor();
  await finger.up();
  await page.waitForTimeout(100);
  t.equal(page.url(), address, 'the touch that opened it goes nowhere');
  t.equal(await menu.count(), 1, 'and does not close it');
  return menu;
}

const row = (page: Page, name: RegExp) => page.locator('.tap, .cell').filter({ hasText: name }).first();

t.test('a long press opens the menu of music, from which it is played, put next, and added', async (t) => {
  const { page, daemon, finger, complaints } = await phoneWithMusic(t, '/#/library');
  const choose = async (menu: Locator, label: string): Promise<void> => {
    await menu.getByRole('button', { name: label, exact: true }).tap();
    await menu.waitFor({ state: 'detached' });
  };
  const show = (screen: string) => page.goto(`${daemon.base}/#/${screen}`);

  await choose(await hold(page, finger, row(page, /Harbour/), 'Harbour'), 'Play now');
  await queueIs(daemon, 'Harbour 1', 'Harbour 2');
  await daemon.until('it sounds', async () => (await daemon.playbackStatus()) === 1);

  await show('library/artists');
  await choose(await hold(page, finger, row(page, /Satellites band/), 'Satellites band'), 'Add to queue');
  await queueIs(daemon, 'Harbour 1', 'Harbour 2', 'Satellites 1', 'Satellites 2');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await queueIs(daemon, 'Harbour 1', 'Harbour 2');

  await show('library/tracks');
  await row(page, /^Satellites 2/).click({ button: 'right' });
  await choose(page.getByRole('dialog', { name: 'Satellites 2' }), 'Play next');
  await queueIs(daemon, 'Harbour 1', 'Satellites 2', 'Harbour 2');

  await show('library/folders');
  await choose(await hold(page, finger, row(page, /^Satellites folder/), 'Satellites folder'), 'Add to queue');
  await queueIs(daemon, 'Harbour 1', 'Satellites 2', 'Harbour 2', 'Satellites 1', 'Satellites 2');

  await show('library/genres');
  await choose(await hold(page, finger, row(page, /^Jazz/), 'Jazz'), 'Play now');
  await daemon.until('all of the genre is there', async () => (await titles(daemon)).split(',').length === 4);

  await show('playlists');
  await choose(await hold(page, finger, row(page, /^Evening/), 'Evening'), 'Play');
  await queueIs(daemon, 'Harbour 1', 'Harbour 2');
  await page.keyboard.press('Escape');
  const folder = await hold(page, finger, row(page, /^House/), 'House');
  await folder.getByRole('button', { name: 'Rename' }).waitFor();
  await page.keyboard.press('Escape');

  await show('radio');
  const station = await hold(page, finger, row(page, /^Wave/), 'Wave');
  await station.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await show('queue');
  // There, as in all lists of tracks, a long press chooses.
  await row(page, /^Harbour 2/).click({ button: 'right' });
  const entry = page.getByRole('dialog', { name: 'Harbour 2' });
  await entry.getByRole('button', { name: 'Go to album' }).tap();
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More about Harbour 1' }).tap();
  const track = page.getByRole('dialog', { name: 'Harbour 1' });
  await track.getByRole('button', { name: 'Go to artist' }).tap();
  await page.getByRole('heading', { name: 'Harbour band', level: 1 }).waitFor();
  t.match(await daemon.currentTrack(), { title: 'Harbour 1' }, 'none of which was a tap on what was held');
  await page.getByRole('button', { name: 'More about Harbour band' }).tap();
  await choose(page.getByRole('dialog', { name: 'Harbour band' }), 'Play now');
  await queueIs(daemon, 'Harbour 1', 'Harbour 2');
  t.strictSame(complaints, []);
});

t.test('a finger that scrolls, and one that is lifted soon, open no menu', async (t) => {
  const { page, daemon, finger } = await phoneWithMusic(t, '/#/library/tracks');
  const track = row(page, /^Harbour 1/);
  await track.waitFor();
  const from = await middleOf(track);
  await finger.down(from);
  for (let y = from.y; y < from.y + 60; y += 5) await finger.move({ x: from.x, y });
  await page.waitForTimeout(LONG);
  t.equal(await page.getByRole('dialog').count(), 0, 'it moves');
  await finger.up();
  await page.waitForTimeout(LONG);
  t.equal(await page.locator('dialog, .selection').count(), 0, 'it has moved');
  t.equal(await titles(daemon), '', 'and nothing was touched');

  await finger.down(from);
  await page.waitForTimeout(100);
  await finger.up();
  await daemon.until('the touch plays it', async () => (await daemon.playbackStatus()) === 1);
  await page.waitForTimeout(LONG);
  t.equal(await page.getByRole('dialog').count(), 0);
});

t.test('a right click and the keyboard open the same menu, again and again, and leave a key what it was', async (t) => {
  const { page, complaints } = await phoneWithMusic(t, '/#/library');
  const album = page.getByRole('link', { name: /Harbour/ });
  const menu = page.getByRole('dialog', { name: 'Harbour' });
  const isOpened = async (): Promise<void> => {
    await menu.getByRole('button', { name: 'Play next' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  };
  await album.click({ button: 'right' });
  await isOpened();
  await album.click({ button: 'right' });
  await isOpened();
  await album.focus();
  for (const key of ['ContextMenu', 'Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await isOpened();
    t.match(await page.evaluate<string>('document.activeElement.textContent'), /^Harbour/, 'the focus comes back');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
  const track = page.getByRole('button', { name: /^Harbour 2/ });
  await track.click({ button: 'right' });
  await page.getByRole('dialog', { name: 'Harbour 2' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.locator('.mini', { hasText: 'Harbour 2' }).waitFor();
  t.strictSame(complaints, []);
});
