/**
 * Waiting times of the web remote on a slow phone (a quarter of this machine's speed) over a slow link (300 ms round
 * trip, 1.6 Mbit/s), with 100,000 tracks in the library: the first paint, the first tap that works, the time from a
 * later tap until the page shows its effect; heap and blocking of the page while it scrolls through all tracks; and what the
 * page costs while it only shows what plays. The reference is the time of the same browser for a page of one line over the
 * same link.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { multiplied, theCorpus } from './corpus.mjs';
import { CLOCK, idlePage } from './idle-page.mjs';
import { Tonearm } from './tonearm.mjs';

const LINK = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
/** Odd, so that the player plays at the end. */
const LATER_TAPS = 3;
const STEPS = 200;
const PAUSE_MILLISECONDS = 50;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LINE = '<!doctype html><html lang="en"><title>Line</title><p>Line</p>';

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
}).observe({ type: 'paint', buffered: true }))`;
/**
 * Resolves with the middle of a button in the first frame that has it. Playwright's own wait looks only every 500 ms by
 * then.
 */
const middleOf = (name) => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('${name} did not appear')), 30_000);
  const look = () => {
    const button = document.querySelector('[aria-label=${name}]');
    if (button === null) return requestAnimationFrame(look);
    const { x, y, width, height } = button.getBoundingClientRect();
    resolve({ x: x + width / 2, y: y + height / 2 });
  };
  look();
})`;
/** Milliseconds from a tap on the play or pause button until the page shows the other one. */
const REACTION = `new Promise((resolve) => {
  const button = document.querySelector('[aria-label=Pause], [aria-label=Play]');
  const [before, parent] = [button.getAttribute('aria-label'), button.parentElement];
  const tapped = performance.now();
  const look = () => {
    const now = parent.querySelector('[aria-label=Pause], [aria-label=Play]')?.getAttribute('aria-label');
    if (now !== undefined && now !== before) resolve(performance.now() - tapped);
    else requestAnimationFrame(look);
  };
  button.click();
  look();
})`;
/** Adds up how long the main thread was blocked: the part of each task beyond 50 ms (w3.org/TR/longtasks). */
const WATCH = `window.blocked = 0; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.blocked += Math.max(duration - 50, 0);
}).observe({ type: 'longtask' })`;

/** Runs `use` with a page of a new browser that emulates a slow phone, with an empty cache. */
async function withPhone(use) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', LINK);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await use(page, tools);
  } finally {
    await browser.close();
  }
}

function firstPaint(address) {
  return withPhone(async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    return page.evaluate(FIRST_PAINT);
  });
}

/**
 * @returns milliseconds from opening the address until the first tap has shown its effect, and from each later tap (play,
 * pause, play) to its effect
 */
function taps(address) {
  return withPhone(async (page) => {
    const asked = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    // The player plays; the button for pause appears once the page knows that.
    const { x, y } = await page.evaluate(middleOf('Pause'));
    await page.touchscreen.tap(x, y);
    await page.evaluate(middleOf('Play'));
    const first = performance.now() - asked;
    const reactions = [];
    for (let tap = 0; tap < LATER_TAPS; tap++) {
      await page.waitForTimeout(2000);
      reactions.push(await page.evaluate(REACTION));
    }
    // The last command is still to reach the player, over the slow link.
    await page.waitForTimeout(2000);
    return { first, reactions };
  });
}

/**
 * @returns bytes of heap before and after scrolling through all tracks, the most rows in the page, and ms of blocking a
 * second
 */
function scrolled(address) {
  return withPhone(async (page, tools) => {
    await page.goto(`${address}/#/library/tracks`);
    await page.locator('.virtual > li').first().waitFor();
    const heap = async () => {
      await tools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await tools.send('Runtime.getHeapUsage');
      return usedSize;
    };
    const before = await heap();
    await page.evaluate(WATCH);
    let rows = 0;
    const began = performance.now();
    for (let step = 1; step <= STEPS; step++) {
      rows = Math.max(
        rows,
        await page.evaluate(`(scrollTo(0, document.documentElement.scrollHeight * ${step / STEPS}),
          document.querySelectorAll('.virtual > li').length)`),
      );
      await page.waitForTimeout(PAUSE_MILLISECONDS);
    }
    const seconds = (performance.now() - began) / 1000;
    const blocked = await page.evaluate('window.blocked');
    return { before, after: await heap(), rows, blocking: blocked / seconds };
  });
}

export async function remote({ music, quick, formats, say }) {
  const repetitions = quick ? 3 : 7;
  const corpus = theCorpus(say).mp3;
  const { folder, count } = multiplied(corpus, quick ? 1 : 10);
  const [album = ''] = readdirSync(folder);
  const files = readdirSync(join(folder, album)).map((name) => join(folder, album, name));
  const tonearm = new Tonearm({ folder, files }, { formats });
  const bare = createServer(({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(url === '/clock' ? CLOCK : LINE),
  );
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  try {
    await tonearm.start();
    say(`scanning ${count} files for the page`);
    await tonearm.scanned();
    await tonearm.fillQueue();
    await tonearm.ask('PUT', '/settings', { repeat_mode: 1 });
    await tonearm.play(0);
    const address = `http://127.0.0.1:${tonearm.address.port}`;
    const line = `http://127.0.0.1:${bare.address().port}/`;
    say(`the page on a slow phone, ${repetitions} times`);
    const measured = { paint: [], line: [], first: [], reaction: [] };
    for (let repetition = 0; repetition < repetitions; repetition++) {
      measured.line.push(await firstPaint(line));
      measured.paint.push(await firstPaint(`${address}/`));
      const { first, reactions } = await taps(`${address}/`);
      measured.first.push(first);
      measured.reaction.push(...reactions);
    }
    say(`scrolling through ${count} tracks`);
    const { before, after, rows, blocking } = await scrolled(address);
    await tonearm.stop();
    say('the page while music plays');
    const idle = await idlePage({ music, clock: `${line}clock`, repetitions, formats });
    const comparison = { reference: measured.line, referenceName: 'one line' };
    return {
      rows: [
        { title: 'remote: first contentful paint', unit: 'ms', tonearm: measured.paint, ...comparison, absolute: 1000 },
        {
          ...{ title: 'remote: address → first tap that works', unit: 'ms', tonearm: measured.first },
          ...{ ...comparison, absolute: 1800 },
        },
        {
          ...{ title: 'remote: tap → shown, on that link', unit: 'ms', tonearm: measured.reaction },
          ...{ reference: [LINK.latency], referenceName: 'the link', absolute: 20 },
        },
        {
          ...{ title: `remote: heap after ${count} tracks`, unit: 'MB', tonearm: [after / 1e6] },
          ...{ reference: [before / 1e6], referenceName: 'before', absolute: 8 },
        },
        {
          ...{ title: 'remote: blocked while scrolling', unit: 'ms/s', tonearm: [blocking] },
          ...{ reference: [1000], referenceName: 'all' },
        },
        ...idle,
      ],
      notes: [
        `remote: at most ${rows} rows of ${count} in the page at a time; ` +
          'a comparison with myMPD was not measured: Debian has no package.',
      ],
      details: { ...measured, before, after, rows, blocking, count },
    };
  } finally {
    await tonearm.stop();
    bare.close();
  }
}
