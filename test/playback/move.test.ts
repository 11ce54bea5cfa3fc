/** Moves within the queue. A queue is written as its letters; where playing stands as `at 1`, `before 1` or `after 1`. */
import t from 'tap';
import { moved } from '../../src/playback/queue-edits.js';
import { queueOf, type Queue, type Cursor } from '../../src/playback/queue.js';

interface Extra {
  readonly first?: number;
  readonly last?: number;
}

function queue(letters: string, at: string, { first = 0, last = -1 }: Extra = {}): Queue {
  const [cursor, index] = at.split(' ') as [Cursor, string];
  const entries = letters.split('').map((location) => ({ key: location.charCodeAt(0), location }));
  return { ...queueOf(entries, Number(index)), cursor, firstIndex: first, lastInsertPosition: last };
}

const sketch = ({ entries, index, cursor, firstIndex, lastInsertPosition }: Queue): string =>
  `${entries.map(({ location }) => location).join('')} ${cursor} ${index}, first ${firstIndex}, last ${lastInsertPosition}`;

t.test('a move of nothing, or to where it is, changes nothing', async (t) => {
  const same = queue('abcd', 'at 1', { first: 2, last: 3 });
  t.equal(moved(same, 2, 2, 1), same);
  t.equal(moved(same, 0, 2, 0), same);
});

for (const [what, rows] of Object.entries({
  'the current entry stays current': [
    ['abcd', 'at 1', {}, [0, 2, 1], 'bcad at 0, first 0, last -1'],
    ['abcd', 'at 1', {}, [1, 3, 1], 'acdb at 3, first 0, last -1'],
    ['abcd', 'at 3', {}, [3, 0, 1], 'dabc at 0, first 0, last -1'],
    ['abcd', 'at 2', {}, [0, 2, 2], 'cdab at 0, first 0, last -1'],
  ],
  'the logical first keeps its place, or leaves it to what followed': [
    ['abcd', 'at 0', { first: 2 }, [2, 0, 1], 'cabd at 1, first 3, last -1'],
    ['abcd', 'at 0', { first: 3 }, [3, 1, 1], 'adbc at 0, first 0, last -1'],
    ['abcd', 'at 0', { first: 1 }, [1, 2, 2], 'adbc at 0, first 1, last -1'],
  ],
  'what is put right before the logical first leads, unless it led before': [
    ['abcd', 'at 0', { first: 2 }, [3, 2, 1], 'abdc at 0, first 2, last -1'],
    ['abcd', 'at 0', { first: 2 }, [0, 1, 1], 'bacd at 1, first 1, last -1'],
    ['abcde', 'at 4', { first: 3 }, [0, 1, 2], 'cabde at 4, first 1, last -1'],
    ['abcd', 'at 0', { first: 2 }, [2, 3, 1], 'abdc at 0, first 2, last -1'],
  ],
  'the run that was inserted last goes with its end, and is over when that moves': [
    ['abcd', 'at 0', { last: 2 }, [3, 1, 1], 'adbc at 0, first 0, last 3'],
    ['abcd', 'at 0', { last: 2 }, [2, 1, 1], 'acbd at 0, first 0, last -1'],
    ['abcd', 'at 0', { last: 0 }, [2, 1, 1], 'acbd at 0, first 0, last 0'],
    ['abcd', 'at 1', { last: 0 }, [0, 1, 1], 'bacd at 0, first 0, last -1'],
    ['abcd', 'at 0', { last: 3 }, [1, 0, 2], 'bcad at 2, first 0, last 3'],
    ['abcd', 'at 0', { last: 2 }, [1, 0, 2], 'bcad at 2, first 0, last -1'],
    ['abcd', 'at 0', { last: 1 }, [2, 0, 2], 'cdab at 2, first 0, last 3'],
  ],
  'what followed a detached track still follows it': [
    ['abcd', 'before 2', {}, [0, 3, 1], 'bcda before 1, first 0, last -1'],
    ['abcd', 'before 1', {}, [1, 3, 1], 'acdb before 1, first 0, last -1'],
    ['abcd', 'before 1', {}, [3, 0, 1], 'dabc before 2, first 0, last -1'],
  ],
  'what is put right before the follower of a detached track follows it instead': [
    ['abcd', 'before 2', {}, [3, 2, 1], 'abdc before 2, first 0, last -1'],
    ['abcd', 'before 2', {}, [0, 1, 1], 'bacd before 1, first 0, last -1'],
    ['abcd', 'before 0', {}, [2, 0, 1], 'cabd before 0, first 0, last -1'],
    ['abcd', 'before 0', { first: 2 }, [2, 3, 1], 'abdc before 0, first 2, last -1'],
  ],
  'a detached track whose followers have all moved away is at the end': [
    ['abcd', 'before 2', {}, [2, 0, 2], 'cdab after 3, first 0, last -1'],
    ['abcd', 'before 3', {}, [3, 1, 1], 'adbc after 3, first 0, last -1'],
    ['abcd', 'before 1', { first: 2 }, [1, 0, 1], 'bacd after 1, first 2, last -1'],
  ],
  'behind the end stays behind the end, unless something is put there': [
    ['abcd', 'after 3', {}, [1, 0, 1], 'bacd after 3, first 0, last -1'],
    ['abcd', 'after 3', {}, [1, 3, 1], 'acdb before 3, first 0, last -1'],
    ['abcd', 'after 3', {}, [0, 2, 2], 'cdab before 2, first 0, last -1'],
    ['abcd', 'after 3', {}, [3, 0, 1], 'dabc after 3, first 0, last -1'],
    ['abcd', 'after 1', { first: 2 }, [0, 1, 1], 'bacd after 0, first 1, last -1'],
    ['abcd', 'after 3', { first: 0 }, [2, 0, 2], 'cdab after 3, first 0, last -1'],
  ],
} satisfies Record<string, readonly [string, string, Extra, readonly [number, number, number], string][]>)) {
  t.test(what, async (t) => {
    for (const [letters, at, extra, [from, to, count], expected] of rows) {
      const before = queue(letters, at, extra);
      t.equal(sketch(moved(before, from, to, count)), expected, `${sketch(before)}: ${count} from ${from} to ${to}`);
    }
  });
}
