/** The list of the queue under a real finger: where it opens, several at once, and a drag that scrolls at the edge. */
import t from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { houseWith } from './albums-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import type { Daemon } from './daemon.js';
import { Finger, middleOf } from './finger.js';

const row = (page: Page, title: string) => page.locator('.queue-row', { hasText: title }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function titles(daemon: Daemon): Promise<string[]> {
  const rows = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  return rows.map(({ title }) => title);
}

/** A queue of nine tracks, of which the fifth plays. */
async function room(t: Parameters<typeof openPhone>[0]) {
  const { daemon } = await houseWith(t, ['Alder', 'Birch', 'Cedar']);
  await daemon.play((await bodyOf(daemon.api.GET('/tracks'))).map(({ path }) => path));
  await daemon.put('/playlists/start?start_index=4');
  await daemon.until('the fifth plays', async () => (await daemon.currentTrack())?.title === 'Birch 2');
  const phone = await openPhone(t, daemon.base, 'light', '/#/queue', { viewport: { width: 390, height: 664 } });
  const is = (wanted: string) =>
    daemon.until(`the queue is ${wanted}`, async () => (await titles(daemon)).join() === wanted);
  return { daemon, ...phone, is };
}

t.test('the queue opens at what plays: what was played is above and dim, what is next has a heading', async (t) => {
  const { page, daemon, complaints } = await room(t);
  await bringAxe(page);
  const top = async () => (await row(page, 'Birch 2').boundingBox())!.y;
  const head = (await page.locator('.head').boundingBox())!.height;
  await daemon.until(
    'the current row is below the head',
    async () => (await top()) >= head && (await top()) < head + 40,
  );
  t.equal(await page.locator('.queue-row.played').count(), 4);
  t.match(await row(page, 'Birch 1').getAttribute('class'), 'played');
  const heading = (await page.getByRole('heading', { name: /^Next/ }).boundingBox())!;
  t.ok(heading.y >= (await top()) + 60, 'below the current row');
  t.ok((await row(page, 'Birch 3').boundingBox())!.y >= heading.y + heading.height, 'above the next one');
  t.match(await page.getByRole('heading', { name: /^Next/ }).textContent(), /4 tracks/);
  t.equal(await page.locator('.queue-row .cover').count(), 9, 'each with its cover');
  t.strictSame(await violationsOf(page), []);
  await daemon.put('/playlists/start?start_index=8');
  await page.getByRole('heading', { name: /^Next/ }).waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});

t.test('several entries are chosen by touch, and removed and brought back together', async (t) => {
  const { page, daemon, complaints, is } = await room(t);
  const all = await titles(daemon);
  const finger = await Finger.of(page);
  await finger.down(await middleOf(row(page, 'Birch 3').locator('.tap')));
  await page.getByText('1 selected').waitFor();
  await finger.up();
  await row(page, 'Cedar 2').locator('.tap').tap();
  await row(page, 'Cedar 1').locator('.tap').tap();
  await row(page, 'Cedar 1').locator('.tap').tap();
  await page.getByText('2 selected').waitFor();
  t.equal(await page.locator('.queue-row .handle').count(), 0);
  await button(page, 'Remove from queue').tap();
  const left = all.filter((title) => !['Birch 3', 'Cedar 2'].includes(title));
  await is(left.join());
  await page.getByText('2 tracks were removed.').waitFor();
  t.equal(await page.locator('.selection').count(), 0);
  await button(page, 'Undo').tap();
  await is(all.join());
  t.equal((await daemon.currentTrack())?.title, 'Birch 2', 'and the same track plays');
  t.strictSame(complaints, []);
});

t.test('a track that is in the queue twice is chosen once', async (t) => {
  const { page, daemon, complaints } = await room(t);
  const { path } = (await bodyOf(daemon.api.GET('/tracks'))).at(-1)!;
  await daemon.play([path, path, path]);
  await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
  const rows = page.locator('.queue-row .tap');
  const finger = await Finger.of(page);
  await finger.down(await middleOf(rows.nth(1)));
  await page.getByText('1 selected').waitFor();
  await finger.up();
  t.equal(await page.locator('.queue-row .tap[aria-pressed=true]').count(), 1);
  await button(page, 'Remove from queue').tap();
  await daemon.until('two are left', async () => (await titles(daemon)).length === 2);
  t.strictSame(complaints, []);
});

t.test('a row that is dragged to the edge scrolls the page', async (t) => {
  const { page, daemon, complaints } = await room(t);
  await row(page, 'Birch 2').waitFor();
  await daemon.until('it has opened at the current row', () => page.evaluate<boolean>('scrollY > 0'));
  await page.evaluate('scrollTo(0, 0)');
  const before = await titles(daemon);
  const finger = await Finger.of(page);
  const handle = page.getByRole('button', { name: 'Move Alder 1' });
  const from = await middleOf(handle);
  await finger.down(from);
  for (let y = from.y; y < 600; y += 20) await finger.move({ x: from.x, y });
  await daemon.until('it is at the end of the page', () =>
    page.evaluate<boolean>('scrollY + innerHeight >= document.documentElement.scrollHeight - 2'),
  );
  await finger.move({ x: from.x, y: 560 });
  await finger.up();
  await daemon.until('it was moved', async () => (await titles(daemon)).indexOf('Alder 1') > 5);
  t.strictSame(
    (await titles(daemon)).filter((title) => title !== 'Alder 1'),
    before.slice(1),
  );
  t.strictSame(complaints, []);
});
