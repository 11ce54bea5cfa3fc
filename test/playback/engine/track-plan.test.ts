/** Which tracks the decoder has and is to have. */
import t from 'tap';
import type { DecodeFrom, TrackToDecode } from '../../../src/decode/decoder-messages.js';
import { FROM_START } from '../../../src/playback/engine/queue-track.js';
import type { PlayedFrame } from '../../../src/playback/engine/timeline.js';
import { TrackPlan } from '../../../src/playback/engine/track-plan.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../../src/units.js';

const file = (playId: number, location = `/${playId}`): TrackToDecode => ({
  playId,
  source: { kind: 'localFile', location },
});
const stream = (playId: number): TrackToDecode => ({
  playId,
  source: {
    kind: 'networkStream',
    location: `http://radio/${playId}`,
    input: { kind: 'mpeg', memory: new SharedArrayBuffer(64) },
  },
});

/** A plan with 1 loaded and 2 behind it. */
function planned(): TrackPlan {
  const plan = new TrackPlan();
  plan.load({ track: file(1), from: { kind: 'elapsed', elapsed: milliseconds(500) } });
  plan.follow(file(2));
  return plan;
}

t.test('it knows what is loaded and what follows, and expects no other', async (t) => {
  const plan = planned();
  t.strictSame([plan.track(1), plan.track(2), plan.track(3)], [file(1), file(2), undefined]);
  t.strictSame(
    [1, 2, 3].map((playId) => plan.isLoaded(playId)),
    [true, false, false],
  );
  t.strictSame(
    [1, 2, 3].map((playId) => plan.expects(playId)),
    [true, true, false],
  );
});

t.test('the next load forgets all of it', async (t) => {
  const plan = planned();
  plan.follow(file(3));
  plan.awaited = { playId: 3, rate: sampleRateHz(48_000) };
  plan.isBetweenRings = true;
  plan.load({ track: file(4), from: FROM_START });
  t.strictSame([plan.loaded?.track, plan.following, plan.awaited], [file(4), undefined, undefined]);
  t.strictSame([plan.isBetweenRings, plan.due], [false, 4]);
  t.strictSame(
    [1, 2, 3, 4].map((playId) => plan.track(playId)?.playId),
    [undefined, undefined, undefined, 4],
  );
  t.equal(plan.takeReplaced(2), false);
});

t.test('the loaded track is due, between two rings the one that follows', async (t) => {
  const plan = planned();
  t.equal(plan.due, 1);
  plan.isBetweenRings = true;
  t.equal(plan.due, 2);
  plan.follow(undefined);
  t.equal(plan.due, 1);
  plan.clear();
  t.equal(plan.due, undefined);
});

t.test('a follower that was replaced is told so once', async (t) => {
  const plan = planned();
  plan.follow(file(3));
  t.strictSame([plan.takeReplaced(3), plan.takeReplaced(2), plan.takeReplaced(2)], [false, true, false]);
  plan.follow(undefined);
  t.equal(plan.track(3)?.playId, 3, 'it may be in the ring already');
  plan.forgetReplaced();
  t.equal(plan.takeReplaced(3), false);
  plan.follow(file(4));
  t.equal(plan.takeReplaced(4), false);
});

t.test('a follower that arrived follows no more', async (t) => {
  const plan = planned();
  plan.arrived(1);
  t.equal(plan.following?.playId, 2);
  plan.arrived(2);
  t.equal(plan.following, undefined);
  t.equal(plan.track(2)?.playId, 2, 'and is known on');
});

t.test('the track that is played takes the place of what was loaded, from its start', async (t) => {
  const plan = planned();
  t.equal(plan.started(2), 1);
  t.strictSame(plan.loaded, { track: file(2), from: FROM_START });
  plan.forget(1);
  t.strictSame([plan.track(1), plan.isLoaded(1)], [undefined, false]);
  t.equal(plan.started(7), 2, 'one that is not known takes no place');
  t.equal(plan.loaded?.track.playId, 2);
});

t.test('what is learnt of a track is known wherever it stands, and of no other track', async (t) => {
  for (const [playId, loaded, following] of [
    [1, '/x', '/2'],
    [2, '/1', '/x'],
    [3, '/1', '/2'],
  ] as const) {
    const plan = planned();
    plan.learn(file(playId, '/x'));
    t.strictSame(
      [plan.loaded?.track, plan.following].map((track) => track?.source.location),
      [loaded, following],
    );
    t.equal(plan.loaded?.from.kind === 'elapsed' && plan.loaded.from.elapsed, 500);
    t.equal(plan.track(playId)?.source.location, playId === 3 ? undefined : '/x');
  }
});

t.test('a file that is played fades into the start of another source only', async (t) => {
  const played: PlayedFrame = { playId: 1, frame: frameCount(44_100), inRing: undefined };
  const over = { track: file(1), frame: 44_100 };
  const part: TrackToDecode = {
    playId: 5,
    source: { kind: 'cuePart', location: '/1#track=2', part: { path: '/1', start: milliseconds(1), end: undefined } },
  };
  const elapsed = (value: number): DecodeFrom => ({ kind: 'elapsed', elapsed: milliseconds(value) });
  const frame = (value: number): DecodeFrom => ({ kind: 'frame', frame: frameCount(value) });
  for (const [what, to, from, now, expected] of [
    ['a file', file(3), elapsed(0), played, over],
    ['a file by its frame', file(3), frame(0), played, over],
    ['not its middle', file(3), elapsed(1), played, undefined],
    ['not its second frame', file(3), frame(1), played, undefined],
    ['not a place in its bytes', file(3), { kind: 'offset', offset: byteOffset(0) }, played, undefined],
    ['the file again', file(3, '/1'), elapsed(0), played, undefined],
    ['another part of the file', part, elapsed(0), played, over],
    ['a part that is played', file(3), elapsed(0), { ...played, playId: 5 }, { track: part, frame: 44_100 }],
    ['no stream that is played', file(3), elapsed(0), { ...played, playId: 6 }, undefined],
    ['nothing is played', file(3), elapsed(0), undefined, undefined],
    ['what is played is not known', file(3), elapsed(0), { ...played, playId: 9 }, undefined],
  ] as const) {
    const plan = planned();
    for (const other of [part, stream(6)]) plan.follow(other);
    t.strictSame(plan.fadingInto(to, from, now), expected, what);
  }
});
