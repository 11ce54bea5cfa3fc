/** Debian's Chromium as a phone that shows the web remote. */
import { basename, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import tap, { type Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse } from './daemon.js';

export interface Phone {
  readonly page: Page;
  /** Errors and warnings of the browser, and every requested address that is not the daemon's. */
  readonly complaints: string[];
}

let launched: Promise<Browser> | undefined;

/** Starts one Chromium for all tests of a file; it ends with the file. */
function chromiumOfFile(): Promise<Browser> {
  if (launched === undefined) {
    launched = chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    tap.teardown(async () => (await launched)?.close());
  }
  return launched;
}

/**
 * Opens a page of the daemon in a new browser context, which ends with the test. @param other options of the context
 * that differ from those of the phone; and whether it has not seen the first run yet
 */
export async function openPhone(
  t: Test,
  base: string,
  colorScheme: 'light' | 'dark' = 'light',
  path = '/#/library',
  { isNew = false, ...other }: BrowserContextOptions & { readonly isNew?: boolean } = {},
): Promise<Phone> {
  const browser = await chromiumOfFile();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme,
    ...other,
  });
  t.teardown(() => context.close());
  if (!isNew) await context.addInitScript("localStorage.setItem('welcomed', '1')");
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${base}/`) && !address.startsWith('data:')) complaints.push(`outside: ${address}`);
  });
  await page.goto(base + path);
  return { page, complaints };
}

/** Starts a daemon with three tracks in its queue, and a phone that shows a screen of the web remote. */
export async function livingRoom(t: Test, path = '/#/now', environment: NodeJS.ProcessEnv = {}) {
  const house = await createHouse(t);
  const files = ['one.mp3', 'two.mp3', 'three.mp3'].map((name) => join(house.library, name));
  for (const [at, file] of files.entries())
    await makeMp3(file, { seconds: 60, seed: 30 + at, lame: ['-V', '2', '--tt', basename(file)] });
  const daemon = await house.start({ environment });
  await daemon.play(files);
  return { ...house, files, daemon, ...(await openPhone(t, daemon.base, 'light', path)) };
}
