/**
 * Random histories against `transition`. A model of the engine is reported every effect; whatever happens, it must end up
 * with the very tracks that the state speaks of.
 */
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { hasKey } from '../../src/playback/key-set.js';
import { INITIAL_STATE, type Effect, type MachineEvent, type PlayerState } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { deepFreeze } from './deep-freeze.js';
import { currentKey, goneOver, obey, playIds, playOrder, SILENT, type ModelEngine } from './model-engine.js';
import { step, type Step } from './random-events.js';

interface Moment {
  readonly before: PlayerState;
  readonly event: MachineEvent;
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
  readonly engine: ModelEngine;
  /** The highest play id that was given out before. */
  readonly highest: number;
}

function history(steps: readonly Step[]): Moment[] {
  const moments: Moment[] = [];
  let before = deepFreeze(INITIAL_STATE);
  let engine = SILENT;
  let highest = 0;
  for (const make of steps) {
    const event = deepFreeze(make(before));
    const { state, effects } = transition(before, event);
    deepFreeze(state);
    engine = effects.reduce(obey, goneOver(engine, event));
    moments.push({ before, event, state, effects, engine, highest });
    highest = Math.max(highest, ...playIds(state).map((id) => id ?? 0));
    before = state;
  }
  return moments;
}

/** The claim holds at every moment of every history. `transition` works on frozen states, so it never changes one. */
function always(t: Test, claim: (moment: Moment) => boolean): void {
  const claims = fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => history(steps).every(claim));
  t.doesNotThrow(() => fc.assert(claims, { numRuns: 300 }));
}

const indexOfKey = ({ queue }: PlayerState): number => (queue.cursor === 'at' ? queue.index : -1);

const EDITS = ['queueReplaced', 'inserted', 'removed', 'cleared', 'moved', 'shuffled', 'undone', 'modesSet'];

t.test('all positions are inside the queue, or stand for nothing', async (t) => {
  always(t, ({ state: { queue } }) => {
    const { entries, index, firstIndex, lastInsertPosition } = queue;
    const inside = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < Math.max(entries.length, 1);
    return inside(index) && inside(firstIndex) && (lastInsertPosition === -1 || inside(lastInsertPosition));
  });
});

t.test('no entry is twice in the queue, and none comes from nowhere', async (t) => {
  always(t, ({ before, event, state }) => {
    const keys = state.queue.entries.map(({ key }) => key);
    const given = 'entries' in event ? event.entries : [];
    const known = new Set([...before.queue.entries, ...given, ...(before.undo?.entries ?? [])].map(({ key }) => key));
    return new Set(keys).size === keys.length && keys.every((key) => known.has(key));
  });
});

t.test('shuffled, the order of insertion holds the very same entries', async (t) => {
  always(t, ({ state: { queue } }) => {
    if (queue.unshuffled === undefined) return queue.seed === 0;
    const sorted = (entries: readonly { key: number }[]) => entries.map(({ key }) => key).sort((a, b) => a - b);
    return queue.seed > 0 && isDeepStrictEqual(sorted(queue.unshuffled), sorted(queue.entries));
  });
});

t.test('the end of the shuffle brings back the order before it, for what was there', async (t) => {
  always(t, ({ before, event, state }) => {
    // From an index that is not there nothing is shuffled.
    if (event.type !== 'shuffled' || before.queue.seed !== 0 || state.queue === before.queue) return true;
    const { state: back } = transition(state, { type: 'modesSet', modes: { shuffle: false } });
    return (
      isDeepStrictEqual(back.queue.entries, before.queue.entries) &&
      back.queue.seed === 0 &&
      back.queue.firstIndex === 0
    );
  });
});

t.test('an edit lets the current track be: it sounds on in the same playing, at its own at', async (t) => {
  always(t, ({ before, event, state }) => {
    if (!EDITS.includes(event.type) || before.playback.kind === 'stopped') return true;
    if (state.playback.kind !== before.playback.kind) return false;
    const inQueue = state.queue.entries.findIndex(({ key }) => key === currentKey(state));
    const isPlaced = inQueue < 0 ? state.queue.cursor !== 'at' : indexOfKey(state) === inQueue;
    return state.playback.current === before.playback.current && isPlaced;
  });
});

t.test('while stopped an edit keeps the current entry as long as it is in the queue', async (t) => {
  always(t, ({ before, event, state }) => {
    if (!EDITS.includes(event.type) || before.playback.kind !== 'stopped' || event.type === 'shuffled') return true;
    const key = currentKey(before);
    return !state.queue.entries.some((entry) => entry.key === key) || currentKey(state) === key;
  });
});

t.test('a shuffle makes the current track the logical first', async (t) => {
  always(t, ({ before, event, state }) => {
    if (event.type !== 'shuffled' || before.queue === state.queue) return true;
    return state.queue.index === state.queue.firstIndex;
  });
});

t.test('an insertion changes nothing in the order of the others', async (t) => {
  always(t, ({ before, event, state }) => {
    if (event.type !== 'inserted' || event.position === -6) return true;
    const added = new Set(event.entries.map(({ key }) => key));
    const others = playOrder(state).filter((key) => !added.has(key));
    return isDeepStrictEqual(others, playOrder(before)) && playOrder(state).length === others.length + added.size;
  });
});

t.test('a removal leaves the others in their order', async (t) => {
  always(t, ({ before, event, state }) => {
    if (event.type !== 'removed') return true;
    const gone = new Set([...event.positions].map((at) => before.queue.entries[at]?.key));
    return isDeepStrictEqual(
      playOrder(state),
      playOrder(before).filter((key) => !gone.has(key)),
    );
  });
});

t.test('a move puts the entries where it says, and leaves the others in their order', async (t) => {
  always(t, ({ before, event, state }) => {
    if (event.type !== 'moved') return true;
    const { from, to, count } = event;
    const block = before.queue.entries.slice(from, from + count);
    const moved = state.queue.entries.slice(to, to + count);
    const others = (keys: readonly number[]) => keys.filter((key) => !block.some((entry) => entry.key === key));
    return isDeepStrictEqual(moved, block) && isDeepStrictEqual(others(playOrder(state)), others(playOrder(before)));
  });
});

t.test('what follows a track that has left the queue is never skipped or repeated by an edit', async (t) => {
  always(t, ({ before, event, state }) => {
    if (event.type !== 'inserted' || before.queue.cursor !== 'before' || event.entries.length === 0) return true;
    const follower = before.queue.entries[before.queue.index]?.key;
    const added = new Set(event.entries.map(({ key }) => key));
    const now = state.queue.entries[state.queue.index]?.key;
    return now === follower || added.has(now ?? 0);
  });
});

t.test('undo brings back the queue before the last edit, and can be asked for once', async (t) => {
  always(t, ({ before, event, state }) => {
    if (state.undo !== before.queue || event.type === 'undone') return true;
    const { state: back } = transition(state, { type: 'undone' });
    const { entries, firstIndex, seed, unshuffled, lastInsertPosition } = before.queue;
    return (
      back.queue.entries === entries &&
      back.queue.firstIndex === firstIndex &&
      back.queue.seed === seed &&
      back.queue.unshuffled === unshuffled &&
      back.queue.lastInsertPosition === lastInsertPosition &&
      back.undo === undefined
    );
  });
});

t.test('undo right after an edit that left the current track in the queue leaves the index where it was', async (t) => {
  always(t, ({ before, event, state }) => {
    if (state.undo !== before.queue || event.type === 'undone' || before.queue.cursor !== 'at') return true;
    const { state: back } = transition(state, { type: 'undone' });
    const stays = before.playback.kind !== 'stopped' || currentKey(before) === currentKey(state);
    return !stays || (back.queue.index === before.queue.index && back.queue.cursor === 'at');
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

t.test('the engine has been reported exactly what the state says', async (t) => {
  always(t, ({ state, engine }) => {
    const [loaded, upcoming] = playIds(state);
    const pauses = state.playback.kind !== 'stopped' && state.playback.upcoming?.pauses === true;
    return engine.loaded === loaded && engine.following === (pauses ? undefined : upcoming);
  });
});

t.test('it runs when the state is playing, and never else', async (t) => {
  always(t, ({ state, engine, effects }) => {
    const playing = state.playback.kind === 'playing';
    return engine.running === playing && (playing || !effects.some(({ type }) => type === 'run'));
  });
});

t.test('the tracks are where the state says that they are', async (t) => {
  always(t, ({ state: { playback, queue } }) => {
    const entry = queue.entries[queue.index];
    if (playback.kind === 'stopped') {
      return queue.cursor === 'at' && (playback.prepared === undefined || playback.prepared.entry === entry);
    }
    const { current, upcoming } = playback;
    const whole = upcoming?.round ?? queue;
    return (
      (queue.cursor !== 'at' || current.entry === entry) &&
      (upcoming === undefined || whole.entries[upcoming.index] === upcoming.entry)
    );
  });
});

t.test('behind a track that has left the queue stands the last entry, or nothing at all', async (t) => {
  always(t, ({ state: { queue } }) => {
    if (queue.cursor !== 'after') return true;
    const { entries, index, firstIndex } = queue;
    return entries.length === 0 || (index + 1) % entries.length === firstIndex;
  });
});

t.test('under repeat off what follows lies behind the current entry in play order', async (t) => {
  always(t, ({ state }) => {
    const { playback, queue, modes } = state;
    if (playback.kind === 'stopped' || playback.upcoming === undefined || modes.repeat !== 'off') return true;
    const order = playOrder(state);
    const at = order.indexOf(queue.entries[queue.index]?.key ?? -1);
    const next = order.indexOf(playback.upcoming.entry.key);
    return queue.cursor === 'at' ? next > at : queue.cursor === 'before' ? next >= at : false;
  });
});

t.test('an entry that cannot be played is neither loaded nor named to follow', async (t) => {
  always(t, ({ state, effects }) =>
    effects.every(
      (effect) =>
        (effect.type !== 'load' && effect.type !== 'follow') ||
        !hasKey(state.unplayable, effect.track?.entry.key ?? -1) ||
        effect.track?.entry.key === currentKey(state),
    ),
  );
});

t.test('after a load while playing or paused, the engine is reported what follows', async (t) => {
  always(t, ({ state, effects }) => {
    const load = effects.findLastIndex(({ type }) => type === 'load');
    return load < 0 || state.playback.kind === 'stopped' || effects[load + 1]?.type === 'follow';
  });
});

t.test('whatever is kept is saved when it changes, once, behind everything else', async (t) => {
  always(t, ({ before, state, effects }) => {
    const kept = ({ queue: { cursor: _cursor, ...queue }, modes, resume }: PlayerState) => ({
      queue,
      modes,
      resume,
    });
    const saves = effects.filter(({ type }) => type === 'save').length;
    const changed = !isDeepStrictEqual(kept(before), kept(state));
    return saves <= 1 && (!changed || saves === 1) && (saves === 0 || effects.at(-1)?.type === 'save');
  });
});

t.test('events of a superseded track changes nothing', async (t) => {
  always(t, ({ before, event, state, effects }) => {
    if (!('playId' in event) || playIds(before).includes(event.playId)) return true;
    return state === before && effects.length === 0;
  });
});

t.test('only play, start and resume-track leave the stopped state', async (t) => {
  always(t, ({ before, event, state }) => {
    if (before.playback.kind !== 'stopped' || state.playback.kind === 'stopped') return true;
    return state.playback.kind === 'playing' && ['play', 'start', 'resumeTrack'].includes(event.type);
  });
});

t.test('only resume, start and resume-track leave the paused state for playing', async (t) => {
  always(t, ({ before, event, state }) => {
    if (before.playback.kind !== 'paused' || state.playback.kind !== 'playing') return true;
    return ['resume', 'start', 'resumeTrack'].includes(event.type);
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
