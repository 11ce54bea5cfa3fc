/** When the next track is said to be played: a real ring that stands still where the test says. */
import t from 'tap';
import { SampleFormat } from '../../../src/native.js';
import { createRing, ringWords, Word } from '../../../src/output/ring-layout.js';
import { BoundaryWatch } from '../../../src/playback/engine/boundary-watch.js';
import { Timeline } from '../../../src/playback/engine/timeline.js';
import { frameCount, sampleRateHz } from '../../../src/units.js';
import { HeldClock } from './held-clock.js';

/** A frame is a millisecond. */
const RATE = 1000;

/** Tracks that begin at these frames, the first of which is played. */
function rig({ isRunning = true, starts }: { isRunning?: boolean; starts: readonly number[] }) {
  const timeline = new Timeline();
  const words = ringWords(timeline.read(createRing(sampleRateHz(RATE), SampleFormat.S32, 0)).ring);
  for (const [at, ringFrame] of starts.entries())
    timeline.add({ playId: at + 1, ringFrame, trackFrame: frameCount(0) });
  const clock = new HeldClock();
  const passed: number[] = [];
  const watch = new BoundaryWatch(timeline, clock, {
    isRunning: () => isRunning,
    passed: (playId) => passed.push(playId),
  });
  return {
    watch,
    passed,
    timeline,
    clock,
    looks: () => clock.due.map(({ milliseconds }) => milliseconds),
    hear: (frame: number) => (words[Word.playedFrame] = frame),
    flush: () => (words[Word.flushRequested] = 1),
  };
}

t.test('it looks a millisecond after the next track is due, while it sounds and a track follows', async (t) => {
  for (const [what, situation, played, looks] of [
    ['a track follows', { starts: [0, 400] }, 150, [251]],
    ['another one behind it', { starts: [0, 400, 500] }, 150, [251]],
    ['it is paused', { starts: [0, 400], isRunning: false }, 150, []],
    ['no track follows', { starts: [0] }, 150, []],
    ['nothing is loaded', { starts: [] }, 150, []],
    ['the next one is the last', { starts: [0, 400] }, 400, []],
    ['the next one is followed', { starts: [0, 400, 500] }, 400, [101]],
  ] as const) {
    const { watch, hear, looks: found } = rig(situation);
    hear(played);
    watch.look();
    t.strictSame(found(), looks, what);
  }
});

t.test('each track that is played by now is told of once, in order', async (t) => {
  const { watch, passed, hear, clock } = rig({ starts: [0, 400, 400, 500] });
  hear(399);
  watch.look();
  t.strictSame(passed, []);
  hear(450);
  clock.due[0]?.action();
  t.strictSame(passed, [2, 3]);
  hear(500);
  clock.due[1]?.action();
  t.strictSame(passed, [2, 3, 4]);
  watch.look();
  t.strictSame(passed, [2, 3, 4]);
});

t.test('a track that is played is told of in a pause too', async (t) => {
  const { watch, passed, hear } = rig({ starts: [0, 400], isRunning: false });
  hear(400);
  watch.look();
  t.strictSame(passed, [2]);
});

t.test('while the ring is flushed nothing is told, and looked at again soon', async (t) => {
  const { watch, passed, hear, flush, looks } = rig({ starts: [0, 400] });
  hear(400);
  flush();
  watch.look();
  t.strictSame(passed, []);
  t.strictSame(looks(), [21]);
});

t.test('a fade into a pause is looked at when it is over, and a look takes the place of the last', async (t) => {
  const { watch, hear, clock, looks } = rig({ starts: [0, 400] });
  const cleared: unknown[] = [];
  t.capture(globalThis, 'clearTimeout', (timer: unknown) => cleared.push(timer));
  hear(150);
  watch.look();
  watch.lookAfterFade();
  watch.look();
  watch.stop();
  t.strictSame(looks(), [251, 100, 251]);
  for (const { timer } of clock.due) t.ok(cleared.includes(timer));
});
