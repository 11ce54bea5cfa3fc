/** Finds the tracks that follow rules and brings them into the asked order, a little in each turn of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Statement } from 'better-sqlite3';

import type { Sqlite } from '../../database/sqlite.js';
import { Pace } from '../pace.js';
import { sortNumbersInTurns } from '../sort-in-turns.js';
import type { GuardedDatabase } from '../store/guarded.js';
import type { Order } from '../store/orders.js';
import type { RecordKey } from '../store/records.js';
import type { Rules, SortName } from './criteria.js';
import { expressionOf, LIKED, provideFunctions } from './sql.js';

/** Tracks looked at in a turn. */
const TRACKS = { first: 100, least: 10, most: 2000 };
/** Matches gone over in a turn, once they are found: a fraction of a millisecond. */
const TURN = 20_000;

/** What orders the matches: a number of the track, or the record whose place counts. */
const SORTED_BY: Readonly<Partial<Record<SortName, string>>> = {
  random: '0',
  title: '0',
  date_added: 'track.created_at',
  year: 'track.year',
  duration_ms: 'track.length',
  artist: 'track.artist',
  album: 'track.album',
};

export const KNOWN_SORTS: ReadonlySet<string> = new Set(Object.keys(SORTED_BY));

/** The record of a track that is asked for. */
const WANTED = { track: 'track.key', album: 'track.album', artist: 'track.artist' } as const;

export type Wanted = keyof typeof WANTED;

/** Numbers of a track, and places, stay below this. */
const BEYOND = 2 ** 32;

type Row = readonly [wanted: RecordKey, value: number];

export interface MatchParts {
  readonly database: GuardedDatabase;
  /** All tracks that a list shows. */
  readonly tracks: Order;
  /** By key of what the rules sort by, where that is a record. */
  readonly places: Uint32Array | undefined;
  /** Tracks. */
  readonly liked: ArrayLike<RecordKey>;
}

interface Found {
  /** Of each match, by title, the record that is asked for. */
  readonly records: Uint32Array;
  /** Of each match what orders it, and its index in `records`, in one number: `value * span + index`. */
  readonly ranks: Float64Array;
  readonly span: number;
}

/**
 * What is wanted of the tracks that the rules name, of no more tracks than their limit, in their order; where they leave
 * it open, by title. Each record stands once, where its first track does.
 */
export async function findMatches(wanted: Wanted, rules: Rules, parts: MatchParts): Promise<Uint32Array> {
  const { records, ranks, span } = await foundIn(wanted, rules, parts);
  const limit = Math.min(rules.limit ?? records.length, records.length);
  if (rules.sort !== 'title') {
    const sorted = await sortNumbersInTurns(ranks);
    return eachOnce(records, limit, (at) => (sorted[at] ?? 0) % span);
  }
  return eachOnce(records, limit, rules.descending ? (at) => records.length - 1 - at : (at) => at);
}

async function foundIn(wanted: Wanted, rules: Rules, parts: MatchParts): Promise<Found> {
  const { database, tracks, places, liked } = parts;
  const { text, values } = expressionOf(rules.match, rules.conditions, Math.floor(Date.now() / 1000));
  const statement = statementOf(`SELECT ${WANTED[wanted]}, ${SORTED_BY[rules.sort] ?? '0'}
    FROM json_each(?) AS wanted CROSS JOIN track ON track.key = wanted.value WHERE ${text}`);
  const span = tracks.keys.length;
  const isLiked = new Uint8Array(tracks.places.length);
  for (let at = 0; at < liked.length; at++) isLiked[liked[at] ?? 0] = 1;
  const valueOf = valuesFor(rules, places);
  const records = new Uint32Array(span);
  const ranks = new Float64Array(span);
  const pace = new Pace(TRACKS);
  let count = 0;
  for (let at = 0, end = 0; at < span; at = end) {
    if (at > 0) await nextTurn();
    end = at + pace.size;
    const page = tracks.keys.subarray(at, end);
    await pace.time(async () => {
      const likedHere = jsonOf(page.filter((key) => isLiked[key] === 1));
      const bound = values.map((value) => (value === LIKED ? likedHere : value));
      const rows = await database.read((sql) => statement(sql).all(jsonOf(page), ...bound) as Row[]);
      for (const [record, raw] of rows) {
        records[count] = record;
        ranks[count] = valueOf(raw) * span + count;
        count += 1;
      }
    });
  }
  return { records: records.subarray(0, count), ranks: ranks.subarray(0, count), span };
}

const jsonOf = (keys: Uint32Array): string => `[${keys.join(',')}]`;

/** What orders a match, by the number that was found: the smaller, the further in front. */
function valuesFor({ sort, descending }: Rules, places: Uint32Array | undefined): (raw: number) => number {
  if (sort === 'random') return () => Math.floor(Math.random() * BEYOND);
  const valueOf = (raw: number): number => (places === undefined ? Math.min(raw, BEYOND) : (places[raw] ?? 0));
  return descending ? (raw) => BEYOND - valueOf(raw) : valueOf;
}

/** The first `limit` of the records at these indices, without those that stood before. */
async function eachOnce(records: Uint32Array, limit: number, indexOf: (at: number) => number): Promise<Uint32Array> {
  const seen = new Uint8Array(records.reduce((most, key) => Math.max(most, key), 0) + 1);
  const once = new Uint32Array(limit);
  let count = 0;
  for (let at = 0; at < limit; at++) {
    if (at > 0 && at % TURN === 0) await nextTurn();
    const record = records[indexOf(at)] ?? 0;
    if (seen[record] === 0) once[count++] = record;
    seen[record] = 1;
  }
  return once.subarray(0, count);
}

/** Rules are as many as people: their statements are not kept longer than they are used. */
function statementOf(text: string) {
  let connection: Sqlite | undefined;
  let statement: Statement | undefined;
  return (sql: Sqlite): Statement => {
    if (statement === undefined || connection !== sql) {
      provideFunctions(sql);
      statement = sql.prepare(text).raw();
      connection = sql;
    }
    return statement;
  };
}
