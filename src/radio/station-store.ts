/** Rows of the stations that a person keeps, and of those that were heard. Each function is one part of a turn, or of a transaction. */
import type { Sqlite } from '../database/sqlite.js';
import { rowsOf, valuesOf } from '../database/statements.js';
import { MOST_RECENT, type Station, type StationFacts } from './station.js';

const COLUMNS = 'id, name, url, logo, homepage, tags, codec, bitrate, directory_id, created_at, updated_at';
const LIST = `SELECT ${COLUMNS} FROM radio_station ORDER BY place, key`;
const FIND = `SELECT ${COLUMNS} FROM radio_station WHERE id = ?`;
const IDS = 'SELECT id FROM radio_station ORDER BY place, key';
const IDS_OF_URL = 'SELECT id FROM radio_station WHERE url = ?';
const ADD = `INSERT INTO radio_station (${COLUMNS}, place)
  SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(max(place) + 1, 0) FROM radio_station`;
const REPLACE = `UPDATE radio_station SET name = ?, url = ?, logo = ?, homepage = ?, tags = ?, codec = ?, bitrate = ?,
  directory_id = ?, updated_at = ? WHERE id = ?`;
const SET_INDEX = 'UPDATE radio_station SET place = ? WHERE id = ?';
const REMOVE = 'DELETE FROM radio_station WHERE id = ?';
const RECENT = `SELECT url, name, logo, tags, codec, bitrate, directory_id, played_at
  FROM recent_station ORDER BY rowid DESC LIMIT ${MOST_RECENT}`;
/** Replacing a row gives it the last row id, so that neither two plays in a millisecond nor a clock set back change the order. */
const SAVE_RECENT = `INSERT OR REPLACE
  INTO recent_station (url, name, logo, tags, codec, bitrate, directory_id, played_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const FORGET_RECENT = `DELETE FROM recent_station
  WHERE rowid IN (SELECT rowid FROM recent_station ORDER BY rowid DESC LIMIT -1 OFFSET ${MOST_RECENT})`;

type Row = readonly [
  id: string,
  name: string,
  url: string,
  logo: string | null,
  homepage: string | null,
  tags: string,
  codec: string,
  bitrate: number,
  directoryId: string | null,
  created: number,
  updated: number,
];

function toStation(row: Row): Station {
  const [id, name, url, logo, homepage, tags, codec, bitrate, directoryId, createdAt, updatedAt] = row;
  const facts = { name, url, logo, homepage, tags: JSON.parse(tags) as string[], codec, bitrate, directoryId };
  return { id, ...facts, createdAt, updatedAt };
}

function valuesIn({ name, url, logo, homepage, tags, codec, bitrate, directoryId }: StationFacts): readonly unknown[] {
  return [name, url, logo, homepage, JSON.stringify(tags), codec, bitrate, directoryId];
}

/** In the order of the person. */
export function listStations(sql: Sqlite): Station[] {
  return (rowsOf(sql, LIST).all() as Row[]).map(toStation);
}

export function findStation(sql: Sqlite, id: string): Station | undefined {
  const row = rowsOf(sql, FIND).get(id) as Row | undefined;
  return row && toStation(row);
}

/** In the order of the person. */
export function stationIds(sql: Sqlite): string[] {
  return valuesOf(sql, IDS).all() as string[];
}

export function idsOfAddress(sql: Sqlite, url: string): string[] {
  return valuesOf(sql, IDS_OF_URL).all(url) as string[];
}

/** Behind all others. */
export function addStation(sql: Sqlite, id: string, facts: StationFacts, now: number): void {
  sql.prepare(ADD).run(id, ...valuesIn(facts), now, now);
}

export function replaceStation(sql: Sqlite, id: string, facts: StationFacts, now: number): void {
  sql.prepare(REPLACE).run(...valuesIn(facts), now, id);
}

/** @param ids all of them */
export function orderStations(sql: Sqlite, ids: readonly string[]): void {
  const setIndex = sql.prepare(SET_INDEX);
  for (const [index, id] of ids.entries()) setIndex.run(index, id);
}

export function removeStation(sql: Sqlite, id: string): void {
  sql.prepare(REMOVE).run(id);
}

type RecentRow = readonly [
  url: string,
  name: string,
  logo: string | null,
  tags: string,
  codec: string,
  bitrate: number,
  directoryId: string | null,
  playedAt: number,
];

export interface RecentFacts extends StationFacts {
  /** Unix milliseconds. */
  readonly playedAt: number;
}

/** The last one first. */
export function recentStations(sql: Sqlite): RecentFacts[] {
  return (rowsOf(sql, RECENT).all() as unknown as RecentRow[]).map(
    ([url, name, logo, tags, codec, bitrate, directoryId, playedAt]) => ({
      ...{ url, name, logo, homepage: null, tags: JSON.parse(tags) as string[], codec, bitrate, directoryId, playedAt },
    }),
  );
}

/** Takes the place of what was noted of the same address before. */
export function noteRecent(sql: Sqlite, facts: RecentFacts): void {
  const { url, name, logo, tags, codec, bitrate, directoryId, playedAt } = facts;
  sql.prepare(SAVE_RECENT).run(url, name, logo, JSON.stringify(tags), codec, bitrate, directoryId, playedAt);
  sql.prepare(FORGET_RECENT).run();
}
