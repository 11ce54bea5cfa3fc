/** Welcome screens on a new box: shown once, to a new user, and never while music plays. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';
import { device, KITCHEN, WITH_KITCHEN } from './kitchen.js';

/** Starts a daemon without music and without a name, whose first scan is over. */
async function newBox(t: Test) {
  const house = await createHouse(t, {}, {});
  const daemon = await house.start({ environment: WITH_KITCHEN });
  await scanned(daemon);
  return { ...house, daemon };
}

function scanned(daemon: Daemon): Promise<void> {
  return daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/scan'))).last !== null);
}

const playerName = async (daemon: Daemon) => (await bodyOf(daemon.api.GET('/settings'))).player_name;
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome' });
/** Screen at the bare address, once all answers that decide it have arrived. */
async function firstScreen(page: Page): Promise<string | null> {
  await page.locator('.spinner').waitFor({ state: 'detached' });
  await page.waitForTimeout(1000);
  return page.locator('#page h1').first().textContent();
}

t.test('a new box asks where it plays, what it is called and where the music is, once', async (t) => {
  const { daemon } = await newBox(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/');
  await welcome(page).waitFor();
  await page.getByText('Step 1 of 3').waitFor();
  await page.getByRole('button', { name: /^Kitchen DAC/ }).tap();
  await page.getByRole('button', { name: /^Kitchen DAC/, pressed: true }).waitFor();
  t.match(await device(daemon), { id: KITCHEN });
  await page.locator('.main-button').tap();

  await page.getByText('Step 2 of 3').waitFor();
  const name = page.getByRole('textbox');
  await name.tap();
  await name.pressSequentially('Küche');
  // As in Safari on iOS, where a touch on a button does not take the focus from a field.
  await page.evaluate('document.querySelector(".main-button").click()');
  await page.getByText('Step 3 of 3').waitFor();
  await daemon.until('it is called so', async () => (await playerName(daemon)) === 'Küche');
  await page.getByRole('link', { name: /^On this phone/ }).waitFor();
  await page.getByRole('link', { name: /^Or begin with a radio/ }).waitFor();
  await page.getByRole('button', { name: 'Done' }).tap();
  await page.getByRole('heading', { name: 'Home' }).waitFor();

  for (const each of [page, (await openPhone(t, daemon.base, 'light', '/')).page]) {
    await each.goto(daemon.base);
    await each.reload();
    t.equal(await firstScreen(each), 'Home');
  }
  t.strictSame(complaints, []);
});

t.test('it can be skipped, and is not shown to that phone again', async (t) => {
  const { daemon } = await newBox(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/');
  await welcome(page).waitFor();
  await page.getByRole('button', { name: 'Skip' }).tap();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.goto(daemon.base);
  await page.reload();
  t.equal(await firstScreen(page), 'Home');
  t.equal(await playerName(daemon), '');
  const { page: other } = await openPhone(t, daemon.base, 'light', '/');
  await welcome(other).waitFor();
  // Going on from the last step to add music counts as having seen the screens.
  await other.locator('.main-button').tap();
  await other.getByText('Step 2 of 3').waitFor();
  await other.locator('.main-button').tap();
  await other.getByRole('link', { name: /^On this phone/ }).tap();
  await other.getByRole('heading', { name: 'Add music' }).waitFor();
  await other.goto(daemon.base);
  await other.reload();
  t.equal(await firstScreen(other), 'Home');
  t.strictSame(complaints, []);
});

t.test('a box with music, with a name, or opened at another screen is not begun with', async (t) => {
  const { daemon, library } = await newBox(t);
  const { page: elsewhere } = await openPhone(t, daemon.base, 'light', '/#/outputs');
  await elsewhere.getByRole('button', { name: /^Kitchen DAC/ }).waitFor();
  t.equal(await firstScreen(elsewhere), 'Outputs');
  await daemon.put('/settings', { player_name: 'Kitchen' });
  const { page: named } = await openPhone(t, daemon.base, 'light', '/');
  t.equal(await firstScreen(named), 'Home');
  await daemon.put('/settings', { player_name: '' });
  await makeMp3(join(library, 'one.mp3'), { seconds: 1, seed: 90, lame: ['--id3v2-only', '--tl', 'Harbour'] });
  await daemon.put('/scan-library');
  await daemon.until('it is found', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 1);
  const { page: full } = await openPhone(t, daemon.base, 'light', '/');
  await full.getByRole('link', { name: /Harbour/ }).waitFor();
  t.equal(await firstScreen(full), 'Home');
});
