/**
 * Words as the search index holds them. The index takes a run of letters as one word; scripts that are written without
 * spaces are cut into single characters here, both when they are stored and when they are searched for, so that any
 * part of a Chinese or Japanese title is found. What stands together around a sign is also one word: `AC/DC` is found by
 * `acdc`, `Don't` by `dont`.
 */
import { fold, isPlain } from './sort-key.js';

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\p{M}*/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Letters, signs, letters again. */
const JOINT = /[\p{L}\p{N}\p{M}][^\p{L}\p{N}\p{M}\s]+(?=[\p{L}\p{N}])/u;
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
/** Words of one question that count, and characters. */
const WORD_LIMIT = 12;
const QUESTION_LIMIT = 200;

/** The words of a text that signs hold together, without the signs. */
function joined(folded: string): string {
  if (!JOINT.test(folded)) return '';
  return folded
    .split(/\s+/)
    .filter((word) => JOINT.test(word))
    .map((word) => ` ${word.replace(SIGNS, '')}`)
    .join('');
}

/** What is put into the index for a text. */
export function indexed(text: string): string {
  const folded = fold(text);
  const words = folded + joined(folded);
  return isPlain(folded) ? words : words.replace(UNSPACED, ' $& ');
}

/** The words of a question, folded; at most twelve. */
export function questionWords(text: string): string[] {
  return fold(text.slice(0, QUESTION_LIMIT)).match(WORD)?.slice(0, WORD_LIMIT) ?? [];
}

/**
 * The expression of FTS5 (sqlite.org/fts5.html, section 3) that finds what has all these words, each at the beginning
 * of a word, in any order; undefined without a letter or digit. Nothing of the text is syntax.
 */
export function matchExpression(text: string): string | undefined {
  const terms = questionWords(text).map((word) => {
    const parts = word.replace(UNSPACED, ' $& ').trim().split(/\s+/);
    return `"${parts.join(' ')}"*`;
  });
  return terms.length === 0 ? undefined : terms.join(' ');
}
