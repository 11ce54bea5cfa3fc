/**
 * Random histories against `transition`. A model of the engine is told every effect; whatever happens, it must end up
 * with the very tracks that the state speaks of.
 */
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import {
  INITIAL_STATE,
  transition,
  type Effect,
  type PlayerEvent,
  type PlayerState,
} from '../../src/player/transition.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { deepFreeze } from './deep-freeze.js';
import { entriesOf } from './states.js';

/** An event whose play id or keys are known only when its turn comes. */
type Step = (state: PlayerState) => PlayerEvent;

const from = fc.record({
  elapsed: fc.integer({ min: 0, max: 3 }).map(milliseconds),
  offset: fc.integer({ min: 0, max: 3 }).map(byteOffset),
});

function playIds({ playback }: PlayerState): (number | undefined)[] {
  return playback.kind === 'stopped'
    ? [playback.prepared?.playId]
    : [playback.current.playId, playback.upcoming?.playId];
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: from.map((from): Step => () => ({ type: 'play', from })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: -1, max: 6 }), from)
      .map(([index, from]): Step => () => ({ type: 'start', index, from })),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom('pause', 'resume', 'stop', 'next', 'previous').map((type): Step => () => ({ type })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: -5, max: 5 }).map((to): Step => () => ({ type: 'seek', to: milliseconds(to) })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(5), fc.integer({ min: -1, max: 6 })).map(([length, index]): Step => (state) => {
      // `nextPlayId` grows with every new queue, so keys of different queues never meet.
      const locations = Array.from({ length }, (_, at) => `/${at}`);
      return { type: 'queueReplaced', entries: entriesOf(locations, state.nextPlayId * 10), index };
    }),
  },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom('trackHeard', 'finished', 'trackFailed'), fc.constantFrom(0, 1, -1, -2), fc.nat(40))
      .map(([type, which, other]): Step => (state) => {
        return { type, playId: (which < 0 ? undefined : playIds(state)[which]) ?? other };
      }),
  },
);

interface Engine {
  readonly cued: number | undefined;
  readonly following: number | undefined;
  readonly running: boolean;
}

function obey(engine: Engine, effect: Effect): Engine {
  switch (effect.type) {
    case 'cue':
      return { ...engine, cued: effect.track.playId, following: undefined };
    case 'follow':
      return { ...engine, following: effect.track?.playId };
    case 'run':
      return { ...engine, running: true };
    case 'hold':
    case 'halt':
      return { ...engine, running: false };
    case 'clear':
      return { ...engine, cued: undefined, following: undefined };
    case 'save':
      return engine;
  }
}

interface Moment {
  readonly before: PlayerState;
  readonly event: PlayerEvent;
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
  readonly engine: Engine;
  /** The highest play id that was given out before. */
  readonly highest: number;
}

function history(steps: readonly Step[]): Moment[] {
  const moments: Moment[] = [];
  let before = deepFreeze(INITIAL_STATE);
  let engine: Engine = { cued: undefined, following: undefined, running: false };
  let highest = 0;
  for (const make of steps) {
    const event = deepFreeze(make(before));
    const { state, effects } = transition(before, event);
    deepFreeze(state);
    // The engine says that the following track is heard when it has gone over to it.
    if (event.type === 'trackHeard' && event.playId === engine.following) {
      engine = { ...engine, cued: engine.following, following: undefined };
    }
    engine = effects.reduce(obey, engine);
    moments.push({ before, event, state, effects, engine, highest });
    highest = Math.max(highest, ...playIds(state).map((id) => id ?? 0));
    before = state;
  }
  return moments;
}

/** The claim holds at every moment of every history. `transition` works on frozen states, so it never changes one. */
function always(t: Test, claim: (moment: Moment) => boolean): void {
  const claims = fc.property(fc.array(step, { maxLength: 60 }), (steps) => history(steps).every(claim));
  t.doesNotThrow(() => fc.assert(claims, { numRuns: 300 }));
}

t.test('the index is inside the queue, or 0 when it is empty', async (t) => {
  always(t, ({ state: { queue } }) => {
    return Number.isInteger(queue.index) && queue.index >= 0 && queue.index < Math.max(queue.entries.length, 1);
  });
});

t.test('play ids only grow, and none is given out twice', async (t) => {
  always(t, ({ before, state, highest }) => {
    const known = playIds(before);
    const fresh = playIds(state).filter((id) => id !== undefined && !known.includes(id));
    const [first, second] = playIds(state);
    return (
      fresh.every((id) => id !== undefined && id > highest && id < state.nextPlayId) &&
      state.nextPlayId >= before.nextPlayId &&
      (first === undefined || second === undefined || second > first)
    );
  });
});

t.test('the engine has been told exactly what the state says', async (t) => {
  always(t, ({ state, engine }) => {
    const [cued, following] = playIds(state);
    return engine.cued === cued && engine.following === following;
  });
});

t.test('it runs when the state is playing, and never else', async (t) => {
  always(t, ({ state, engine, effects }) => {
    const playing = state.playback.kind === 'playing';
    return engine.running === playing && (playing || !effects.some(({ type }) => type === 'run'));
  });
});

t.test('every track is where the state says that it is, and what follows lies behind it', async (t) => {
  always(t, ({ state: { playback, queue } }) => {
    if (playback.kind === 'stopped') {
      const { prepared } = playback;
      return (
        prepared === undefined || (prepared.index === queue.index && queue.entries[queue.index] === prepared.entry)
      );
    }
    const { current, upcoming } = playback;
    const placed =
      current.index === -1 || (current.index === queue.index && queue.entries[current.index] === current.entry);
    return (
      placed &&
      (upcoming === undefined || (upcoming.index > current.index && queue.entries[upcoming.index] === upcoming.entry))
    );
  });
});

t.test('stopped, there is no current track; playing or paused, there is one', async (t) => {
  always(t, ({ state: { playback } }) => (playback.kind === 'stopped') !== 'current' in playback);
});

t.test('an entry that cannot be played is neither cued nor named to follow', async (t) => {
  always(t, ({ state, effects }) =>
    effects.every(
      (effect) =>
        (effect.type !== 'cue' && effect.type !== 'follow') || !state.unplayable.has(effect.track?.entry.key ?? -1),
    ),
  );
});

t.test('after a cue while playing or paused, the engine is told what follows', async (t) => {
  always(t, ({ state, effects }) => {
    const cue = effects.findLastIndex(({ type }) => type === 'cue');
    return cue < 0 || state.playback.kind === 'stopped' || effects[cue + 1]?.type === 'follow';
  });
});

t.test('a change of queue or index is saved, and at most once', async (t) => {
  always(t, ({ before, state, effects }) => {
    const saves = effects.filter(({ type }) => type === 'save').length;
    const changed = before.queue.entries !== state.queue.entries || before.queue.index !== state.queue.index;
    return saves <= 1 && (!changed || saves === 1);
  });
});

t.test('news of a superseded track changes nothing', async (t) => {
  always(t, ({ before, event, state, effects }) => {
    if (!('playId' in event) || playIds(before).includes(event.playId)) return true;
    return state === before && effects.length === 0;
  });
});

t.test('only play and start leave the stopped state', async (t) => {
  always(t, ({ before, event, state }) => {
    if (before.playback.kind !== 'stopped' || state.playback.kind === 'stopped') return true;
    return state.playback.kind === 'playing' && (event.type === 'play' || event.type === 'start');
  });
});

t.test('only resume and start leave the paused state for playing', async (t) => {
  always(t, ({ before, event, state }) => {
    if (before.playback.kind !== 'paused' || state.playback.kind !== 'playing') return true;
    return event.type === 'resume' || event.type === 'start';
  });
});

t.test('the state is plain data, and a pure function gives the same answer twice', async (t) => {
  always(t, ({ before, event, state, effects }) => {
    return (
      isDeepStrictEqual(structuredClone(state), state) &&
      isDeepStrictEqual(transition(before, event), { state, effects })
    );
  });
});
