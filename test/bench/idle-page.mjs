/**
 * What the web remote costs a phone that only shows what plays: processor time of the page's main thread, in ms a second, on
 * Home and on Now Playing, at the full speed of this machine. The reference is a page of one line that changes each second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { Tonearm } from './tonearm.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SETTLING_MILLISECONDS = 3000;
const MILLISECONDS = 10_000;
const MOST_MILLISECONDS = 3;
/** Titles of the rows, and where each screen is. */
const SCREENS = { 'Home, playing': '/', 'Now Playing, playing': '/#/now' };

/** A page that shows the passed seconds. */
export const CLOCK = `<!doctype html><html lang="en"><title>Clock</title><p>0</p><script>
  setInterval(() => document.querySelector('p').textContent = Math.floor(performance.now() / 1000), 1000);
</script>`;

/** @returns ms a second */
async function busy(address) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    const tools = await page.context().newCDPSession(page);
    await page.goto(address);
    await delay(SETTLING_MILLISECONDS);
    // Processor time of the thread: other programs on this machine do not count.
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const seconds = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration').value;
    };
    const before = await seconds();
    await delay(MILLISECONDS);
    return ((await seconds()) - before) / (MILLISECONDS / 1e6);
  } finally {
    await browser.close();
  }
}

/** @param clock address of a page that is `CLOCK`. @returns rows */
export async function idlePage({ music, clock, repetitions, formats }) {
  const tonearm = new Tonearm(music, { formats });
  try {
    await tonearm.start();
    await tonearm.scanned();
    await tonearm.fillQueue();
    await tonearm.play(0);
    const address = `http://127.0.0.1:${tonearm.address.port}`;
    const measured = { clock: [] };
    for (let repetition = 0; repetition < repetitions; repetition++) {
      measured.clock.push(await busy(clock));
      for (const [title, path] of Object.entries(SCREENS)) (measured[title] ??= []).push(await busy(address + path));
    }
    return Object.keys(SCREENS).map((title) => ({
      ...{ title: `remote: main thread, ${title}`, unit: 'ms/s', tonearm: measured[title] },
      ...{ reference: measured.clock, referenceName: 'a clock', absolute: MOST_MILLISECONDS },
    }));
  } finally {
    await tonearm.stop();
  }
}
