/** Every screen of the web remote in German, with large text, and from right to left. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { LANGUAGES } from '../../src/web/remote/locales/locales.js';
import german from '../../src/web/remote/locales/de.json' with { type: 'json' };
import english from '../../src/web/remote/locales/en.json' with { type: 'json' };
import { makeMp3 } from '../fixtures/mp3.js';
import { mp3 } from '../library/scan/rig.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { everyScreen, showScreen } from './every-screen.js';
import { Finger, middleOf } from './finger.js';

/** Length of the track, longer than a slow machine needs for all screens. */
const LONG_SECONDS = 600;

/** Starts a daemon with content on every screen; names of the content are Greek. */
async function greekHouse(t: Test, seconds = LONG_SECONDS) {
  const house = await createHouse(t);
  const folder = join(house.library, 'Φάκελος');
  await mkdir(folder);
  for (const [at, letter] of Array.from('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΑΒΓΔΕΖΗΘΙΚΛΜ').entries()) {
    const texts = { TIT2: `${letter} τίτλος`, TPE1: `${letter} ομάδα`, TALB: `${letter} δίσκος`, TCON: 'Είδος' };
    await writeFile(join(folder, `${at}.mp3`), mp3({ ...texts, TRCK: '1', TDRC: '1999' }));
  }
  const long = join(folder, 'Μ.mp3');
  const tags = ['--id3v2-utf16', '--tt', 'Μακρύς', '--ta', 'Ομάδα', '--tl', 'Δίσκος', '--tg', 'Είδος'];
  await makeMp3(long, { seconds, seed: 900, rate: 22_050, lame: [...tags, '-m', 'm', '-b', '32'] });
  await writeFile(join(folder, 'Σπασμένο.mp3'), 'no music');
  const daemon = await house.start({ environment: { TONEARM_RADIO_DIRECTORY: 'off' } });
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 37);
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  await daemon.put('/settings', { player_name: 'Κουζίνα' });
  await daemon.play([long, ...tracks.map(({ path }) => path)]);
  await daemon.put('/playlists/start');
  await bodyOf(daemon.api.POST('/saved-playlists/from-queue', { body: { name: 'Λίστα' } }));
  await bodyOf(daemon.api.POST('/saved-playlists/folders', { body: { name: 'Φάκελος' } }));
  await bodyOf(
    daemon.api.POST('/smart-playlists', {
      body: { name: 'Έξυπνη', rules: { conditions: [{ field: 'year', operator: 'is', value: 1999 }] } },
    }),
  );
  await daemon.until('the track is measured', async () => (await daemon.elapsed()) > 0);
  const screens = [...(await everyScreen(daemon)).values()];
  return { ...house, daemon, screens };
}

/** Pattern that matches a message with any values. */
function patternOf(message: string): string {
  return message
    .split(/(\{\w+, plural, (?:\w+ \{[^{}]*\} ?)+\}|\{\w+\})/)
    .map((part) => {
      const forms = [...part.matchAll(/\w+ \{([^{}]*)\}/g)].map(([, form = '']) => form);
      if (part.includes(', plural,'))
        return `(?:${forms.map((form) => escaped(form).replace('#', '[\\d.]+')).join('|')})`;
      return /^\{\w+\}$/.test(part) ? '.*' : escaped(part);
    })
    .join('');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Messages that consist of values only, which would match every text. */
const WORDS = Object.values(german).filter((text) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')));
const GERMAN = new RegExp(`^(?:${WORDS.map(patternOf).join('|')})$`, 's');
/** Messages that have words of their own and differ in German. */
const ENGLISH = new RegExp(
  `^(?:${Object.entries(english)
    .filter(
      ([word, text]) => text !== german[word as keyof typeof german] && /\p{L}{3}/u.test(text.replace(/\{\w+\}/g, '')),
    )
    .map(([, text]) => patternOf(text))
    .join('|')})$`,
  's',
);
/** Names, numbers with units, dates and addresses, which are equal in every language. */
const NO_WORDS =
  /^(?:[^a-zäöüß]*|[\d.,+−-]+\s?(?:Hz|kHz|dB|kbit\/s|[kMGT]?B(?:yte)?|s|min)|.*127\.0\.0\.1:\d+.*|\/\S+|\d+\. \w+ \d{4}.*|\w+, .*\d{4}.*|[A-Z]\w+\/[\w/+-]+|https?:\/\/(?:localhost:\d+)?|localhost:\d+|tonearm|Tonearm \(Built-in\)|A.{1,7}B|\d+\.mp3|MP3.*|.*\.(?:mp3|local))$/s;

/** Languages are called by their own names. */
const LANGUAGE_NAMES: readonly string[] = Object.values(LANGUAGES);

/** Collects all texts of the page that are shown or read aloud, without names given by a person or a file. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement.closest('script, style, noscript')) texts.push(node.data);
      } else for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'alt', 'title']) {
        if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
      }
    }
    return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  })()`);
}

t.test('a German phone reads German on every screen, and no other word', async (t) => {
  const { daemon, screens } = await greekHouse(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/', { locale: 'de-DE' });
  await page.locator('#page h1').waitFor();
  t.equal(await page.evaluate('document.documentElement.lang'), 'de');
  const check = async (what: string): Promise<void> => {
    const parts = (await textsOf(page)).flatMap((text) => (GERMAN.test(text) ? [text] : text.split(/ · | – |, |: /)));
    const isExpected = (text: string): boolean =>
      GERMAN.test(text) || NO_WORDS.test(text) || LANGUAGE_NAMES.includes(text);
    const strange = parts.filter((text) => !isExpected(text));
    t.strictSame(strange, [], `${what}: what no German message says`);
    const english = parts.filter((text) => ENGLISH.test(text) && !GERMAN.test(text));
    t.strictSame(english, [], `${what}: what an English message says`);
  };
  for (const screen of screens) {
    await showScreen(page, daemon.base, screen);
    await check(screen);
  }
  await showScreen(page, daemon.base, 'library/tracks');
  await page
    .getByRole('button', { name: /^Mehr zu/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await check('a menu');
  await page.keyboard.press('Escape');
  await showScreen(page, daemon.base, 'playlists');
  await page.getByRole('button', { name: 'Mehr zu Λίστα' }).click();
  await page.getByRole('dialog').waitFor();
  await check('the menu of a playlist');
  await page.keyboard.press('Escape');
  await showScreen(page, daemon.base, 'radio/find');
  await page.getByRole('searchbox').fill('Κύμα');
  await page.getByText(german['radio.off']).waitFor();
  await check('a directory that is switched off');
  t.strictSame(
    complaints.filter((text) => !/status of 503/.test(text)),
    [],
  );
});

/** Lists elements that are wider than the window, or whose text is cut off above or below. */
function misfits(page: Page, width: number): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    // A phone widens its viewport to the content, so the width is compared with that of the screen.
    const over = document.documentElement.scrollWidth - ${width};
    if (over > 0) found.push(over + ' px too wide');
    for (const element of document.querySelectorAll('#app *')) {
      const { overflowX, overflowY, display } = getComputedStyle(element);
      const name = element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 40);
      if (element.closest('.unseen, svg, .chips, .shelf > *') || display === 'none') continue;
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.left < -1 || box.right > ${width} + 1)) found.push('beside the window: ' + name);
      if (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2 && element.textContent.trim() !== '')
        found.push('cut off: ' + name + ' ' + element.scrollHeight + ' > ' + element.clientHeight);
    }
    return [...new Set(found)].slice(0, 6);
  })()`);
}

for (const direction of ['ltr', 'rtl'] as const) {
  t.test(`nothing is too wide or cut off, ${direction}, on narrow phones and with text twice as large`, async (t) => {
    const { daemon, screens } = await greekHouse(t);
    const { page } = await openPhone(t, daemon.base, 'light', '/', { locale: 'de-DE' });
    await page.locator('#page h1').waitFor();
    for (const [width, size] of [
      [390, '100%'],
      [320, '100%'],
      [390, '200%'],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(`document.documentElement.dir = '${direction}';
        document.documentElement.style.fontSize = '${size}'; dispatchEvent(new Event('resize'))`);
      for (const screen of screens) {
        await showScreen(page, daemon.base, screen);
        t.strictSame(await misfits(page, width), [], `${screen} at ${width} px and ${size}`);
        if (process.env['SHOTS'])
          await page.screenshot({
            path: `${process.env['SHOTS']}/${direction}-${width}-${size.slice(0, 1)}-${screen.replaceAll('/', '-').slice(0, 40)}.png`,
          });
      }
    }
  });
}

t.test('nothing is too wide or cut off on a narrow phone in any language', async (t) => {
  const { daemon, screens } = await greekHouse(t);
  for (const locale of Object.keys(LANGUAGES).filter((code) => code !== 'de')) {
    const viewport = { width: 320, height: 844 };
    const { page } = await openPhone(t, daemon.base, 'light', '/', { locale, viewport });
    for (const screen of screens) {
      await showScreen(page, daemon.base, screen);
      t.strictSame(await misfits(page, viewport.width), [], `${screen} in ${locale}`);
    }
    await page.context().close();
  }
});

t.test('from right to left the bars fill from the right, and a row is swiped away to either side', async (t) => {
  const { daemon, library } = await greekHouse(t, 60);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/now');
  await page.getByRole('heading', { name: 'Μακρύς' }).waitFor();
  await daemon.put('/player/pause');
  await page.evaluate("document.documentElement.dir = 'rtl'");
  const finger = await Finger.of(page);
  const before = (await daemon.volume()).percent ?? 0;
  const bar = page.getByRole('slider', { name: 'Volume' });
  const from = await middleOf(bar);
  const { width } = (await bar.boundingBox())!;
  const fill = (await page.locator('.volume-bar .fill').boundingBox())!;
  const track = (await page.locator('.volume-bar .track').boundingBox())!;
  t.ok(Math.abs(fill.x + fill.width - track.x - track.width) < 1, 'it is filled from the right');
  await finger.drag(from, { x: from.x + width / 4, y: from.y });
  await daemon.until('to the right is quieter', async () => {
    const percent = (await daemon.volume()).percent ?? 0;
    return Math.abs(percent - Math.max(0, before - 25)) < 2;
  });
  let level = NaN;
  await daemon.until('all of the drag has arrived', async () => {
    level = (await daemon.volume()).volume;
    return Number(await bar.getAttribute('aria-valuenow')) === level;
  });
  await bar.press('ArrowLeft');
  await daemon.until('the left key is louder', async () => (await daemon.volume()).volume === level + 1);

  const seek = page.getByRole('slider', { name: 'Position' });
  const bounds = (await seek.boundingBox())!;
  await page.touchscreen.tap(bounds.x + bounds.width / 4, bounds.y + bounds.height / 2);
  await daemon.until('left of the middle is late', async () => Math.abs((await daemon.elapsed()) - 45_000) < 3000);
  const elapsed = await daemon.elapsed();
  await seek.press('ArrowRight');
  await daemon.until('the right key goes back', async () => Math.abs((await daemon.elapsed()) - elapsed + 5000) < 500);

  const files = ['1.mp3', '2.mp3', '3.mp3'].map((name) => join(library, 'Φάκελος', name));
  await daemon.play(files);
  await page.goto(`${daemon.base}/#/queue`);
  const rows = page.locator('.queue-row');
  for (const [amount, by] of [
    [3, -250],
    [2, 250],
  ] as const) {
    await page.getByRole('heading', { name: `Queue (${amount})` }).waitFor();
    await rows.nth(amount).waitFor({ state: 'detached' });
    await rows.nth(amount - 1).waitFor();
    const row = await middleOf(rows.nth(1));
    const start = { x: by < 0 ? 320 : 70, y: row.y };
    await finger.drag(start, { x: start.x + by, y: row.y });
    await page.getByRole('heading', { name: `Queue (${amount - 1})` }).waitFor();
  }
  t.match((await daemon.get('/playlists/current/tracks')).body, [{ path: files[0] }]);
});
