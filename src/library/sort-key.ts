/**
 * Sort keys: texts in the order in which a person looks for them when they are compared byte by byte. Case and accents
 * make no difference, a leading article is dropped, and numbers count as numbers: `2` before `10`.
 */

const ARTICLE = /^(?:the|an|a)\s+(?=\S)/;
const MARKS = /\p{M}+/gu;
const APART = /[^\p{L}\p{N}]+/gu;
const DIGITS = /\d+/g;
const PLAIN = /^[\x20-\x7e]*$/;

/** Letters that decomposition leaves as they are. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const LETTER = /[ßæœøđłðþı]/g;

/** The text without case, accents and compatibility forms; what is compared and searched. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** The count of its digits, as one character, stands in front of a number. */
function natural(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  return `${String.fromCharCode(0x30 + Math.min(value.length, 0x2f))}${value}`;
}

/** @returns never empty for a text with a letter or a digit; other texts sort in front, as they are */
export function sortKey(text: string): string {
  const folded = fold(text).trim();
  const words = folded.replace(ARTICLE, '').replace(APART, ' ').trim();
  return words === '' ? folded : words.replace(DIGITS, natural);
}
