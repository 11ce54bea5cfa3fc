/** The appearance and the language of the web remote, chosen on the page and kept by the browser. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

/** Undefined while the page is loaded anew. */
const seen = (page: Page, expression: string) => page.evaluate<string>(expression).catch(() => undefined);
const backOf = (page: Page) => seen(page, 'getComputedStyle(document.body).backgroundColor');
const DARK = 'rgb(22, 21, 20)';
const LIGHT = 'rgb(246, 244, 241)';

t.test('light or dark is chosen on the page, whatever the phone prefers, and kept', async (t) => {
  const daemon = await (await createHouse(t)).start();
  const { page, complaints } = await openPhone(t, daemon.base, 'dark', '/#/settings/appearance');
  await page.getByLabel('Appearance').waitFor();
  t.equal(await backOf(page), DARK, 'as the phone prefers');
  for (const [choice, back] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const) {
    await page.emulateMedia({ colorScheme: choice === 'light' ? 'dark' : 'light' });
    await page.getByLabel('Appearance').selectOption(choice);
    await daemon.until(`the page is ${choice}`, async () => (await backOf(page)) === back);
    await page.reload();
    await page.getByLabel('Appearance').waitFor();
    t.equal(await backOf(page), back, `${choice} after a reload`);
    t.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), choice);
    t.equal(
      await page.evaluate(`document.querySelector('meta[name="theme-color"][media="all"]').content`),
      choice === 'light' ? '#f6f4f1' : '#161514',
      'the bar of the browser follows',
    );
  }
  await page.getByLabel('Appearance').selectOption('system');
  await daemon.until('the page follows the phone again', async () => (await backOf(page)) === LIGHT);
  t.strictSame(complaints, []);
});

t.test('a language is chosen on the page and kept; only that one is loaded', async (t) => {
  const daemon = await (await createHouse(t)).start();
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/appearance', { locale: 'fr-CA' });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.getByRole('heading', { name: 'Apparence et langue' }).waitFor();
  t.equal(await page.evaluate('document.documentElement.lang'), 'fr');
  await page.getByLabel('Langue').selectOption('pl');
  await daemon.until('the page is Polish', async () => (await seen(page, 'document.documentElement.lang')) === 'pl');
  await page.locator('#page h1').waitFor();
  t.strictSame(
    loaded.filter((path) => path.startsWith('/locales/')),
    ['/locales/pl.json'],
  );
  await page.getByLabel('Język').selectOption('en');
  await page.getByRole('heading', { name: 'Appearance and language' }).waitFor();
  await page.getByLabel('Language').selectOption('system');
  await page.getByRole('heading', { name: 'Apparence et langue' }).waitFor();
  t.strictSame(complaints, []);
});

t.test('without the texts of its language the page speaks English', async (t) => {
  const daemon = await (await createHouse(t)).start();
  const { page } = await openPhone(t, daemon.base, 'light', '/docs', { locale: 'de-DE' });
  await page.route('**/locales/*', (route) => route.abort());
  await page.goto(`${daemon.base}/#/settings/appearance`);
  await page.getByRole('heading', { name: 'Appearance and language' }).waitFor();
  t.equal(await page.evaluate('document.documentElement.lang'), 'en');
});
