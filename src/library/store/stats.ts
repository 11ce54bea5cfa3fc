/**
 * How often tracks were played and skipped, in the database of what people did. What is counted stands while its track is
 * away, and nobody asks whether the library knows the track.
 */

import type { Sqlite } from '../../database/sqlite.js';
import { Changes } from './changes.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

export interface StatsOfTrack {
  readonly trackId: string;
  readonly playCount: number;
  readonly skipCount: number;
  /** Unix seconds; null: never. */
  readonly lastPlayed: number | null;
  readonly lastSkipped: number | null;
  /** Unix seconds. */
  readonly updatedAt: number;
}

/** Rows read in one turn: about a millisecond. */
const TURN = 500;

const COLUMNS = 'track_id, play_count, skip_count, last_played, last_skipped, updated_at';
const PLAYED = `INSERT INTO track_stats (track_id, play_count, last_played, updated_at) VALUES (?, 1, ?, ?)
  ON CONFLICT (track_id) DO UPDATE SET play_count = play_count + 1, last_played = excluded.last_played,
    updated_at = excluded.updated_at`;
const SKIPPED = `INSERT INTO track_stats (track_id, skip_count, last_skipped, updated_at) VALUES (?, 1, ?, ?)
  ON CONFLICT (track_id) DO UPDATE SET skip_count = skip_count + 1, last_skipped = excluded.last_skipped,
    updated_at = excluded.updated_at`;
const OF = `SELECT ${COLUMNS} FROM track_stats WHERE track_id = ?`;
const AFTER = `SELECT ${COLUMNS} FROM track_stats WHERE track_id > ? ORDER BY track_id LIMIT ${TURN}`;

type Row = readonly [
  id: string,
  plays: number,
  skips: number,
  played: number | null,
  skipped: number | null,
  updated: number,
];

function toStats([trackId, playCount, skipCount, lastPlayed, lastSkipped, updatedAt]: Row): StatsOfTrack {
  return { trackId, playCount, skipCount, lastPlayed, lastSkipped, updatedAt };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

export class TrackStats {
  readonly #changes = new Changes();

  constructor(private readonly database: GuardedDatabase) {}

  /** Another one after every change, and after every start. */
  get changes(): number {
    return this.#changes.count;
  }

  /** Ids of what changed since `changes` was this, some perhaps twice; undefined when that is not known any more. */
  changedSince(changes: number): string[] | undefined {
    return this.#changes.since(changes);
  }

  /** One play more. Resolves when it is durable, with `also`. @param at Unix seconds */
  played(id: string, at?: number, also?: (sql: Sqlite) => void): Promise<void> {
    return this.#count(PLAYED, id, at, also);
  }

  /** One skip more. Resolves when it is durable, with `also`. @param at Unix seconds */
  skipped(id: string, at?: number, also?: (sql: Sqlite) => void): Promise<void> {
    return this.#count(SKIPPED, id, at, also);
  }

  /** Undefined for a track that was never counted. */
  async of(id: string): Promise<StatsOfTrack | undefined> {
    const row = await this.database.read((sql) => rowsOf(sql, OF).get(id) as Row | undefined);
    return row && toStats(row);
  }

  /** Every track that was ever counted, by its id, some in each turn. */
  async *all(): AsyncGenerator<StatsOfTrack[]> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const rows: Row[] = await this.#after(last);
      yield rows.map(toStats);
      last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
      if (last !== undefined) await nextTurn();
    }
  }

  #after(id: string): Promise<Row[]> {
    return this.database.read((sql) => rowsOf(sql, AFTER).all(id) as Row[]);
  }

  /** Somebody else changed some of them, in a transaction of their own. */
  changedElsewhere(): void {
    this.#changes.add(undefined);
  }

  async #count(statement: string, id: string, at = now(), also?: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.database.write((sql) => {
        sql.prepare(statement).run(id, at, now());
        also?.(sql);
      });
    } finally {
      this.#changes.add(id);
    }
  }
}
