/** Measures whether the controls of a page can be seen and touched. */
import type { Page } from 'playwright-core';

/** Width and height in CSS pixels, and the size of the text in percent. */
export type WindowSize = readonly [width: number, height: number, text: number];

/** Windows for which every screen is made; the last is that of a desktop. */
export const WINDOWS: readonly WindowSize[] = [
  [390, 664, 100],
  [375, 553, 100],
  [360, 640, 100],
  [320, 568, 100],
  [844, 390, 100],
  [390, 844, 200],
  [1280, 800, 100],
];

/** Gives a page the size of a window, and its text a size in percent. */
export async function setWindow(page: Page, [width, height, text]: WindowSize): Promise<string> {
  await page.setViewportSize({ width, height });
  await page.evaluate(`document.documentElement.style.fontSize = '${text === 100 ? '' : `${text}%`}'`);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  return `${width} by ${height}, text of ${text} %`;
}

/** Keeps notices for ten minutes instead of seconds. */
export const KEEP_NOTICES =
  'window.setTimeout = ((wait) => (act, ms) => wait(act, ms === 5000 || ms === 12000 ? 600000 : ms))(setTimeout)';

/** A page of any browser. */
interface Evaluates {
  evaluate<T>(expression: string): Promise<T>;
}

/** Lists enabled controls in an element that are not completely in the window, are small, or are covered. */
export const hidden = (page: Evaluates, within: string) =>
  page.evaluate<string[]>(`(() => {
    const trouble = [];
    for (const control of document.querySelectorAll('${within} :is(a, button, input, [role=slider]):not(:disabled)')) {
      const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.innerText;
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) trouble.push(name + ': outside');
      if (Math.min(width, height) < 43.5) trouble.push([name, 'is', width, 'by', height].join(' '));
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!control.contains(hit)) trouble.push(name + ': below ' + hit?.className);
    }
    return trouble;
  })()`);
