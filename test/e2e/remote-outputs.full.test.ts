/**
 * Two outputs on the web remote: a volume limit for each, and the loss of one. The rest is in
 * remote-settings.full.test.ts.
 */
import type { Page } from 'playwright-core';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { device, KITCHEN, startPlaying, WITH_KITCHEN } from './kitchen.js';

t.setTimeout(240_000);

/** Opens a screen by touch, from any screen with tabs. */
async function openOutputs(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'More', exact: true }).tap();
  await page.getByRole('link', { name: /^Outputs/ }).tap();
  await page.getByRole('button', { name: /^Kitchen DAC/ }).waitFor();
}

async function openNow(page: Page): Promise<void> {
  await page.locator('.mini a:first-child').tap();
  // The screen of an output has a volume control too.
  await page.locator('.now').getByRole('slider', { name: 'Volume', exact: true }).waitFor();
}

const kitchenRow = (page: Page) => page.getByRole('button', { name: /^Kitchen DAC/ });

t.test('each output has a limit of its own, which the volume shows and nothing gets beyond', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 120, 620);
  const kitchen = house.rigs[1]!;
  const { page, complaints } = await openPhone(t, daemon.base);
  await openOutputs(page);
  await kitchenRow(page).tap();
  await page.getByRole('button', { name: /^Kitchen DAC/, pressed: true }).waitFor();
  await page.getByRole('button', { name: 'More about Kitchen DAC' }).tap();
  await page.getByRole('slider', { name: 'Volume limit' }).fill('100');
  await daemon.until('it is turned down', async () => (await kitchen.mixerState()).left === 100);

  await openNow(page);
  const volume = page.locator('.now').getByRole('slider', { name: 'Volume', exact: true });
  const cap = page.locator('.volume .value').getByText('(up to ');
  await cap.waitFor();
  t.equal(await volume.getAttribute('aria-valuemax'), '100');
  t.equal(await volume.getAttribute('aria-valuenow'), '100');
  await page.getByRole('button', { name: 'Quieter' }).tap();
  await daemon.until('it is quieter', async () => (await daemon.volume()).volume < 100);
  for (let taps = 0; taps < 4; taps++) await page.getByRole('button', { name: 'Louder' }).tap();
  await daemon.until('it is at its limit', async () => (await daemon.volume()).volume === 100);
  t.equal((await kitchen.mixerState()).left, 100);

  await page.goBack();
  await page.goBack();
  await page.locator('.outputs [aria-pressed=false]').tap();
  await daemon.until('it plays at the other', async () => JSON.stringify(await device(daemon)).includes('"builtin"'));
  await openNow(page);
  await cap.waitFor({ state: 'detached' });
  t.equal(await volume.getAttribute('aria-valuemax'), '255', 'which has no limit');
  t.equal(await daemon.playbackStatus(), 1);
  t.strictSame(complaints, []);
});

t.test('an output that is lost is said everywhere, and stood in for where that is wanted', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 120, 621);
  const kitchen = house.rigs[1]!;
  const { page, complaints } = await openPhone(t, daemon.base);
  await openOutputs(page);
  await kitchenRow(page).tap();
  await daemon.until('playing', async () => (await kitchen.capture()).length > 8 * 44_100);
  await kitchen.inject('unplug');
  const trouble = page.locator('.trouble p');
  await trouble.waitFor();
  await daemon.until('it waits', async () => (await daemon.playbackStatus()) === 3);
  t.match(await device(daemon), { id: KITCHEN }, 'and nothing sounds elsewhere');
  await kitchen.clearFault();
  await trouble.waitFor({ state: 'detached' });
  // The fallback happens by itself within ten seconds, and may already be over on a busy machine.
  await daemon.put('/player/resume');
  const playedBytes = (await kitchen.capture()).length;
  await daemon.until('playing again', async () => (await kitchen.capture()).length > playedBytes + 8 * 22_050);

  const fallback = page.getByRole('switch', { name: 'Play on at the built-in output' });
  await fallback.tap();
  await page.getByRole('switch', { name: 'Play on at the built-in output', checked: true }).waitFor();
  // The switch shows the requested state before the box has confirmed it.
  await daemon.until('it is in force', async () => (await bodyOf(daemon.api.GET('/settings'))).output_fallback);
  await kitchen.inject('unplug');
  await page.getByText('Plays here in place of Kitchen DAC').waitFor();
  t.match(await device(daemon), { id: 'builtin', stands_in_for: KITCHEN });
  await daemon.until('it plays on', async () => (await daemon.playbackStatus()) === 1);
  await trouble.waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});

t.test('an output that is away is shown as away, says so when it is chosen, and is back by itself', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 60, 622);
  await daemon.put(`/devices/${KITCHEN}/connect`);
  await daemon.put('/player/stop');
  await daemon.stop();
  const without = await house.start();
  const { page, complaints } = await openPhone(t, without.base);
  await openOutputs(page);
  await kitchenRow(page).getByText('Unplugged').waitFor();
  await kitchenRow(page).tap();
  await page.getByRole('alert').waitFor();
  t.match(await page.getByRole('alert').textContent(), /there|plug/i);
  await page.getByRole('button', { name: 'More about Kitchen DAC' }).tap();
  await page.getByRole('heading', { name: 'Kitchen DAC' }).waitFor();
  await page.getByText('Volume limit').waitFor();
  await page.goto(`${without.base}/#/outputs/alsa-nothing`);
  await page.getByText('This output is not known any more.').waitFor();
  await page.goto(`${without.base}/#/outputs`);
  await page.locator('.outputs [aria-pressed=false]').tap();
  await page.getByRole('button', { pressed: true }).waitFor();
  await kitchenRow(page).waitFor({ state: 'detached' });
  t.match(await device(without), { id: 'builtin', is_present: true });
  t.strictSame(
    complaints.filter((text) => !/status of 503/.test(text)),
    [],
  );
  await without.stop();
  const again = await house.start({ environment: WITH_KITCHEN });
  const { page: later } = await openPhone(t, again.base, 'dark', '/#/outputs');
  await kitchenRow(later).getByText('Ready').waitFor();
});
