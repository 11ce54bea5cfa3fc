/** When a network stream is held and let go on, and when its titles change. Its time is the test's. */
import t from 'tap';
import type { DecoderFacts } from '../../../src/decode/decoder.js';
import { NetworkTrack } from '../../../src/playback/engine/network-track.js';
import { FROM_START } from '../../../src/playback/engine/queue-track.js';
import { StreamWatch, type StreamWatchDeps } from '../../../src/playback/engine/stream-watch.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FakeFeed, FakePipeline, RATE } from './fake-pipeline.js';
import { HeldClock } from './held-clock.js';

const PLAY_ID = 3;
const PLAYED = 5000;

interface Situation {
  /** Milliseconds that are decoded and not played; undefined before the first. */
  readonly decoded?: number;
  /** Seconds on the way to the decoder. */
  readonly reserve?: number;
  readonly isComplete?: boolean;
  readonly isStalled?: boolean;
  readonly isRunning?: boolean;
  /** What the pipeline plays. */
  readonly playId?: number;
  readonly hasFacts?: boolean;
  readonly hasFeed?: boolean;
  readonly hasTrack?: boolean;
  /** A network player plays. */
  readonly isElsewhere?: boolean;
}

/** A stream of which five seconds were played. */
function rig(situation: Situation) {
  const { decoded, reserve = 0, isComplete = false, isStalled = false, isRunning = true } = situation;
  const { playId = PLAY_ID, hasFacts = true, hasFeed = true, hasTrack = true, isElsewhere = false } = situation;
  const none = () => undefined;
  const feed = new FakeFeed('http://radio/', FROM_START, { ready: none, title: none } as unknown as FakeFeed['events']);
  Object.assign(feed, { reserve, isComplete });
  feed.decoded = decoded === undefined ? 0 : ((PLAYED + decoded) * RATE) / 1000;
  const track = new NetworkTrack({ playId: PLAY_ID, location: 'http://radio/' }, FROM_START);
  if (hasFeed) track.feed = feed;
  const pipeline = new FakePipeline();
  pipeline.isElsewhere = isElsewhere;
  pipeline.hear(playId, PLAYED);
  const facts = (id: number): DecoderFacts | undefined => (hasFacts && id === PLAY_ID ? pipeline.facts(id) : undefined);
  const said: string[] = [];
  const clock = new HeldClock();
  const deps: StreamWatchDeps = {
    pipeline: { position: () => pipeline.position(), facts, readings: () => pipeline.readings() },
    current: () => (hasTrack ? track : undefined),
    isRunning: () => isRunning,
    isStalled: () => isStalled,
    stalls: (stalls) => said.push(stalls ? 'hold' : 'go on'),
    changed: (changed) => said.push(`changed ${changed.track.playId}`),
    clock,
    log: SILENT_LOG,
  };
  return { track, pipeline, watch: new StreamWatch(deps), said, clock };
}

const HELD = ['hold', `changed ${PLAY_ID}`];
const GOES_ON = ['go on', `changed ${PLAY_ID}`];

for (const [what, rows] of Object.entries({
  'it is held when the device is about to run dry and nothing more is on the way': [
    [{ decoded: 799, reserve: 0.4 }, HELD],
    [{ decoded: 799, reserve: Infinity }, HELD],
    [{ decoded: -100, reserve: 0 }, HELD],
    [{ decoded: 800, reserve: 0.4 }, []],
    [{ decoded: 800, reserve: Infinity }, []],
  ],
  'it is not held while the decoder only has to catch up, or the end has come': [
    [{ decoded: 799, reserve: 0.5 }, []],
    [{ decoded: 0, reserve: 10 }, []],
    [{ decoded: 0, reserve: 0, isComplete: true }, []],
    [{ decoded: 0, reserve: Infinity, isComplete: true }, []],
  ],
  'it goes on with a reserve behind and before the decoder': [
    [{ decoded: 900, reserve: 3, isStalled: true }, GOES_ON],
    [{ decoded: 899, reserve: 3, isStalled: true }, []],
    [{ decoded: 900, reserve: 2.9, isStalled: true }, []],
    [{ decoded: 0, reserve: 0, isStalled: true }, []],
    [{ decoded: 0, reserve: 0, isStalled: true, isComplete: true }, GOES_ON],
  ],
  'a network player is not held, and one that was held before it played goes on': [
    [{ decoded: -16_000, reserve: 0, isElsewhere: true }, []],
    [{ decoded: -16_000, reserve: 0, isElsewhere: true, isStalled: true }, GOES_ON],
  ],
  'where nothing is known of what is decoded it stays as it is': [
    [{ reserve: 0 }, []],
    [{ reserve: 10, isStalled: true }, []],
    [{ decoded: 0, hasFacts: false }, []],
    [{ decoded: 0, playId: PLAY_ID + 1 }, []],
  ],
} satisfies Record<string, readonly (readonly [Situation, readonly string[]])[]>)) {
  t.test(what, async (t) => {
    for (const [situation, expected] of rows) {
      const { watch, said, clock } = rig(situation);
      watch.start();
      t.strictSame(said, expected, JSON.stringify(situation));
      t.equal(clock.due.length, 1, 'and is looked at again');
    }
  });
}

t.test('the next look comes when half of what is there was played', async (t) => {
  for (const [situation, expected] of [
    [{ decoded: 900, reserve: 1 }, 550],
    [{ decoded: 1600, reserve: 0 }, 400],
    [{ decoded: 0, reserve: 0.6 }, 100],
    [{ decoded: 0, reserve: 0, isStalled: true }, 100],
    [{ decoded: 2000, reserve: 6 }, 2000],
    [{}, 2000],
  ] as const) {
    const { watch, clock } = rig(situation);
    watch.start();
    t.equal(clock.due[0]?.milliseconds, expected, JSON.stringify(situation));
    clock.due[0]?.action();
    t.equal(clock.due[1]?.milliseconds, expected);
  }
});

t.test('nothing is watched while no stream is to sound', async (t) => {
  for (const situation of [{ isRunning: false }, { hasTrack: false }, { hasFeed: false }]) {
    const { watch, said, clock } = rig({ ...situation, decoded: 0 });
    watch.start();
    t.strictSame(said, []);
    t.strictSame(clock.due, [], JSON.stringify(situation));
  }
});

t.test('a title changes when its sound is played', async (t) => {
  for (const [what, situation, at, titles, expected, looks] of [
    ['it is played', {}, PLAYED, ['A'], [`changed ${PLAY_ID}`], []],
    ['it comes in a while', {}, PLAYED + 1500, [''], [], [1500]],
    ['it comes in a moment', {}, PLAYED + 1, [''], [], [100]],
    ['nothing sounds', { isRunning: false }, PLAYED + 1500, [''], [], []],
    ['something else is played', { playId: PLAY_ID + 1 }, PLAYED, [''], [], []],
    ['there is no stream', { hasTrack: false }, PLAYED, [''], [], []],
  ] as const) {
    const { track, watch, said, clock } = rig(situation);
    track.announce(at / 1000, { artist: '', title: 'A' });
    watch.lookAtTitles();
    t.strictSame([track.now.title], titles, what);
    t.strictSame(said, expected, what);
    t.strictSame(
      clock.due.map(({ milliseconds }) => milliseconds),
      looks,
      what,
    );
  }
});

t.test('the look for the next title finds it played', async (t) => {
  const { track, pipeline, watch, said, clock } = rig({});
  track.announce(PLAYED / 1000 + 1, { artist: '', title: 'A' });
  track.announce(PLAYED / 1000 + 3, { artist: '', title: 'B' });
  watch.lookAtTitles();
  pipeline.hear(PLAY_ID, PLAYED + 1000);
  clock.due[0]?.action();
  t.equal(track.now.title, 'A');
  t.strictSame(said, [`changed ${PLAY_ID}`]);
  t.strictSame(
    clock.due.map(({ milliseconds }) => milliseconds),
    [1000, 2000],
  );
});

t.test('begun again it looks once, and stopped it looks no more', async (t) => {
  const { track, watch, clock } = rig({ decoded: 1000 });
  track.announce(PLAYED / 1000 + 3, { artist: '', title: 'A' });
  const cleared = new Set<unknown>();
  t.capture(globalThis, 'clearTimeout', (timer: unknown) => cleared.add(timer));
  const pending = () => clock.due.filter(({ timer }) => !cleared.has(timer)).map(({ milliseconds }) => milliseconds);
  watch.start();
  watch.start();
  t.strictSame(pending(), [100, 3000]);
  watch.stop();
  t.strictSame(pending(), []);
});
