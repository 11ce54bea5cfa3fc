/** Debian's Chromium, by Playwright. */
import { chromium } from 'playwright-core';
import type { Driver, Window } from './engine.js';

export async function startChromium(viewport: Window): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    version: browser.version(),
    goto: (address) => page.goto(address),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    back: () => page.goBack(),
    complaints: () => Promise.resolve(complaints),
    close: () => browser.close(),
  };
}
