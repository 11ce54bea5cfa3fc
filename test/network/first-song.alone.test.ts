/**
 * From a box without a network to music, as a person does it: the hotspot, the page that a phone opens by itself, the network
 * at home, the first song. The box and the phone are in a virtual machine with radios in software; the browser is the one of
 * this machine, which asks through the phone. Prints how many seconds each step took and counts the taps.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import t from 'tap';
import { freePort } from '../fixtures/free-port.js';
import { startChecks, radioTrouble } from './radio-checks.js';

/** The clone. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = 240_000;
const PICTURES = join(ROOT, 'build', 'screens', 'first-song');

t.test('hotspot, captive portal, home network, first song', { skip: await radioTrouble() }, async (t) => {
  const port = await freePort();
  const machine = await startChecks(t, 'first-song-checks.ts', {
    forward: { from: port, to: 8888 },
  });
  await mkdir(PICTURES, { recursive: true });
  const begun = performance.now();
  const seconds: [string, number][] = [];
  const reached = (step: string): void => {
    seconds.push([step, Math.round((performance.now() - begun) / 1000)]);
  };
  t.match(await machine.step('hotspot'), { name: /^Tonearm-[0-9A-F]{4}$/ });
  reached('hotspot');
  t.match(await machine.step('phone in the hotspot'), /^10\.42\.0\.1/);
  reached('phone in the hotspot');

  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
    proxy: { server: `http://127.0.0.1:${port}` },
  });
  t.teardown(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  let taps = 0;
  const tap = async (what: ReturnType<Page['locator']>): Promise<void> => {
    await what.tap();
    taps++;
  };
  const picture = (name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });

  // What an iPhone asks for when it has joined a network.
  await page.goto('http://captive.apple.com/hotspot-detect.html');
  t.equal(new URL(page.url()).origin, 'http://10.42.0.1');
  const home = page.getByRole('button', { name: /^Home/ });
  await home.waitFor();
  reached('page of the hotspot');
  await picture('1-networks');
  await home.tap();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await picture('2-password');
  await tap(page.getByRole('button', { name: 'Join', exact: true }));
  const joined = performance.now();
  await machine.step('the hotspot has gone');
  await picture('3-joining');
  await machine.step('phone at home');
  reached('phone at home');
  // The page that is still open goes on by itself.
  await page.waitForURL('http://tonearm.local/**');
  reached('tonearm.local, by itself');
  t.comment(`join to tonearm.local: ${Math.round((performance.now() - joined) / 1000)} s`);
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await picture('4-first-run');
  await tap(page.getByRole('list').getByRole('button').first());
  await machine.step('music plays');
  reached('music');
  await picture('5-music');
  t.ok(taps <= 4, `${taps} taps after the password`);
  for (const [step, second] of seconds) t.comment(`${String(second).padStart(4)} s  ${step}`);
  await page.goto('http://end.test/').catch(() => undefined);
  await machine.ended;
});
