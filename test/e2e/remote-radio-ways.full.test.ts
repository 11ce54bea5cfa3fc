/** Ways to radio stations on the web remote: popular ones, those of the country, by what they play, and those heard lately. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { makePicture } from '../library/covers/pictures.js';
import { listed, startDirectory, uuid } from '../radio/directory-server.js';
import { page as answering } from '../radio/web-site.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { serve } from './web-server.js';

const names = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).locator('.title').allTextContents();

/** A daemon beside a directory with a few stations, of which Wave plays. */
async function house(t: Test, environment: NodeJS.ProcessEnv = {}) {
  const { library, start } = await createHouse(t);
  const outside = join(library, '..', 'outside');
  await mkdir(outside);
  await makeMp3(join(outside, 'wave.mp3'), { seconds: 30, seed: 660 });
  const web = await serve(t, outside);
  const directory = await startDirectory(t);
  const logo = await makePicture(join(outside, 'logo.png'), 300, 300);
  directory.pages.set('/logo.png', answering('image/png', logo));
  const url = `${web.base}/wave.mp3`;
  const wave = { url, url_resolved: url, favicon: `${directory.address}/logo.png` };
  directory.stations = [
    listed(1, 'Wave', { ...wave, clickcount: 90, votes: 1, tags: 'jazz,night', countrycode: 'DE' }),
    listed(2, 'Pop for all', { clickcount: 70, votes: 9, tags: 'pop', countrycode: 'FR' }),
    listed(3, 'Acid corner', { clickcount: 3, votes: 5, tags: 'acid jazz', countrycode: 'DE' }),
  ];
  directory.tags = [
    { name: 'pop', stationcount: 4000 },
    { name: 'jazz', stationcount: 900 },
  ];
  const daemon = await start({
    environment: {
      ...{ TONEARM_STREAM_ALLOW: '127.0.0.0/8', TONEARM_RADIO_DIRECTORY: directory.address },
      ...{ TZ: 'Europe/Berlin', ...environment },
    },
  });
  return { daemon, directory };
}

t.test('stations are found without a name: the popular ones, those nearby, and by genre', async (t) => {
  const { daemon } = await house(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/radio');
  const to = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).tap();
  await to('Popular');
  await page.getByRole('button', { name: /^Pop for all/ }).waitFor();
  t.strictSame(await names(page, 'Popular'), ['Wave', 'Pop for all', 'Acid corner']);
  await page.getByRole('button', { name: 'Back' }).tap();
  await to('Nearby');
  await page.getByRole('button', { name: /^Acid corner/ }).waitFor();
  t.strictSame(await names(page, 'Nearby'), ['Wave', 'Acid corner']);
  await page.getByRole('button', { name: 'Back' }).tap();
  await to('Genres');
  await page.getByRole('link', { name: /^jazz/ }).tap();
  await page.getByRole('heading', { level: 1, name: 'jazz' }).waitFor();
  await page.getByRole('button', { name: /^Wave/ }).waitFor();
  t.strictSame(await names(page, 'jazz'), ['Wave']);
  t.strictSame(
    complaints.filter((text) => !/status of 404/.test(text)),
    [],
  );
});

t.test('a station that was heard is offered again, and its logo is shown while it plays', async (t) => {
  const { daemon, directory } = await house(t);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/radio/popular');
  await page.getByRole('button', { name: /^Wave/ }).tap();
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 0);
  const size = (where: string) =>
    page.evaluate<number>(`document.querySelector('${where} .cover img')?.naturalWidth ?? 0`);
  await daemon.until('its logo is in the small player', async () => (await size('.mini')) > 0);
  await page.locator('.mini a').first().tap();
  await daemon.until('and large in Now Playing', async () => (await size('.now-art')) > 200);
  await page.goto(`${daemon.base}/#/radio`);
  const again = page.getByRole('list', { name: 'Recently heard' }).getByRole('button', { name: /^Wave/ });
  await again.waitFor();
  await daemon.put('/player/stop');
  directory.asked.length = 0;
  await again.tap();
  await daemon.until('it plays again', async () => (await daemon.playbackStatus()) === 1);
  await daemon.until('which the directory counts', () =>
    Promise.resolve(directory.asked.includes(`/json/url/${uuid(1)}`)),
  );
  await page.reload();
  await again.waitFor();
});

t.test('a directory that cannot be asked is said on each way, and the own stations stay', async (t) => {
  const { daemon, directory } = await house(t);
  for (const target of ['/json/stations/search', '/json/tags']) {
    directory.pages.set(target, answering('text/plain', 'broken', 500));
  }
  const { page } = await openPhone(t, daemon.base);
  for (const way of ['popular', 'near', 'tags', 'tags/jazz']) {
    await page.goto(`${daemon.base}/#/radio/${way}`);
    await page.getByText('The directory of stations cannot be reached now.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }
  await page.goto(`${daemon.base}/#/radio`);
  await page.getByText('No station yet.').waitFor();
});

t.test('the ways fit small and large windows, and pass axe', async (t) => {
  const { daemon } = await house(t);
  for (const [width, locale, scheme] of [
    [320, 'de', 'light'],
    [390, 'en', 'dark'],
    [1280, 'de', 'light'],
  ] as const) {
    const { page } = await openPhone(t, daemon.base, scheme, '/', { viewport: { width, height: 700 }, locale });
    await bringAxe(page);
    for (const way of ['radio', 'radio/popular', 'radio/near', 'radio/tags', 'radio/tags/jazz']) {
      await page.goto(`${daemon.base}/#/${way}`);
      await page
        .locator(way === 'radio' || way === 'radio/tags' ? '.tile' : '.list-row')
        .first()
        .waitFor();
      const name = `${way} at ${width} in ${locale}`;
      t.strictSame(await violationsOf(page), [], name);
      t.notOk(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), name);
    }
  }
});
