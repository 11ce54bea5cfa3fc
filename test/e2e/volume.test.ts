import t from 'tap';

import { bodyOf } from '../../src/client/client.js';
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
