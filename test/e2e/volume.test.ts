import t from 'tap';

import { bodyOf } from '../../src/client/client.js';
import { follow } from '../http/event-client.js';
import { createHouse } from './daemon.js';

t.test('volume steps move the mixer of the card by its own steps', async (t) => {
  const { rig, start } = await createHouse(t);
  await rig.setMixer(120, true);
  const daemon = await start();
  const { volume, min, max } = await daemon.volume();
  t.same([min, max], [0, 255]);
  t.same(await bodyOf(daemon.api.PUT('/player/volume', { body: { steps: -3 } })), { steps: -3 });
  t.same(await rig.mixerState(), { left: volume - 3, right: volume - 3, on: true });
  t.match(await daemon.volume(), { volume: volume - 3, min, max, decibels: (volume - 3 - 255) / 2 });
});

t.test('a card that was never used starts at -30 dB or below, and is remembered', async (t) => {
  const { rig, start } = await createHouse(t);
  await rig.setMixer(255, true);
  const daemon = await start();
  t.equal((await rig.mixerState()).left, 195, '-30 dB at half a decibel a step');
  await daemon.api.PUT('/player/volume', { body: { steps: 10 } });
  await daemon.stop('SIGKILL');
  await rig.setMixer(255, true);
  const again = await start();
  t.equal((await again.volume()).volume, 205);
  t.equal((await rig.mixerState()).left, 205);
});

t.test('a card without a mixer gets software volume in decibels, and stays in its range', async (t) => {
  const { start } = await createHouse(t, { mixer: undefined });
  const daemon = await start();
  t.same(await daemon.volume(), { volume: -30, min: -80, max: 0, percent: 31.6, decibels: -30 });
  await daemon.api.PUT('/player/volume', { body: { steps: 1000 } });
  t.same(await daemon.volume(), { volume: 0, min: -80, max: 0, percent: 100, decibels: 0 });
  await daemon.api.PUT('/player/volume', { body: { steps: -1000 } });
  t.same(await daemon.volume(), { volume: -80, min: -80, max: 0, percent: 0 });
});

t.test('a volume that another program sets above the limit is put back at once and reported', async (t) => {
  const { rig, start } = await createHouse(t);
  const daemon = await start();
  const events = await follow(t, Number(new URL(daemon.base).port));
  const levels = () =>
    events.events.flatMap(({ event, data }) => (event === 'volume' ? (data as { volume: number }).volume : []));
  t.equal((await daemon.put('/settings', { volume_limit: 150 })).status, 204);
  t.match(await daemon.volume(), { volume: 150, limit: 150 });
  await rig.setMixer(100, true);
  await daemon.until('reported', async () => levels().at(-1) === 100);
  t.equal((await daemon.volume()).volume, 100, 'within the limit it stays');
  for (const loud of [151, 255, 200]) {
    await rig.setMixer(loud, true);
    await daemon.until('it is put back', async () => (await rig.mixerState()).left === 150);
  }
  t.match(await daemon.volume(), { volume: 150, limit: 150 });
  await daemon.until('the new level is reported', async () => levels().at(-1) === 150);
  t.ok(Math.max(...levels()) <= 150, levels().join(' '));
  t.equal((await daemon.put('/settings', { volume_limit: 255 })).status, 204);
  t.notOk('limit' in (await daemon.volume()));
  await rig.setMixer(230, true);
  await daemon.until('without a limit the level stays, and is reported', async () => levels().at(-1) === 230);
});
