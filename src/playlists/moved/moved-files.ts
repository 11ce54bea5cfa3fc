/**
 * Knows moved files again. The library makes a track's id from where its file lies, so a file that was moved comes back
 * under another one; what people's playlists, likes and counts name is matched to it when exactly one track of the
 * library has the same size, length, title, artist and album. Nothing is guessed: two copies match neither, and what
 * lies on a volume that is away waits for it. Thread: main, in turns; memory is that of the tracks that are lost.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Database } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { GuardedDatabase } from '../../library/store/guarded.js';
import { factsOf, learn } from '../../library/store/kept-tracks.js';
import { rowsOf, valuesOf } from '../../library/store/statements.js';
import type { Log } from '../../log.js';

export interface MovedFilesParts {
  readonly state: Database;
  readonly records: Database;
  /** Called after tracks got other ids. */
  readonly moved: () => void;
  readonly log: Log;
}

/** Rows in one turn. */
const TURN = 250;
/** Lost tracks that are looked for at a time; the rest is looked for by the next scan. */
const MOST_LOST = 20_000;

/** What likes and counts name and nobody has kept yet. */
const UNKEPT = `SELECT id FROM liked WHERE kind = 'track' AND NOT EXISTS (SELECT 1 FROM kept_track WHERE kept_track.id = liked.id)
  UNION SELECT track_id FROM track_stats WHERE NOT EXISTS (SELECT 1 FROM kept_track WHERE kept_track.id = track_id)
  LIMIT ${TURN}`;
const KEEP = 'INSERT INTO kept_track (id) SELECT value FROM json_each(?)';
const KEPT = `SELECT key, id, root, size, length, title, artist, album FROM kept_track WHERE key > ? ORDER BY key LIMIT ${TURN}`;
const AWAY = 'SELECT path FROM root WHERE NOT available';
const TRACKS = `SELECT key, id, size, length, title, artist_name, album_title FROM track WHERE key > ? ORDER BY key LIMIT ${TURN}`;
const MOVE = [
  'UPDATE kept_track SET id = :to WHERE id = :from',
  `INSERT INTO liked (kind, id, at) SELECT kind, :to, at FROM liked WHERE kind = 'track' AND id = :from
    ON CONFLICT DO UPDATE SET at = min(at, excluded.at)`,
  "DELETE FROM liked WHERE kind = 'track' AND id = :from",
  `INSERT INTO track_stats (track_id, play_count, skip_count, last_played, last_skipped, updated_at)
    SELECT :to, play_count, skip_count, last_played, last_skipped, updated_at FROM track_stats WHERE track_id = :from
    ON CONFLICT DO UPDATE SET play_count = play_count + excluded.play_count,
      skip_count = skip_count + excluded.skip_count,
      last_played = nullif(max(coalesce(last_played, 0), coalesce(excluded.last_played, 0)), 0),
      last_skipped = nullif(max(coalesce(last_skipped, 0), coalesce(excluded.last_skipped, 0)), 0),
      updated_at = max(updated_at, excluded.updated_at)`,
  'DELETE FROM track_stats WHERE track_id = :from',
] as const;

type Facts = readonly [size: number, length: number, title: string, artist: string, album: string];
type Kept = readonly [key: number, id: string, root: string | null, ...Facts];
type Track = readonly [key: number, id: string, ...Facts];

function identityOf(facts: Facts): string {
  return JSON.stringify(facts);
}

export class MovedFiles {
  readonly #state: GuardedDatabase;
  readonly #records: GuardedDatabase;
  readonly #parts: MovedFilesParts;
  #running: Promise<number> | undefined;

  constructor(parts: MovedFilesParts) {
    this.#parts = parts;
    this.#state = new GuardedDatabase(parts.state, parts.log);
    this.#records = new GuardedDatabase(parts.records, parts.log);
  }

  /** After a scan. Joins a look that is under way. @returns how many tracks got another id */
  look(): Promise<number> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #look(): Promise<number> {
    await this.#keepNamed();
    const lost = await this.#lost();
    if (lost.size === 0) return 0;
    const moves = await this.#found(lost);
    for (let at = 0; at < moves.length; at += TURN / 5) {
      await nextTurn();
      const some = moves.slice(at, at + TURN / 5);
      await this.#state.write((sql) => {
        for (const [from, to] of some) for (const text of MOVE) sql.prepare(text).run(...valuesFor(text, from, to));
      });
    }
    if (moves.length > 0) {
      this.#parts.moved();
      this.#parts.log.info('moved files were known again', { files: moves.length });
    }
    return moves.length;
  }

  /** What likes and counts name is kept like the tracks of playlists. */
  async #keepNamed(): Promise<void> {
    for (let more = true; more;) {
      const ids = await this.#state.read((sql) => valuesOf(sql, UNKEPT).all() as string[]);
      more = ids.length === TURN;
      if (ids.length > 0) await this.#state.write((sql) => sql.prepare(KEEP).run(JSON.stringify(ids)));
      await nextTurn();
    }
  }

  /** Ids that mean nothing now, by what is known of them; what is known of the others is brought up to date. */
  async #lost(): Promise<Map<string, string[]>> {
    const away = new Set(await this.#records.read((sql) => valuesOf(sql, AWAY).all() as string[]));
    const lost = new Map<string, string[]>();
    let found = 0;
    for (let last: number | undefined = 0; last !== undefined && found < MOST_LOST;) {
      const after: number = last;
      const rows = await this.#state.read((sql) => rowsOf(sql, KEPT).all(after) as Kept[]);
      const facts = await factsOf(this.#records, JSON.stringify([...new Set(rows.map(([, id]) => id))]));
      const known = new Set((JSON.parse(facts) as string[][]).map(([id]) => id));
      for (const [, id, root, ...own] of rows) {
        if (known.has(id) || root === null || away.has(root)) continue;
        const identity = identityOf(own);
        const others = lost.get(identity) ?? [];
        if (!others.includes(id)) lost.set(identity, [...others, id]);
        found += 1;
      }
      if (known.size > 0) await this.#state.write((sql: Sqlite) => learn(sql, facts));
      last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
      await nextTurn();
    }
    return lost;
  }

  /** Pairs of the old id and the new one. */
  async #found(lost: ReadonlyMap<string, readonly string[]>): Promise<(readonly [from: string, to: string])[]> {
    const candidates = new Map<string, string | null>();
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      const rows = await this.#records.read((sql) => rowsOf(sql, TRACKS).all(after) as Track[]);
      for (const [, id, ...own] of rows) {
        const identity = identityOf(own);
        // A second one makes it unclear which is meant.
        if (lost.has(identity)) candidates.set(identity, candidates.has(identity) ? null : id);
      }
      last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
      await nextTurn();
    }
    return [...candidates].flatMap(([identity, to]) => {
      const from = lost.get(identity) ?? [];
      return to === null || from.length !== 1 ? [] : from.map((id) => [id, to] as const);
    });
  }
}

/** The named parameters of a statement of the table above. */
function valuesFor(text: string, from: string, to: string): [Readonly<Record<string, string>>] {
  return [{ ...(text.includes(':from') && { from }), ...(text.includes(':to') && { to }) }];
}
