/**
 * Search. What is found by its title comes from the index of the sort keys: the exact title, then titles that begin with
 * what was asked. Behind them comes what the word index finds: all words in the title, then the rest. Each step reads a
 * bounded number of rows in the order of its index, and nothing is ranked by SQLite: `ORDER BY rank` over a common
 * prefix reads every row that has it. Thread: main.
 */
import type { Sqlite } from '../../database/sqlite.js';
import { hasAll, matchExpression, QUESTION_LIMIT, spaced, type Terms, termsOf } from '../search-words.js';
import { hasArticle, sortKey } from '../sort-key.js';
import { SHOWN } from './orders.js';
import { isComplete, type RecordKey } from './records.js';
import { rowsOf } from './statements.js';

export type SearchKind = 'track' | 'album' | 'artist';

/** Records of one kind in an answer (contract section 3). */
const MOST = 50;
/** Rows of the same sort key: titles that differ in article and signs. */
const ALIKE = 100;
/** Rows that a step looks at where some belong to roots that are not there. */
const LOOKS = 5000;
/** Behind every text that begins with another one. */
const LAST = '\u{10ffff}';

interface Texts {
  readonly alike: string;
  readonly beginning: string;
  readonly found: string;
}

function textsOf(kind: SearchKind, shown: string): Texts {
  const title = kind === 'artist' ? 'name' : 'title';
  const sorted = (condition: string, most: number): string => `SELECT key, ${title}
    FROM (SELECT * FROM ${kind} WHERE ${condition} ORDER BY sort_key, key LIMIT ${LOOKS}) AS ${kind}
    WHERE ${shown} LIMIT ${most}`;
  return {
    alike: sorted('sort_key = ?', ALIKE),
    beginning: sorted('sort_key > ? AND sort_key < ?', MOST),
    found: `SELECT key, ${title}
      FROM (SELECT rowid AS found FROM ${kind}_words WHERE ${kind}_words MATCH ? LIMIT ${LOOKS})
      CROSS JOIN ${kind} ON key = found WHERE ${shown} LIMIT ${MOST}`,
  };
}

/** When every root is there, and when some are not. */
const TEXTS: Readonly<Record<SearchKind, readonly [complete: Texts, partial: Texts]>> = {
  track: [textsOf('track', SHOWN.track[0]), textsOf('track', SHOWN.track[1])],
  album: [textsOf('album', SHOWN.album[0]), textsOf('album', SHOWN.album[1])],
  artist: [textsOf('artist', SHOWN.artist[0]), textsOf('artist', SHOWN.artist[1])],
};

type Row = readonly [key: RecordKey, title: string];

export interface Question {
  readonly terms: Terms;
  /** Its words, as `spaced` has those of a title. */
  readonly words: string;
  readonly key: string;
  /** Its key lacks a word: not every title with this key has all its words. */
  readonly hasArticle: boolean;
  /** It may be the beginning of a longer number, whose key is another one. */
  readonly endsInDigit: boolean;
}

/** Undefined without a letter or a digit: there is nothing to search for. */
export function questionOf(text: string): Question | undefined {
  const terms = termsOf(text);
  if (terms.length === 0) return undefined;
  const question = text.slice(0, QUESTION_LIMIT);
  return {
    terms,
    words: ` ${terms.join(' ')}`,
    key: sortKey(question),
    hasArticle: hasArticle(question),
    endsInDigit: /\d$/.test(terms.at(-1) ?? ''),
  };
}

/** Of each kind the keys of at most 50 records, the best first. */
export type SearchResults = Readonly<Record<SearchKind, readonly RecordKey[]>>;

/** Only what has a root that is there. */
export function search(sql: Sqlite, question: Question): SearchResults {
  const complete = isComplete(sql) ? 0 : 1;
  const best = (kind: SearchKind) => bestOf(sql, kind, TEXTS[kind][complete], question);
  return { track: best('track'), album: best('album'), artist: best('artist') };
}

function bestOf(sql: Sqlite, kind: SearchKind, texts: Texts, question: Question): RecordKey[] {
  const { terms, words, key } = question;
  const rows = (text: string, ...values: readonly string[]) => rowsOf(sql, text).all(...values) as Row[];
  const exact: RecordKey[] = [];
  const same: RecordKey[] = [];
  for (const [record, title] of rows(texts.alike, key)) {
    const own = spaced(title);
    if (own === words) exact.push(record);
    else if (hasAll(own, terms)) same.push(record);
  }
  const found = new Set([...exact, ...same]);
  if (found.size < MOST) {
    for (const [record, title] of rows(texts.beginning, key, key + LAST)) {
      if (!question.hasArticle || hasAll(spaced(title), terms)) found.add(record);
    }
  }
  if (found.size < MOST && kind !== 'artist') {
    const titled = rows(texts.found, `title : (${matchExpression(terms)})`);
    if (question.hasArticle || question.endsInDigit) {
      for (const [record, title] of titled) if (spaced(title).startsWith(words)) found.add(record);
    }
    for (const [record] of titled) found.add(record);
  }
  if (found.size < MOST) for (const [record] of rows(texts.found, matchExpression(terms))) found.add(record);
  return [...found].slice(0, MOST);
}
