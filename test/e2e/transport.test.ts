import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns } from './daemon.js';

const FRAME = 8;
const FADE_FRAMES = 700;

/** Largest difference between consecutive samples of one channel; full scale is 1. */
function largestJump(pcm: Buffer): number {
  const samples = new Int32Array(pcm.buffer, pcm.byteOffset, pcm.length / 4);
  let largest = 0;
  for (let i = 2; i < samples.length; i++) {
    largest = Math.max(largest, Math.abs((samples[i] ?? 0) - (samples[i - 2] ?? 0)));
  }
  return largest / 2 ** 31;
}

t.test('pause falls silent without a click, resume goes on at the first frame not played', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 5, seed: 90 });
  const daemon = await start();
  await rig.holdAt(1.8 * 44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 1500);
  await rig.waitFor('HELD');
  await daemon.put('/player/pause');
  await rig.clearFault();
  t.equal(await daemon.playbackStatus(), 3);
  await daemon.until('it is silent', async () => (await rig.events()).some(({ name }) => name === 'DROP'));
  const elapsed = await daemon.elapsed();
  const playedBytes = (await rig.capture()).length;
  await delay(300);
  t.equal(await daemon.elapsed(), elapsed, 'time stands still');
  t.equal((await rig.capture()).length, playedBytes);
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);

  const reference = await referenceS32(file);
  const capture = await rig.capture();
  const paused = Math.round((elapsed * 44_100) / 1000);
  const before = (paused - FADE_FRAMES - 50) * FRAME;
  t.ok(capture.subarray(0, before).equals(reference.subarray(0, before)), "before the fade every sample is the file's");
  const rest = reference.length - (paused + FADE_FRAMES + 50) * FRAME;
  t.ok(capture.subarray(-rest).equals(reference.subarray(-rest)), 'behind it as well, to the last frame');
  t.ok(largestJump(capture) <= largestJump(reference) * 1.01, 'and nowhere is a click');
  t.equal(await xruns(rig), 0);
});

t.test('seek lands on the exact frame, playing and paused', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 12, seed: 91 });
  const daemon = await start();
  await rig.holdAt(0.6 * 44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  await daemon.api.PUT('/player/ff-rewind', { params: { query: { newtime: 9000 } } });
  await rig.holdAt((await rig.capture()).length / FRAME + 44_100);
  await daemon.until('it plays there', async () => (await daemon.elapsed()) > 9300);
  await daemon.put('/player/pause');
  await rig.clearFault();
  await daemon.api.PUT('/player/ff-rewind', { params: { query: { newtime: -1500 } } });
  t.equal(await daemon.playbackStatus(), 3, 'a seek leaves it paused');
  await daemon.until('the position is there', async () => (await daemon.elapsed()) === 10_500);
  await rig.waitFor('DROP', 1);
  t.equal((await rig.events()).filter(({ name }) => name === 'DROP').length, 1, 'the pause, not the seek, stopped it');
  const playedBytes = (await rig.capture()).length;
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);

  const reference = new Int32Array((await referenceS32(file)).buffer);
  const capture = await rig.capture();
  const tail = new Int32Array(Buffer.from(capture.subarray(-44_100 * FRAME)).buffer);
  let worst = 0;
  for (let i = 0; i < tail.length; i++) {
    worst = Math.max(worst, Math.abs((tail[i] ?? 0) - (reference[reference.length - tail.length + i] ?? 0)));
  }
  t.ok(worst / 2 ** 31 < 1e-6, 'behind the seek every frame is the one of the file');
  t.equal((capture.length - playedBytes) / FRAME, 1.5 * 44_100, 'from there to the end, to the frame');
  t.equal(await xruns(rig), 0);
});

t.test('next and previous move at once and stay paused when paused', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  await rig.holdAt(44_100);
  const files = ['a.mp3', 'b.mp3', 'c.mp3'].map((name) => join(library, name));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 10, seed: 95 + at });
  const daemon = await start();
  const current = async () => (await daemon.currentTrack())?.path ?? 'none';
  await daemon.play(files);
  t.equal(await current(), 'none', 'stopped, there is no current track');
  await daemon.put('/player/play');
  await daemon.put('/player/next');
  await rig.holdAt((await rig.capture()).length / FRAME + 44_100);
  t.equal(await current(), files[1]);
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 200);
  await daemon.put('/player/pause');
  await daemon.put('/player/next');
  t.equal(await current(), files[2]);
  t.equal(await daemon.playbackStatus(), 3);
  await daemon.put('/player/next');
  t.equal(await current(), files[2], 'there is nothing behind the last');
  await daemon.put('/player/previous');
  t.equal(await current(), files[1]);
  t.equal(await daemon.elapsed(), 0);
  await daemon.put('/player/stop');
  t.equal(await daemon.playbackStatus(), 0);
  t.equal(await daemon.currentTrack(), null);
});
