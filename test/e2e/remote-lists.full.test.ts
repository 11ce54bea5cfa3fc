/** Lists on the web remote under a real finger: the mark of what plays, swipes of rows, orders, what is held down. */
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { houseWith, tags } from './albums-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import type { Daemon } from './daemon.js';
import { Finger, middleOf, type Point } from './finger.js';

const NAMES = ['Harbour', 'Satellites', 'Orchard'];

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (page: Page, title: string) => page.locator('.list-row', { hasText: title }).first();
const titlesShown = (page: Page) => page.locator('main .virtual .title').allTextContents();

async function queued(daemon: Daemon): Promise<string> {
  const rows = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  return rows.map(({ title }) => title).join();
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${path}'`);
}

t.test('what plays is marked in every list', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  const {
    id = '',
    path = '',
    album_id: album = '',
    artist_id: artist = '',
  } = tracks.find(({ title }) => title === 'Orchard 2') ?? {};
  await bodyOf(daemon.api.PUT('/tracks/{id}/like', { params: { path: { id } } }));
  const body = { name: 'Mix', track_ids: tracks.map((track) => track.id) };
  const playlist = await bodyOf(daemon.api.POST('/saved-playlists', { body }));
  await daemon.play([path]);
  await daemon.put('/player/play');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/queue');
  const folder = encodeURIComponent(path.slice(0, path.lastIndexOf('/')));
  for (const list of [
    'queue',
    `library/albums/${album}`,
    `library/artists/${artist}/tracks`,
    `playlists/saved/${playlist.id}`,
    `library/folders/${folder}`,
    'library/liked',
    'library/tracks',
  ]) {
    await open(page, list);
    const current = page.locator('main .list-row[aria-current=true]');
    await current.locator('.sound-mark.moves').waitFor();
    t.equal(await current.count(), 1, list);
    t.match(await current.textContent(), /Orchard 2|2\.mp3/, list);
  }
  await open(page, 'search');
  await page.getByRole('searchbox').fill('orchard');
  await page.locator('main .list-row[aria-current=true] .sound-mark.moves').waitFor();
  await daemon.put('/player/pause');
  await page.locator('main .list-row[aria-current=true] .sound-mark:not(.moves)').waitFor();
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  t.strictSame(complaints, []);
});

t.test('a swipe puts a track into the queue, and neither a scroll nor a short or crooked touch does', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const [first] = await bodyOf(daemon.api.GET('/tracks'));
  await daemon.play([first!.path]);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library/tracks');
  const finger = await Finger.of(page);
  const become = (wanted: string) =>
    daemon.until(`the queue is ${wanted}`, async () => (await queued(daemon)) === wanted);
  const [before, two, three] = ['Harbour 1', 'Orchard 2', 'Orchard 3'] as const;
  await become(before);

  const from = await middleOf(row(page, two));
  await finger.down(from);
  for (let x = 5; x <= 200; x += 5) await finger.move({ x: from.x + x, y: from.y });
  await page.locator('.uncovered.right.ready').waitFor();
  await finger.up();
  await page.getByText(`${two} plays next.`).waitFor();
  await become(`${before},${two}`);
  await finger.drag(await middleOf(row(page, three)), { x: 20, y: (await middleOf(row(page, three))).y });
  await become(`${before},${two},${three}`);
  await page.getByText(`${three} was added to the queue.`).waitFor();
  t.equal(await page.locator('.uncovered').count(), 0);
  // Chromium takes a touch right after a quick swipe for the end of a fling.
  await button(page, 'Undo').click();
  await become(`${before},${two}`);

  // Touches that mean something else.
  const at = await middleOf(row(page, three));
  const touches: readonly (readonly [string, Point])[] = [
    ['a scroll', { x: at.x, y: at.y - 200 }],
    ['a scroll at a slant', { x: at.x + 90, y: at.y - 150 }],
    ['a scroll that begins down and goes on sideways', { x: at.x + 5, y: at.y - 60 }],
    ['a short pull', { x: at.x + 40, y: at.y }],
  ];
  for (const [, to] of touches) {
    await page.evaluate('scrollTo(0, 0)');
    // Slowly, as a thumb does.
    await finger.drag(at, to, 60);
  }
  await page.evaluate('scrollTo(0, 0)');
  const start = await middleOf(row(page, three));
  await finger.down(start);
  for (let y = 4; y <= 60; y += 4) await finger.move({ x: start.x, y: start.y - y });
  for (let x = 4; x <= 250; x += 4) await finger.move({ x: start.x - x, y: start.y - 60 });
  await finger.up();
  t.equal(await page.locator('.uncovered').count(), 0);
  t.equal(await queued(daemon), `${before},${two}`);
  t.equal(await daemon.playbackStatus(), 0, 'and nothing was touched');

  await open(page, 'library');
  await button(page, 'As a list').tap();
  const album = await middleOf(row(page, 'Satellites'));
  await finger.drag(album, { x: album.x + 180, y: album.y });
  await become(`${before},Satellites 1,Satellites 2,Satellites 3,${two}`);
  await page.getByText('Satellites plays next.').waitFor();
  await button(page, 'Undo').click();
  await become(`${before},${two}`);
  t.strictSame(complaints, []);
});

t.test('albums and tracks have an order that the phone remembers', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await bringAxe(page);
  const shows = (wanted: string) =>
    daemon.until(`${wanted} is shown`, async () => (await titlesShown(page)).join() === wanted);
  await shows('Harbour,Orchard,Satellites');
  await button(page, /^Sort by/).tap();
  t.equal(await page.locator('.menu [aria-pressed=true]').textContent(), 'Title');
  t.strictSame(await violationsOf(page), []);
  await button(page, 'Artist').tap();
  await shows('Harbour,Satellites,Orchard');
  await button(page, 'Sort by: Artist').waitFor();

  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill('SAT');
  await shows('Satellites');
  await page.getByRole('link', { name: /^Satellites/ }).tap();
  await page.getByRole('heading', { level: 2, name: 'Satellites' }).waitFor();
  await page.goBack();
  await shows('Satellites');
  await filter.fill('nothing');
  await page.getByText('Nothing matches.').waitFor();
  await filter.fill('');
  await shows('Harbour,Satellites,Orchard');

  const played = (await bodyOf(daemon.api.GET('/tracks'))).find(({ title }) => title === 'Orchard 3');
  await bodyOf(daemon.api.POST('/track-stats/{id}/played', { params: { path: { id: played!.id } } }));
  await button(page, /^Sort by/).tap();
  await button(page, 'Most played').tap();
  await shows('Orchard,Harbour,Satellites');
  await page.reload();
  await shows('Orchard,Harbour,Satellites');

  await open(page, 'library/tracks');
  await daemon.until('tracks are by title', async () => (await titlesShown(page))[0] === 'Harbour 1');
  await button(page, /^Sort by/).tap();
  await button(page, 'Most played').tap();
  await daemon.until('the played one is first', async () => (await titlesShown(page))[0] === 'Orchard 3');
  t.equal((await titlesShown(page)).length, 9, 'and all others follow');
  t.strictSame(complaints, []);
});

t.test('an artist has its own albums, the newest first, apart from those of others', async (t) => {
  const { daemon, library } = await houseWith(t, ['Harbour']);
  const put = async (name: string, album: string, year: number, artist = 'Band 0', owner?: string) => {
    const lame = [...tags(name, artist, album, 1), '--ty', String(year)];
    if (owner !== undefined) lame.push('--tv', `TPE2=${owner}`);
    await makeMp3(join(library, `${name}.mp3`), { seconds: 2, seed: 90 + year, lame });
  };
  await put('old', 'Early', 1990);
  await put('new', 'Late', 2020);
  await put('hit', 'Hits', 2000, 'Band 0', 'Various Artists');
  await put('hit 2', 'Hits', 2000, 'Somebody', 'Various Artists');
  await daemon.put('/scan-library');
  await daemon.until('scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === 4);
  const id = (await bodyOf(daemon.api.GET('/artists'))).find(({ name }) => name === 'Band 0')!.id;
  const { page, complaints } = await openPhone(t, daemon.base, 'light', `/#/library/artists/${id}`);
  const albums = (name: string) => page.getByRole('region', { name }).locator('.title');
  await albums('Appears on').first().waitFor();
  t.strictSame(await albums('Albums').allTextContents(), ['Late', 'Early', 'Harbour']);
  t.strictSame(await albums('Appears on').allTextContents(), ['Hits']);
  t.match(await page.getByRole('region', { name: 'Albums' }).textContent(), /Late2020/, 'by their years');
  t.strictSame(complaints, []);
});

t.test('everything that can be touched shows that it is held down', async (t) => {
  const { daemon } = await houseWith(t, NAMES);
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  await daemon.play(tracks.slice(0, 3).map(({ path }) => path));
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/home');
  /** How an element, or what is in it, is drawn. */
  const look = (selector: string) =>
    page.evaluate<string>(`[...document.querySelectorAll('${selector}')].slice(0, 1).flatMap((one) => [one, ...one.children])
      .map((one) => { const { backgroundColor, filter, scale, opacity } = getComputedStyle(one);
        return [backgroundColor, filter, scale, opacity].join(); }).join(' ')`);
  for (const [path, selectors] of [
    ['home', ['nav a', '.tile', '.mini > a', '.mini .icon-button', '.cell a', '.shelf-head a']],
    [
      'library/tracks',
      ['.chips a:not([aria-current])', '.chips a[aria-current]', '.tap', '.second-button', '.sort', '.heart'],
    ],
    ['queue', ['.tap', '.handle', '.bar .icon-button']],
    ['now', ['.transport .play', '.transport .icon-button', '.output-line', '.volume-bar']],
    ['playlists', ['.tap', '.main-button']],
    ['more', ['main a']],
    ['settings/playback', ['input[type=checkbox]']],
  ] as const) {
    await open(page, path);
    for (const selector of selectors) {
      const element = page.locator(selector).first();
      await element.waitFor();
      await element.scrollIntoViewIfNeeded();
      const at = await middleOf(element);
      await page.mouse.move(at.x, 1);
      const before = await look(selector);
      // The driver's touches have no gestures, and so no `:active`: the button of a mouse has.
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await daemon.until(`${path}: ${selector} shows the touch`, async () => (await look(selector)) !== before);
      // Lifted elsewhere, it is no tap.
      await page.mouse.move(at.x, 1);
      await page.mouse.up();
      await daemon.until(`${path}: ${selector} is as before`, async () => (await look(selector)) === before);
    }
  }
  t.strictSame(complaints, []);
});
