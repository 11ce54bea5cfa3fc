/** The sheet of outputs: two touches to another output, from any screen, and a volume for each. The sleep timer: three. */
import t from 'tap';
import type { Locator } from 'playwright-core';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';
import type { Schemas } from '../../src/client/client.js';
import { device, KITCHEN, startPlaying } from './kitchen.js';

t.setTimeout(240_000);

const devices = async (daemon: Daemon) => (await daemon.get('/devices')).body as readonly Schemas['Device'][];

t.test('from any screen another output takes two touches, the sleep timer three', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 120, 630);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await bringAxe(page);
  let taps = 0;
  const tap = async (on: Locator): Promise<void> => {
    taps++;
    await on.tap();
  };
  const sheet = page.getByRole('dialog', { name: 'Outputs' });
  const plays = (id: string) =>
    daemon.until(`${id} plays`, async () => JSON.stringify(await device(daemon)).includes(`"id":"${id}"`));
  await tap(page.getByRole('button', { name: /^Where the box plays/ }));
  t.equal(await sheet.getByRole('button', { pressed: true }).count(), 1, 'the current one is marked');
  t.strictSame(await violationsOf(page), []);
  await tap(sheet.getByRole('button', { name: /^Kitchen DAC/ }));
  await plays(KITCHEN);
  t.equal(taps, 2);
  await sheet.waitFor({ state: 'detached' });
  t.equal(await daemon.playbackStatus(), 1);

  taps = 0;
  await page.goto(`${daemon.base}/#/now`);
  await tap(page.getByRole('button', { name: /^Where the box plays/ }));
  await tap(sheet.locator('.tap[aria-pressed=false]'));
  await plays('builtin');
  t.equal(taps, 2);
  await sheet.waitFor({ state: 'detached' });

  taps = 0;
  await page.goto(`${daemon.base}/#/library`);
  await tap(page.locator('.mini a').first());
  await tap(page.getByRole('button', { name: 'Sleep timer' }));
  await tap(page.getByRole('button', { name: '30 minutes' }));
  await daemon.until('the timer runs', async () => {
    const { remaining } = (await daemon.get('/player/sleep-timer')).body as { remaining: number };
    return remaining > 0;
  });
  t.equal(taps, 3);
  t.strictSame(complaints, []);
});

t.test('each output has a volume of its own in the sheet, also the one that does not play', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 120, 631);
  const kitchen = house.rigs[1]!;
  // An output has a volume once it was used.
  await daemon.put(`/devices/${KITCHEN}/connect`);
  await daemon.put('/devices/builtin/connect');
  const { page, complaints } = await openPhone(t, daemon.base, 'dark', '/#/library');
  const sheet = page.getByRole('dialog', { name: 'Outputs' });
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  const before = (await kitchen.mixerState()).left;
  const slider = sheet.getByRole('slider', { name: 'Volume of Kitchen DAC' });
  await slider.fill('40');
  const kept = async () => (await devices(daemon)).find(({ id }) => id === KITCHEN);
  await daemon.until('it is kept', async () => Math.abs(((await kept())?.volume_percent ?? 0) - 40) < 1);
  const step = (await kept())?.volume;
  t.equal((await kitchen.mixerState()).left, before, 'and nothing is moved before it plays');
  const current = (await daemon.volume()).volume;
  await sheet.getByRole('button', { name: 'Louder' }).tap();
  await daemon.until('the current one is louder', async () => (await daemon.volume()).volume > current);
  await sheet.getByRole('button', { name: /^Kitchen DAC/ }).tap();
  await daemon.until('it plays as loud as it was set', async () => (await kitchen.mixerState()).left === step);
  const player = (await daemon.volume()).percent ?? 0;
  t.ok(Math.abs(player - 40) < 1, `${player} % when it plays, as before`);
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  t.strictSame(complaints, []);
});
