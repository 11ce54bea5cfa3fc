import t from 'tap';
import { Vocabulary } from '../../../src/library/finding/vocabulary.js';

const vocabulary = (...words: string[]) => new Vocabulary(new Map(words.map((word, at) => [word, at + 1])));
const near = (typed: string, ...words: string[]) =>
  vocabulary(...words)
    .look(typed)
    .near.map(({ word }) => word);

/** Damerau-Levenshtein distance (optimal string alignment), by its definition. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]![j]!;
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i]![j] = Math.min(
        ...[at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same],
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}

t.test('a letter too many, too few or wrong, and two that changed places, are one error', async (t) => {
  for (const typed of ['bjrok', 'bjork1', 'bjrk', 'bjark', 'jbork', 'ajork']) {
    t.strictSame(near(typed, 'bjork', 'rock', 'york'), ['bjork'], typed);
  }
  t.strictSame(near('bjrko', 'bjork'), [], 'two errors');
  t.strictSame(near('bjork', 'bjork'), [], 'none');
});

t.test('it says whether a word is known, and how often it is there', async (t) => {
  const words = vocabulary('radiohead', 'radio', 'head');
  t.match(words.look('radioh'), { count: 0, isKnown: true });
  t.match(words.look('radio'), { count: 2, isKnown: true });
  t.match(words.look('radiq'), { count: 0, isKnown: false });
  t.match(words.look('radiohed'), { count: 0, isKnown: false, near: [{ word: 'radiohead', isWhole: true }] });
});

t.test('of a word that is not typed to its end the beginning may have the error', async (t) => {
  t.match(vocabulary('radiohead', 'rainbow').look('raidoh').near, [{ word: 'radiohead', isWhole: false }]);
  t.strictSame(near('raid', 'radiohead'), [], 'not of a few letters');
});

t.test('the likeliest stands first: a whole word, with its first letter right, in many records', async (t) => {
  t.strictSame(near('metalica', 'pmetalica', 'metalicx', 'metallicas', 'metallica'), [
    ...['metallica', 'metalicx', 'pmetalica', 'metallicas'],
  ]);
});

t.test('what is near is what the definition of the distance says, for hundreds of made-up words', async (t) => {
  let state = 7;
  const below = (most: number) => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8) % most;
  const word = () => Array.from({ length: 4 + below(3) }, () => 'abcж'[below(4)]).join('');
  const words = [...new Set(Array.from({ length: 500 }, word))];
  const all = vocabulary(...words);
  let found = 0;
  for (let round = 0; round < 40; round++) {
    const typed = word();
    const wanted = words.filter((each) => distance(typed, each) === 1 && !each.startsWith(typed)).sort();
    const whole = all.look(typed).near.filter(({ isWhole }) => isWhole);
    t.strictSame(whole.map((each) => each.word).sort(), wanted, typed);
    found += wanted.length;
  }
  t.ok(found > 40, `${found} of them`);
});
