/** Home, the first screen: shelves, ways to music with their touches counted, going on, and a box without music. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Locator, Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { houseWith, tags } from './albums-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';

const NAMES = ['Harbour', 'Satellites', 'Orchard', 'Lighthouse', 'Tide'];

const shelf = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const titleNow = async (daemon: Daemon) => (await daemon.currentTrack())?.title;

/** Whether something of the page is wider than the window, or a word of the tabs or tiles is cut. */
const isTooWide = (page: Page) =>
  page.evaluate<boolean>(
    `document.documentElement.scrollWidth > innerWidth ||
      [...document.querySelectorAll('nav a, .tile')].some((each) => each.scrollWidth > each.clientWidth)`,
  );
/** In how many lines the texts of the tabs are, each number once. */
const linesOfTabs = (page: Page) =>
  page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll('nav a')].map((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab.lastChild);
      return range.getClientRects().length;
    }))]`,
  );
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");

async function albumsOf(daemon: Daemon): Promise<Map<string, string>> {
  return new Map((await bodyOf(daemon.api.GET('/albums'))).map(({ id, title }) => [title, id]));
}

/** Plays the tracks of an album to their ends, as far as the counts know. */
async function count(daemon: Daemon, id: string, tracks: number): Promise<void> {
  const all = await bodyOf(daemon.api.GET('/albums/{id}/tracks', { params: { path: { id } } }));
  for (const track of all.slice(0, tracks)) {
    const { last_played: at } = await bodyOf(
      daemon.api.POST('/track-stats/{id}/played', { params: { path: { id: track.id } } }),
    ).then(() => bodyOf(daemon.api.GET('/track-stats/{id}', { params: { path: { id: track.id } } })));
    // Plays are ordered by the second.
    await daemon.until('the next second', () => Promise.resolve(Date.now() / 1000 > (at ?? 0) + 1));
  }
}

async function room(t: Test) {
  const house = await houseWith(t, NAMES);
  const phone = await openPhone(t, house.daemon.base, 'light', '/');
  const taps = { count: 0 };
  const tap = async (on: Locator): Promise<void> => {
    taps.count++;
    await on.tap();
  };
  return { ...house, ...phone, taps, tap };
}

t.test(
  'the bare address is Home: a random album takes one touch, a known one two, the mix of the day one',
  async (t) => {
    const { page, daemon, taps, tap, complaints } = await room(t);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    t.equal(await page.getByRole('navigation').getByRole('link').first().getAttribute('aria-current'), 'page');
    await tap(button(page, 'Random album'));
    await daemon.until('an album plays', async () => (await daemon.playbackStatus()) === 1);
    t.equal(taps.count, 1);
    await page.goto(daemon.base);
    taps.count = 0;
    await tap(shelf(page, 'Recently added').getByRole('link', { name: /Orchard/ }));
    await tap(button(page, 'Play'));
    await daemon.until('it plays', async () => (await titleNow(daemon)) === 'Orchard 1');
    t.equal(taps.count, 2);
    await page.goto(daemon.base);
    taps.count = 0;
    await tap(button(page, 'Daily mix'));
    await daemon.until('the mix plays', async () => {
      const { amount } = (await daemon.get('/playlists/current')).body as { amount: number };
      return amount === 15 && (await daemon.playbackStatus()) === 1;
    });
    t.equal(taps.count, 1);
    t.strictSame(complaints, []);
  },
);

t.test('shelves without anything are absent, and follow what is liked and played', async (t) => {
  const { page, daemon, complaints } = await room(t);
  const albums = await albumsOf(daemon);
  await shelf(page, 'Recently added').waitFor();
  t.strictSame(await page.locator('main h2').allTextContents(), ['Recently added']);
  await bodyOf(daemon.api.PUT('/albums/{id}/like', { params: { path: { id: albums.get('Tide')! } } }));
  await shelf(page, 'Liked albums').getByRole('link', { name: /Tide/ }).waitFor();
  await page.getByRole('link', { name: 'Show all: Liked albums' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await page.getByRole('link', { name: /Tide/ }).waitFor();
  await count(daemon, albums.get('Harbour')!, 1);
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await shelf(page, 'Recently played')
    .getByRole('link', { name: /Harbour/ })
    .waitFor();
  t.strictSame(complaints, []);
});

t.test('a paused queue, and then the album that was played last, go on with one touch', async (t) => {
  const { page, daemon, complaints } = await room(t);
  const albums = await albumsOf(daemon);
  await count(daemon, albums.get('Lighthouse')!, 2);
  await page.reload();
  await button(page, /^Continue.*Lighthouse.*Next: Lighthouse 3/).tap();
  await daemon.until('it goes on', async () => (await titleNow(daemon)) === 'Lighthouse 3');
  await page.locator('.mini', { hasText: 'Lighthouse 3' }).waitFor();
  t.equal(await button(page, /^Continue/).count(), 0, 'what plays is in the small player');
  await daemon.put('/player/pause');
  await page.locator('.mini').getByRole('button', { name: 'Play', exact: true }).waitFor();
  t.equal(await button(page, /^Continue/).count(), 0, 'nothing moves under a finger that has paused');
  await page.getByRole('link', { name: 'Library', exact: true }).tap();
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await button(page, /^Continue.*Lighthouse 3/).tap();
  await daemon.until('it plays on', async () => (await daemon.playbackStatus()) === 1);
  await daemon.put('/player/stop');
  await button(page, /^Continue.*Lighthouse/).tap();
  await daemon.until('it plays again', async () => (await daemon.playbackStatus()) === 1);
  t.strictSame(complaints, []);
});

t.test('a box without music says what to do, and shows music when it comes', async (t) => {
  const house = await createHouse(t);
  const daemon = await house.start();
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/home');
  await page.getByRole('heading', { name: 'Where is the music?' }).waitFor();
  await page.getByText('On a USB stick: plug it into the box').waitFor();
  t.equal(await page.locator('.tiles').count(), 0);
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  await page.getByRole('main').getByRole('link', { name: 'On this phone: add it now' }).tap();
  await page.waitForURL(/#\/add$/);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Listen to a radio station' }).tap();
  await page.waitForURL(/#\/radio$/);
  await page.goBack();
  await makeMp3(join(house.library, 'one.mp3'), { seconds: 5, seed: 1, lame: tags('One', 'Band', 'First album', 1) });
  await daemon.put('/scan-library');
  await shelf(page, 'Recently added')
    .getByRole('link', { name: /First album/ })
    .waitFor();
  t.strictSame(complaints, []);
});

t.test('Home fits small windows in both languages, and passes axe in light and dark', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const albums = await albumsOf(daemon);
  await count(daemon, albums.get('Harbour')!, 2);
  for (const id of albums.values()) {
    await bodyOf(daemon.api.PUT('/albums/{id}/like', { params: { path: { id } } }));
    const [first] = await bodyOf(daemon.api.GET('/albums/{id}/tracks', { params: { path: { id } } }));
    await bodyOf(daemon.api.PUT('/tracks/{id}/like', { params: { path: { id: first!.id } } }));
  }
  for (const [width, height, locale, scheme] of [
    [320, 568, 'de', 'light'],
    [390, 844, 'en', 'dark'],
    [844, 390, 'de', 'dark'],
    [1280, 800, 'en', 'light'],
  ] as const) {
    const { page, complaints } = await openPhone(t, daemon.base, scheme, '/', { viewport: { width, height }, locale });
    await page.locator('.shelf').last().waitFor();
    const name = `${width} ${locale} ${scheme}`;
    t.notOk(await isTooWide(page), `${name}: nothing is cut`);
    t.strictSame(await linesOfTabs(page), [1], `${name}: each tab has one line`);
    const last = page.locator('.shelf').first().getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    t.ok(await last.isVisible());
    await bringAxe(page);
    t.strictSame(await violationsOf(page), [], name);
    t.strictSame(complaints, [], name);
  }
});

t.test('an album plays from Home by the keyboard with at most twelve keys', async (t) => {
  const { page, daemon } = await room(t);
  await shelf(page, 'Recently added').waitFor();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys++;
    await page.keyboard.press(key);
  };
  while (!(await focused(page)).startsWith('Tide') && keys < 12) await press('Tab');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tide' }).waitFor();
  while ((await focused(page)) !== 'Play' && keys < 30) await press('Tab');
  await press('Enter');
  await daemon.until('it plays', async () => (await titleNow(daemon)) === 'Tide 1');
  t.ok(keys <= 12, `${keys} keys`);
});
