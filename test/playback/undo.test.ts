/** Undoing an edit. A queue is written as its letters; where playing stands as `at 1`, `before 1` or `after 1`. */
import t from 'tap';
import { INITIAL_STATE, type Playback, type PlayerState } from '../../src/playback/state.js';
import { queueOf, type Cursor, type Queue } from '../../src/playback/queue.js';
import { undone } from '../../src/playback/queue-edits.js';

const entryOf = (letter: string) => ({ key: letter.charCodeAt(0), location: letter });

function queue(letters: string, at: string, firstIndex = 0): Queue {
  const [cursor, index] = at.split(' ') as [Cursor, string];
  return { ...queueOf(letters.split('').map(entryOf), Number(index)), cursor, firstIndex };
}

const sketch = ({ entries, index, cursor, firstIndex }: Queue): string =>
  `${entries.map(({ location }) => location).join('')} ${cursor} ${index}, first ${firstIndex}`;

/** @param current letter of the track that plays; undefined while stopped */
function stateOf(edited: Queue, current?: string): PlayerState {
  const playback: Playback =
    current === undefined
      ? INITIAL_STATE.playback
      : { kind: 'playing', current: { playId: 1, entry: entryOf(current) }, upcoming: undefined };
  return { ...INITIAL_STATE, queue: edited, playback };
}

for (const [what, rows] of Object.entries({
  'the entry that is current stays current, in its old place': [
    [queue('xcab', 'at 1'), undefined, queue('abc', 'at 0'), 'abc at 2, first 0'],
    [queue('xcab', 'at 1'), 'c', queue('abc', 'at 0', 1), 'abc at 2, first 1'],
    [queue('xab', 'before 1'), 'c', queue('abc', 'at 0'), 'abc at 2, first 0'],
    [queue('ba', 'at 1'), 'a', queue('ab', 'after 1'), 'ab at 0, first 0'],
  ],
  'while nothing plays, an entry that was not there leaves the old one current': [
    [queue('xab', 'at 0'), undefined, queue('abc', 'at 1'), 'abc at 1, first 0'],
    [queue('', 'at 0'), undefined, queue('abc', 'before 2'), 'abc at 2, first 0'],
    [queue('x', 'at 0'), undefined, queue('', 'at 0'), ' at 0, first 0'],
  ],
  'behind a track that was not there comes what followed the nearest track before it that was': [
    [queue('axbc', 'at 1'), 'x', queue('abc', 'at 0'), 'abc before 1, first 0'],
    [queue('abxyc', 'at 3'), 'y', queue('abc', 'at 0'), 'abc before 2, first 0'],
    [queue('abc', 'before 1'), 'x', queue('abc', 'at 0'), 'abc before 1, first 0'],
    [queue('abc', 'after 2'), 'x', queue('cab', 'at 0'), 'cab before 1, first 0'],
    [queue('bxa', 'at 1'), 'x', queue('abc', 'at 0'), 'abc before 2, first 0'],
  ],
  'the order is the one of playing, which begins at the logical first': [
    [queue('xbca', 'at 0', 2), 'x', queue('abc', 'at 0'), 'abc before 1, first 0'],
    [queue('axbc', 'at 1'), 'x', queue('bac', 'at 0', 2), 'bac after 1, first 2'],
    [queue('axbc', 'at 1'), 'x', queue('cba', 'at 0', 1), 'cba before 0, first 1'],
  ],
  'behind the last track nothing comes': [
    [queue('abcx', 'at 3'), 'x', queue('abc', 'at 0'), 'abc after 2, first 0'],
    [queue('ax', 'at 1'), 'x', queue('a', 'at 0'), 'a after 0, first 0'],
  ],
  'where no track before it was there, all comes': [
    [queue('xyab', 'at 1'), 'y', queue('abc', 'at 2', 1), 'abc before 1, first 1'],
    [queue('abc', 'before 0'), 'x', queue('abc', 'at 2'), 'abc before 0, first 0'],
    [queue('', 'after 0'), 'x', queue('abc', 'at 2', 1), 'abc before 1, first 1'],
    [queue('x', 'at 0'), 'x', queue('', 'at 0'), ' after 0, first 0'],
  ],
} satisfies Record<string, readonly (readonly [Queue, string | undefined, Queue, string])[]>)) {
  t.test(what, async (t) => {
    for (const [edited, current, before, expected] of rows) {
      const name = `${sketch(edited)}, ${current ?? 'nothing'} plays: undone to ${sketch(before)}`;
      t.equal(sketch(undone(stateOf(edited, current), before)), expected, name);
    }
  });
}
