/**
 * Words as the search index holds them. The index takes a run of letters as one word; scripts that are written without
 * spaces are cut into single characters here, both when they are stored and when they are searched for, so that any
 * part of a Chinese or Japanese title is found.
 */
import { fold } from './sort-key.js';

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Words of one question that count. */
const WORD_LIMIT = 12;

/** What is put into the index for a text. */
export function indexed(text: string): string {
  return fold(text).replace(UNSPACED, ' $& ');
}

/**
 * The expression of FTS5 (sqlite.org/fts5.html, section 3) that finds what has all these words, each at the beginning
 * of a word, in any order; undefined without a letter or digit. Nothing of the text is syntax.
 */
export function matchExpression(text: string): string | undefined {
  const words = fold(text).match(WORD)?.slice(0, WORD_LIMIT) ?? [];
  const terms = words.map((word) => {
    const parts = word.replace(UNSPACED, ' $& ').trim().split(/\s+/);
    return `"${parts.join(' ')}"*`;
  });
  return terms.length === 0 ? undefined : terms.join(' ');
}
