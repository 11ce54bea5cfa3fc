import t from 'tap';

import { createHouse } from './daemon.js';

t.test('volume steps move the mixer of the card by its own steps', async (t) => {
  const { rig, start } = await createHouse(t);
  await rig.setMixer(120, true);
  const daemon = await start();
  const { volume, min, max } = (await daemon.get('/player/volume')).body as Record<'volume' | 'min' | 'max', number>;
  t.same([min, max], [0, 255]);
  const answer = await daemon.put('/player/volume', { steps: -3 });
  t.same([answer.status, answer.body], [200, { steps: -3 }]);
  t.same(await rig.mixerState(), { left: volume - 3, right: volume - 3, on: true });
  t.same((await daemon.get('/player/volume')).body, { volume: volume - 3, min, max });
});

t.test('a card that was never used starts at -30 dB or below, and is remembered', async (t) => {
  const { rig, start } = await createHouse(t);
  await rig.setMixer(255, true);
  const daemon = await start();
  t.equal((await rig.mixerState()).left, 195, '-30 dB at half a decibel a step');
  await daemon.put('/player/volume', { steps: 10 });
  await daemon.stop('SIGKILL');
  await rig.setMixer(255, true);
  const again = await start();
  t.equal(((await again.get('/player/volume')).body as { volume: number }).volume, 205);
  t.equal((await rig.mixerState()).left, 205);
});

t.test('a card without a mixer gets software volume in decibels, and stays in its range', async (t) => {
  const { start } = await createHouse(t, { mixer: undefined });
  const daemon = await start();
  t.same((await daemon.get('/player/volume')).body, { volume: -30, min: -80, max: 0 });
  await daemon.put('/player/volume', { steps: 1000 });
  t.same((await daemon.get('/player/volume')).body, { volume: 0, min: -80, max: 0 });
  await daemon.put('/player/volume', { steps: -1000 });
  t.same((await daemon.get('/player/volume')).body, { volume: -80, min: -80, max: 0 });
});
