import { join } from 'node:path';

import t, { type Test } from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison, farthestApart, ROUNDING } from '../rig/pcm-compare.js';
import { createHouse, FAST, xruns } from './daemon.js';

const FRAME_BYTES = 8;
/**
 * Length of the tracks: shorter than the ring (more than five seconds), so that the next track is decoded long before
 * the boundary.
 */
const FIRST_SECONDS = 4;
const SECONDS = 1.3;
/** Milliseconds, more than a period, after the position of the edit; the card is held there until the edit is made. */
const HELD_LATER = 200;
const NAMES = ['first', 'b', 'c', 'd'] as const;
type Name = (typeof NAMES)[number];

interface BoundaryEdit {
  readonly queue: readonly Name[];
  /** Milliseconds of the first track that are played before the edit. */
  readonly after: number;
  readonly edit: () => Promise<unknown>;
  /** Tracks that must be played, each complete. */
  readonly played: readonly Name[];
}

const { rig, library, start } = await createHouse(t, FAST);
const path = (name: Name): string => join(library, `${name}.mp3`);
for (const [at, name] of NAMES.entries()) {
  const seconds = name === 'first' ? FIRST_SECONDS : SECONDS + at / 17;
  await makeMp3(path(name), { seconds, seed: 50 + at });
}
const daemon = await start();

/**
 * Plays the queue, edits it near the end of its first track, and compares all samples of the card with the expected
 * ones.
 */
async function hear(t: Test, { queue, after, edit, played }: BoundaryEdit): Promise<void> {
  const before = (await rig.capture()).length;
  const held = (await rig.events()).filter(({ name }) => name === 'HELD').length;
  await rig.holdAt(before / FRAME_BYTES + ((after + HELD_LATER) * 44_100) / 1000);
  await daemon.play(queue.map(path));
  await daemon.put('/player/play');
  await daemon.until('the end of the first is near', async () => (await daemon.elapsed()) > after);
  await rig.waitFor('HELD', held + 1);
  await edit();
  t.ok((await daemon.elapsed()) > after, 'the first track still sounds');
  t.match((await daemon.get('/player/current-track')).body, { path: path('first') });
  await rig.clearFault();
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = Buffer.concat(await Promise.all(played.map((name) => referenceS32(path(name)))));
  const captured = (await rig.capture()).subarray(before);
  // After an edit that is too late for a splice, the current track is decoded again from the current position, so
  // samples may differ by rounding.
  const isExact = captured.length === reference.length && farthestApart(captured, reference) < ROUNDING;
  t.ok(isExact, describeComparison(comparePcm(reference, captured, FRAME_BYTES)));
  t.equal(await xruns(rig), 0);
}

const insert = (position: number, tracks: readonly string[]) =>
  daemon.ask('POST', '/playlists/current/tracks', { position, tracks });
const remove = (...positions: readonly number[]) => daemon.ask('DELETE', '/playlists/current/tracks', { positions });
const move = (from: number, to: number) => daemon.put('/playlists/current/tracks/move', { from, to });

t.test('a track that is inserted after the current one follows it, although another was decoded already', (t) =>
  hear(t, {
    queue: ['first', 'b'],
    after: 2500,
    edit: () => insert(-4, [path('c'), path('d')]),
    played: ['first', 'c', 'd', 'b'],
  }),
);

t.test('a track that is inserted after the last one, which was decoded to its end, follows it', (t) =>
  hear(t, {
    queue: ['first'],
    after: 3000,
    edit: () => insert(-3, [path('b')]),
    played: ['first', 'b'],
  }),
);

t.test('a next track that is removed is not played, however much of it was decoded', (t) =>
  hear(t, { queue: ['first', 'b', 'c'], after: 3000, edit: () => remove(1), played: ['first', 'c'] }),
);

t.test('when all that follows is removed, the current track sounds to its last frame and nothing else does', (t) =>
  hear(t, { queue: ['first', 'b', 'c'], after: 3000, edit: () => remove(1, 2), played: ['first'] }),
);

t.test('a track that is moved behind the current one follows it', (t) =>
  hear(t, {
    queue: ['first', 'b', 'c', 'd'],
    after: 2500,
    edit: () => move(3, 1),
    played: ['first', 'd', 'b', 'c'],
  }),
);

t.test('the current track, moved to the end, sounds to its end and is the last one', (t) =>
  hear(t, { queue: ['first', 'b', 'c'], after: 2500, edit: () => move(0, 2), played: ['first'] }),
);

t.test('the current track, removed, plays to its end, then the track at its index', (t) =>
  hear(t, { queue: ['first', 'b', 'c'], after: 2500, edit: () => remove(0), played: ['first', 'b', 'c'] }),
);

t.test('the current track and its follower, removed together, leave the one behind them', (t) =>
  hear(t, { queue: ['first', 'b', 'c'], after: 3000, edit: () => remove(0, 1), played: ['first', 'c'] }),
);

t.test('the current track sounds to its end in a queue that was emptied, and what comes in follows it', (t) =>
  hear(t, {
    queue: ['first', 'b'],
    after: 2500,
    async edit() {
      await remove(0, 1);
      await insert(-3, [path('d')]);
    },
    played: ['first', 'd'],
  }),
);

t.test('after many edits in the last seconds the entry that the queue names at the end follows, and only that', (t) =>
  hear(t, {
    queue: ['first', 'b', 'c'],
    after: 1500,
    async edit() {
      for (let round = 0; round < 4; round++) {
        await insert(-4, [path('d')]);
        await move(1, 3);
        await remove(1);
        await insert(1, [path('b')]);
        await remove(3);
      }
      await move(2, 1);
    },
    played: ['first', 'c', 'b'],
  }),
);

t.test('an edit that is undone leaves the joint as it was', (t) =>
  hear(t, {
    queue: ['first', 'b', 'c'],
    after: 2500,
    async edit() {
      await remove(1);
      await daemon.put('/playlists/undo');
    },
    played: ['first', 'b', 'c'],
  }),
);
