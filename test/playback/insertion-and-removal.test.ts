/** Edits of every small queue, compared with what the contract says of them in plain words. */
import t from 'tap';
import { changedAspects } from '../../src/playback/player-machine.js';
import { INSERTIONS, inserted } from '../../src/playback/insertion.js';
import { playedRank, queueOf, type Queue, type Cursor } from '../../src/playback/queue.js';
import { cleared, removed } from '../../src/playback/removal.js';
import type { PlayerState } from '../../src/playback/state.js';
import type { QueueEntry } from '../../src/playback/types.js';
import { after, entriesOf, PLAY, startAt, stoppedAt, STOP } from './states.js';

const LONGEST = 4;
const NEW = entriesOf(['x', 'y'], 10);

/** All queues of up to four entries, from every first index, at every entry, with every run that was inserted last. */
function* queues(): Generator<Queue> {
  for (let length = 1; length <= LONGEST; length += 1) {
    const entries = entriesOf(['a', 'b', 'c', 'd'].slice(0, length));
    for (let firstIndex = 0; firstIndex < length; firstIndex += 1) {
      for (let index = 0; index < length; index += 1) {
        for (const cursor of ['at', 'before', 'after'] as Cursor[]) {
          const last = (firstIndex + length - 1) % length;
          if (cursor === 'after' && index !== last) continue;
          for (let lastInsertPosition = -1; lastInsertPosition < length; lastInsertPosition += 1) {
            const queue = { ...queueOf(entries, index), firstIndex, cursor, lastInsertPosition };
            const rank = (lastInsertPosition - firstIndex + length) % length;
            if (lastInsertPosition < 0 || rank > playedRank(queue)) yield queue;
          }
        }
      }
    }
  }
}

/** Entries in play order. */
const played = ({ entries, firstIndex }: Queue): QueueEntry[] => [
  ...entries.slice(firstIndex),
  ...entries.slice(0, firstIndex),
];
/** What comes next in play order, the current entry first when there is one. */
const rest = (queue: Queue): QueueEntry[] =>
  queue.cursor === 'after' ? [] : played(queue).slice(playedRank(queue) + (queue.cursor === 'at' ? 0 : 1));
const names = (entries: readonly QueueEntry[]): string => entries.map(({ location }) => location).join(' ');
const show = (queue: Queue): string =>
  `${names(played(queue))} at ${queue.index} (${queue.cursor}), first ${queue.firstIndex}, run ${queue.lastInsertPosition}`;

/** Play order behind an insertion of x y. */
function expected(queue: Queue, position: number): string {
  const order = played(queue);
  const run = queue.entries[queue.lastInsertPosition];
  const behind = (count: number): string => names(order.toSpliced(count, 0, ...NEW));
  switch (INSERTIONS[-1 - position]) {
    case 'prepend':
      return behind(0);
    case 'insert':
      return behind(run === undefined ? playedRank(queue) + 1 : order.indexOf(run) + 1);
    case 'first':
      return behind(playedRank(queue) + 1);
    default:
      return behind(order.length);
  }
}

t.test('an insertion puts its tracks where the contract says, and nothing else moves', async (t) => {
  let bad = 0;
  const equal = (found: unknown, wanted: unknown, what: string): void => {
    if (found === wanted) return;
    bad += 1;
    if (bad < 10) t.equal(found, wanted, what);
  };
  for (const queue of queues()) {
    const current = queue.entries[queue.index];
    for (const position of [-1, -2, -3, -4, -7, -8]) {
      const what = `${INSERTIONS[-1 - position]} into ${show(queue)}`;
      const result = inserted(queue, NEW, position, 7, true);
      const order = names(played(result));
      if (position === -7) equal(order.replace('y x', 'x y'), expected(queue, position), what);
      else equal(order, expected(queue, position), what);
      if (queue.cursor === 'at') equal(result.entries[result.index], current, `${what}: the current track`);
      const isRun = position === -2 || position === -4;
      const run = isRun ? NEW[1] : queue.entries[queue.lastInsertPosition];
      equal(result.entries[result.lastInsertPosition], run, `${what}: the run inserted last`);
      // A track that has left the queue is followed by all that was not played, or was put there.
      if (queue.cursor !== 'at') {
        if (position === -1) equal(names(rest(result)), names(rest(queue)), `${what}: what follows`);
        const left = names(played(queue).slice(0, playedRank(queue) + 1));
        const gone = names(rest(result));
        if (position !== -1 && position !== -7) equal(`${left} ${gone}`.trim(), order, `${what}: what follows`);
      }
    }
    equal(inserted(queue, [], -1, 7, true), queue, 'nothing is inserted');
  }
  t.equal(bad, 0);
});

t.test('an index inserts in front of the entry there', async (t) => {
  let bad = 0;
  for (const queue of queues()) {
    for (let position = 0; position <= queue.entries.length; position += 1) {
      const result = inserted(queue, NEW, position, 7, true);
      const isRight =
        names(result.entries) === names(queue.entries.toSpliced(position, 0, ...NEW)) &&
        (queue.cursor !== 'at' || result.entries[result.index] === queue.entries[queue.index]) &&
        (queue.cursor !== 'before' ||
          result.entries[result.index] === (position === queue.index ? NEW[0] : queue.entries[queue.index])) &&
        result.entries[result.firstIndex] ===
          (position === queue.firstIndex ? NEW[0] : queue.entries[queue.firstIndex]);
      if (!isRight) bad += 1;
    }
  }
  t.equal(bad, 0);
});

t.test('an insertion remembers the order that an end of the shuffle brings back', async (t) => {
  const entries = entriesOf(['a', 'b', 'c']);
  const unshuffled = [entries[2], entries[0], entries[1]] as QueueEntry[];
  const queue = { ...queueOf(entries, 1), unshuffled };
  for (const [position, order] of [
    [-1, 'x y c a b'],
    [-2, 'c a b x y'],
    [-3, 'c a b x y'],
    [-4, 'c a b x y'],
    [-5, 'c a b'],
    [-8, 'c a b x y'],
    [0, 'x y c a b'],
    [1, 'c a x y b'],
    [3, 'c x y a b'],
  ] as const) {
    const known = names(inserted(queue, NEW, position, 7, true).unshuffled ?? []);
    t.equal(position === -5 ? known.slice(0, 5) : known, order, String(position));
  }
  const scattered = inserted(queue, NEW, -5, 7, true).unshuffled ?? [];
  t.strictSame(new Set(scattered.slice(3)), new Set(NEW));
});

t.test('a shuffled insertion leaves what was played, the old order and the current track alone', async (t) => {
  let bad = 0;
  const heads = new Set<string>();
  for (const queue of queues()) {
    for (const seed of [1, 2, 3]) {
      const started = inserted(queue, NEW, -5, seed, true);
      const order = played(started);
      const before = played(queue).slice(0, playedRank(queue) + 1);
      const old = order.filter((entry) => !NEW.includes(entry));
      const isRight =
        names(order.slice(0, before.length)) === names(before) &&
        names(old) === names(played(queue)) &&
        order.length === queue.entries.length + NEW.length &&
        started.firstIndex === queue.firstIndex &&
        (queue.cursor !== 'at' || started.entries[started.index] === queue.entries[queue.index]) &&
        (queue.cursor === 'at' || (started.cursor === 'before' && rest(started)[0] === order[before.length])) &&
        started.entries[started.lastInsertPosition] === queue.entries[queue.lastInsertPosition];
      if (!isRight) bad += 1;
      if (queue.cursor === 'at') heads.add(names(played(inserted(queue, NEW, -5, seed, false)).slice(0, 1)));
    }
  }
  t.equal(bad, 0);
  t.ok(heads.has('x') || heads.has('y'), 'stopped, one of them may come first');
});

t.test('an insertion into an empty queue, and one that replaces', async (t) => {
  const empty = queueOf([]);
  for (const position of [-1, -2, -3, -4, -5, -6, -7, -8, 0]) {
    for (const [cursor, next] of [
      ['at', 'at'],
      ['after', 'before'],
    ] as const) {
      const result = inserted({ ...empty, cursor }, NEW, position, 7, true);
      t.match({ ...result, names: names(result.entries) }, { index: 0, firstIndex: 0, cursor: next, names: 'x y' });
    }
  }
  for (const queue of queues()) {
    const result = inserted(queue, NEW, -6, 7, true);
    const current = queue.cursor === 'at' ? `${queue.entries[queue.index]?.location} ` : '';
    if (names(result.entries) !== `${current}x y` || result.index !== 0 || result.firstIndex !== 0) t.fail(show(queue));
    if (result.cursor !== (current === '' ? 'before' : 'at') || result.lastInsertPosition !== -1) t.fail(show(queue));
  }
});

t.test('a removal takes its tracks and nothing else, and playing goes on behind what it took', async (t) => {
  let bad = 0;
  const equal = (found: unknown, wanted: unknown, what: string): void => {
    if (found === wanted) return;
    bad += 1;
    if (bad < 10) t.equal(found, wanted, what);
  };
  for (const queue of queues()) {
    const { length } = queue.entries;
    for (let chosen = 0; chosen < 2 ** length; chosen += 1) {
      const positions = new Set([...queue.entries.keys()].filter((at) => (chosen & (1 << at)) !== 0));
      const keeps = (entry: QueueEntry): boolean => !positions.has(queue.entries.indexOf(entry));
      for (const started of [true, false]) {
        const result = removed(queue, positions, started);
        const what = `${[...positions].join()} of ${show(queue)}, ${started ? 'started' : 'stopped'}`;
        if (chosen === 0) {
          equal(result, queue, what);
          continue;
        }
        const kept = played(queue).filter(keeps);
        equal(names(played(result)), names(kept), `${what}: order`);
        const isDetached = started && (queue.cursor !== 'at' || positions.has(queue.index));
        const next = rest(queue).filter(keeps);
        equal(result.cursor, isDetached ? (next.length > 0 ? 'before' : 'after') : 'at', `${what}: cursor`);
        if (next.length > 0) equal(result.entries[result.index], next[0], `${what}: what follows`);
        else if (kept.length > 0) equal(result.entries[result.index], kept.at(-1), `${what}: the last`);
        else equal(result.index + result.firstIndex, 0, `${what}: empty`);
        const rank = (queue.lastInsertPosition - queue.firstIndex + length) % length;
        const run = played(queue)
          .slice(playedRank(queue) + 1, rank + 1)
          .filter(keeps);
        equal(
          result.entries[result.lastInsertPosition],
          queue.lastInsertPosition < 0 ? undefined : run.at(-1),
          `${what}: the run inserted last`,
        );
      }
    }
    for (const started of [true, false]) {
      const stays = started && queue.cursor === 'at';
      equal(names(cleared(queue, started).entries), stays ? queue.entries[queue.index]?.location : '', 'cleared');
    }
  }
  t.equal(bad, 0);
});

t.test('a removal forgets its tracks in the order before the shuffle too', async (t) => {
  const entries = entriesOf(['a', 'b', 'c']);
  const queue = { ...queueOf(entries, 1), seed: 5, unshuffled: entries.toReversed() };
  t.equal(names(removed(queue, new Set([1]), true).unshuffled ?? []), 'c a');
  t.match(removed(queue, new Set([0, 1, 2]), true), { seed: 0, unshuffled: undefined, cursor: 'after' });
  t.match(removed(queue, new Set([0, 1]), true), { seed: 5 });
});

t.test('what listeners look at again after a change', async (t) => {
  const aspects = (before: PlayerState, behind: PlayerState): string => [...changedAspects(before, behind)].join(' ');
  const stopped = stoppedAt(0);
  const playing = after(stopped, PLAY).state;
  const withQueue = (change: Partial<Queue>): PlayerState => ({ ...playing, queue: { ...playing.queue, ...change } });
  for (const [what, before, behind, wanted] of [
    ['nothing', playing, playing, ''],
    ['paused', playing, after(playing, { type: 'pause' }).state, 'status'],
    ['began', stopped, playing, 'status currentTrack nextTrack position resumePoint'],
    ['the next', playing, after(playing, startAt(1)).state, 'currentTrack nextTrack position queue resumePoint'],
    ['stopped', playing, after(playing, STOP).state, 'status currentTrack nextTrack position resumePoint'],
    ['stopped elsewhere', stopped, { ...stopped, queue: { ...stopped.queue, index: 1 } }, 'queue'],
    ['moved', playing, withQueue({ index: 1 }), 'currentTrack queue'],
    ['left the queue', playing, withQueue({ cursor: 'before' }), 'currentTrack'],
    ['left it at another index', withQueue({ cursor: 'before' }), withQueue({ cursor: 'after', index: 2 }), 'queue'],
    ['rotated', playing, withQueue({ firstIndex: 1 }), 'queue'],
    ['inserted', playing, withQueue({ lastInsertPosition: 1 }), 'queue'],
    ['another seed', playing, withQueue({ seed: 9 }), 'queue'],
    ['modes', playing, { ...playing, modes: { ...playing.modes } }, 'modes'],
    ['the saved position', playing, { ...playing, resume: undefined }, 'resumePoint'],
  ] as [string, PlayerState, PlayerState, string][]) {
    t.equal(aspects(before, behind), wanted, what);
  }
});
