/** Finds the tracks that follow rules, some hundred in a turn of the event loop, and brings them into the asked order. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Statement } from 'better-sqlite3';

import type { GuardedDatabase } from '../store/guarded.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Order } from '../store/orders.js';
import type { RecordKey } from '../store/records.js';
import type { Rules, SortName } from './criteria.js';
import { expressionOf, LIKED, provideFunctions } from './sql.js';

/** Tracks looked at in one turn: a millisecond or two. */
const TURN = 500;

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

/** Numbers of a track stay below this. */
const BEYOND = 2 ** 32;

export interface Match {
  readonly track: RecordKey;
  readonly album: RecordKey;
  readonly artist: RecordKey;
}

type Row = readonly [track: RecordKey, album: RecordKey, artist: RecordKey, value: number];

export interface MatchParts {
  readonly database: GuardedDatabase;
  /** All tracks that a list shows. */
  readonly tracks: Order;
  readonly artists: Order;
  readonly albums: Order;
  readonly liked: ReadonlySet<RecordKey>;
}

/** In the order of the rules, no more than their limit. Where they leave it open, by title. */
export async function findMatches(rules: Rules, parts: MatchParts): Promise<Match[]> {
  const rows = await matchingRows(rules, parts);
  const order = rules.sort === 'random' ? shuffled(rows.length) : sorted(rows, rules, parts);
  const chosen = order.subarray(0, rules.limit ?? order.length);
  return Array.from(chosen, (at) => {
    const [track, album, artist] = rows[at] as Row;
    return { track, album, artist };
  });
}

/** By title. */
async function matchingRows(rules: Rules, { database, tracks, liked }: MatchParts): Promise<Row[]> {
  const { text, values } = expressionOf(rules.match, rules.conditions, Math.floor(Date.now() / 1000));
  const query = `SELECT track.key, track.album, track.artist, ${SORTED_BY[rules.sort] ?? '0'}
    FROM json_each(?) AS wanted CROSS JOIN track ON track.key = wanted.value WHERE ${text}`;
  const statement = statementOf(query);
  const rows: Row[] = [];
  for (let at = 0; at < tracks.keys.length; at += TURN) {
    if (at > 0) await nextTurn();
    const page = [...tracks.keys.subarray(at, at + TURN)];
    const likedHere = JSON.stringify(page.filter((key) => liked.has(key)));
    const bound = values.map((value) => (value === LIKED ? likedHere : value));
    const found = await database.read((sql) => statement(sql).all(...[JSON.stringify(page), ...bound]) as Row[]);
    for (const row of found) rows.push(row);
  }
  return rows;
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

/** Places in `rows`; equal ones stay as they are. Value and place make one number, which a typed array sorts by itself. */
function sorted(rows: readonly Row[], { sort, descending }: Rules, { artists, albums }: MatchParts): Uint32Array {
  const count = Math.max(rows.length, 1);
  if (sort === 'title') {
    return Uint32Array.from(rows, (_, at) => (descending ? rows.length - 1 - at : at));
  }
  const places = { artist: artists.places, album: albums.places }[sort as string];
  const composed = Float64Array.from(rows, ([, , , raw], at) => {
    const value = Math.min(places === undefined ? raw : (places[raw] ?? 0), BEYOND);
    return (descending ? BEYOND - value : value) * count + at;
  });
  return Uint32Array.from(composed.sort(), (each) => each % count);
}

/** Fisher and Yates. */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
