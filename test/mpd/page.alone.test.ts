/** The page in Chromium shows what mpc does without a reload, and at once; mpc is informed of what the page does. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openPhone } from '../e2e/browser.js';
import { removeFromQueue } from '../e2e/queue-row.js';
import { packageTrouble } from '../network/packages.js';
import { CLIENT_ENVIRONMENT, CLIENTS, type Mpc, mpcAt, mpcLine, queueOf, startBox } from './box.js';

const ROUNDS = 5;
/** Milliseconds from the start of mpc until the page shows the change, in the middle of all: a busy machine is slow. */
const AT_ONCE = 1000;

const skip = await packageTrouble(CLIENTS);

/** A command of mpc, and what the page shows after it, as a condition in the page. */
type Change = readonly [command: readonly string[], shown: string];

const title = (text: string): string => `document.querySelector('.now-title h2')?.textContent === '${text}'`;
const button = (name: string): string => `document.querySelector('.transport .play')?.ariaLabel === '${name}'`;
const heading = (text: string): string => `document.querySelector('h1')?.textContent === '${text}'`;
const volume = (text: string): string =>
  `document.querySelector('#page [role=slider][aria-label=Volume]')?.getAttribute('aria-valuetext') === '${text}'`;

/** On a screen of the page, two commands by turns: the second can also be given twice. */
const CHANGES: Readonly<Record<string, { readonly screen: string; readonly pair: readonly [Change, Change] }>> = {
  play: {
    screen: '#/now',
    pair: [
      [['play', '2'], title('Spray')],
      [['play', '3'], title('Moonshake')],
    ],
  },
  pause: {
    screen: '#/now',
    pair: [
      [['pause'], button('Play')],
      [['play'], button('Pause')],
    ],
  },
  volume: {
    screen: '#/now',
    pair: [
      [['volume', '30'], volume('30%')],
      [['volume', '60'], volume('60%')],
    ],
  },
  queue: {
    screen: '#/queue',
    pair: [
      [['add', 'Can'], heading('Queue (5)')],
      [['clear'], heading('The queue is empty.')],
    ],
  },
};

/** Evaluates to the time at which the document first meets a condition. */
const timeOf = (shown: string): string => `new Promise((resolve) => {
  const look = () => {
    if (!(${shown})) return;
    observer.disconnect();
    resolve(Date.now());
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
})`;

/** @returns milliseconds from the start of mpc until the page showed it */
async function delayOf(page: Page, mpc: Mpc, [command, shown]: Change): Promise<number> {
  const [began, time] = [Date.now(), page.evaluate<number>(timeOf(shown))];
  await mpc(...command);
  return (await time) - began;
}

t.test('what mpc does is on the page at once', { skip, timeout: 300_000 }, async (t) => {
  const { daemon, port } = await startBox(t, {});
  const mpc = mpcAt(port);
  await mpc('add', 'Can');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/now');
  await page.evaluate('isFirst = true');
  for (const [name, { screen, pair }] of Object.entries(CHANGES)) {
    await page.evaluate(`location.hash = '${screen}'`);
    // The screen is there, and shows what the second command leaves behind.
    const [command, shown] = pair[1];
    await mpc(...command);
    await page.evaluate(timeOf(shown));
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const change of pair) delays.push(await delayOf(page, mpc, change));
    }
    const sorted = delays.toSorted((one, other) => one - other);
    const median = sorted[ROUNDS] ?? Infinity;
    t.comment(`${name}: ${median} ms in the middle of ${sorted.length}, ${sorted.at(-1)} ms the slowest, mpc included`);
    t.ok(median < AT_ONCE, `${name}: ${sorted.join(' ')} ms`);
  }
  t.equal(await page.evaluate('isFirst'), true, 'the page was never loaded anew');
  t.strictSame(complaints, []);
});

/** Runs `mpc idleloop` for the rest of the test. @returns the lines that it has printed, which grow */
async function listen(t: Test, port: string) {
  const { program, args } = await mpcLine(port, ['idleloop']);
  const child = spawn(program, args, { env: CLIENT_ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill());
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return lines;
}

t.test('what the page does is reported to a client that waits', { skip, timeout: 300_000 }, async (t) => {
  const { daemon, port } = await startBox(t, {});
  const mpc = mpcAt(port);
  await mpc('add', 'Can');
  await mpc('play', '2');
  const lines = await listen(t, port);
  // A first change that it reports shows that it is connected.
  for (let percent = 20; !lines.includes('mixer'); percent ^= 1) {
    await mpc('volume', String(percent));
    await delay(100);
  }
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/now');
  const reports = async (subsystem: string, act: () => Promise<unknown>): Promise<void> => {
    lines.length = 0;
    await act();
    await daemon.until(`mpc reports ${subsystem}`, async () => lines.includes(subsystem));
  };
  // A report may still be of what was before: the state is waited for by itself.
  const shows = (text: RegExp) => daemon.until(`mpc shows ${text}`, async () => text.test((await mpc()).join(' ')));
  await shows(/Spray.*\[playing\]/);
  await reports('player', () => page.getByRole('button', { name: 'Pause' }).tap());
  await shows(/Spray.*\[paused\]/);
  await reports('mixer', () => page.getByRole('button', { name: 'Louder' }).tap());
  await reports('player', () => page.getByRole('button', { name: 'Next' }).tap());
  await shows(/Moonshake.*\[paused\]/);
  await page.evaluate("location.hash = '#/queue'");
  await reports('playlist', () => removeFromQueue(page, 'Spray'));
  t.strictSame(await queueOf(daemon), ['Future Days', 'Moonshake', 'Paperhouse', 'Aumgn']);
  t.equal((await mpc('playlist')).length, 4);
  t.strictSame(complaints, []);
});
