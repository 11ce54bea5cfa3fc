import { join } from 'node:path';
import t from 'tap';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { createHouse, xruns } from './daemon.js';

/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 2;

const SECOND = 44_100 * 8;

t.test('a timer that is cancelled while it fades gives the loudness back', sideBySide(), async (t) => {
  const { rig, library, start } = await createHouse(t, { speed: 4, patient: true });
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 15, seed: 78 });
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.put('/player/sleep-timer', { seconds: 8 });
  const fading = async () => ((await daemon.get('/player/sleep-timer')).body as { fading: boolean }).fading;
  await daemon.until('it fades', fading);
  await daemon.put('/player/sleep-timer', { seconds: 0 });
  t.equal(await fading(), false);
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = await referenceS32(file);
  const capture = await rig.capture();
  t.equal(capture.length, reference.length, 'it never paused');
  t.ok(capture.subarray(-5 * SECOND).equals(reference.subarray(-5 * SECOND)));
});

t.test(
  'who pauses while it fades finds the loudness back after it, and nothing that plays by itself',
  sideBySide(),
  async (t) => {
    const { rig, library, start } = await createHouse(t, { speed: 4, patient: true });
    const file = join(library, 'a.mp3');
    // The track is much longer, since on a slow machine the pause comes late.
    await makeMp3(file, { seconds: 40, seed: 79 });
    const daemon = await start();
    await daemon.play([file]);
    await daemon.put('/player/play');
    await daemon.put('/player/sleep-timer', { seconds: 8 });
    const timer = async () => (await daemon.get('/player/sleep-timer')).body as { fading: boolean; remaining: number };
    await daemon.until('it fades', async () => (await timer()).fading);
    await daemon.put('/player/pause');
    await daemon.until('it is silent', async () => (await rig.events()).some(({ name }) => name === 'DROP'));
    const elapsed = await daemon.elapsed();
    await daemon.until('the timer is over', async () => (await timer()).remaining === 0);
    t.equal(await daemon.playbackStatus(), 3);
    t.equal(await daemon.elapsed(), elapsed);
    await daemon.put('/player/resume');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const reference = await referenceS32(file);
    t.ok((await rig.capture()).subarray(-5 * SECOND).equals(reference.subarray(-5 * SECOND)));
    t.equal(await xruns(rig), 0);
  },
);
