import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, type Daemon, FAST } from './daemon.js';

const { speed: SPEED = 1 } = FAST;

async function trouble(daemon: Daemon): Promise<string | undefined> {
  return ((await daemon.get('/player/status')).body as { output_problem?: { code: string } }).output_problem?.code;
}

t.test('a busy card is said in the status and played on as soon as it is free', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 3, seed: 80 });
  await rig.inject('busy');
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('the trouble is said', async () => (await trouble(daemon)) === 'OUTPUT_BUSY');
  t.equal(await daemon.playbackStatus(), 1);
  t.equal(await daemon.elapsed(), 0);
  await rig.clearFault();
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  t.equal(await trouble(daemon), undefined);
  const result = comparePcm(await referenceS32(file), await rig.capture(), 8);
  t.ok(result.exact, describeComparison(result));
});

t.test('an unplugged card pauses at the audible position, and playback goes on when it is soon back', async (t) => {
  const { rig, library, start } = await createHouse(t, { patient: true });
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 4, seed: 81 });
  const daemon = await start();
  await rig.holdAt(1.7 * 44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 1500);
  await rig.inject('unplug');
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  t.equal(await trouble(daemon), 'OUTPUT_MISSING');
  const elapsed = await daemon.elapsed();
  t.ok(elapsed >= 1500 && elapsed < 4000, `it stands at ${elapsed} ms`);
  const refused = await daemon.put('/player/resume');
  t.match(refused, { status: 503, body: { code: 'OUTPUT_MISSING' } });
  t.equal(await daemon.playbackStatus(), 3);
  t.equal(await daemon.elapsed(), elapsed);
  await rig.clearFault();
  await daemon.until('it goes on', async () => (await daemon.playbackStatus()) === 1);
  t.equal(await trouble(daemon), undefined);
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = await referenceS32(file);
  const capture = await rig.capture();
  t.ok(capture.subarray(-80_000).equals(reference.subarray(-80_000)), 'it is heard to its end');
  const repeated = (capture.length - reference.length) / 8;
  t.ok(repeated >= 0 && repeated < 44_100, `${repeated} frames are heard again`);
});

t.test('a card that is back after more than ten seconds is ready, and stays paused', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 4, seed: 83 });
  const daemon = await start();
  await rig.holdAt(0.7 * 44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);
  await rig.inject('unplug');
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  const elapsed = await daemon.elapsed();
  await delay(11_000 / SPEED);
  await rig.clearFault();
  await daemon.until('it is ready', async () => (await trouble(daemon)) === undefined);
  t.equal(await daemon.playbackStatus(), 3);
  const back = await daemon.elapsed();
  t.ok(back <= elapsed && elapsed - back < 250, `from ${back} ms: what the card took and nobody heard comes again`);
  t.equal((await daemon.put('/player/resume')).status, 200);
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = await referenceS32(file);
  t.ok((await rig.capture()).subarray(-80_000).equals(reference.subarray(-80_000)), 'it is heard to its end');
});

t.test('an underrun is survived and nothing is lost', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 4, seed: 82 });
  const daemon = await start();
  await rig.holdAt(44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 800);
  await rig.inject('xrun');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  t.equal((await rig.events()).filter(({ name }) => name === 'XRUN').length, 1);
});

t.test('a track at a rate that the card lacks is played whole at the next rate that it has', async (t) => {
  const { rig, library, start } = await createHouse(t, { ...FAST, rates: [48_000, 32_000] });
  const rates = [44_100, 48_000, 44_100, 32_000];
  const files = rates.map((_, at) => join(library, `${at}.mp3`));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 2, seed: 90 + at, rate: rates[at] ?? 0 });
  const daemon = await start();
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const played = await rig.capture();
  t.equal(played.length / 8, 3 * 2 * 48_000 + 2 * 32_000, 'not a frame more or less');
  // Tracks at rates that the card supports are bit-exact.
  for (const [file, from] of [
    [files[1] ?? '', 2 * 48_000],
    [files[3] ?? '', 3 * 2 * 48_000],
  ] as const) {
    const reference = await referenceS32(file);
    const result = comparePcm(reference, played.subarray(8 * from, 8 * from + reference.length), 8);
    t.ok(result.exact, describeComparison(result));
  }
  t.notMatch(daemon.text, /track skipped/);
});
