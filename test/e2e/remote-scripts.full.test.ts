/** Names in other scripts stand where all names stand; texts are whole on the smallest phone, and without a connection. */
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { livingRoom, openPhone } from './browser.js';
import { hidden, setWindow, WINDOWS } from './controls.js';
import { createHouse } from './daemon.js';

const LATIN = ['Short name', 'A band', 'An album'] as const;
const HEBREW = ['שם קצר', 'להקה', 'אלבום'] as const;

/** Tags in UTF-16, for `lame`. */
const tags = ([title, artist, album]: readonly [string, string, string]): string[] => [
  ...['--id3v2-utf16', '--tt', title, '--ta', artist, '--tl', album],
];

/** CSS pixels from the start of an element's parent to its first glyph, at the side where the page begins. */
const beginningOf = (page: Page, selector: string) =>
  page.evaluate<number>(`(() => {
    const element = document.querySelector('${selector}');
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, room] = [range.getBoundingClientRect(), element.parentElement.getBoundingClientRect()];
    return document.dir === 'rtl' ? room.right - text.right : text.left - room.left;
  })()`);

t.test('Hebrew names begin where Latin ones begin, on every screen, in both directions of the page', async (t) => {
  const house = await createHouse(t);
  const files: string[] = [];
  for (const [at, names] of [LATIN, HEBREW].entries()) {
    const file = join(house.library, `${at}.mp3`);
    files.push(file);
    await makeMp3(file, { seconds: 60, seed: 70 + at, lame: tags(names) });
  }
  const daemon = await house.start();
  await daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 2);
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  const { page } = await openPhone(t, daemon.base, 'light', '/#/library/tracks');
  for (const direction of ['ltr', 'rtl']) {
    const found: Record<string, number[]> = {};
    for (const [at, [title]] of [LATIN, HEBREW].entries()) {
      await daemon.play([files[at]!]);
      await daemon.put('/playlists/start');
      const { album_id: album, artist_id: artist } = tracks.find((each) => each.title === title)!;
      const measure = async (screen: string, ...selectors: readonly string[]): Promise<void> => {
        await page.goto(`${daemon.base}/#/${screen}`);
        await page.evaluate(`document.dir = '${direction}'`);
        for (const selector of selectors) {
          await page.locator(selector).first().waitFor();
          (found[selector] ??= []).push(Math.round(await beginningOf(page, selector)));
        }
      };
      await page.goto(`${daemon.base}/#/home`);
      await page.locator('.mini', { hasText: title }).waitFor();
      await measure('home', '.mini .title', '.mini .text');
      await measure(`library/albums/${album}`, '.bar h1', '.album-head h2', '.album-head p', '.list-row .title');
      await measure(`library/artists/${artist}`, '.album-head .cut', '.cell .title');
      await measure('queue', '.virtual .title', '.virtual .text');
      await measure('now', '.now-title h2', '.now-title p > *');
    }
    for (const [selector, [latin, hebrew]] of Object.entries(found)) {
      t.ok(Math.abs(latin! - hebrew!) <= 2, `${selector} in ${direction}: ${latin} and ${hebrew}`);
    }
  }
});

t.test('the small player says in German that nothing plays, in a window of 320 pixels', async (t) => {
  const house = await createHouse(t);
  const daemon = await house.start();
  const viewport = { width: 320, height: 568 };
  const { page } = await openPhone(t, daemon.base, 'light', '/#/library', { viewport, locale: 'de' });
  const title = page.locator('.mini .title');
  await title.waitFor();
  t.equal(await title.innerText(), 'Es läuft nichts');
  t.strictSame(
    await title.evaluate((element) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element as unknown as Record<string, number>;
      return [scrollWidth! > clientWidth!, scrollHeight! > clientHeight! + 2];
    }),
    [false, false],
    'it is not cut',
  );
  t.strictSame(await hidden(page, '.dock'), []);
});

t.test('without a connection every control of Now Playing is still in the window', async (t) => {
  const { page, daemon } = await livingRoom(t);
  await daemon.put('/player/play');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // The code is drawn by the second script, which a daemon that is gone cannot send.
  const scripts = 'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/scripts/")).length';
  await daemon.until('the second script is there', async () => (await page.evaluate<number>(scripts)) > 0);
  await daemon.stop('SIGKILL');
  await page.getByText('Not connected. Trying again…').waitFor();
  for (const window of WINDOWS) {
    const name = await setWindow(page, window);
    t.strictSame(await hidden(page, '#page'), [], name);
  }
  await page.getByRole('button', { name: new URL(daemon.base).host }).click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /^The address as a code/ })
    .waitFor();
});
