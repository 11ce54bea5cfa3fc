/** A phone in front of a booted box: a real browser with touch. */
import { chromium } from 'playwright-core';

/** An emulated box answers slowly. */
const PATIENCE = 120_000;

/** Opens a screen of the page, and closes the browser after `work`. @param screen such as `settings/shares` */
export async function withPhone(box, screen, work) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await context.addInitScript("localStorage.setItem('welcomed', '1')");
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`http://127.0.0.1:${box.ports[6063]}/#/${screen}`);
    return await work(page);
  } finally {
    await browser.close();
  }
}
