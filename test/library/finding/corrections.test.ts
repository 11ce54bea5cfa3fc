import t from 'tap';
import { corrections, written } from '../../../src/library/finding/corrections.js';
import { Vocabulary } from '../../../src/library/finding/vocabulary.js';

const VOCABULARY = new Vocabulary(
  new Map([
    ...([
      ['bjork', 30],
      ['homogenic', 10],
      ['joga', 1],
      ['yoga', 40],
      ['beatles', 200],
      ['battles', 5],
    ] as const),
    ...([
      ['radiohead', 90],
      ['radiohed', 1],
      ['the', 900],
      ['help', 12],
      ['1979', 2],
      ['夜', 3],
    ] as const),
  ]),
);
const tried = (text: string, hasHits = false) =>
  corrections(text.split(' '), [VOCABULARY], hasHits).map((terms) => terms.join(' '));

t.test('the word that is not known is changed, the others stay', async (t) => {
  t.strictSame(tried('bjrok'), ['bjork']);
  t.strictSame(tried('bjrok homogenic'), ['bjork homogenic']);
  t.strictSame(tried('the beatels help'), ['the beatles help']);
  t.strictSame(tried('bjrok homogenci'), [], 'one error is forgiven, not two');
});

t.test('words of which each is known, but not together, may each be another one', async (t) => {
  t.strictSame(tried('help battles'), []);
  t.strictSame(tried('help joga'), ['help yoga']);
});

t.test('short words, numbers and characters are left as they are', async (t) => {
  for (const text of ['teh', '1978', '夜']) t.strictSame(tried(text), [], text);
});

t.test('only the last word may lack its end', async (t) => {
  t.strictSame(tried('help radoihe'), ['help radiohead', 'help radiohed']);
  t.strictSame(tried('radoihe help'), []);
});

t.test('where something was found, only a word that is much more common is offered', async (t) => {
  t.strictSame(tried('radiohed', true), ['radiohead']);
  t.strictSame(tried('battles', true), [], 'it is no error');
  t.strictSame(tried('radioh', true), [], 'it is only not typed to its end');
});

t.test('words of several vocabularies count together', async (t) => {
  const stations = new Vocabulary(new Map([['bjark', 1]]));
  t.strictSame(
    corrections(['bjrrk'], [VOCABULARY, stations], false).map(([term]) => term),
    ['bjork', 'bjark'],
  );
});

t.test('what was corrected is written as the names have it', async (t) => {
  t.equal(written(['bjork'], ['Björk']), 'Björk');
  t.equal(written(['bjork', 'homogenic'], ['Homogenic', 'Björk & Trio']), 'Björk Homogenic');
  t.equal(written(['sigur', 'ros'], ['Sigur Rós']), 'Sigur Rós');
  t.equal(written(['ac', 'dc'], ['AC/DC Live']), 'AC DC');
  t.equal(written(['unknown'], []), 'unknown');
});
