/** A page in the window of a tablet or a desktop, with a mouse. */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { openPhone, type Phone } from './browser.js';

interface Desk {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

export function openDesktop(t: Test, base: string, path = '/#/library', desk: Desk = {}): Promise<Phone> {
  const { width = 1280, height = 800, colorScheme = 'light', locale = 'en' } = desk;
  const other = { viewport: { width, height }, isMobile: false, hasTouch: false, locale };
  return openPhone(t, base, colorScheme, path, other);
}

/** Name of the control with the focus; `BODY` when there is none. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => {
      const { activeElement: one } = document;
      return one === document.body ? 'BODY' : (one.getAttribute('aria-label') ?? one.innerText).trim();
    })()`,
  );

/** Presses Tab until the focus is on a control. @returns how many times */
export async function tabTo(page: Page, wanted: RegExp, most = 60): Promise<number> {
  for (let presses = 0; presses <= most; presses++) {
    if (wanted.test(await focused(page))) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`never focused: ${wanted.source}; at last ${await focused(page)}`);
}
