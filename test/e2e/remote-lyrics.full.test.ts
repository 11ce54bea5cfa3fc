/** Lyrics on Now Playing, in Chromium on a daemon that really plays. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { startLrclib } from '../lyrics/lrclib-server.js';
import { bringAxe, violationsOf } from './axe.js';
import { livingRoom } from './browser.js';
import { hidden, setWindow, WINDOWS } from './controls.js';

/** Pictures for a person to look at: set it to a folder. */
const PICTURES = process.env['LYRICS_PICTURES'];

/** A line every three seconds, with a pause as the fourth. */
const WORDS = [
  ...['Salt on the window, light on the stair', 'The harbour is sleeping, there’s rain in the air', ''],
  ...['You left me a lantern, I carried it far', 'Past ninety-nine houses, the last of the cars'],
  ...['Oh, slack water', 'Hold me a little while', 'Nothing is moving', 'but me and the tide'],
  ...['I wrote you a letter on folded-up charts', 'With all of the rivers and some of the parts', ''],
  ...['The ink ran to islands, the islands to sea', 'And somewhere among them a picture of me'],
  ...['Oh, slack water', 'Hold me a little while', 'Nothing is moving', 'but me and the tide', 'and me and the tide'],
];
const EVERY = 3000;
const LRC = WORDS.map((text, at) => `[00:${String((at * EVERY) / 1000).padStart(2, '0')}.00]${text}`).join('\n');

const room = (t: Parameters<typeof livingRoom>[0]) => livingRoom(t, '/#/now', { TONEARM_STREAM_ALLOW: '127.0.0.0/8' });

const lyricsButton = (page: Page) => page.getByRole('button', { name: 'Lyrics', exact: true });
const sung = (page: Page) => page.locator('.lyrics [aria-current=true]');

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Whether the line that is sung is within the list. */
const IN_SIGHT = `(() => {
  const line = document.querySelector('.lyrics [aria-current=true]').getBoundingClientRect();
  const list = document.querySelector('.lyrics').getBoundingClientRect();
  return line.top > list.top && line.bottom < list.bottom;
})()`;

t.test('the line that is sung is marked and in sight, and a tap on another one seeks', async (t) => {
  const { page, daemon, files, complaints } = await room(t);
  await writeFile(files[0]!.replace('mp3', 'lrc'), LRC);
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  await daemon.put('/player/ff-rewind?newtime=24500');
  await daemon.until('it is there', async () => (await daemon.elapsed()) >= 24_500);
  await lyricsButton(page).tap();
  await page.getByText(WORDS[8]!).first().waitFor();
  t.equal(await page.locator('.now-art .cover').count(), 0, 'they are in the place of the cover');
  await sung(page).filter({ hasText: WORDS[9]! }).waitFor();
  const elapsed = await daemon.elapsed();
  t.ok(elapsed >= 26_500 && elapsed < 31_000, `line 9 is that of ${elapsed} ms`);
  await daemon.until('it is in sight', () => page.evaluate<boolean>(IN_SIGHT));
  await picture(page, 'phone');
  await page.getByRole('button', { name: WORDS[13]! }).tap();
  await daemon.until('it plays from there', async () => (await daemon.elapsed()) >= 39_000);
  t.ok((await daemon.elapsed()) < 43_000);
  await sung(page).filter({ hasText: WORDS[13]! }).waitFor();
  await daemon.until('it is in sight', () => page.evaluate<boolean>(IN_SIGHT));
  await daemon.put('/player/pause');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  t.equal(await lyricsButton(page).getAttribute('aria-pressed'), 'true');
  await lyricsButton(page).tap();
  await page.locator('.now-art .cover').waitFor();
  t.equal(await lyricsButton(page).getAttribute('aria-pressed'), 'false');
  t.strictSame(complaints, []);
});

t.test('each window has room for them, with nothing covered and nothing that axe finds', async (t) => {
  const { page, daemon, files, complaints } = await room(t);
  await writeFile(files[0]!.replace('mp3', 'lrc'), LRC);
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  await daemon.put('/player/pause');
  await daemon.put('/player/ff-rewind?newtime=16000');
  await lyricsButton(page).tap();
  await sung(page).waitFor();
  for (const window of [...WINDOWS, [1920, 1080, 100] as const]) {
    const name = await setWindow(page, window);
    t.strictSame(await hidden(page, '.now-controls'), [], name);
    t.notOk(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), name);
    await picture(page, name);
  }
  await setWindow(page, [390, 844, 100]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await picture(page, 'dark');
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  t.strictSame(complaints, []);
});

t.test('plain lyrics are a text, and without any the page says what can be done', async (t) => {
  const { page, daemon, files, complaints } = await room(t);
  await writeFile(files[0]!.replace('mp3', 'txt'), WORDS.join('\n'));
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  await lyricsButton(page).tap();
  const text = page.getByRole('region', { name: 'Lyrics' });
  await text.getByText(WORDS[0]!).waitFor();
  t.equal(await text.getByRole('button').count(), 0);
  await picture(page, 'plain');
  await daemon.put('/player/next');
  await page.getByText('No lyrics').waitFor();
  await picture(page, 'none');
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  t.strictSame(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
  const lrclib = await startLrclib(t);
  await daemon.put('/settings', { lyrics_url: lrclib.address });
  await page.getByRole('link', { name: 'Open the setting' }).tap();
  await page.getByRole('switch', { name: 'Look up lyrics online' }).tap();
  await page.getByLabel('Server of lyrics').waitFor();
  await picture(page, 'setting');
  await page.evaluate("location.hash = '#/now'");
  await page.getByText('Neither the music file').waitFor();
  t.strictSame(lrclib.asked, [], 'nobody is asked for a song of nobody');
});
