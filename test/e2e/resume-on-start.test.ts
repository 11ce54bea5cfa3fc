import { join } from 'node:path';
import t, { type Test } from 'tap';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { farthestApart, ROUNDING } from '../rig/pcm-compare.js';
import { bodyOf } from '../../src/client/client.js';
import { createHouse, xruns } from './daemon.js';

const SECONDS = 12;
const SECOND = 44_100 * 8;

async function house(t: Test) {
  const { rig, library, start } = await createHouse(t, { speed: 2, patient: true });
  const files = ['a.mp3', 'b.mp3'].map((name) => join(library, name));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: SECONDS, seed: 820 + at });
  return { rig, files, start };
}

t.test('with resume_on_start the box goes on by itself where it was, and plays to the exact end', async (t) => {
  const { rig, files, start } = await house(t);
  const daemon = await start();
  await daemon.api.PUT('/settings', { body: { resume_on_start: true } });
  await rig.holdAt(44_100);
  await daemon.play(files);
  await daemon.api.PUT('/playlists/start', { params: { query: { start_index: 1, elapsed: 4000 } } });
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 4500);
  const atLeast = await daemon.elapsed();
  await daemon.stop('SIGKILL');
  await rig.clearFault();
  const before = (await rig.capture()).length;

  const next = await start();
  await next.until('it plays', async () => (await next.playbackStatus()) === 1);
  const current = await next.currentTrack();
  t.equal(current?.path, files[1]);
  t.ok((current?.elapsed ?? -1) >= atLeast - 1000, `${current?.elapsed} of ${atLeast}`);
  await next.until('it ended', async () => (await next.playbackStatus()) === 0);
  const reference = await referenceS32(files[1]!);
  const played = (await rig.capture()).subarray(before);
  t.ok(played.length > 4 * SECOND && played.length < 9 * SECOND, `${played.length / SECOND} s`);
  t.equal(await xruns(rig), 0);
  t.ok(farthestApart(played.subarray(-4 * SECOND), reference.subarray(-4 * SECOND)) < ROUNDING, 'frame for frame');
  await next.stop();

  const ended = await start();
  t.equal((await bodyOf(ended.api.GET('/status'))).resume_index, -1);
  t.equal(await ended.playbackStatus(), 0, 'after the natural end there is nothing to go on with');
});

t.test('after a power cut the music comes back once its output is there, and as loud as it was', async (t) => {
  const { rig, files, start } = await house(t);
  // Configured as on the image of the SD card.
  const environment = { TONEARM_RESUME_ON_START: 'on' };
  const daemon = await start({ environment });
  t.equal((await bodyOf(daemon.api.GET('/settings'))).resume_on_start, true);
  const { min, max } = await daemon.volume();
  const level = min + Math.round((max - min) / 3);
  await daemon.api.PUT('/player/volume/level', { body: { level } });
  await rig.holdAt(44_100);
  await daemon.play(files);
  await daemon.api.PUT('/playlists/start', { params: { query: { start_index: 1, elapsed: 4000 } } });
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 4500);
  await daemon.stop('SIGKILL');
  await rig.setMixer(0, true);
  await rig.inject('unplug');

  const next = await start({ environment });
  t.equal(await next.playbackStatus(), 0, 'without an output it waits');
  t.ok((await bodyOf(next.api.GET('/status'))).resume_elapsed >= 3000, 'its position is kept meanwhile');
  await rig.clearFault();
  await next.until('it plays', async () => (await next.playbackStatus()) === 1);
  t.equal((await next.currentTrack())?.path, files[1]);
  t.ok((await next.elapsed()) >= 3000);
  t.equal((await next.volume()).volume, level);
  await next.stop();
});

t.test('what a person has paused or stopped before a power cut stays silent after it', async (t) => {
  const { files, start } = await house(t);
  const environment = { TONEARM_RESUME_ON_START: 'on' };
  for (const end of ['/player/pause', '/player/stop'] as const) {
    const daemon = await start({ environment });
    await daemon.play(files);
    await daemon.api.PUT('/playlists/start', { params: { query: { start_index: 1, elapsed: 3000 } } });
    await daemon.until('it plays', async () => (await daemon.elapsed()) > 3000);
    await daemon.api.PUT(end);
    await daemon.stop('SIGKILL');
    const next = await start({ environment });
    t.equal(await next.playbackStatus(), 0, end);
    t.ok((await bodyOf(next.api.GET('/status'))).resume_elapsed >= 3000, 'its position is kept');
    await next.stop();
  }
});

t.test('a person can switch off what the image has on', async (t) => {
  const { start } = await house(t);
  const environment = { TONEARM_RESUME_ON_START: 'on' };
  const daemon = await start({ environment });
  await daemon.api.PUT('/settings', { body: { resume_on_start: false } });
  await daemon.stop('SIGKILL');
  const next = await start({ environment });
  t.equal((await bodyOf(next.api.GET('/settings'))).resume_on_start, false);
});

t.test('without it a box that was playing is stopped after a start, and resume-track goes on', async (t) => {
  const { files, start } = await house(t);
  const daemon = await start();
  await daemon.play(files);
  await daemon.api.PUT('/playlists/start', { params: { query: { start_index: 1, elapsed: 3000 } } });
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 3000);
  await daemon.stop();
  const next = await start();
  t.equal(await next.playbackStatus(), 0);
  t.equal((await bodyOf(next.api.GET('/status'))).resume_index, 1);
  await next.api.PUT('/playlists/resume-track');
  t.ok((await next.elapsed()) >= 3000);
});
