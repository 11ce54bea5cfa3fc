/**
 * Words as the search index holds them. The index takes a run of letters as one word; scripts that are written without
 * spaces are cut into single characters here, both when they are stored and when they are searched for, so that any
 * part of a Chinese or Japanese title is found. Letters on both sides of a sign are also one word: `AC/DC` is found by
 * `acdc`, `Don't` by `dont`.
 */
import { fold, isPlain } from './sort-key.js';

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\p{M}*/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Letters, signs, letters again. */
const SIGN_INSIDE = /[\p{L}\p{N}\p{M}][^\p{L}\p{N}\p{M}\s]+(?=[\p{L}\p{N}])/u;
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
/** Words of one question that count. */
const WORD_LIMIT = 12;
/** Characters of one question that count. */
export const QUESTION_LIMIT = 200;

/** `WORD` and `SIGN_INSIDE` for plain texts, where these are several times as fast. */
const PLAIN_WORD = /[a-z0-9]+/g;
const PLAIN_SIGN_INSIDE = /[a-z0-9][^a-z0-9 ]+[a-z0-9]/;

/** The words of a text that signs hold together, without the signs. */
function joined(folded: string): string {
  if (!(isPlain(folded) ? PLAIN_SIGN_INSIDE : SIGN_INSIDE).test(folded)) return '';
  return folded
    .split(/\s+/)
    .filter((word) => SIGN_INSIDE.test(word))
    .map((word) => ` ${word.replace(SIGNS, '')}`)
    .join('');
}

/** What is put into the index for a text. */
export function indexed(text: string): string {
  const folded = fold(text);
  const words = folded + joined(folded);
  return isPlain(folded) ? words : words.replace(UNSPACED, ' $& ');
}

/** What is looked for: each a word, or the characters of one with spaces between. At most twelve. */
export type Terms = readonly string[];

/** The words of a question; none without a letter or a digit. */
export function termsOf(question: string): Terms {
  const words = fold(question.slice(0, QUESTION_LIMIT)).match(WORD)?.slice(0, WORD_LIMIT) ?? [];
  return words.map((word) => word.replace(UNSPACED, ' $& ').trim().replace(/\s+/g, ' '));
}

/**
 * The expression of FTS5 (sqlite.org/fts5.html, section 3) that finds what has all these words, each at the beginning
 * of a word, in any order. Nothing of the question is syntax: terms hold letters, digits and spaces.
 */
export function matchExpression(terms: Terms): string {
  return terms.map((term) => `"${term}"*`).join(' ');
}

/** Nothing but words and single spaces, as most titles are. */
const SIMPLE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** The words of a text in its order, as the index has them, each behind a space. */
export function spaced(text: string): string {
  if (SIMPLE.test(text)) return ` ${text.toLowerCase()}`;
  const words = indexed(text);
  const found = words.match(isPlain(words) ? PLAIN_WORD : WORD);
  return found === null ? '' : ` ${found.join(' ')}`;
}

/** Whether the index would find a text by these words. @param words of `spaced` */
export function hasAll(words: string, terms: Terms): boolean {
  return terms.every((term) => words.includes(` ${term}`));
}
