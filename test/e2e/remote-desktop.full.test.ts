/** The web remote on a tablet and a desktop: sidebar, player bar, a queue beside the screen, and grids that use the width. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { LANGUAGES } from '../../src/web/remote/locales/locales.js';
import { mp3 } from '../library/scan/rig.js';
import { houseWith } from './albums-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { hidden } from './controls.js';
import { openDesktop } from './desktop.js';
import type { Daemon } from './daemon.js';

const NAMES = ['Harbour', 'Satellites', 'Orchard', 'Lighthouse', 'Tide'];
const SIZES = [
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;
/** Albums without sound, so that a grid has several rows. */
const MANY = 60;

async function playAll(daemon: Daemon): Promise<void> {
  const tracks = await bodyOf(daemon.api.GET('/tracks', { params: { query: { limit: 15 } } }));
  await daemon.play(tracks.map(({ path }) => path));
  await daemon.put('/playlists/start');
}

const count = (page: Page, selector: string) => page.locator(selector).count();

/** CSS pixels of the content of a screen at each side of its first row of albums, and how many stand in it. */
const gridOf = (page: Page) =>
  page.evaluate<{ columns: number; before: number; after: number; cover: number }>(`(() => {
    const room = document.querySelector('.screen').getBoundingClientRect();
    const covers = [...document.querySelectorAll('main .virtual .cover')].map((each) => each.getBoundingClientRect());
    const row = covers.filter(({ top }) => top === covers[0].top);
    const [first, last] = [row[0], row.at(-1)];
    return { columns: row.length, before: first.left - room.left, after: room.right - last.right, cover: first.width };
  })()`);

t.test('a sidebar and a player bar take the place of tabs and small player, and grids use the width', async (t) => {
  const { daemon, library } = await houseWith(t, NAMES);
  for (let at = 0; at < MANY; at++) {
    const texts = { TIT2: 'Song', TPE1: `Band ${at}`, TALB: `Album ${at}` };
    await writeFile(join(library, `${at}.mp3`), mp3(texts));
  }
  await daemon.put('/scan-library');
  const albums = NAMES.length + MANY;
  await daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === albums);
  await playAll(daemon);
  let columns = 0;
  for (const [width, height] of SIZES) {
    const { page, complaints } = await openDesktop(t, daemon.base, '/#/library', { width, height });
    const name = `${width} by ${height}`;
    await page.locator('main .virtual .cell').nth(10).waitFor();
    t.equal(await count(page, '.mini, .dock > nav, .chips'), 0, `${name}: nothing of the phone`);
    const links = page.getByRole('navigation').getByRole('link');
    t.equal(await links.count(), 13, name);
    // A narrow bar has no room for the buttons of the volume.
    const buttons = width < 1024 ? /^(Quieter|Louder)/ : /^$/;
    const trouble = (await hidden(page, '.player-bar')).filter((text) => !buttons.test(text));
    t.strictSame(trouble, [], name);
    t.strictSame(await hidden(page, '.sidebar'), [], name);
    t.strictSame(await hidden(page, '.head'), [], name);
    t.equal(await count(page, '.pane'), width < 1200 ? 0 : 1, `${name}: the queue beside`);
    t.equal(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      0,
      `${name}: nothing is too wide`,
    );
    const grid = await gridOf(page);
    t.ok(grid.columns > columns, `${name}: ${grid.columns} columns, more than ${columns}`);
    t.ok(grid.cover >= 140 && grid.cover < 240, `${name}: a cover of ${grid.cover} px`);
    t.ok(Math.abs(grid.before - 24) < 2, `${name}: ${grid.before} px before the first cover`);
    // The letters stand at the end.
    t.ok(grid.after < 24 + 32, `${name}: ${grid.after} px behind the last cover`);
    columns = grid.columns;
    await links.filter({ hasText: 'Artists' }).click();
    await page.getByRole('heading', { level: 1, name: 'Artists' }).waitFor();
    t.equal(await page.locator('.sidebar [aria-current]').innerText(), 'Artists', name);
    await page.locator('main .virtual .tap').first().click();
    await page.locator('.album-head').waitFor();
    t.equal(await page.locator('.sidebar [aria-current]').innerText(), 'Artists', `${name}: below it, too`);
    t.strictSame(complaints, [], name);
  }
});

t.test('a phone shows nothing of it, on its side neither', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  for (const viewport of [
    { width: 390, height: 664 },
    { width: 844, height: 390 },
  ]) {
    const { page } = await openPhone(t, daemon.base, 'light', '/#/library', { viewport });
    await page.locator('.cell').first().waitFor();
    t.equal(await count(page, '.sidebar, .player-bar, .pane, .skip, .cell-play'), 0);
    t.equal(await count(page, '.mini'), 1);
    t.equal(await count(page, '.dock > nav a'), 6);
  }
});

t.test('a window that is made wider or narrower keeps its screen and what was typed', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const { page, complaints } = await openDesktop(t, daemon.base, '/#/search');
  await page.getByRole('searchbox').fill('Tide');
  await page.getByRole('link', { name: /^Tide/ }).waitFor();
  await page.evaluate("document.querySelector('main').kept = true");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.mini').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('.player-bar').waitFor();
  t.equal(await page.evaluate("document.querySelector('main').kept"), true);
  t.equal(await page.getByRole('searchbox').inputValue(), 'Tide');
  t.strictSame(complaints, []);
});

t.test('the player bar plays, seeks, skips, likes and changes the volume', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  const { page, complaints } = await openDesktop(t, daemon.base);
  const bar = page.locator('.player-bar');
  const button = (name: string) => bar.getByRole('button', { name, exact: true });
  const titleNow = async () => (await daemon.currentTrack())?.title ?? '';
  await button('Pause').click();
  await daemon.until('it is paused', async () => (await daemon.playbackStatus()) === 3);
  const position = bar.getByRole('slider', { name: 'Position' });
  const { x, y, width, height } = (await position.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await daemon.until('it is in the middle', async () => Math.abs((await daemon.elapsed()) - 15_000) < 2000);
  const [first, second] = [await titleNow(), async () => (await titleNow()) !== first];
  await button('Next').click();
  await daemon.until('the next one plays', second);
  await button('Previous').click();
  await daemon.until('the first one plays', async () => (await titleNow()) === first);
  await bar.getByText(first).waitFor();
  await button('Like').click();
  const liked = () => bodyOf(daemon.api.GET('/likes/tracks'));
  await daemon.until('it is liked', async () => (await liked()).length === 1);
  const before = (await daemon.volume()).volume;
  await button('Quieter').click();
  await daemon.until('it is quieter', async () => (await daemon.volume()).volume < before);
  await button('Shuffle').click();
  const settings = () => bodyOf(daemon.api.GET('/settings'));
  await daemon.until('it is shuffled', async () => (await settings()).playlist_shuffle);
  await bar.getByRole('link', { name: /^Open what plays now/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Now playing' }).waitFor();
  t.equal(await count(page, '.sidebar, .player-bar'), 0, 'it fills the window');
  t.strictSame(await hidden(page, '#page'), []);
  t.strictSame(complaints, []);
});

t.test('the queue beside the screen jumps, removes, is moved by the mouse, hidden, and stays hidden', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  const { page, complaints } = await openDesktop(t, daemon.base, '/#/library', { width: 1280, height: 500 });
  const pane = page.getByRole('complementary', { name: 'Queue' });
  const paths = async () =>
    ((await daemon.get('/playlists/current/tracks')).body as { path: string }[]).map(({ path }) => path);
  const rows = pane.getByRole('listitem');
  await rows.nth(5).waitFor();
  const before = await paths();
  await rows.nth(2).locator('.tap').click();
  await daemon.until('it jumps', async () => (await daemon.currentTrack())?.path === before[2]);
  // The pane scrolls by itself.
  await pane.hover();
  await page.mouse.wheel(0, 10_000);
  await pane.locator('li[aria-posinset="15"] .tap').waitFor();
  await daemon.until('it is scrolled', async () =>
    page.evaluate<boolean>("document.querySelector('.pane').scrollTop > 300 && scrollY === 0"),
  );
  const handle = pane.locator('li[aria-posinset="15"] .handle');
  const from = (await handle.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(from.x + 20, from.y + from.height / 2 - step * 16);
  await page.mouse.up();
  const moved = [...before.slice(0, 12), before[14], ...before.slice(12, 14)];
  await daemon.until('it is moved up by two', async () => (await paths()).join() === moved.join());
  const toggle = page.locator('.player-bar').getByRole('button', { name: 'Queue' });
  t.equal(await toggle.getAttribute('aria-pressed'), 'true');
  await toggle.click();
  await pane.waitFor({ state: 'detached' });
  await page.reload();
  await toggle.waitFor();
  t.equal(await toggle.getAttribute('aria-pressed'), 'false');
  t.equal(await pane.count(), 0, 'it is remembered');
  await toggle.click();
  await pane.waitFor();
  await page.evaluate("location.hash = '#/queue'");
  await page.getByRole('heading', { level: 1, name: /^Queue/ }).waitFor();
  t.equal(await pane.count(), 0, 'not twice');
  t.strictSame(complaints, []);
});

t.test('an album is played from its cover, with the mouse', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const { page, complaints } = await openDesktop(t, daemon.base);
  const cell = page.locator('.cell', { hasText: 'Tide' });
  await cell.hover();
  await cell.getByRole('button', { name: 'Play Tide' }).click();
  await daemon.until('it plays', async () => (await daemon.currentTrack())?.title === 'Tide 1');
  t.strictSame(complaints, []);
});

t.test('axe finds nothing, in light and dark, with a queue and without', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  const [{ album_id: album, artist_id: artist } = { album_id: '', artist_id: '' }] = await bodyOf(
    daemon.api.GET('/tracks'),
  );
  for (const [width, height, colorScheme] of [
    [768, 1024, 'dark'],
    [1280, 800, 'light'],
    [1920, 1080, 'dark'],
  ] as const) {
    const { page, complaints } = await openDesktop(t, daemon.base, '/', { width, height, colorScheme });
    await bringAxe(page);
    for (const screen of [
      ...['home', 'library', `library/albums/${album}`, `library/artists/${artist}`, 'library/tracks', 'search'],
      ...['playlists', 'radio', 'outputs', 'more', 'settings/sound', 'queue', 'now'],
    ]) {
      await page.goto(`${daemon.base}/#/${screen}`);
      await page.locator('#page h1').waitFor();
      await page.locator('.spinner').waitFor({ state: 'detached' });
      t.strictSame(await violationsOf(page), [], `${screen} at ${width} in ${colorScheme}`);
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      t.equal(over, 0, `${screen} at ${width}: nothing is too wide`);
    }
    t.strictSame(complaints, []);
  }
});

t.test('in no language is a word of the sidebar or the title of the queue cut, at the narrowest', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  const cut = (selector: string) => `[...document.querySelectorAll('${selector}')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 4)
    .map((each) => each.textContent)`;
  for (const locale of Object.keys(LANGUAGES)) {
    const { page } = await openDesktop(t, daemon.base, '/#/library', { width: 768, height: 1024, locale });
    await page.locator('.sidebar a').last().waitFor();
    t.equal(await page.evaluate('document.documentElement.lang'), locale);
    t.strictSame(await page.evaluate(cut('.sidebar a > span')), [], locale);
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.locator('.pane li').first().waitFor();
    t.strictSame(await page.evaluate(cut('.pane .bar h2')), [], locale);
  }
});

t.test('with the colours of the person, what is chosen, pressed and focused is still to be seen', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  await playAll(daemon);
  const { page, complaints } = await openDesktop(t, daemon.base, '/#/library');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator('.cell').first().waitFor();
  const style = (selector: string, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${name}']`);
  const canvas = await style('body', 'backgroundColor');
  t.equal(await style('.sidebar [aria-current]', 'outlineStyle'), 'solid', 'the current section');
  t.equal(await style('.sidebar a:not([aria-current])', 'outlineStyle'), 'none', 'no other');
  t.equal(await style('.player-bar .icon-button[aria-pressed=true]', 'borderStyle'), 'solid', 'a pressed button');
  t.not(await style('.volume-bar .fill', 'backgroundColor'), canvas, 'the volume');
  t.not(await style('.transport .play', 'backgroundColor'), canvas, 'the play button');
  await page.getByRole('button', { name: 'Shuffle', exact: true }).first().focus();
  await page.keyboard.press('Tab');
  t.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid', 'the focus');
  await page.goto(`${daemon.base}/#/settings/playback`);
  const toggle = page.getByRole('switch').first();
  await toggle.waitFor();
  const back = () => style('.switch', 'backgroundColor');
  const off = await back();
  await toggle.click();
  await daemon.until('a switch that is on is filled', async () => (await back()) !== off);
  t.strictSame(complaints, []);
});
