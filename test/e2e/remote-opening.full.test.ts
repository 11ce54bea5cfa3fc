/** A screen opens at once with what the list knew; the way back leads to where the list was. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { mp3 } from '../library/scan/rig.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const ALBUMS = 80;
/** More than the page keeps. */
const LISTS = 14;
const nameOf = (at: number): string => `${String.fromCodePoint(65 + (at % 26))} ${at}`;

async function phoneWithAlbums(t: Test, path: string) {
  const house = await createHouse(t);
  for (let at = 0; at < ALBUMS; at++) {
    const texts = { TIT2: `Song ${nameOf(at)}`, TPE1: `Band ${nameOf(at)}`, TALB: `Album ${nameOf(at)}` };
    await writeFile(join(house.library, `${at}.mp3`), mp3(texts));
  }
  const daemon = await house.start();
  const all = { params: { query: { limit: 200 } } };
  await daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/tracks', all))).length === ALBUMS);
  const tracks = await bodyOf(daemon.api.GET('/tracks', all));
  await daemon.play(tracks.map(({ path }) => path));
  const saved = await bodyOf(daemon.api.POST('/saved-playlists/from-queue', { body: { name: 'All of it' } }));
  return { ...house, daemon, saved, ...(await openPhone(t, daemon.base, 'light', path)) };
}

t.test('an album, an artist and a playlist are shown before the daemon has answered', async (t) => {
  const { page, daemon, complaints } = await phoneWithAlbums(t, '/#/library');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  t.teardown(() => answer());
  // Nothing of what is opened is answered.
  await page.route(/\/(albums|artists|saved-playlists)\/(?!folders)[^/?]+/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('link', { name: /^Album A 0/ }).tap();
  await heading('Album A 0').waitFor();
  await page.locator('.album-head').getByText('Band A 0').waitFor();
  await page.locator('.album-head .cover').waitFor();
  await page.locator('.album-head').getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Artists' }).tap();
  await page.getByRole('link', { name: /^Band A 0/ }).tap();
  await heading('Band A 0').waitFor();
  await page.locator('.album-head').waitFor();
  await page.goto(`${daemon.base}/#/playlists`);
  await page.getByRole('link', { name: /^All of it/ }).tap();
  await heading('All of it').waitFor();
  await page.getByRole('main').getByText('80 tracks').waitFor();
  answer();
  await page.getByRole('button', { name: /^Song A 0/ }).waitFor();
  t.strictSame(complaints, []);
});

t.test('the way back shows the list where it was, however late it comes', async (t) => {
  const { page, daemon, saved, complaints } = await phoneWithAlbums(t, '/#/library');
  const scrollTo = async (top: number): Promise<void> => {
    await daemon.until('it is scrolled', () => page.evaluate<boolean>(`(scrollTo(0, ${top}), scrollY === ${top})`));
  };
  const isBackAt = (top: number) =>
    daemon.until(`it is back at ${top}`, () => page.evaluate<boolean>(`Math.abs(scrollY - ${top}) <= 1`));
  for (const [screen, within] of [
    ['library', '.virtual a'],
    ['library/artists', '.virtual a'],
    ['library/recent', '.virtual a'],
  ] as const) {
    await page.goto(`${daemon.base}/#/${screen}`);
    await page.locator('main .virtual li').first().waitFor();
    await scrollTo(1500);
    const link = page.locator(within).nth(10);
    await daemon.until('a row is there', async () => (await page.locator(within).count()) > 10);
    // Where a link stands in the window does not matter: it is followed as by a key.
    await link.evaluate((element) => (element as unknown as { click: () => void }).click());
    await page.locator('.album-head').waitFor();
    t.equal(await page.evaluate('scrollY'), 0, `${screen}: what is opened begins at its top`);
    await page.goBack();
    await isBackAt(1500);
  }
  // A shelf is where it was, too.
  await page.goto(`${daemon.base}/#/home`);
  const shelf = page.locator('.shelf').first();
  await shelf.getByRole('link').nth(5).waitFor();
  await shelf.evaluate((element) => ((element as unknown as { scrollLeft: number }).scrollLeft = 400));
  const left = () => page.evaluate<number>("document.querySelector('.shelf')?.scrollLeft ?? -1");
  // A tap scrolls what it taps into the window.
  await shelf.getByRole('link').nth(4).scrollIntoViewIfNeeded();
  const before = await left();
  t.ok(before > 100, `scrolled by ${before}`);
  await shelf.getByRole('link').nth(4).tap();
  await page.locator('.album-head').waitFor();
  await page.goBack();
  await daemon.until('the shelf is back', async () => Math.abs((await left()) - before) <= 1);
  await page.goto(`${daemon.base}/#/playlists/saved/${saved.id}`);
  await page.getByRole('button', { name: /^Song/ }).first().waitFor();
  await scrollTo(2000);
  await page
    .getByRole('button', { name: /^More about Song/ })
    .nth(5)
    .evaluate((element) => {
      (element as unknown as { click: () => void }).click();
    });
  await page.getByRole('dialog').getByRole('button', { name: 'Go to album' }).tap();
  await page.locator('.album-head').waitFor();
  // So many lists are seen meanwhile that this one is not kept: it is fetched again, slowly.
  const artists = await bodyOf(daemon.api.GET('/artists'));
  for (const { id, name } of artists.slice(0, LISTS)) {
    await page.evaluate(`location.hash = '#/library/artists/${id}'`);
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/saved-playlists/*/tracks*', async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(`history.go(${-1 - LISTS})`);
  await page.getByRole('heading', { level: 1, name: 'All of it' }).waitFor();
  const frames = '(async () => { for (let n = 0; n < 45; n++) await new Promise(requestAnimationFrame); })()';
  await page.evaluate(frames);
  t.not(await page.evaluate('scrollY'), 2000, 'there is nothing to scroll yet');
  answer();
  await isBackAt(2000);
  t.strictSame(complaints, []);
});
