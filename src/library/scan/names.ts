/** Keys of artists and genres by their names; those that are new get a row. Inside a transaction of the scan worker. */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { recordId } from '../ids.js';
import { indexed } from '../search-words.js';
import { sortKey } from '../sort-key.js';

/** Names that are kept in memory. */
const CAPACITY = 20_000;

/** Tracks that are looked at for how their artist is sorted. */
const SORTED_BY = 500;
const SORT = `SELECT sort FROM (SELECT sort FROM track_artist WHERE artist = ? AND sort IS NOT NULL LIMIT ${SORTED_BY})
  GROUP BY sort ORDER BY count(*) DESC, sort LIMIT 1`;
const SET_SORT_KEY = 'UPDATE artist SET sort_key = $sortKey WHERE key = $key AND sort_key <> $sortKey';

export class Names {
  readonly #kind: 'artist' | 'genre';
  readonly #known = new Map<string, number>();
  readonly #find: Statement<[string], number>;
  readonly #add: Statement<[string, string, string]>;
  readonly #addWords: Statement<[number, string]> | undefined;
  readonly #nameOf: Statement<[number], string>;
  readonly #remove: Statement<[number]>;
  readonly #sortOf: Statement<[number], string> | undefined;
  readonly #setSortKey: Statement<[{ key: number; sortKey: string }]> | undefined;
  readonly #removeWords: Statement<[number]> | undefined;

  constructor(sql: Sqlite, kind: 'artist' | 'genre') {
    this.#kind = kind;
    this.#find = sql.prepare<[string], number>(`SELECT key FROM ${kind} WHERE name = ?`).pluck();
    this.#add = sql.prepare(`INSERT INTO ${kind} (id, name, sort_key) VALUES (?, ?, ?)`);
    this.#nameOf = sql.prepare<[number], string>(`SELECT name FROM ${kind} WHERE key = ?`).pluck();
    this.#remove = sql.prepare(`DELETE FROM ${kind} WHERE key = ?`);
    if (kind === 'genre') return;
    this.#sortOf = sql.prepare<[number], string>(SORT).pluck();
    this.#setSortKey = sql.prepare(SET_SORT_KEY);
    this.#addWords = sql.prepare('INSERT INTO artist_words (rowid, name) VALUES (?, ?)');
    this.#removeWords = sql.prepare('DELETE FROM artist_words WHERE rowid = ?');
  }

  key(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const key = this.#find.get(name) ?? this.#insert(name);
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(name, key);
    return key;
  }

  /** By the text that most tags sort an artist by, else by the name. */
  sort(key: number): void {
    const name = this.#nameOf.get(key);
    if (name !== undefined) this.#setSortKey?.run({ key, sortKey: sortKey(this.#sortOf?.get(key) ?? name) });
  }

  remove(key: number): void {
    const name = this.#nameOf.get(key);
    if (name === undefined) return;
    this.#known.delete(name);
    this.#remove.run(key);
    this.#removeWords?.run(key);
  }

  /** A transaction was rolled back: rows that were added in it are gone. */
  forget(): void {
    this.#known.clear();
  }

  #insert(name: string): number {
    const { lastInsertRowid } = this.#add.run(recordId(this.#kind, name), name, sortKey(name));
    const key = Number(lastInsertRowid);
    this.#addWords?.run(key, indexed(name));
    return key;
  }
}
