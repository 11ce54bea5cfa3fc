/** Arbitrary histories of commands, edits and events, in terms of a state that is known only when their turn comes. */
import fc from 'fast-check';
import { REPEAT_MODES, SINGLE_MODES } from '../../src/playback/modes.js';
import type { MachineEvent, PlayerState } from '../../src/playback/state.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { playIds } from './model-engine.js';
import { entriesOf, seekTo } from './states.js';

export type Step = (state: PlayerState) => MachineEvent;

const from = fc.record({
  elapsed: fc.integer({ min: 0, max: 3 }).map(milliseconds),
  offset: fc.integer({ min: 0, max: 3 }).map(byteOffset),
});

/** `nextPlayId` and `nextSeed` differ from edit to edit, so keys of different edits never meet. */
let keys = 0;
const freshEntries = (count: number) => {
  keys += count;
  return entriesOf(
    Array.from({ length: count }, (_, at) => `/${keys - at}`),
    keys - count + 1,
  );
};

/** An index of a queue of this length; the queue is not empty. */
const inside = (share: number, length: number): number => Math.min(Math.floor(share * length), length - 1);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const command: fc.Arbitrary<Step> = fc.oneof(
  from.map((from): Step => () => ({ type: 'play', from })),
  fc.tuple(fc.integer({ min: -1, max: 8 }), from).map(([index, from]): Step => () => ({ type: 'start', index, from })),
  fc.constantFrom('pause', 'resume', 'next', 'previous', 'flush', 'resumeTrack').map((type): Step => () => ({ type })),
  from.map((at): Step => () => ({ type: 'stop', at })),
  fc.integer({ min: -5, max: 5 }).map(
    (to): Step =>
      () =>
        seekTo(to),
  ),
);

export const edit: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.nat(6), fc.boolean()).map(([count, isShuffled]): Step => () => ({
    ...{ type: 'queueReplaced', entries: freshEntries(count), isShuffled },
  })),
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(3), fc.integer({ min: -8, max: 7 })).map(([count, requested]): Step => ({ queue }) => ({
      type: 'inserted',
      entries: freshEntries(count),
      position: Math.min(requested, queue.entries.length),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.array(share, { minLength: 1, maxLength: 3 }).map((shares): Step => ({ queue: { entries } }) => ({
      type: 'removed',
      positions: new Set(entries.length === 0 ? [] : shares.map((each) => inside(each, entries.length))),
    })),
  },
  fc.constant((): MachineEvent => ({ type: 'cleared' })),
  {
    weight: 2,
    arbitrary: fc.tuple(share, share, share).map(([first, second, third]): Step => ({ queue: { entries } }) => {
      if (entries.length === 0) return { type: 'moved', from: 0, to: 0, count: 0 };
      const from = inside(first, entries.length);
      const count = 1 + inside(second, entries.length - from);
      return { type: 'moved', from, to: inside(third, entries.length - count + 1), count };
    }),
  },
  fc.integer({ min: 0, max: 5 }).map((startIndex): Step => () => ({ type: 'shuffled', startIndex })),
);

const mode: fc.Arbitrary<Step> = fc
  .record(
    { repeat: fc.constantFrom(...REPEAT_MODES), shuffle: fc.boolean(), single: fc.constantFrom(...SINGLE_MODES) },
    { requiredKeys: [] },
  )
  .map((modes): Step => () => ({ type: 'modesSet', modes }));

const events: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom('trackStarted', 'finished', 'trackFailed'), fc.constantFrom(0, 1, -1, -2), fc.nat(40))
    .map(([type, which, other]): Step => (state) => {
      return { type, playId: (which < 0 ? undefined : playIds(state)[which]) ?? other };
    }),
  fc.boolean().map((differ): Step => ({ boundary }) => {
    return boundary === undefined ? { type: 'pause' } : { type: 'compared', boundary, differ };
  }),
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: command },
  { weight: 5, arbitrary: edit },
  { weight: 2, arbitrary: mode },
  { weight: 1, arbitrary: fc.constant((): MachineEvent => ({ type: 'undone' })) },
  { weight: 5, arbitrary: events },
);
