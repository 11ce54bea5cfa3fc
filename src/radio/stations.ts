/**
 * The radio stations that a person keeps, in the order that the person gives them, and those that were heard lately. Thread:
 * main. Every change resolves when it is durable, and is told to whoever listens.
 * @throws Unavailable from every call: LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something
 */
import { randomUUID } from 'node:crypto';

import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { Conflict, InvalidInput, NotFound } from '../errors.js';
import { GuardedDatabase } from '../database/guarded.js';
import { Revision } from '../revision.js';
import type { Log } from '../log.js';
import { type RecentStation, MOST_STATIONS, type Station, type StationFacts } from './station.js';
import * as store from './station-store.js';

export interface StationsDeps {
  /** What people did. */
  readonly state: Database;
  readonly log: Log;
}

export class Stations extends Revision {
  readonly #state: GuardedDatabase;

  constructor({ state, log }: StationsDeps) {
    super();
    this.#state = new GuardedDatabase(state, log);
  }

  list(): Promise<Station[]> {
    return this.#state.read(store.listStations);
  }

  /** @throws NotFound UNKNOWN_ID */
  async get(id: string): Promise<Station> {
    const station = await this.#state.read((sql) => store.findStation(sql, id));
    if (station === undefined) throw unknownStation();
    return station;
  }

  /** Behind all others. @throws Conflict STATION_EXISTS, TOO_MANY_STATIONS */
  async add(facts: StationFacts): Promise<Station> {
    const id = randomUUID();
    await this.#write((sql) => {
      requireNew(sql, facts.url);
      if (store.stationIds(sql).length >= MOST_STATIONS) {
        throw new Conflict('TOO_MANY_STATIONS', `At most ${MOST_STATIONS} stations are kept.`);
      }
      store.addStation(sql, id, facts, now());
    });
    return this.get(id);
  }

  /** Everything but its place. @throws NotFound UNKNOWN_ID, Conflict STATION_EXISTS */
  replace(id: string, facts: StationFacts): Promise<void> {
    return this.#write((sql) => {
      if (store.findStation(sql, id) === undefined) throw unknownStation();
      requireNew(sql, facts.url, id);
      store.replaceStation(sql, id, facts, now());
    });
  }

  /** @param position its index afterwards @throws NotFound UNKNOWN_ID, InvalidInput INDEX_OUT_OF_RANGE */
  move(id: string, position: number): Promise<void> {
    return this.#write((sql) => {
      const ids = store.stationIds(sql);
      if (!ids.includes(id)) throw unknownStation();
      if (position < 0 || position >= ids.length) throw outOfRange(ids.length);
      const others = ids.filter((other) => other !== id);
      store.orderStations(sql, [...others.slice(0, position), id, ...others.slice(position)]);
    });
  }

  /** Nothing happens to an unknown one. */
  remove(id: string): Promise<void> {
    return this.#write((sql) => store.removeStation(sql, id));
  }

  /** A station began to sound. */
  played(facts: StationFacts): Promise<void> {
    return this.#write((sql) => store.noteRecent(sql, { ...facts, playedAt: Date.now() }));
  }

  /** Those that were heard lately, the last one first; of those that are saved what is saved of them. */
  async recent(): Promise<RecentStation[]> {
    const { recent, saved } = await this.#state.read((sql) => ({
      recent: store.recentStations(sql),
      saved: new Map(store.listStations(sql).map((station) => [station.url, station])),
    }));
    return recent.map((facts) => {
      const { id: savedId = null, ...known } = saved.get(facts.url) ?? {};
      return { ...facts, ...known, savedId, playedAt: Math.floor(facts.playedAt / 1000) };
    });
  }

  /** What could not be saved for certain may be there all the same. */
  async #write(change: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.#state.write(change);
    } finally {
      this.changed();
    }
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** @param but a station that may have the address already */
function requireNew(sql: Sqlite, url: string, but?: string): void {
  if (store.idsOfAddress(sql, url).every((id) => id === but)) return;
  throw new Conflict('STATION_EXISTS', 'A station with this address is kept already.');
}

function outOfRange(count: number): InvalidInput {
  const message = `must be from 0 to ${count - 1}`;
  return new InvalidInput('INDEX_OUT_OF_RANGE', `position ${message}`, [{ path: '/position', message }]);
}

function unknownStation(): NotFound {
  return new NotFound('UNKNOWN_ID', 'There is no station with this id.');
}
