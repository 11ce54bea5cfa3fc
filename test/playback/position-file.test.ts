import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import t, { type Test } from 'tap';

import { loadNative, SampleFormat } from '../../src/native.js';
import { createRing, ringWords, Word } from '../../src/output/ring-layout.js';
import { Timeline } from '../../src/playback/engine/timeline.js';
import { PlaybackClock } from '../../src/playback-clock.js';
import { PositionFile } from '../../src/playback/position-file.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../src/units.js';

const NATIVE = fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url));

/** A line is written every 30 ms. */
const CLOCK = new PlaybackClock(25);

/** A track in a ring that stands where a test says, and the file in which its place is kept. */
function rig(t: Test, live?: string) {
  const folder = t.testdir();
  const path = join(folder, 'position');
  const livePath = live === undefined ? undefined : join(folder, live);
  const file = new PositionFile(path, loadNative(NATIVE), CLOCK, livePath);
  t.teardown(() => file.close());
  const ring = createRing(sampleRateHz(44_100), SampleFormat.S32, 0);
  const timeline = new Timeline();
  timeline.read(ring);
  timeline.add({ playId: 1, ringFrame: 100, trackFrame: frameCount(44_100) });
  const hear = (seconds: number): void => {
    Atomics.store(ringWords(ring), Word.playedFrame, 100 + seconds * 44_100);
  };
  /** What the file says once it does not say this any more. */
  async function changedFrom(old: unknown, stamp: number): Promise<unknown> {
    for (;;) {
      const now = await file.read(stamp);
      if (JSON.stringify(now) !== JSON.stringify(old)) return now;
      await delay(10);
    }
  }
  return { path, livePath, file, timeline, hear, changedFrom };
}

const kept = (stamp: number, elapsed: number, offset = 0) => ({
  stamp,
  elapsed: milliseconds(elapsed),
  offset: byteOffset(offset),
});

t.test('what is followed is kept without another word, under the newest stamp', async (t) => {
  const { file, timeline, hear, changedFrom } = rig(t);
  hear(2);
  file.follow(7, timeline.trackClock()!);
  t.strictSame(await changedFrom(undefined, 7), kept(7, 3000));
  hear(3);
  t.strictSame(await changedFrom(kept(7, 3000), 7), kept(7, 4000));
  file.follow(8, timeline.trackClock()!);
  t.strictSame(await changedFrom(undefined, 8), kept(8, 4000));
  t.equal(await file.read(7), undefined, 'a line of another state means nothing');
});

t.test('at rest nothing but what is written by hand stands in the file, and then it is followed again', async (t) => {
  const { path, file, timeline, hear, changedFrom } = rig(t);
  hear(1);
  file.follow(1, timeline.trackClock()!);
  const followed = kept(1, 2000);
  t.strictSame(await changedFrom(undefined, 1), followed);
  file.rest();
  hear(5);
  await delay(200);
  t.strictSame(await file.read(1), followed);
  file.write(kept(2, 1234, 5678));
  t.strictSame(await file.read(2), kept(2, 1234, 5678));
  await file.sync();
  file.follow(2, timeline.trackClock()!);
  t.strictSame(await changedFrom(kept(2, 1234, 5678), 2), kept(2, 6000));
  t.equal((await readFile(path)).length, 128, 'always the same sector');
});

t.test(
  'with a file in memory, only what is written by hand gets to the disk, and the newest of both counts',
  async (t) => {
    const { path, livePath, file, timeline, hear, changedFrom } = rig(t, 'live');
    file.write(kept(1, 500));
    hear(1);
    file.follow(1, timeline.trackClock()!);
    t.strictSame(await changedFrom(kept(1, 500), 1), kept(1, 2000));
    t.match(await readFile(path, 'utf8'), /"stamp":1,.*"elapsed": *500}/, 'the disk knows nothing of it');
    file.rest();
    file.write(kept(1, 2500));
    t.strictSame(await file.read(1), kept(1, 2500));
    t.match(await readFile(path, 'utf8'), /"elapsed": *2500}/);
    // The power is cut.
    await rm(livePath!);
    t.strictSame(await file.read(1), kept(1, 2500));
  },
);

t.test('a file that was closed stays so, whatever still comes late', async (t) => {
  const { path, file, timeline, hear, changedFrom } = rig(t);
  hear(1);
  file.follow(1, timeline.trackClock()!);
  await changedFrom(undefined, 1);
  await file.close();
  await file.close();
  const before = await readFile(path, 'utf8');
  file.follow(3, timeline.trackClock()!);
  file.write(kept(4, 1234));
  await file.sync();
  file.rest();
  await delay(200);
  t.equal(await readFile(path, 'utf8'), before);
  const links = await readdir('/proc/self/fd');
  const open = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
  t.notOk(open.includes(path), 'and nothing has it open');
});
