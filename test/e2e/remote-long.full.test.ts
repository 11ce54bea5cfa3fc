import t from 'tap';
import type { Schemas } from '../../src/client/client.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const TOTAL = 100_000;
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));

/** Makes a row of a track list without a file. */
function track(index: number): Partial<Schemas['Track']> {
  const id = `c${String(index).padStart(24, '0')}`;
  return { id, path: `/music/${index}.mp3`, title: `Track ${index}`, artist: 'Band', album: 'Album', length: 1000 };
}

t.test('a hundred thousand tracks scroll, of which only those near the window are there', async (t) => {
  const house = await createHouse(t);
  const { base } = await house.start();
  const { page, complaints } = await openPhone(t, base);
  const asked: number[] = [];
  let held = Promise.resolve();
  await page.route('**/tracks?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    asked.push(offset);
    await held;
    const rows = Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, at) => track(offset + at));
    await route.fulfill({ json: rows });
  });
  await page.route('**/library/letters?*', async (route) => {
    const count = Math.ceil(TOTAL / LETTERS.length);
    const offsets = LETTERS.map((letter, at) => ({ letter, offset: at * count, count }));
    offsets.at(-1)!.count = TOTAL - offsets.at(-1)!.offset;
    await route.fulfill({ json: offsets });
  });
  await page.goto(`${base}/#/library/tracks`);
  await page.getByText('Track 0', { exact: true }).waitFor();
  const rows = page.locator('.virtual > li');
  // The letter index gives the length of the list, and may be loaded after the first rows.
  const isWhole = `document.querySelector('.virtual').clientHeight === ${TOTAL * 64}`;
  // The page's policy forbids `waitForFunction`, which evaluates a string in it.
  while (!(await page.evaluate(isWhole))) await page.waitForTimeout(20);

  for (const share of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
    const index = share === 1 ? TOTAL - 1 : Math.floor(TOTAL * share) + 3;
    await page.getByText(`Track ${index}`, { exact: true }).waitFor();
    t.ok((await rows.count()) < 50, `${await rows.count()} rows`);
  }
  const before = asked.length;
  let release = (): void => undefined;
  held = new Promise((resolve) => (release = resolve));
  for (let step = 0; step < 60; step++) await page.evaluate(`scrollTo(0, ${step * 60_000})`);
  release();
  await page.getByText('Track 55320', { exact: true }).waitFor();
  t.ok(asked.length - before <= 6, `what flew by was not asked for: ${asked.length - before}`);

  const rail = page.getByRole('slider', { name: 'Letter' });
  await rail.press('Home');
  await page.getByText('Track 3', { exact: true }).waitFor();
  const { x, y, width, height } = (await rail.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + (height * 12.5) / LETTERS.length);
  t.equal(await rail.getAttribute('aria-valuetext'), 'M');
  await page.getByText(`Track ${12 * Math.ceil(TOTAL / LETTERS.length)}`, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Genres' }).click();
  await page.goBack();
  await page.getByText(`Track ${12 * Math.ceil(TOTAL / LETTERS.length)}`, { exact: true }).waitFor();
  t.strictSame(complaints, []);
});
