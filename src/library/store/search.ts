/**
 * Search. What is found by its title comes from the index of the sort keys: the exact title, then titles that begin with
 * what was asked. Behind them comes what the word index finds: all words in the title, then the rest. Each step reads a
 * bounded number of rows in the order of its index, and nothing is ranked by SQLite: `ORDER BY rank` over a common
 * prefix reads every row that has it. Thread: main.
 */
import type { Sqlite } from '../../database/sqlite.js';
import { hasAll, matchExpression, QUESTION_LIMIT, spaced, type Terms, termsOf } from '../search-words.js';
import { hasArticle, sortKey } from '../sort-key.js';
import { ALL, SHOWN } from './lists.js';
import { isComplete, type RecordKey, recordsJson, type Shape } from './records.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { neighboursJson } from './track-list.js';

export type SearchKind = 'track' | 'album' | 'artist';

/** Records of one kind in an answer at most. */
export const MOST = 50;
/** Records of one kind that are found at most, where more than an answer is wanted. */
export const MOST_OF_ONE = 1000;
/** Rows of the same sort key: titles that differ in article and signs. */
const ALIKE = 100;
/** Rows that a step looks at where some belong to roots that are not there. */
const LOOKS = 5000;
/** Behind every text that begins with another one. */
const LAST = '\u{10ffff}';

interface Texts {
  /** Records that are found at most. */
  readonly most: number;
  /** Keys and titles. */
  readonly alike: string;
  /** Keys, and what has the titles too. */
  readonly beginning: string;
  readonly titledBeginning: string;
  readonly found: string;
  readonly titledFound: string;
}

function textsOf(kind: SearchKind, shown: string, most: number): Texts {
  const titled = kind === 'artist' ? 'key, name' : 'key, title';
  const sorted = (columns: string, condition: string, limit: number): string => {
    const inOrder = (read: string, rows: number): string =>
      `SELECT ${read} FROM ${kind} WHERE ${condition} ORDER BY sort_key, key LIMIT ${rows}`;
    if (shown === ALL) return inOrder(columns, limit);
    return `SELECT ${columns} FROM (${inOrder('*', LOOKS)}) AS ${kind} WHERE ${shown} LIMIT ${limit}`;
  };
  const between = 'sort_key > ? AND sort_key < ?';
  const found = (columns: string): string => `SELECT ${columns}
    FROM (SELECT rowid AS found FROM ${kind}_words WHERE ${kind}_words MATCH ? LIMIT ${LOOKS})
    CROSS JOIN ${kind} ON key = found WHERE ${shown} LIMIT ${most}`;
  return {
    most,
    alike: sorted(titled, 'sort_key = ?', ALIKE),
    beginning: sorted('key', between, most),
    titledBeginning: sorted(titled, between, most),
    found: found('key'),
    titledFound: found(titled),
  };
}

/** When every root is there, and when some are not. */
type TextsOfKinds = Readonly<Record<SearchKind, readonly [complete: Texts, partial: Texts]>>;

function textsOfKinds(most: number): TextsOfKinds {
  const both = (kind: SearchKind) =>
    [textsOf(kind, SHOWN[kind][0], most), textsOf(kind, SHOWN[kind][1], most)] as const;
  return { track: both('track'), album: both('album'), artist: both('artist') };
}

const TEXTS = textsOfKinds(MOST);
const LONG_TEXTS = textsOfKinds(MOST_OF_ONE);

type Row = readonly [key: RecordKey, title: string];

export interface Question {
  readonly terms: Terms;
  /** Words of the question, as `spaced` has those of a title. */
  readonly words: string;
  readonly key: string;
  /** `key` lacks a word of the question: not every title with this key has all its words. */
  readonly hasArticle: boolean;
  /** The question may be the beginning of a longer number, whose key is another one. */
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

/** For each kind a JSON array, in UTF-8, of at most 50 records, the best first. */
export type SearchResults = Readonly<Record<SearchKind, Buffer>>;

interface Best {
  readonly keys: readonly RecordKey[];
  /** They follow each other in the order of their sort keys, as those do that only begin alike. */
  readonly isRun: boolean;
}

/** Results of a question without a word to search for. */
export const NOTHING_FOUND: SearchResults = {
  track: Buffer.from('[]'),
  album: Buffer.from('[]'),
  artist: Buffer.from('[]'),
};

/**
 * Only what has a root that is there. All of it is read as the library is at one moment, which also spares the locks of
 * a dozen questions.
 * @param shapes constants
 * @param limit records of each kind; more than `MOST` are never found
 */
export function search(
  sql: Sqlite,
  question: Question,
  shapes: { readonly [Kind in SearchKind]: Shape<Kind> },
  limit = MOST,
): SearchResults {
  const find = (): SearchResults => {
    const complete = isComplete(sql) ? 0 : 1;
    const best = (kind: SearchKind) => bestOf(sql, kind, TEXTS[kind][complete], question, limit);
    const { keys, isRun } = best('track');
    return {
      track: isRun ? neighboursJson(sql, keys, shapes.track) : recordsJson(sql, 'track', keys, shapes.track),
      album: recordsJson(sql, 'album', best('album').keys, shapes.album),
      artist: recordsJson(sql, 'artist', best('artist').keys, shapes.artist),
    };
  };
  return sql.transaction(find)();
}

/** Records of one kind, the best first. @param limit more than `MOST_OF_ONE` are never found */
export function findKeys(sql: Sqlite, kind: SearchKind, question: Question, limit: number): RecordKey[] {
  const texts = (limit > MOST ? LONG_TEXTS : TEXTS)[kind][isComplete(sql) ? 0 : 1];
  return [...sql.transaction(() => bestOf(sql, kind, texts, question, limit).keys)()];
}

function bestOf(sql: Sqlite, kind: SearchKind, texts: Texts, question: Question, limit: number): Best {
  const { terms, words, key } = question;
  const { most } = texts;
  const keys = (text: string, ...values: readonly string[]) => valuesOf(sql, text).all(...values) as RecordKey[];
  const rows = (text: string, ...values: readonly string[]) => rowsOf(sql, text).all(...values) as Row[];
  const exact: RecordKey[] = [];
  const same: RecordKey[] = [];
  for (const [record, title] of rows(texts.alike, key)) {
    const own = spaced(title);
    if (own === words) exact.push(record);
    else if (hasAll(own, terms)) same.push(record);
  }
  const found = new Set([...exact, ...same]);
  const add = (record: RecordKey) => found.add(record);
  if (found.size < most) {
    if (question.hasArticle) {
      for (const [record, title] of rows(texts.titledBeginning, key, key + LAST)) {
        if (hasAll(spaced(title), terms)) found.add(record);
      }
    } else keys(texts.beginning, key, key + LAST).forEach(add);
  }
  const isRun = found.size >= most && !question.hasArticle && exact.length * same.length === 0;
  if (found.size < most && kind !== 'artist') {
    const expression = `title : (${matchExpression(terms)})`;
    if (question.hasArticle || question.endsInDigit) {
      const titled = rows(texts.titledFound, expression);
      for (const [record, title] of titled) if (spaced(title).startsWith(words)) found.add(record);
      for (const [record] of titled) found.add(record);
    } else keys(texts.found, expression).forEach(add);
  }
  if (found.size < most) {
    const expression = matchExpression(terms);
    if (terms.length === 1 || kind === 'artist') keys(texts.found, expression).forEach(add);
    else byTitle(rows(texts.titledFound, expression), terms).forEach(add);
  }
  return { keys: [...found].slice(0, Math.min(limit, most)), isRun };
}

/** Those first that have more of the words in their titles: the others have them in the names of artist and album. */
function byTitle(rows: readonly Row[], terms: Terms): RecordKey[] {
  const count = (title: string): number => {
    const words = spaced(title);
    return terms.filter((term) => hasAll(words, [term])).length;
  };
  return rows
    .map(([record, title]) => ({ record, count: count(title) }))
    .sort((one, other) => other.count - one.count)
    .map(({ record }) => record);
}
