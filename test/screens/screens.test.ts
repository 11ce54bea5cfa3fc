/**
 * Pictures of all screens of the web remote, in the windows of phones, a tablet and a desktop, light and dark, with
 * sheets open: `build/screens/index.html` shows them to a person. Fails where a page complains, does not settle, or is
 * wider than its window.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { Daemon } from '../e2e/daemon.js';
import { everyScreen, showScreen } from '../e2e/every-screen.js';
import { EVERY_SHEET } from '../e2e/every-sheet.js';
import { type Picture, writeContactSheet } from './contact-sheet.js';
import { showHouse } from './show-house.js';

const FOLDER = fileURLToPath(new URL('../../build/screens/', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;
const QUESTION = 'paper';

type Window = readonly [name: string, width: number, height: number];

interface Device {
  /** Pixels of a CSS pixel; 1 when left out. */
  readonly scale?: number;
  /** Names of the scenes, all when left out. */
  readonly scenes?: readonly string[];
  readonly isTouched: boolean;
  readonly windows: readonly [Window, ...Window[]];
}

const DEVICES: readonly Device[] = [
  {
    isTouched: true,
    windows: [
      ['phone', 390, 844],
      ['small', 320, 568],
      ['landscape', 844, 390],
      ['tablet', 768, 1024],
    ],
  },
  { isTouched: false, windows: [['desktop', 1440, 900]] },
  // The pictures of README.md.
  { isTouched: true, scale: 1.5, scenes: ['home', 'now'], windows: [['readme-phone', 390, 844]] },
  { isTouched: false, scenes: ['home'], windows: [['readme-desktop', 1360, 844]] },
];

/** Whether everything that the window shows has come: a picture may wait beyond the edge of its shelf. */
const IS_SETTLED = `document.querySelector('.spinner') === null &&
  ![...document.querySelectorAll('img.awaited')].some((image) => {
    const { left, top, height } = image.getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + height / 2)?.closest('.cover') === image.parentElement;
  })`;

interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
}

/** All screens, what is found, and all sheets. */
async function scenesOf(daemon: Daemon): Promise<Scene[]> {
  const screens = [...(await everyScreen(daemon))].map(([path, address]) => ({
    name: path,
    show: (page: Page) => showScreen(page, daemon.base, address),
  }));
  const found: Scene = {
    name: 'search: found',
    async show(page) {
      await showScreen(page, daemon.base, 'search');
      await page.getByRole('searchbox').fill(QUESTION);
      await page.getByRole('main').getByText('Paper Coast').first().waitFor();
    },
  };
  const sheets = EVERY_SHEET.map(({ name, screen, open }) => ({
    name: `sheet: ${name}`,
    async show(page: Page) {
      // A sheet is closed by another address.
      await showScreen(page, daemon.base, 'nowhere');
      await showScreen(page, daemon.base, screen);
      await open(page);
    },
  }));
  return [...screens, found, ...sheets];
}

async function takePictures(t: Test, browser: Browser, daemon: Daemon, device: Device): Promise<Picture[]> {
  const { isTouched, windows, scale = 1, scenes } = device;
  const [[, width, height]] = windows;
  const first = { width, height };
  const touch = { isMobile: isTouched, hasTouch: isTouched };
  const page = await browser.newPage({ viewport: first, deviceScaleFactor: scale, ...touch, reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const pictures: Picture[] = [];
  for (const scene of await scenesOf(daemon)) {
    if (scenes?.includes(scene.name) === false) continue;
    await page.setViewportSize(first);
    await scene.show(page);
    for (const [name, width, height] of windows) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const what = `${scene.name} at ${width} × ${height}, ${colorScheme}`;
        await daemon.until(what, () => page.evaluate<boolean>(IS_SETTLED));
        const over = (await page.evaluate<number>('document.documentElement.scrollWidth')) - width;
        t.ok(over <= 0, `${what} is ${over} px too wide`);
        const path = join(`${name}-${colorScheme}`, `${scene.name.replace(/[^a-z]+/g, '-').replace(/-$/, '')}.jpg`);
        await page.screenshot({ path: join(FOLDER, path), type: 'jpeg', quality: 85, animations: 'disabled' });
        pictures.push({ screen: scene.name, path, caption: `${width} × ${height}` });
      }
    }
  }
  // Without a message bus there is no clock to set.
  t.strictSame(
    complaints.filter((text) => !/status of 503/.test(text)),
    [],
  );
  await page.close();
  return pictures;
}

t.test('pictures of all screens', async (t) => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  t.teardown(() => browser.close());
  const daemon = await showHouse(t, browser);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const pictures = await Promise.all(DEVICES.map((device) => takePictures(t, browser, daemon, device)));
  await writeContactSheet(FOLDER, pictures.flat());
});
