/** The start of the web remote: what its head asks for and paints while the script is still on its way. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Page } from 'playwright-core';
import english from '../../src/web/remote/locales/en.json' with { type: 'json' };
import { makeMp3 } from '../fixtures/mp3.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

async function aBox(t: Test) {
  const house = await createHouse(t);
  const file = join(house.library, 'one.mp3');
  await makeMp3(file, { seconds: 60, seed: 3, lame: ['--tt', 'One', '--tl', 'First', '--ta', 'Band'] });
  const daemon = await house.start();
  await daemon.put('/scan-library');
  await daemon.play([file]);
  await daemon.put('/player/play');
  return daemon;
}

/** Opens the documentation of the box, and counts its requests by path from then on. */
async function counting(t: Test, base: string, locale = 'en') {
  const phone = await openPhone(t, base, 'light', '/docs', { locale });
  const asked = new Map<string, number>();
  phone.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  return { ...phone, asked };
}

/** Delivers the page without its last script, as a slow link does for a while. @returns an end of that */
async function withoutScript(page: Page, base: string) {
  await page.route(`${base}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: `${html.slice(0, html.lastIndexOf('<script>'))}</body></html>` });
  });
}

const SHIFTS = `new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(found.reduce((all, { value }) => all + value, 0))));
})`;

t.test('the head asks for what the first screen needs, each once, and the script takes it over', async (t) => {
  const daemon = await aBox(t);
  const { page, asked, complaints } = await counting(t, daemon.base, 'de-DE');
  await page.goto(daemon.base);
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.getByRole('link', { name: /First/ }).first().waitFor();
  for (const path of ['/events', '/home', '/locales/de.json']) t.equal(asked.get(path), 1, path);
  await daemon.put('/player/pause');
  await page.getByRole('button', { name: 'Abspielen', exact: true }).waitFor();
  t.equal(asked.get('/events'), 1, 'the stream goes on');
  t.strictSame(complaints, []);
});

t.test('without the script it asks already; another screen needs no shelves, and English no texts', async (t) => {
  const daemon = await aBox(t);
  const { page, asked } = await counting(t, daemon.base);
  await withoutScript(page, daemon.base);
  await page.goto(daemon.base);
  await daemon.until('it asks', () => Promise.resolve(asked.has('/events') && asked.has('/home')));
  asked.clear();
  await page.goto('about:blank');
  await page.goto(`${daemon.base}/#/library`);
  await daemon.until('it asks', () => Promise.resolve(asked.has('/events')));
  t.strictSame([...asked.keys()].sort(), ['/', '/events']);
});

t.test('the first screen plays without the second script; another one says what is missing', async (t) => {
  const daemon = await aBox(t);
  const { page } = await counting(t, daemon.base);
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/scripts/*', (route) => route.abort());
  await page.goto(`${daemon.base}/#/now`);
  await page.getByRole('button', { name: 'Repeat: off' }).waitFor();
  await page.goto(daemon.base);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  t.equal(await page.getByRole('link', { name: 'Library' }).getAttribute('aria-current'), 'page');
  await page.unroute('**/scripts/*');
  await again.click();
  await page.getByRole('link', { name: /First/ }).waitFor();
  t.strictSame(errors, []);
});

t.test('the two scripts have all texts between them, and each is asked for once', async (t) => {
  const daemon = await aBox(t);
  const { page, asked, complaints } = await counting(t, daemon.base);
  await page.goto(daemon.base);
  const texts = () => page.evaluate<string[]>('Object.keys(window.english)');
  const all = Object.keys(english);
  await daemon.until('the second script has come', async () => (await texts()).length === all.length);
  t.strictSame((await texts()).sort(), all.sort());
  await page.goto(`${daemon.base}/#/settings/sound`);
  await page.getByRole('heading', { name: 'Sound' }).waitFor();
  t.equal([...asked].filter(([path]) => path.startsWith('/scripts/')).length, 1);
  t.strictSame(complaints, []);
});

t.test('what is painted first has the sizes and the colours of what follows, and nothing shifts', async (t) => {
  const daemon = await aBox(t);
  for (const viewport of [
    { width: 390, height: 664 },
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    const { page } = await openPhone(t, daemon.base, 'light', '/#/library', { viewport });
    const dock = '#app .dock';
    await page.locator('.dock a').first().waitFor();
    await page.evaluate(`localStorage.setItem('appearance', 'dark')`);
    const look = () =>
      page.evaluate(`(() => {
        const { top, width, height } = document.querySelector('${dock}').getBoundingClientRect();
        const { right } = document.querySelector('.sidebar')?.getBoundingClientRect() ?? { right: 0 };
        const { left } = document.querySelector('h1').getBoundingClientRect();
        const colours = [document.body, document.querySelector('${dock}')].map((each) => getComputedStyle(each).backgroundColor);
        return { dock: [top, width, height].map(Math.round), sidebar: Math.round(right), title: Math.round(left), colours };
      })()`);
    await withoutScript(page, daemon.base);
    await page.reload();
    await page.locator('.skeleton').waitFor();
    const first = await look();
    await page.unroute(`${daemon.base}/`);
    await page.reload();
    await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
    t.strictSame(first, await look(), `${viewport.width} × ${viewport.height}`);
    t.ok((await page.evaluate<number>(SHIFTS)) < 0.001);
  }
});
