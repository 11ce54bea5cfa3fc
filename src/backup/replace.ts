/**
 * What people did becomes something else, in one transaction: a power cut leaves the old or the new. Before that a copy of
 * all of it is put beside the database. Nobody else writes meanwhile. Thread: a worker.
 */
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { writeCopy } from '../database/copies.js';
import type { Sqlite } from '../database/sqlite.js';
import { EMPTY_QUEUE } from '../playback/queue.js';
import { keysOf, TABLES, WRITE_TRACKS } from './document.js';
import { piecesOf } from './json-pieces.js';
import type { NewSettings, ResetScope } from './orders.js';

/** Copies that stay, of each kind. */
const KEPT_COPIES = 4;

/** What a backup holds, in an order in which nothing refers to what is gone. */
const FORGET_RESTORED = [
  'DELETE FROM saved_playlist_tracks',
  'DELETE FROM saved_playlist',
  'DELETE FROM playlist_folder',
  'DELETE FROM smart_playlist',
  'DELETE FROM liked',
  'DELETE FROM track_stats',
  'DELETE FROM kept_track',
  'DELETE FROM stream',
  'DELETE FROM radio_station',
  'DELETE FROM alarm',
  'DELETE FROM sticker',
];
const FORGET_SETTINGS = ['DELETE FROM setting', 'UPDATE volume SET highest = NULL', 'DELETE FROM volume_mode'];
/** Beyond that: what no backup holds. The queue is the player's own to forget. */
const FORGET_REST = [
  'DELETE FROM listen',
  'DELETE FROM told_listening',
  'DELETE FROM volume',
  'DELETE FROM pin',
  'DELETE FROM pin_client',
  'DELETE FROM wanted_speaker',
  'DELETE FROM recent_station',
];

const ADD_SETTING = 'INSERT INTO setting (name, value) VALUES (?, ?)';
/** An empty queue, for a database in which no player has saved one yet. */
const ADD_PLAYER = `INSERT OR IGNORE INTO player
  (id, queue_index, first_index, last_insert_position, seed, repeat_mode, shuffle, single_mode, resume, stamp)
  VALUES (1, ?, ?, ?, 1, ?, ?, ?, NULL, 1)`;
const SET_MODES = 'UPDATE player SET repeat_mode = ?, shuffle = ?, single_mode = ?';

/**
 * @param from a backup that was checked
 * @param isEmpty nothing was ever saved in the database: it gets an empty queue, with which modes are kept
 * @throws Error of SQLite or the disk: then nothing is changed
 */
export function restore(sql: Sqlite, from: string, { rows, modes }: NewSettings, isEmpty: boolean): void {
  const file = openSync(from, 'r');
  try {
    inOne(sql, () => {
      run(sql, [...FORGET_RESTORED, ...FORGET_SETTINGS]);
      const writes = new Map(
        Object.entries(TABLES).map(([name, table]) => [name, { table, add: sql.prepare(table.write) }]),
      );
      const addTracks = sql.prepare(WRITE_TRACKS);
      for (const { name, index, value } of piecesOf(file)) {
        const known = writes.get(name);
        if (known === undefined || index === undefined || index < 0) continue;
        const element = value as Readonly<Record<string, unknown>>;
        const { lastInsertRowid } = known.add.run(...known.table.toRow(element, index));
        if (name === 'playlists') addTracks.run(lastInsertRowid, keysOf(element['tracks'] as readonly number[]));
      }
      const addSetting = sql.prepare(ADD_SETTING);
      for (const row of rows) addSetting.run(...row);
      if (isEmpty) addPlayer(sql, modes);
      else setModes(sql, modes);
    });
  } finally {
    closeSync(file);
  }
}

/** @throws Error of SQLite or the disk: then nothing is changed */
export function reset(sql: Sqlite, scope: ResetScope, modes: NewSettings['modes']): void {
  inOne(sql, () => {
    run(sql, scope === 'settings' ? FORGET_SETTINGS : [...FORGET_RESTORED, ...FORGET_SETTINGS, ...FORGET_REST]);
    setModes(sql, modes);
  });
}

/** A durable copy, in the place of a superfluous one of its kind. */
export function keepCopy(sql: Sqlite, copy: string): void {
  writeCopy(sql, copy);
  const [kind = ''] = basename(copy).split('.', 1);
  const copies = readdirSync(dirname(copy)).filter((name) => name.startsWith(`${kind}.`) && name.endsWith('.db'));
  for (const name of superfluousCopies(copies, KEPT_COPIES)) rmSync(join(dirname(copy), name), { force: true });
}

/**
 * The copies that go: never the oldest and the newest, but those made soonest after the one before, of several the later.
 * So a run of resets pushes out what it made itself, and not what was there before it.
 */
export function superfluousCopies(names: readonly string[], most: number): string[] {
  const kept = [...names].sort();
  const gone: string[] = [];
  while (kept.length > Math.max(most, 2)) {
    const gaps = kept.slice(1, -1).map((name, at) => momentOf(name) - momentOf(kept[at] ?? name));
    gone.push(...kept.splice(1 + gaps.lastIndexOf(Math.min(...gaps)), 1));
  }
  return gone;
}

/**
 * When `state-before-reset.2026-11-24T10-30-00-123.db` was made, in Unix milliseconds; earlier versions left out the last
 * three digits.
 */
function momentOf(name: string): number {
  const [year = 0, month = 1, ...rest] = (/\.([\dT-]+)\.db$/.exec(name)?.[1] ?? '').split(/[T-]/).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

function inOne(sql: Sqlite, change: () => void): void {
  sql.transaction(change).immediate();
}

function run(sql: Sqlite, statements: readonly string[]): void {
  for (const text of statements) sql.prepare(text).run();
}

function addPlayer(sql: Sqlite, { repeat, shuffle, single }: NewSettings['modes']): void {
  const { index, firstIndex, lastInsertPosition } = EMPTY_QUEUE;
  sql.prepare(ADD_PLAYER).run(index, firstIndex, lastInsertPosition, repeat, shuffle ? 1 : 0, single);
}

function setModes(sql: Sqlite, { repeat, shuffle, single }: NewSettings['modes']): void {
  sql.prepare(SET_MODES).run(repeat, shuffle ? 1 : 0, single);
}
