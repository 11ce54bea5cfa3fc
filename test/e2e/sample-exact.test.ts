import { join } from 'node:path';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, FAST, xruns } from './daemon.js';

const FRAME_BYTES = 8;

t.test('an MP3 that was started over HTTP reaches the card sample for sample, without an underrun', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'noise.mp3');
  await makeMp3(file, { seconds: 8, seed: 1 });
  const daemon = await start();
  // The card is held, so that the track does not end before its status is read.
  await rig.holdAt(44_100);
  t.equal((await daemon.play([file])).text, '0');
  t.equal((await daemon.put('/player/play')).status, 200);
  t.equal(await daemon.playbackStatus(), 1);
  await rig.clearFault();
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const result = comparePcm(await referenceS32(file), await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
  t.equal(result.referenceFrames, 8 * 44_100, 'the LAME tag gives back exactly what was encoded');
  t.equal(await xruns(rig), 0);
});

t.test('tracks of one rate follow one another without a gap', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const files = [2, 3, 4].map((seed) => join(library, `${seed}.mp3`));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 2.5 + at / 7, seed: at + 2 });
  const daemon = await start();
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = Buffer.concat(await Promise.all(files.map((file) => referenceS32(file))));
  const result = comparePcm(reference, await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
  t.equal(await xruns(rig), 0);
});

t.test('a track of another rate opens the card anew and loses nothing', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const rates = [44_100, 48_000, 22_050];
  const files = rates.map((rate) => join(library, `${rate}.mp3`));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 2, seed: at + 9, rate: rates[at] ?? 0 });
  const daemon = await start();
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const opened = (await rig.events()).filter(({ name }) => name === 'HW_PARAMS').map(({ values }) => values['rate']);
  t.match(opened.join(' '), /44100 48000 22050/);
  const reference = Buffer.concat(await Promise.all(files.map((file) => referenceS32(file))));
  const result = comparePcm(reference, await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
  t.equal(await xruns(rig), 0);
});
