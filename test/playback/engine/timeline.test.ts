import t from 'tap';
import type { DecoderFacts } from '../../../src/decode/decoder.js';
import { SampleFormat } from '../../../src/native.js';
import { createRing, ringWords, Word } from '../../../src/output/ring-layout.js';
import { Timeline } from '../../../src/playback/engine/timeline.js';
import { frameCount, milliseconds, sampleRateHz } from '../../../src/units.js';

const RATE = 1000;

const factsOf = (rate: number): DecoderFacts => ({
  format: 'fake',
  bitsPerSample: undefined,
  sampleRate: sampleRateHz(rate),
  channels: 2,
  totalFrames: undefined,
  length: milliseconds(0),
  encoderDelay: frameCount(0),
  padding: frameCount(0),
  bitrate: 128,
});

/** A ring that stands still at a frame, and a timeline that reads it. */
function rig(boundaries: readonly (readonly [number, number, number])[]) {
  const timeline = new Timeline();
  const ring = createRing(sampleRateHz(RATE), SampleFormat.S32, 0);
  timeline.read(ring);
  for (const [playId, ringFrame, trackFrame] of boundaries) {
    timeline.add({ playId, ringFrame: ringFrame >>> 0, trackFrame: frameCount(trackFrame) });
  }
  const hear = (frame: number) => (ringWords(ring)[Word.playedFrame] = frame | 0);
  return { timeline, ring, hear };
}

t.test('the place is the frame behind the boundary that is played, in the ring too', async (t) => {
  const { timeline, ring, hear } = rig([[1, 100, 5000]]);
  hear(350);
  t.strictSame(timeline.playedFrame(), { playId: 1, frame: 5250, inRing: { ring: ring.id, frame: 350 } });
});

t.test('the place never lies in front of the track, nor past where the next one begins', async (t) => {
  const { timeline, hear } = rig([
    [1, 100, 0],
    [2, 400, 0],
  ]);
  hear(40);
  t.match(timeline.playedFrame(), { playId: 1, frame: 0 });
  hear(900);
  t.match(timeline.playedFrame(), { playId: 1, frame: 300, inRing: { frame: 400 } });
});

t.test('frames of a track of another rate are counted at its rate', async (t) => {
  const { timeline, hear } = rig([[1, 0, 10]]);
  timeline.facts.set(1, factsOf(4000));
  hear(500);
  t.match(timeline.playedFrame(), { frame: 2010 });
  t.equal(timeline.milliseconds(1, frameCount(2000)), 500);
  t.equal(timeline.milliseconds(2, frameCount(2000)), 0, 'nothing is known of it');
});

t.test('while a flush is under way the place is where the new sound begins, and nowhere in the ring', async (t) => {
  const { timeline, ring, hear } = rig([[1, 600, 70]]);
  hear(300);
  ringWords(ring)[Word.flushRequested] = 1;
  t.strictSame(timeline.playedFrame(), { playId: 1, frame: 70, inRing: undefined });
  t.equal(timeline.untilNext(), undefined);
});

t.test('the place is known around 2^32', async (t) => {
  const { timeline, hear } = rig([[1, 2 ** 32 - 200, 0]]);
  hear(300);
  t.match(timeline.playedFrame(), { frame: 500, inRing: { frame: 300 } });
});

t.test('the time until the next track is played is reported, and none where none follows', async (t) => {
  const { timeline, hear } = rig([
    [1, 0, 0],
    [2, 400, 0],
  ]);
  hear(150);
  t.equal(timeline.untilNext(), 250);
  hear(400);
  t.equal(timeline.untilNext(), 0);
  t.match(timeline.pass(), { playId: 2 });
  t.equal(timeline.untilNext(), undefined);
  t.match(timeline.playedFrame(), { playId: 2, frame: 0 });
});

t.test('boundaries are cut from behind', async (t) => {
  const { timeline } = rig([
    [1, 0, 0],
    [2, 400, 0],
    [3, 500, 0],
  ]);
  t.strictSame(
    timeline.cutFrom(1).map(({ playId }) => playId),
    [2, 3],
  );
  t.ok(timeline.has(1));
  t.notOk(timeline.has(2));
  timeline.cutFrom(0);
  t.equal(timeline.playedFrame(), undefined);
});

t.test('a track of many hours keeps its place while the counters wrap', async (t) => {
  const { timeline, hear } = rig([[1, 0, 0]]);
  const step = 2 ** 29;
  for (let played = step; played <= 16 * step; played += step) {
    hear(played);
    timeline.keepNear();
    t.equal(timeline.playedFrame()?.frame, played);
  }
});

t.test('the clock says what the place is reckoned from', async (t) => {
  const { timeline, ring } = rig([[1, -100, 5000]]);
  timeline.facts.set(1, factsOf(4000));
  const clock = { playId: 1, ring, ringRate: RATE, trackRate: 4000, ringFrame: 2 ** 32 - 100, trackFrame: 5000 };
  t.strictSame(timeline.trackClock(), { ...clock, most: 2 ** 31 - 1 });
  timeline.add({ playId: 2, ringFrame: 200, trackFrame: frameCount(0) });
  t.strictSame(timeline.trackClock(), { ...clock, most: 300 }, 'it ends where the next track begins');
  timeline.cutFrom(0);
  t.equal(timeline.trackClock(), undefined);
});
