/** Forgives one typing error in a question: which words may have been meant, and how they are written. */
import { fold } from '../sort-key.js';
import { spaced, type Terms } from '../search-words.js';
import { byLikelihood, type Looked, type Vocabulary } from './vocabulary.js';

/** Letters of the shortest word in which an error is looked for: of shorter ones too many others are near. */
const SHORTEST = 4;
/** Questions that are tried instead. */
const MOST = 3;
/** Where something was found, a word is only doubted when so many times more records have another one. */
const OFTENER = 10;
const LETTERS = /^[\p{L}\p{N}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;

/**
 * The terms of other questions, each with one word changed, the likeliest first.
 * @param hasHits whether the question as it is finds something, if little
 */
export function corrections(terms: Terms, vocabularies: readonly Vocabulary[], hasHits: boolean): Terms[] {
  const looked = terms.map((term) =>
    term.length >= SHORTEST && LETTERS.test(term) && !DIGITS.test(term) ? lookIn(vocabularies, term) : undefined,
  );
  const unknown = looked.filter((each) => each?.isKnown === false).length;
  // One error is forgiven, not two.
  if (unknown > 1) return [];
  const others: { readonly terms: Terms; readonly near: Looked['near'][number] }[] = [];
  for (const [index, each] of looked.entries()) {
    if (each === undefined || (unknown === 1 && each.isKnown)) continue;
    const { near, count } = each;
    const likely = hasHits
      ? near.filter((other) => other.isWhole && count > 0 && other.count >= OFTENER * count)
      : // The last word alone may be one that is not typed to its end.
        near.filter((other) => other.isWhole || index === terms.length - 1);
    for (const other of likely.slice(0, MOST)) others.push({ terms: terms.with(index, other.word), near: other });
  }
  return others
    .sort((one, other) => byLikelihood(one.near, other.near))
    .slice(0, MOST)
    .map((other) => other.terms);
}

function lookIn(vocabularies: readonly Vocabulary[], term: string): Looked {
  const all = vocabularies.map((vocabulary) => vocabulary.look(term));
  const near = new Map<string, Looked['near'][number]>();
  for (const one of all.flatMap((each) => each.near)) {
    near.set(one.word, { ...one, count: one.count + (near.get(one.word)?.count ?? 0) });
  }
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    isKnown: all.some(({ isKnown }) => isKnown),
    near: [...near.values()].sort(byLikelihood),
  };
}

/** Words as they stand in names: runs of letters, with what joins them. */
const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/** The words of a question as they are written in names that it found: `bjork` as `Björk`. @param names the best first */
export function written(terms: Terms, names: readonly string[]): string {
  const words = ` ${terms.join(' ')}`;
  const whole = names.find((name) => spaced(name) === words);
  if (whole !== undefined) return whole;
  const known = names.flatMap((name) => name.match(WRITTEN) ?? []);
  return terms.map((term) => known.find((word) => fold(word) === term) ?? term).join(' ');
}
