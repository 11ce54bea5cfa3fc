/** Sheets of the web remote, and other states of a screen that a touch makes. */
import type { Page } from 'playwright-core';

export interface Sheet {
  readonly name: string;
  /** Address of the screen on which it opens. */
  readonly screen: string;
  /** Resolves when it is open. */
  readonly open: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function opened(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await button(page, name).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('.spinner').waitFor({ state: 'detached' });
}

/** Sheets, each from a menu, where a library has tracks and the queue plays. */
export const EVERY_SHEET: readonly Sheet[] = [
  { name: 'menu of a track', screen: 'library/tracks', open: (page) => opened(page, /^More about/) },
  {
    name: 'add to playlist',
    screen: 'library/tracks',
    open: (page) => opened(page, /^More about/, 'Add to playlist'),
  },
  {
    name: 'new playlist',
    screen: 'library/tracks',
    open: (page) => opened(page, /^More about/, 'Add to playlist', 'New playlist…'),
  },
  {
    name: 'menu of an album',
    screen: 'library',
    async open(page) {
      await page.getByRole('main').locator('a').first().click({ button: 'right' });
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'menu of a playlist', screen: 'playlists', open: (page) => opened(page, /^More about/) },
  { name: 'another playlist', screen: 'playlists', open: (page) => opened(page, 'New playlist') },
  { name: 'menu of what plays', screen: 'now', open: (page) => opened(page, /^More about/) },
  { name: 'order of albums', screen: 'library', open: (page) => opened(page, /^Sort by/) },
  { name: 'outputs', screen: 'library', open: (page) => opened(page, /^Where the box plays/) },
  { name: 'menu of an entry of the queue', screen: 'queue', open: (page) => opened(page, /^More about/) },
  { name: 'sleep timer', screen: 'now', open: (page) => opened(page, 'Sleep timer') },
  { name: 'outputs', screen: 'now', open: (page) => opened(page, /^Where the box plays/) },
  { name: 'save the queue', screen: 'queue', open: (page) => opened(page, 'Save as playlist') },
  { name: 'add a station', screen: 'radio', open: (page) => opened(page, 'Add by address') },
  {
    name: 'selected tracks',
    screen: 'library/tracks',
    async open(page) {
      await opened(page, /^More about/);
      await button(page, 'Select').click();
      await page.getByText('1 selected').waitFor();
    },
  },
];
