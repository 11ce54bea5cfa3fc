import { readdir, readFile, readlink } from 'node:fs/promises';
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
function rig(t: Test) {
  const path = join(t.testdir(), 'position');
  const file = new PositionFile(path, loadNative(NATIVE), CLOCK);
  t.teardown(() => file.close());
  const ring = createRing(sampleRateHz(44_100), SampleFormat.S32, 0);
  const timeline = new Timeline();
  timeline.read(ring);
  timeline.add({ playId: 1, ringFrame: 100, trackFrame: frameCount(44_100) });
  const hear = (seconds: number): void => {
    Atomics.store(ringWords(ring), Word.playedFrame, 100 + seconds * 44_100);
  };
  /** What the file says once it does not say this any more. */
  async function changedFrom(old: unknown): Promise<unknown> {
    for (;;) {
      const now = await file.read();
      if (JSON.stringify(now) !== JSON.stringify(old)) return now;
      await delay(10);
    }
  }
  return { path, file, timeline, hear, changedFrom };
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
  t.strictSame(await changedFrom(undefined), kept(7, 3000));
  hear(3);
  t.strictSame(await changedFrom(kept(7, 3000)), kept(7, 4000));
  file.follow(8, timeline.trackClock()!);
  t.strictSame(await changedFrom(kept(7, 4000)), kept(8, 4000));
});

t.test('at rest nothing but what is written by hand stands in the file, and then it is followed again', async (t) => {
  const { path, file, timeline, hear, changedFrom } = rig(t);
  hear(1);
  file.follow(1, timeline.trackClock()!);
  const followed = kept(1, 2000);
  t.strictSame(await changedFrom(undefined), followed);
  file.rest();
  hear(5);
  await delay(200);
  t.strictSame(await file.read(), followed);
  file.write(kept(2, 1234, 5678));
  t.strictSame(await file.read(), kept(2, 1234, 5678));
  await file.sync();
  file.follow(2, timeline.trackClock()!);
  t.strictSame(await changedFrom(kept(2, 1234, 5678)), kept(2, 6000));
  t.equal((await readFile(path)).length, 128, 'always the same sector');
});

t.test('a file that was closed stays so, whatever still comes late', async (t) => {
  const { path, file, timeline, hear, changedFrom } = rig(t);
  hear(1);
  file.follow(1, timeline.trackClock()!);
  await changedFrom(undefined);
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
