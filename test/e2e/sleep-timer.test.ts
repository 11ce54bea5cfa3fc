import { join } from 'node:path';
import t from 'tap';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { createHouse, xruns } from './daemon.js';

const FRAME = 8;
const SECOND = 44_100 * FRAME;

/** Mean of the squared samples; full scale is 1. */
function power(pcm: Buffer): number {
  const samples = new Int32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
  return samples.reduce((sum, sample) => sum + (sample / 2 ** 31) ** 2, 0) / samples.length;
}

t.test('the sleep timer fades out, pauses at the position, and leaves the volume alone', async (t) => {
  const { rig, library, start } = await createHouse(t, { speed: 2, patient: true });
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 16, seed: 77 });
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);
  const volume = (await daemon.get('/player/volume')).body;
  const mixer = await rig.mixerState();
  t.equal((await daemon.put('/player/sleep-timer', { seconds: 6 })).status, 200);
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  t.same((await daemon.get('/player/sleep-timer')).body, { remaining: 0, fading: false });
  t.same((await daemon.get('/player/volume')).body, volume);
  t.same(await rig.mixerState(), mixer);
  await daemon.until('it is silent', async () => (await rig.events()).some(({ name }) => name === 'DROP'));

  const elapsed = await daemon.elapsed();
  const reference = await referenceS32(file);
  const faded = await rig.capture();
  const loud = power(reference.subarray(0, SECOND));
  t.ok(faded.subarray(0, 3 * SECOND).equals(reference.subarray(0, 3 * SECOND)), 'before the fade nothing is touched');
  const lastTenth = faded.subarray(-SECOND / 10);
  t.ok(power(lastTenth) < loud / 100, 'the last tenth of a second is hardly heard');
  t.ok(elapsed > 5500, 'the place is kept');

  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const rest = (await rig.capture()).subarray(-5 * SECOND);
  t.ok(rest.equals(reference.subarray(-5 * SECOND)), 'what is played afterwards is untouched again');
  t.equal(await xruns(rig), 0);
});
