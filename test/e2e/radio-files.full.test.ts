import { join } from 'node:path';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, FAST, xruns } from './daemon.js';
import { serve } from './web-server.js';

/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 3;

const FRAME_BYTES = 8;
const lastSecond = (pcm: Buffer) => new Int32Array(Uint8Array.from(pcm.subarray(-44_100 * FRAME_BYTES)).buffer);
const farthest = (played: Int32Array, reference: Int32Array) =>
  played.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (reference[at] ?? 0))), 0);
const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

t.test(
  'remote MP3s follow one another without a gap, sample for sample, and nothing is asked before play',
  sideBySide(),
  async (t) => {
    const { rig, library, start } = await createHouse(t, FAST);
    const names = ['a.mp3', 'b.mp3', 'c.mp3'];
    for (const [at, name] of names.entries()) await makeMp3(join(library, name), { seconds: 3 + at, seed: at + 2 });
    const web = await serve(t, library);
    const daemon = await start({ environment: OPEN });
    await daemon.play(names.map((name) => `${web.base}/${name}`));
    t.strictSame(web.requests, []);
    await daemon.put('/player/play');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const reference = Buffer.concat(await Promise.all(names.map((name) => referenceS32(join(library, name)))));
    const result = comparePcm(reference, await rig.capture(), FRAME_BYTES);
    t.ok(result.exact, describeComparison(result));
    t.equal(await xruns(rig), 0);
  },
);

t.test('a remote file of which every connection is cut plays whole', sideBySide(), async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'noise.mp3');
  await makeMp3(file, { seconds: 8, seed: 5 });
  for (const ranges of [true, false]) {
    const web = await serve(t, library, { ranges });
    web.cutAfter(40_000, 2);
    const daemon = await start({ environment: OPEN });
    const before = (await rig.capture()).length;
    await daemon.play([`${web.base}/noise.mp3`]);
    await daemon.put('/player/play');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const result = comparePcm(await referenceS32(file), (await rig.capture()).subarray(before), FRAME_BYTES);
    t.ok(result.exact, describeComparison(result));
    t.equal(web.requests.length, 3);
    await daemon.stop();
  }
});

t.test('a seek in a remote file lands on the exact frame', sideBySide(), async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'long.mp3');
  await makeMp3(file, { seconds: 120, seed: 8 });
  const web = await serve(t, library);
  const daemon = await start({ environment: OPEN });
  await daemon.play([`${web.base}/long.mp3`]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 0);
  await daemon.put('/player/pause');
  await daemon.put('/player/ff-rewind?newtime=117000');
  await daemon.until('the position is there', async () => (await daemon.elapsed()) === 117_000);
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const worst = farthest(lastSecond(await rig.capture()), lastSecond(await referenceS32(file)));
  t.ok(worst < 2 ** 31 * 1e-5, `${worst} apart`);
});

t.test('a server without ranges plays, and a seek has no effect', sideBySide(), async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  await rig.holdAt(44_100);
  await makeMp3(join(library, 'noise.mp3'), { seconds: 30, seed: 5 });
  const web = await serve(t, library, { ranges: false });
  const daemon = await start({ environment: OPEN });
  await daemon.play([`${web.base}/noise.mp3`]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 0);
  t.equal((await daemon.put('/player/ff-rewind?newtime=25000')).status, 200);
  t.ok((await daemon.elapsed()) < 20_000);
  t.equal(web.requests.length, 1);
  await daemon.put('/player/stop');
  await daemon.until('the connection is closed', async () => (await web.connections()) === 0);
});

t.test('what cannot be had is skipped with its reason', sideBySide(), async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  await rig.holdAt(44_100);
  await makeMp3(join(library, 'good.mp3'), { seconds: 2, seed: 5 });
  const web = await serve(t, library);
  const daemon = await start({ environment: OPEN });
  await daemon.play([`${web.base}/missing.mp3`, join(library, 'good.mp3')]);
  await daemon.put('/player/play');
  await daemon.until('the next one plays', async () => (await daemon.elapsed()) > 0);
  const reason = 'code=STREAM_REFUSED reason="the server answers 404"';
  await daemon.until('the reason is logged', () => Promise.resolve(daemon.text.includes(reason)));
});

t.test(
  'other settings of the sound keep the place in a remote file, with ranges and without',
  sideBySide(),
  async (t) => {
    const { rig, library, start } = await createHouse(t, FAST);
    const file = join(library, 'noise.mp3');
    await makeMp3(file, { seconds: 8, seed: 5 });
    const reference = await referenceS32(file);
    for (const ranges of [true, false]) {
      const web = await serve(t, library, { ranges });
      const daemon = await start({ environment: OPEN });
      const before = (await rig.capture()).length;
      await rig.holdAt(before / FRAME_BYTES + 2.2 * 44_100);
      await daemon.play([`${web.base}/noise.mp3`]);
      await daemon.put('/player/play');
      await daemon.until('it plays', async () => (await daemon.elapsed()) > 2000);
      for (const channels of [6, 0]) await daemon.put('/settings', { channel_config: channels });
      await rig.clearFault();
      await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
      const played = (await rig.capture()).subarray(before);
      t.equal(played.length, reference.length, 'as long as the file');
      const apart = farthest(lastSecond(played), lastSecond(reference));
      t.ok(apart < 2 ** 31 * 1e-5, `its end is ${apart} apart`);
      await daemon.stop();
    }
  },
);
