/** Covers on the page: what is seen is loaded first and a few at a time, what scrolls away is given up; and their tint. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { mp3 } from '../library/scan/rig.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const ALBUMS = 60;
/** A PNG of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A box with many albums that have covers, the first of which lasts. */
async function gallery(t: Test) {
  const house = await createHouse(t);
  for (let at = 10; at < 10 + ALBUMS; at++) {
    const folder = join(house.library, `${at}`);
    await mkdir(folder);
    const texts = { TIT2: `Track ${at}`, TPE1: 'Band', TALB: `Album ${at}`, TRCK: '1', TDRC: '1999' };
    await writeFile(join(folder, '1.mp3'), mp3(texts));
    await writeFile(join(folder, 'cover.png'), PIXEL);
  }
  const long = join(house.library, 'long.mp3');
  await makeMp3(long, { seconds: 60, seed: 77, lame: ['-V', '9', '--tt', 'Long', '--ta', 'Solo'] });
  const daemon = await house.start();
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length > ALBUMS);
  await daemon.play([long]);
  return { ...house, daemon };
}

/** Names of albums in the window, whether all of their covers are shown, and whether one has not been before. */
const seen = (page: Page) =>
  page.evaluate<{ readonly titles: string[]; readonly isShown: boolean; readonly isAwaited: boolean }>(`(() => {
    const cells = [...document.querySelectorAll('.cell')].filter((cell) => {
      const { top, bottom } = cell.querySelector('.cover').getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const isShown = (cell) => cell.querySelector('img')?.naturalWidth > 0;
    return { titles: cells.map((cell) => cell.querySelector('.title').innerText), isShown: cells.every(isShown),
      isAwaited: cells.some((cell) => cell.querySelector('.awaited')) };
  })()`);

const isCover = (address: string): boolean => new URL(address).pathname.startsWith('/covers/');

t.test(
  'three load at a time, what is seen first; what scrolls away is given up; a command does not wait',
  async (t) => {
    const { daemon } = await gallery(t);
    const { page } = await openPhone(t, daemon.base, 'light', '/#/more');
    const titles = new Map<string, string>();
    for (const { album_art: art, title } of await bodyOf(
      daemon.api.GET('/albums', { params: { query: { limit: 100 } } }),
    ))
      if (art) titles.set(art, title);
    const asked: string[] = [];
    let [open, most, aborted] = [0, 0, 0];
    page.on('request', (request) => {
      if (!isCover(request.url())) return;
      asked.push(titles.get(decodeURIComponent(new URL(request.url()).pathname.split('/')[2]!)) ?? '');
      most = Math.max(most, ++open);
    });
    page.on('requestfinished', (request) => {
      if (isCover(request.url())) open--;
    });
    page.on('requestfailed', (request) => {
      if (!isCover(request.url())) return;
      open--;
      aborted++;
    });
    let isHeld = true;
    const waiting: (() => void)[] = [];
    await page.route('**/covers/**', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      // One that was given up is gone.
      await route.continue().catch(() => undefined);
    });
    await page.evaluate("location.hash = '#/library'");
    await page.getByText('Album 10', { exact: true }).waitFor();
    await daemon.until('covers are asked for', () => Promise.resolve(asked.length === 3));
    t.strictSame(asked, ['Album 10', 'Album 11', 'Album 12']);

    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await daemon.until('it plays while they load', async () => (await daemon.playbackStatus()) === 1);
    await page.evaluate('scrollTo(0, 3100)');
    await daemon.until('what is not seen is given up', () => Promise.resolve(aborted === 3 && asked.length === 6));
    const now = await seen(page);
    t.equal(now.isShown, false);
    for (const title of asked.slice(3)) t.ok(now.titles.includes(title), `${title} is in ${now.titles.join()}`);

    isHeld = false;
    for (const go of waiting.splice(0)) go();
    await daemon.until('all are shown', async () => (await seen(page)).isShown);
    const first = asked.slice(3, 3 + now.titles.length);
    t.strictSame(first.sort(), now.titles.sort(), 'what is seen came before what is near');
    t.equal(most, 3);
  },
);

t.test('what scrolls back is shown at once, out of the cache of the browser', async (t) => {
  const { daemon } = await gallery(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await page.getByText('Album 10', { exact: true }).waitFor();
  await daemon.until('all are shown', async () => (await seen(page)).isShown);
  const { titles } = await seen(page);
  await page.evaluate('scrollTo(0, 4000)');
  await daemon.until('others are shown', async () => {
    const others = await seen(page);
    return others.isShown && others.titles.length > 0 && !others.titles.includes(titles[0]!);
  });
  await page.evaluate(
    'new Promise((resolve) => { scrollTo(0, 0); requestAnimationFrame(() => requestAnimationFrame(resolve)); })',
  );
  await page.getByText('Album 10', { exact: true }).waitFor();
  t.strictSame((await seen(page)).titles, titles);
  t.equal((await seen(page)).isAwaited, false, 'none waits for a slot');
  await daemon.until('all are shown', async () => (await seen(page)).isShown);
  const sent = `[...document.querySelectorAll('.cell img')].slice(0, ${titles.length}).map(({ src }) =>
    performance.getEntriesByName(src).filter(({ transferSize }) => transferSize > 0).length)`;
  t.strictSame(
    await page.evaluate(sent),
    titles.map(() => 1),
  );
  t.strictSame(complaints, []);
});

/** The least contrast of the texts on the screen with the tint above the ground of the page (WCAG 2.2). */
const contrast = (page: Page) =>
  page.evaluate<number>(`(() => {
    const colour = (of, what) => getComputedStyle(of)[what].match(/[\\d.]+/g).slice(0, 3).map(Number);
    const linear = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const lightOf = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
    const tint = document.querySelector('.tint');
    const share = Number(getComputedStyle(tint).opacity);
    const [back, above] = [colour(document.body, 'backgroundColor'), colour(tint, 'backgroundColor')];
    const ground = lightOf(back.map((value, at) => value * (1 - share) + above[at] * share));
    const hasText = (element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    const texts = [...document.querySelectorAll('#page *')].filter(hasText).map((of) => lightOf(colour(of, 'color')));
    return Math.min(...texts.map((text) => Math.max(text, ground) / Math.min(text, ground)));
  })()`);

t.test('the tint of Now Playing leaves every text its contrast, whatever the colour', async (t) => {
  const { daemon, library } = await gallery(t);
  await daemon.play([join(library, '10', '1.mp3')]);
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPhone(t, daemon.base, scheme, '/#/more');
    // Those of all colours that are allowed that come nearest to the texts.
    await page.route('**/colors', (route) => route.fulfill({ json: { light: '#ff2dfa', dark: '#5a5a4b' } }));
    await page.evaluate("location.hash = '#/now'");
    await daemon.put('/playlists/start');
    await daemon.put('/player/pause');
    await page.locator('.tint').waitFor();
    await bringAxe(page);
    t.strictSame(await violationsOf(page), [], scheme);
    const least = await contrast(page);
    t.ok(least >= 4.5, `${least} in ${scheme}`);
    await page.evaluate("document.querySelector('.tint').style.opacity = 1");
    t.ok((await contrast(page)) < 4.5, `there could be too much of it in ${scheme}`);
    t.strictSame(complaints, []);
  }
});
