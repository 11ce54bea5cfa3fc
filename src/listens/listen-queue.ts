/**
 * What is still to be told to a service, in the database of what people did: it outlasts a power cut, and is sent in its
 * order. Each service has rows of its own, so that one that is away holds up no other, and each listen is removed when its
 * service has taken it. The oldest are given up when there are too many.
 */
import type { Database } from '../database/database.js';
import { bootTime, type Clock, isSet, type Moment } from './moment.js';

/** Who is told; also the names in the database. */
export type Destination = 'listenbrainz' | 'lastfm';

/** A listen as services want to know it. */
export interface Listen {
  readonly title: string;
  readonly artist: string;
  /** `""` when unknown. */
  readonly album: string;
  /** 0 when unknown. */
  readonly trackNumber: number;
  /** Milliseconds; 0 when unknown. */
  readonly length: number;
}

export interface QueuedListen extends Listen {
  readonly number: number;
  /** Unix seconds. */
  readonly listenedAt: number;
}

export const MOST_LISTENS = 10_000;

const ADD = `INSERT INTO listen (service, listened_at, boot, uptime, title, artist, album, track_number, length)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COUNT = 'SELECT count(*) FROM listen WHERE service = ?';
const GIVE_UP = `DELETE FROM listen
  WHERE number IN (SELECT number FROM listen WHERE service = ? ORDER BY number LIMIT ?)`;
const FIRST = `SELECT number, listened_at, title, artist, album, track_number, length FROM listen
  WHERE service = ? AND listened_at IS NOT NULL ORDER BY number LIMIT ?`;
const UNDATED = 'SELECT 1 FROM listen WHERE service = ? AND listened_at IS NULL LIMIT 1';
const DATE = `UPDATE listen SET listened_at = (? + uptime) / 1000
  WHERE service = ? AND listened_at IS NULL AND boot = ?`;
const FORGET_UNDATED = 'DELETE FROM listen WHERE service = ? AND listened_at IS NULL AND boot <> ?';
const REMOVE = 'DELETE FROM listen WHERE number = ?';

type Row = readonly [
  number: number,
  at: number,
  title: string,
  artist: string,
  album: string,
  track: number,
  length: number,
];

export class ListenQueue {
  constructor(
    private readonly database: Database,
    private readonly service: Destination,
  ) {}

  /** Resolves, when it is durable, with how many older ones were given up. */
  async add({ title, artist, album, trackNumber, length }: Listen, { at, boot, uptime }: Moment): Promise<number> {
    let excess = 0;
    await this.database.write((sql) => {
      sql.prepare(ADD).run(this.service, at, boot, uptime, title, artist, album, trackNumber, length);
      excess = Math.max((sql.prepare(COUNT).pluck().get(this.service) as number) - MOST_LISTENS, 0);
      if (excess > 0) sql.prepare(GIVE_UP).run(this.service, excess);
    });
    return excess;
  }

  count(): Promise<number> {
    return this.database.read((sql) => sql.prepare(COUNT).pluck().get(this.service) as number);
  }

  /** The oldest of those whose time is known. */
  first(most: number): Promise<QueuedListen[]> {
    return this.database.read((sql) =>
      (sql.prepare(FIRST).raw().all(this.service, most) as Row[]).map(
        ([number, listenedAt, title, artist, album, trackNumber, length]) => ({
          ...{ number, listenedAt, title, artist, album, trackNumber, length },
        }),
      ),
    );
  }

  /**
   * Gives a time to those of this boot that have none, once the clock is set; those of an earlier boot can never have
   * one. @returns how many were given up for that
   */
  async date(clock: Clock): Promise<number> {
    if (!isSet(clock)) return 0;
    const isUndated = await this.database.read((sql) => sql.prepare(UNDATED).get(this.service) !== undefined);
    if (!isUndated) return 0;
    let forgotten = 0;
    await this.database.write((sql) => {
      forgotten = sql.prepare(FORGET_UNDATED).run(this.service, clock.boot).changes;
      sql.prepare(DATE).run(Math.floor(bootTime(clock)), this.service, clock.boot);
    });
    return forgotten;
  }

  /** They were told. Resolves when that is durable. */
  remove(listens: readonly QueuedListen[]): Promise<void> {
    return this.database.write((sql) => {
      const remove = sql.prepare(REMOVE);
      for (const { number } of listens) remove.run(number);
    });
  }
}
