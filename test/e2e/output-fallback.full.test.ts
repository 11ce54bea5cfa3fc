/**
 * Loss of the chosen output, after which the built-in one plays: over HTTP, with two cards of which one is unplugged.
 */
import t from 'tap';
import { referenceS32 } from '../fixtures/mp3.js';
import type { RigOptions } from '../rig/rig.js';
import { createHouse, type Daemon } from './daemon.js';
import { device, KITCHEN, startPlaying } from './kitchen.js';

/** Rig whose clock is slow enough for a busy machine to read the state within the ten seconds of grace. */
const CARD: RigOptions = { speed: 3, patient: true };
const FRAME_BYTES = 8;
const RATE = 44_100;
const PLAYING = 1;
const PAUSED = 3;

async function problem(daemon: Daemon): Promise<string | undefined> {
  const { body } = await daemon.get('/player/status');
  return (body as { output_problem?: { code: string } }).output_problem?.code;
}

t.test('a lost output is stood in for, and played on again when nothing sounds any more', async (t) => {
  const house = await createHouse(t, CARD, CARD);
  const [rig, kitchen] = house.rigs;
  if (rig === undefined || kitchen === undefined) throw new Error('two cards were asked for');
  const { daemon, file } = await startPlaying(house, 40, 610);
  t.equal((await daemon.put('/settings', { output_fallback: true })).status, 204);
  t.equal((await daemon.put(`/devices/${KITCHEN}/connect`)).status, 200);
  await daemon.until('the kitchen plays', async () => (await kitchen.capture()).length > FRAME_BYTES * RATE);

  await kitchen.inject('unplug');
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === PAUSED);
  t.equal(await problem(daemon), 'OUTPUT_MISSING');
  t.match(await device(daemon), { id: KITCHEN });
  const lostAt = await daemon.elapsed();
  const before = (await rig.capture()).length;
  await daemon.until('it plays on', async () => (await daemon.playbackStatus()) === PLAYING);
  t.match(await device(daemon), { id: 'builtin', stands_in_for: KITCHEN });
  t.equal(await problem(daemon), undefined);
  t.match((await daemon.get('/settings')).body, { audio_output: KITCHEN }, 'the choice stays what it is');
  const playedBytes = async () => (await rig.capture()).length - before;
  await daemon.until('the built-in output plays', async () => (await playedBytes()) > FRAME_BYTES * RATE);
  // Compares from half a second on, after the fade-in.
  const later = before + (FRAME_BYTES * RATE) / 2;
  const some = (await rig.capture()).subarray(later, later + FRAME_BYTES * 1000);
  const resumedAt = (await referenceS32(file)).indexOf(some) / FRAME_BYTES / (RATE / 1000) - 500;
  t.ok(Math.abs(resumedAt - lostAt) < 250, `it goes on at ${resumedAt} ms, and was lost at ${lostAt} ms`);

  const { length } = await kitchen.capture();
  await kitchen.clearFault();
  const elapsed = await daemon.elapsed();
  await daemon.until('it plays on', async () => (await daemon.elapsed()) > elapsed + 500);
  t.match(await device(daemon), { id: 'builtin' }, 'what sounds does not move by itself');
  t.equal((await kitchen.capture()).length, length);

  await daemon.put('/player/pause');
  await daemon.until('the kitchen is the output', async () =>
    JSON.stringify(await device(daemon)).includes(`"id":"${KITCHEN}"`),
  );
  t.match(await device(daemon), { id: KITCHEN, stands_in_for: null });
  t.equal(await daemon.playbackStatus(), PAUSED);
  const pausedAt = await daemon.elapsed();
  t.equal((await daemon.put('/player/resume')).status, 200);
  await daemon.until('the kitchen plays', async () => (await kitchen.capture()).length > length);
  t.ok((await daemon.elapsed()) >= pausedAt - 250, 'where it paused');
});
