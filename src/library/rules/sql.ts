/**
 * Rules as SQL over `track`. Fields and tests are the tables below; what a client sent is bound to their placeholders and
 * never becomes part of the text.
 */
import type { Sqlite } from '../../database/sqlite.js';
import type { Condition, NumberTest, TextTest } from './criteria.js';

/** A value of a condition; a page of tracks brings its own liked ones. */
export type Bound = string | number | typeof LIKED;

/** Stands for the keys, as JSON, of the liked tracks of the page. */
export const LIKED = Symbol('liked');

interface Expression {
  readonly text: string;
  readonly values: readonly Bound[];
}

interface Column {
  readonly text: string;
  /** Whether 0 means that it is not known. */
  readonly zeroIsUnknown?: boolean;
}

/** Fields that the library itself can answer for. */
const COLUMNS: Readonly<Record<string, Column>> = {
  date_added: { text: 'track.created_at' },
  year: { text: 'track.year', zeroIsUnknown: true },
  duration_ms: { text: 'track.length' },
  bitrate: { text: 'track.bitrate' },
  genre: { text: 'track.genre_name' },
  artist: { text: 'track.artist_name' },
  album: { text: 'track.album_title' },
};

export const KNOWN_FIELDS: ReadonlySet<string> = new Set([...Object.keys(COLUMNS), 'is_liked']);

const NEVER: Expression = { text: '0', values: [] };

/** SQLite's own `lower` knows ASCII only. */
const LOWER = 'lower_of_all';

const prepared = new WeakSet<Sqlite>();

/** Adds the function that conditions use, once a connection. */
export function provideFunctions(sql: Sqlite): void {
  if (prepared.has(sql)) return;
  prepared.add(sql);
  sql.function(LOWER, { deterministic: true }, (text) => String(text).toLowerCase());
}

/** @param now Unix seconds */
function ofNumber({ text, zeroIsUnknown }: Column, test: NumberTest, now: number): Expression {
  const known = zeroIsUnknown === true ? `${text} <> 0 AND ` : '';
  switch (test.name) {
    case 'between':
      return { text: `${known}${text} BETWEEN ? AND ?`, values: [test.low, test.high] };
    case 'isNot':
      return { text: `${known}${text} <> ?`, values: [test.value] };
    case 'inLast':
      return { text: `${text} >= ?`, values: [now - test.seconds] };
    case 'notInLast':
      return { text: `${text} < ?`, values: [now - test.seconds] };
    case 'isEmpty':
      return { text: `${text} = 0`, values: [] };
    case 'isNotEmpty':
      return { text: `${text} <> 0`, values: [] };
  }
}

function ofText({ text }: Column, test: TextTest): Expression {
  switch (test.name) {
    case 'is':
      return { text: `${text} = ? COLLATE NOCASE`, values: [test.value] };
    case 'isNot':
      return { text: `${text} <> ? COLLATE NOCASE`, values: [test.value] };
    case 'contains':
      return { text: `instr(${LOWER}(${text}), ?) > 0`, values: [test.value.toLowerCase()] };
    case 'notContains':
      return { text: `instr(${LOWER}(${text}), ?) = 0`, values: [test.value.toLowerCase()] };
    case 'isEmpty':
      return { text: `${text} = ''`, values: [] };
    case 'isNotEmpty':
      return { text: `${text} <> ''`, values: [] };
  }
}

function ofCondition(condition: Condition, now: number): Expression {
  if (condition.kind === 'never') return NEVER;
  if (condition.kind === 'boolean') {
    const text = `track.key ${condition.wanted ? 'IN' : 'NOT IN'} (SELECT value FROM json_each(?))`;
    return { text, values: [LIKED] };
  }
  const column = COLUMNS[condition.field];
  if (column === undefined) return NEVER;
  return condition.kind === 'text' ? ofText(column, condition.test) : ofNumber(column, condition.test, now);
}

/** True for the tracks that the conditions name; without any, for all. @param now Unix seconds */
export function expressionOf(match: 'all' | 'any', conditions: readonly Condition[], now: number): Expression {
  if (conditions.length === 0) return { text: '1', values: [] };
  const parts = conditions.map((condition) => ofCondition(condition, now));
  const text = parts.map((part) => `(${part.text})`).join(match === 'all' ? ' AND ' : ' OR ');
  return { text, values: parts.flatMap(({ values }) => values) };
}
