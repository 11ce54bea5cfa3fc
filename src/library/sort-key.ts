/**
 * Sort keys: texts in the order in which a person looks for them when they are compared byte by byte. Case and accents
 * make no difference, a leading article is dropped, and numbers count as numbers: `2` before `10`.
 */

const LEADING = /^[^\p{L}\p{N}]+/u;
/** A space and a word must follow: `A-ha` and `A & B` keep theirs. */
const ARTICLE = /^(?:the|an|a)\s+(?=[\p{L}\p{N}])/u;
/** Accents, and the points of Hebrew. Vowel signs of Indian scripts and Thai are no accents: they stay. */
const MARKS = /[\p{Script=Inherited}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]+/gu;
const APART = /[^\p{L}\p{N}\p{M}]+/gu;
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
  ħ: 'h',
  ŧ: 't',
  // The sigma at the end of a word.
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Whether a text is printable ASCII, which needs no folding but that of case. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

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

function begin(text: string): string {
  return fold(text).trim().replace(LEADING, '');
}

/** Whether its sort key lacks the article in front. */
export function hasArticle(text: string): boolean {
  return ARTICLE.test(begin(text));
}

/** @returns never empty for a text that is not; one without letters and digits sorts in front, as it is */
export function sortKey(text: string): string {
  const words = begin(text).replace(ARTICLE, '').replace(APART, ' ').trim();
  return words === '' ? fold(text).trim() || text : words.replace(DIGITS, natural);
}
