/**
 * The letters under which a person looks through a list, such as those at the edge of an address book. They are made from
 * the first characters of sort keys, so that they stand in the order of the list.
 */

/** Neighbours in a list that begin with the same letter. */
export interface Letter {
  readonly letter: string;
  /** Index of the first of them in the list. */
  readonly offset: number;
  readonly count: number;
}

/** Neighbours in a list whose sort keys begin with the same character. */
export interface Run {
  /** Code point; -1 of an empty sort key. */
  readonly first: number;
  readonly offset: number;
  readonly count: number;
}

/** Digits and signs. */
const SIGNS = '#';
/** All letters of a script that has too many of them. */
const MANY = '…';
/** Letters of a script, Latin ones without accents aside, that are shown one by one. */
const MOST_LETTERS = 30;

/** In sort keys letters are lower-case, and a number begins with a character up to `_`, which is its length. */
const FIRST_LETTER = 0x61;
const LAST_PLAIN_LETTER = 0x7a;
const LETTER = /\p{L}/u;

const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai'],
  ...['Georgian', 'Hangul', 'Ethiopic', 'Hiragana', 'Katakana', 'Han'],
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** The rows of the kana table, by the first of their characters, which may be a small one. */
const HIRAGANA = [0x3041, 0x304b, 0x3055, 0x305f, 0x306a, 0x306f, 0x307e, 0x3083, 0x3089, 0x308e];
const HIRAGANA_ROWS = 'あかさたなはまやらわ';
const KATAKANA_ROWS = 'アカサタナハマヤラワ';
/** Distance of the katakana from the hiragana, in code points. */
const KATAKANA = 0x60;

/** Decomposed syllables begin with one of these consonants, which have no shape of their own (Unicode, "Hangul Jamo"). */
const FIRST_CONSONANT = 0x1100;
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

interface Initial {
  readonly letter: string;
  /** Set where a script may have too many letters for an index. */
  readonly script?: string;
}

function kanaRow(rows: string, code: number): string {
  const row = HIRAGANA.findLastIndex((start) => start <= code);
  return rows[Math.max(row, 0)] ?? MANY;
}

function initialOf(code: number): Initial {
  if (code < FIRST_LETTER) return { letter: SIGNS };
  const character = String.fromCodePoint(code);
  if (!LETTER.test(character)) return { letter: SIGNS };
  if (code <= LAST_PLAIN_LETTER) return { letter: character.toUpperCase() };
  const script = SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other';
  switch (script) {
    case 'Hiragana':
      return { letter: kanaRow(HIRAGANA_ROWS, code) };
    case 'Katakana':
      return { letter: kanaRow(KATAKANA_ROWS, code - KATAKANA) };
    case 'Hangul':
      return { letter: CONSONANTS[code - FIRST_CONSONANT] ?? character, script };
    case 'Georgian':
      // Georgian capitals are for whole words, and few fonts have them.
      return { letter: character, script };
    default:
      return { letter: character.toUpperCase(), script };
  }
}

/** @param runs of a whole list, in its order @returns the same sections of the list, in the same order, by letters */
export function lettersOf(runs: readonly Run[]): Letter[] {
  const initials = runs.map(({ first }) => initialOf(first));
  const distinct = new Map<string, Set<string>>();
  for (const { letter, script } of initials) {
    if (script !== undefined) distinct.set(script, (distinct.get(script) ?? new Set()).add(letter));
  }
  const isMany = (script: string | undefined): boolean =>
    script !== undefined && (distinct.get(script)?.size ?? 0) > MOST_LETTERS;
  const letters: { letter: string; script: string | undefined; offset: number; count: number }[] = [];
  for (const [at, { offset, count }] of runs.entries()) {
    const { letter: own = SIGNS, script } = initials[at] ?? {};
    const letter = isMany(script) ? MANY : own;
    const last = letters.at(-1);
    if (last?.letter === letter && (letter !== MANY || last.script === script)) last.count += count;
    else letters.push({ letter, script, offset, count });
  }
  return letters.map(({ letter, offset, count }) => ({ letter, offset, count }));
}
