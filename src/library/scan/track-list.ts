/**
 * Keeps the list of all tracks as clients get it (table `track_list`). After the first scan it is written in its own
 * order, from one end to the other; from then on every transaction changes the rows that it has to. Thread: the scan
 * worker.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { JOINED, jsonOf, type Shape } from '../store/records.js';
import { markOf } from '../store/track-list.js';

/** Rows of one transaction: about a megabyte. */
const PAGE = 2000;

const IS_WHOLE = 'SELECT listed IS ? FROM library';
/** An empty list is as quickly made as kept: it counts as none. */
const DROP_EMPTY =
  'UPDATE library SET listed = NULL WHERE listed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM track_list)';
const HAS_TRACKS = 'SELECT EXISTS (SELECT 1 FROM track)';
const SET_MARK = 'UPDATE library SET listed = ?';
const TRACKS_OF_ALBUM = 'SELECT key FROM track WHERE album = ?';
const REMOVE = 'DELETE FROM track_list WHERE key = $key AND sort_key = (SELECT sort_key FROM track WHERE key = $key)';
const LAST = 'SELECT sort_key, key FROM track_list ORDER BY sort_key DESC, key DESC LIMIT 1';
const NEXT = `(SELECT * FROM track WHERE (sort_key, key) > (?, ?) ORDER BY sort_key, key LIMIT ${PAGE}) AS track`;

type OrderKey = [sortKey: string, key: number];

export class TrackList {
  readonly #sql: Sqlite;
  readonly #mark: string;
  readonly #tracksOfAlbum: Statement<[number], number>;
  readonly #remove: Statement<[{ key: number }]>;
  readonly #put: Statement<[number]>;
  readonly #append: Statement<OrderKey>;
  readonly #last: Statement<[], OrderKey>;
  /** Whether every track has its row. */
  #isWhole: boolean;
  /** Tracks whose rows are written when the transaction ends. */
  readonly #missing = new Set<number>();

  /** @param shape of the rows; a list of another one, as another version wrote it, is made anew */
  constructor(sql: Sqlite, shape: Shape<'track'>) {
    const addFrom = (tracks: string): string => `INSERT INTO track_list (sort_key, key, json)
      SELECT track.sort_key, track.key, ${jsonOf('track', shape)} FROM ${tracks} ${JOINED.track}`;
    this.#sql = sql;
    this.#mark = markOf(shape);
    this.#tracksOfAlbum = sql.prepare<[number], number>(TRACKS_OF_ALBUM).pluck();
    this.#remove = sql.prepare(REMOVE);
    this.#put = sql.prepare(`${addFrom('track')} WHERE track.key = ?`);
    this.#append = sql.prepare(addFrom(NEXT));
    this.#last = sql.prepare<[], OrderKey>(LAST).raw();
    sql.prepare(DROP_EMPTY).run();
    this.#isWhole = sql.prepare(IS_WHOLE).pluck().get(this.#mark) === 1;
  }

  /** A track has got a row, or another one. */
  add(track: number): void {
    if (this.#isWhole) this.#missing.add(track);
  }

  /** To be called before the row of a track is changed or removed. */
  remove(track: number): void {
    if (!this.#isWhole) return;
    this.#missing.delete(track);
    this.#remove.run({ key: track });
  }

  /** The cover of an album is another one. */
  coverChanged(album: number): void {
    if (!this.#isWhole) return;
    for (const track of this.#tracksOfAlbum.all(album)) {
      this.remove(track);
      this.add(track);
    }
  }

  /** Ends a transaction: everything that tracks are shown with is written by then. */
  settle(): void {
    for (const track of this.#missing) this.#put.run(track);
    this.forget();
  }

  /** The transaction is over. */
  forget(): void {
    this.#missing.clear();
  }

  /** Makes the list if it is not whole, in transactions of its own. @param advanced called after each of them */
  complete(advanced: () => void): void {
    if (this.#isWhole || this.#sql.prepare(HAS_TRACKS).pluck().get() === 0) return;
    this.#write(() => {
      this.#sql.prepare(SET_MARK).run(null);
      this.#sql.prepare('DELETE FROM track_list').run();
    });
    for (let last: OrderKey | undefined = ['', 0]; last !== undefined;) {
      const after: OrderKey = last;
      const { changes } = this.#write(() => this.#append.run(...after));
      last = changes < PAGE ? undefined : this.#last.get();
      advanced();
    }
    this.#write(() => this.#sql.prepare(SET_MARK).run(this.#mark));
    this.#isWhole = true;
  }

  #write<Result>(change: () => Result): Result {
    return this.#sql.transaction(change).immediate();
  }
}
