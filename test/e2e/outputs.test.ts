/** Several outputs: chosen over HTTP, kept over a restart, and waited for while they are away. */
import t from 'tap';

import { referenceS32 } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns, type House } from './daemon.js';
import { device, KITCHEN, startPlaying, WITH_KITCHEN } from './kitchen.js';

const FRAME_BYTES = 8;
const volumes = ({ rigs }: House) => Promise.all(rigs.map(async (rig) => (await rig.mixerState()).left));

t.test('what plays goes on at another output, quietly, and there after a restart too', async (t) => {
  const house = await createHouse(t, FAST, FAST);
  const [rig, kitchen] = house.rigs;
  if (rig === undefined || kitchen === undefined) throw new Error('two cards were asked for');
  const { daemon, file } = await startPlaying(house, 8, 600, true);
  t.match((await daemon.get('/devices')).body, [
    { id: 'builtin', is_current_device: true, volume_mode: 'hardware' },
    { id: KITCHEN, name: 'Kitchen DAC', is_current_device: false, is_present: true },
  ]);
  await kitchen.setMixer(255, true);
  await kitchen.holdAt(44_100);
  t.equal((await daemon.put(`/devices/${KITCHEN}/connect`)).status, 200);
  t.match(await device(daemon), { id: KITCHEN, is_current_device: true });
  t.strictSame((await volumes(house))[1], 195, 'never heard before: at -30 dB');
  t.equal(await daemon.playbackStatus(), 1);
  await kitchen.clearFault();
  await rig.clearFault();
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = await referenceS32(file);
  const [before, after] = await Promise.all([rig.capture(), kitchen.capture()]);
  const tail = after.subarray(-FRAME_BYTES * 44_100);
  t.ok(reference.subarray(-tail.length).equals(tail), 'it is heard to its end, untouched');
  const head = before.subarray(0, FRAME_BYTES * 20_000);
  t.ok(reference.subarray(0, head.length).equals(head), 'from its beginning');
  const surplus = (before.length + after.length - reference.length) / FRAME_BYTES;
  t.ok(Math.abs(surplus) <= 4410, `${surplus} frames too many: at most 100 ms are lost or heard twice`);
  t.equal((await xruns(rig)) + (await xruns(kitchen)), 0);

  await daemon.stop('SIGKILL');
  const again = await house.start({ environment: WITH_KITCHEN });
  t.match(await device(again), { id: KITCHEN, is_present: true });
  t.match((await again.get('/settings')).body, { audio_output: KITCHEN });
  await kitchen.holdAt(after.length / FRAME_BYTES + 44_100);
  await again.put('/player/play');
  await again.until('it plays', async () => (await again.elapsed()) > 300);
  t.equal((await rig.capture()).length, before.length, 'and nothing is heard on the other');
  t.ok((await kitchen.capture()).length > after.length);
  t.equal((await again.put('/devices/any/disconnect')).status, 200);
  t.match(await device(again), { id: 'builtin' });
  await again.until('the first plays', async () => (await rig.capture()).length > before.length);
});

t.test('a chosen output that is away is waited for, and nothing sounds elsewhere', async (t) => {
  const house = await createHouse(t, FAST, FAST);
  const [rig] = house.rigs;
  if (rig === undefined) throw new Error('two cards were asked for');
  const { daemon } = await startPlaying(house, 6, 601, true);
  t.equal((await daemon.put(`/devices/${KITCHEN}/connect`)).status, 200);
  await daemon.put('/player/stop');
  await daemon.stop();
  const { length } = await rig.capture();
  await rig.clearFault();
  const without = await house.start();
  t.match((await without.get('/devices')).body, [
    { id: 'builtin', is_present: true, is_current_device: false },
    { id: KITCHEN, name: 'Kitchen DAC', is_present: false, is_current_device: true },
  ]);
  await without.put('/player/play');
  await without.until('the trouble is said', async () => {
    const { body } = await without.get('/player/status');
    return (body as { output_problem?: { code: string } }).output_problem?.code === 'OUTPUT_MISSING';
  });
  t.equal((await rig.capture()).length, length);
  t.match(await without.put(`/devices/${KITCHEN}/connect`), { status: 503, body: { code: 'OUTPUT_MISSING' } });
  t.equal((await without.put('/devices/builtin/connect')).status, 200);
  await without.until('playing', async () => (await rig.capture()).length > length);
});

t.test('an output that is busy leaves what plays alone', async (t) => {
  const house = await createHouse(t, FAST, FAST);
  const [rig, kitchen] = house.rigs;
  if (rig === undefined || kitchen === undefined) throw new Error('two cards were asked for');
  const { daemon } = await startPlaying(house, 6, 602, true);
  await kitchen.inject('busy');
  t.match(await daemon.put(`/devices/${KITCHEN}/connect`), { status: 503, body: { code: 'OUTPUT_BUSY' } });
  t.match(await device(daemon), { id: 'builtin' });
  const elapsed = await daemon.elapsed();
  await rig.clearFault();
  await daemon.until('it plays on', async () => (await daemon.elapsed()) > elapsed);
  await kitchen.clearFault();
  t.equal((await daemon.put(`/devices/${KITCHEN}/connect`)).status, 200);
});
