/** What is played next, by itself or by hand, with and without repeat. Entries that failed are passed. */
import { hasKey } from './key-set.js';
import { indexAtRank, rankOf, type Queue } from './queue.js';
import { reshuffled } from './shuffle.js';
import type { PlayerState } from './state.js';

export interface Target {
  readonly index: number;
  /** The queue in its new order when this begins another round. */
  readonly round: Queue | undefined;
}

/** What follows at the natural end of the current track; undefined at the end of the queue. */
export function following(state: PlayerState): Target | undefined {
  const { queue, modes } = state;
  const repeats = modes.repeat === 'one' || modes.repeat === 'ab';
  if (repeats && queue.cursor === 'at' && isPlayable(state, queue, queue.index)) {
    return { index: queue.index, round: undefined };
  }
  return afterCurrent(state);
}

/** What `next` goes to. Repeat A-B is not asked: every skip begins the current track again. */
export const nextByHand = (state: PlayerState): Target | undefined => afterCurrent(state);

export function previousByHand(state: PlayerState): Target | undefined {
  const { queue, modes } = state;
  if (queue.entries.length === 0) return undefined;
  const from = rankOf(queue, queue.index) + (queue.cursor === 'after' ? 1 : 0);
  return withinRound(search(state, queue, from, -1, modes.repeat === 'all' || modes.repeat === 'one'));
}

function afterCurrent(state: PlayerState): Target | undefined {
  const { queue, modes } = state;
  if (queue.entries.length === 0) return undefined;
  const from = rankOf(queue, queue.index) - (queue.cursor === 'before' ? 1 : 0);
  const wraps = modes.repeat !== 'off' && modes.repeat !== 'shuffle';
  const next = search(state, queue, from, 1, wraps);
  if (next !== undefined || modes.repeat !== 'shuffle') return withinRound(next);
  const round = reshuffled(queue, state.nextSeed);
  const first = search(state, round, -1, 1, false);
  return first === undefined ? undefined : { index: first, round };
}

const withinRound = (index: number | undefined): Target | undefined =>
  index === undefined ? undefined : { index, round: undefined };

const isPlayable = ({ unplayable }: PlayerState, { entries }: Queue, index: number): boolean => {
  const key = entries[index]?.key;
  return key !== undefined && !hasKey(unplayable, key);
};

/** The first playable entry behind (or, by -1, before) a rank; wrapping, the search ends where it began. */
function search(state: PlayerState, queue: Queue, from: number, by: 1 | -1, wraps: boolean): number | undefined {
  const { length } = queue.entries;
  for (let steps = 1; steps <= length; steps++) {
    const rank = from + by * steps;
    if (!wraps && (rank < 0 || rank >= length)) return undefined;
    const index = indexAtRank(queue, (rank + length) % length);
    if (isPlayable(state, queue, index)) return index;
  }
  return undefined;
}
