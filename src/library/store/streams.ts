/** What clients said of streams, in the database of what people did. */
import { randomStart } from '../../random-start.js';

import type { GuardedDatabase } from '../../database/guarded.js';
import { recordId } from '../ids.js';
import { cleanText } from '../../tags/track-tag.js';
import { rowsOf } from '../../database/statements.js';

export interface StreamFacts {
  readonly url: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Milliseconds; 0 when it has no end. */
  readonly length: number;
}

export interface StoredStream extends StreamFacts {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Streams that are remembered; the ones that were sent longest ago are forgotten first. */
const MOST = 10_000;

const COLUMNS = 'id, url, title, artist, album, length, created_at, updated_at';
const SAVE = `INSERT INTO stream (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET title = excluded.title, artist = excluded.artist, album = excluded.album,
    length = excluded.length, updated_at = excluded.updated_at`;
const FORGET = `DELETE FROM stream WHERE id IN (SELECT id FROM stream ORDER BY updated_at DESC LIMIT -1 OFFSET ${MOST})`;
const BY_ID = `SELECT ${COLUMNS} FROM stream WHERE id = ?`;
const WITH_IDS = `SELECT ${COLUMNS} FROM stream WHERE id IN (SELECT value FROM json_each(?))`;
const BY_URL = `SELECT ${COLUMNS} FROM stream WHERE url = ?`;

type Row = [
  id: string,
  url: string,
  title: string,
  artist: string,
  album: string,
  length: number,
  created: number,
  updated: number,
];

function toStream(row: Row): StoredStream {
  const [id, url, title, artist, album, length, createdAt, updatedAt] = row;
  return { id, url, title, artist, album, length, createdAt, updatedAt };
}

export class Streams {
  #changes = randomStart();

  constructor(private readonly database: GuardedDatabase) {}

  /** Another one after every change, and after every start. */
  get changes(): number {
    return this.#changes;
  }

  /** Somebody else changed some of them. */
  changedElsewhere(): void {
    this.#changes += 1;
  }

  /** Resolves when it is durable. */
  async save(all: readonly StreamFacts[]): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    await this.database.write((sql) => {
      const save = sql.prepare(SAVE);
      for (const { url, title, artist, album, length } of all) {
        save.run(recordId('track', url), url, ...[title, artist, album].map(cleanText), length, now, now);
      }
      sql.prepare(FORGET).run();
    });
    this.#changes += 1;
  }

  async find(id: string): Promise<StoredStream | undefined> {
    const row = await this.database.read((sql) => rowsOf(sql, BY_ID).get(id) as Row | undefined);
    return row && toStream(row);
  }

  /** Those of these ids that are streams. */
  withIds(ids: readonly string[]): Promise<StoredStream[]> {
    return this.database.read((sql) => (rowsOf(sql, WITH_IDS).all(JSON.stringify(ids)) as Row[]).map(toStream));
  }

  /** What is known of these URLs. */
  at(urls: readonly string[]): Promise<StoredStream[]> {
    return this.database.read((sql) => {
      const find = rowsOf(sql, BY_URL);
      return urls.flatMap((url) => {
        const row = find.get(url) as Row | undefined;
        return row === undefined ? [] : [toStream(row)];
      });
    });
  }
}
