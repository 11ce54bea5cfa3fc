/** Search in all that the box can play: groups, the best hit, whole lists, recent searches, and a forgiven error. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { tags } from './albums-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const ALBUMS = [
  { artist: 'Björk', album: 'Homogenic', titles: ['Jóga', 'Hunter', 'Bachelorette'] },
  { artist: 'Radiohead', album: 'Kid A', titles: ['Kid A', 'Idioteque'] },
  { artist: 'The Jazz Band', album: 'Night Jazz', titles: Array.from({ length: 7 }, (_, at) => `Jazz No ${at + 1}`) },
];

/** A daemon with some albums, playlists and a station. */
async function musicRoom(t: Test) {
  const house = await createHouse(t);
  let seed = 700;
  for (const { artist, album, titles } of ALBUMS) {
    const folder = join(house.library, artist, album);
    await mkdir(folder, { recursive: true });
    for (const [at, title] of titles.entries()) {
      const lame = tags(title, artist, album, at + 1);
      await makeMp3(join(folder, `${at + 1}.mp3`), { seconds: 20, seed: seed++, lame });
    }
  }
  const daemon = await house.start();
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === 3);
  await bodyOf(daemon.api.POST('/radio/stations', { body: { name: 'Jazz Radio', url: 'http://radio.invalid/jazz' } }));
  await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: 'Jazz for dinner' } }));
  return { ...house, daemon };
}

const field = (page: Page) => page.getByRole('searchbox');
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const best = (page: Page) => page.locator('.best');

t.test('from the start of the page a known album plays with three touches or fewer', async (t) => {
  const { daemon } = await musicRoom(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/');
  let touches = 0;
  const tap = async (name: string): Promise<void> => {
    touches++;
    await page.getByRole(name === 'Search' ? 'link' : 'button', { name, exact: true }).tap();
  };
  await tap('Search');
  await field(page).fill('homogenic');
  await best(page).getByText('Homogenic').waitFor();
  await tap('Play Homogenic');
  await daemon.until('it plays', async () => (await daemon.currentTrack())?.title === 'Jóga');
  t.ok(touches <= 3, `${touches} touches`);
  t.strictSame(complaints, []);
});

t.test('everything is found in groups, and a whole group is one touch away', async (t) => {
  const { daemon } = await musicRoom(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/search');
  await field(page).fill('jazz');
  // The genre alone has exactly this name.
  await best(page).getByText('Genre').waitFor();
  t.strictSame(await page.locator('main h2').allTextContents(), [
    ...['Artists', 'Albums', 'Tracks', 'Playlists', 'Radio', 'Folders'],
  ]);
  t.equal(await list(page, 'Tracks').getByRole('listitem').count(), 4);
  await list(page, 'Playlists').getByRole('link', { name: 'Jazz for dinner' }).waitFor();
  await list(page, 'Radio').getByRole('button', { name: 'Jazz Radio' }).waitFor();
  t.strictSame(await list(page, 'Folders').locator('.title').allTextContents(), ['The Jazz Band', 'Night Jazz']);
  await page.getByRole('link', { name: 'Show all: Tracks' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Tracks' }).waitFor();
  await page.getByText('“jazz”').waitFor();
  await daemon.until('all of them', async () => (await list(page, 'Tracks').getByRole('listitem').count()) >= 7);
  await list(page, 'Tracks')
    .getByRole('button', { name: /^Jazz No 3/ })
    .tap();
  await daemon.until('it plays, and those behind it', async () => (await daemon.currentTrack())?.title === 'Jazz No 3');
  await page.goBack();
  await best(page).getByText('Genre').waitFor();
  t.equal(await field(page).inputValue(), 'jazz');
  t.strictSame(complaints, []);
});

t.test('an artist of exactly this name is the best hit, and a typing error is forgiven and said', async (t) => {
  const { daemon } = await musicRoom(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/search');
  await field(page).fill('radiohead');
  await best(page)
    .getByRole('link', { name: /Radiohead.*Artist/ })
    .waitFor();
  await field(page).fill('bjrok');
  await page.getByRole('status').filter({ hasText: 'Results for “Björk”' }).waitFor();
  await best(page)
    .getByRole('link', { name: /Björk.*Artist/ })
    .waitFor();
  await field(page).fill('björk');
  await page.getByText('Results for').waitFor({ state: 'detached' });
  await best(page)
    .getByRole('link', { name: /Björk.*Artist/ })
    .waitFor();
  // A playlist that every box has is found by its name on the page.
  await field(page).fill('old gold');
  await best(page).waitFor({ state: 'detached' });
  await list(page, 'Playlists').getByRole('link', { name: 'Old But Gold' }).waitFor();
  t.strictSame(complaints, []);
});

t.test('searches that led somewhere are offered again, and forgotten one by one or all', async (t) => {
  const { daemon } = await musicRoom(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/search');
  await page.getByText('Find tracks, albums').waitFor();
  await field(page).fill('hunter');
  await list(page, 'Tracks').or(best(page)).first().waitFor();
  await best(page).getByRole('button', { name: 'Play Hunter' }).tap();
  await field(page).fill('kid');
  await best(page).getByText('Kid A').waitFor();
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Clear the search' }).tap();
  const recent = list(page, 'Recent searches');
  const texts = () => recent.locator('.title').allTextContents();
  await recent.waitFor();
  t.strictSame(await texts(), ['kid', 'hunter']);
  await page.reload();
  await recent.getByRole('button', { name: 'hunter', exact: true }).tap();
  await best(page).getByText('Hunter').waitFor();
  t.equal(await field(page).inputValue(), 'hunter');
  await page.getByRole('button', { name: 'Clear the search' }).tap();
  await recent.getByRole('button', { name: 'Forget “kid”' }).tap();
  await daemon.until('it is forgotten', async () => (await texts()).join() === 'hunter');
  await page.getByRole('button', { name: 'Clear all' }).tap();
  await page.getByText('Find tracks, albums').waitFor();
  await page.reload();
  await page.getByText('Find tracks, albums').waitFor();
  t.strictSame(complaints, []);
});

t.test('nothing found and a box that is away are said, and the search goes on when it is back', async (t) => {
  const { daemon, start } = await musicRoom(t);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/search');
  await field(page).fill('zzzz');
  await page.getByText('Nothing found for “zzzz”.').waitFor();
  const port = Number(new URL(daemon.base).port);
  await daemon.stop();
  await page.locator('.offline').waitFor();
  await field(page).fill('hunter');
  await page.getByText('The search goes on when the box is back.').waitFor();
  const again = await start({ environment: { TONEARM_HTTP_PORT: String(port) } });
  await best(page).getByText('Hunter').waitFor();
  t.equal(again.base, daemon.base);
});

t.test('what is found fits small and large windows in both languages, and passes axe', async (t) => {
  const { daemon } = await musicRoom(t);
  for (const [width, height, locale, scheme] of [
    [320, 568, 'de', 'light'],
    [390, 844, 'en', 'dark'],
    [1280, 800, 'de', 'light'],
  ] as const) {
    const { page, complaints } = await openPhone(t, daemon.base, scheme, '/#/search', {
      ...{ viewport: { width, height }, locale },
    });
    const name = `${width} ${locale}`;
    await bringAxe(page);
    for (const text of ['jazz', 'bjrok', 'zzzz', '']) {
      await field(page).fill(text);
      if (text === 'zzzz') await page.locator('.state').waitFor();
      else if (text !== '')
        await best(page)
          .locator(`text=${text === 'jazz' ? 'Jazz' : 'Björk'}`)
          .first()
          .waitFor();
      if (text === 'bjrok') await field(page).press('Enter');
      t.strictSame(await violationsOf(page), [], `${name}: ${text}`);
      t.notOk(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), `${name}: ${text}`);
    }
    await page.getByRole('list').getByText('bjrok').waitFor();
    await page.goto(`${daemon.base}/#/search/tracks/jazz`);
    await page.getByText('Jazz No 1').waitFor();
    t.strictSame(await violationsOf(page), [], `${name}: all`);
    t.strictSame(complaints, [], name);
  }
});
