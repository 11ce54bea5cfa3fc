/** Rows of saved playlists and of their folders. Each function is one part of a turn, or of a transaction. */
import type { Sqlite } from '../../database/sqlite.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import type { PlaylistTexts } from '../texts.js';
import { bytesOf, type KeyList, keysIn } from './key-list.js';

export interface SavedPlaylist extends PlaylistTexts {
  readonly id: string;
  /** Those that are not in the library count too. */
  readonly trackCount: number;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds; what it is called and said to be, and not its tracks. */
  readonly updatedAt: number;
}

export interface PlaylistFolder {
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Rows of one page of a list. */
const PAGE = 250;

const COLUMNS = `saved_playlist.key, id, name, description, image, folder, length(tracks) / 4, created_at, updated_at
  FROM saved_playlist CROSS JOIN saved_playlist_tracks ON playlist = saved_playlist.key`;
const NEWEST = 'ORDER BY created_at DESC, saved_playlist.key DESC';
const BEFORE = '(created_at, saved_playlist.key) < (?, ?)';

const LIST = `SELECT ${COLUMNS} WHERE ${BEFORE} ${NEWEST} LIMIT ${PAGE}`;
const LIST_OF_FOLDER = `SELECT ${COLUMNS} WHERE folder = ? AND ${BEFORE} ${NEWEST} LIMIT ${PAGE}`;
const FIND = `SELECT ${COLUMNS} WHERE id = ?`;
const COUNT = 'SELECT count(*) FROM saved_playlist';
const ADD = `INSERT INTO saved_playlist (id, name, description, image, folder, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const ADD_TRACKS = 'INSERT INTO saved_playlist_tracks (playlist, tracks) VALUES (?, ?)';
const REBEFORE = `UPDATE saved_playlist SET name = ?, description = ?, image = ?, folder = ?, updated_at = ? WHERE id = ?`;
const REMOVE = 'DELETE FROM saved_playlist WHERE id = ?';
const TRACKS = `SELECT tracks FROM saved_playlist CROSS JOIN saved_playlist_tracks ON playlist = key WHERE id = ?`;
const SET_TRACKS = `UPDATE saved_playlist_tracks SET tracks = ? WHERE playlist = (SELECT key FROM saved_playlist WHERE id = ?)`;
const KEYS_OF_ID = 'SELECT key FROM kept_track WHERE id = ?';

const FOLDER_COLUMNS = 'id, name, created_at, updated_at FROM playlist_folder';
const FOLDERS = `SELECT ${FOLDER_COLUMNS} ORDER BY name, id`;
const FOLDER = `SELECT ${FOLDER_COLUMNS} WHERE id = ?`;
const COUNT_FOLDERS = 'SELECT count(*) FROM playlist_folder';
const ADD_FOLDER = 'INSERT INTO playlist_folder (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)';
const RENAME_FOLDER = 'UPDATE playlist_folder SET name = ?, updated_at = ? WHERE id = ?';
const REMOVE_FOLDER = 'DELETE FROM playlist_folder WHERE id = ?';
const LEAVE_FOLDER = 'UPDATE saved_playlist SET folder = NULL WHERE folder = ?';

type Row = readonly [
  key: number,
  id: string,
  name: string,
  description: string | null,
  image: string | null,
  folder: string | null,
  tracks: number,
  created: number,
  updated: number,
];
type FolderRow = readonly [id: string, name: string, created: number, updated: number];

function toPlaylist([, id, name, description, image, folderId, trackCount, createdAt, updatedAt]: Row): SavedPlaylist {
  return { id, name, description, image, folderId, trackCount, createdAt, updatedAt };
}

function toFolder([id, name, createdAt, updatedAt]: FolderRow): PlaylistFolder {
  return { id, name, createdAt, updatedAt };
}

/** Where a page ends. */
export interface ListEnd {
  readonly created: number;
  readonly key: number;
}

export const NEWEST_OF_ALL: ListEnd = { created: Number.MAX_SAFE_INTEGER, key: Number.MAX_SAFE_INTEGER };

export interface ListPage {
  readonly playlists: readonly SavedPlaylist[];
  /** Undefined when nothing follows. */
  readonly end: ListEnd | undefined;
}

/** The newest first. @param folder `""` for all */
export function listPage(sql: Sqlite, folder: string, { created, key }: ListEnd): ListPage {
  const found =
    folder === '' ? rowsOf(sql, LIST).all(created, key) : rowsOf(sql, LIST_OF_FOLDER).all(folder, created, key);
  const rows = found as Row[];
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return { playlists: rows.map(toPlaylist), end: last && { created: last[7], key: last[0] } };
}

export function findPlaylist(sql: Sqlite, id: string): SavedPlaylist | undefined {
  const row = rowsOf(sql, FIND).get(id) as Row | undefined;
  return row && toPlaylist(row);
}

export function countPlaylists(sql: Sqlite): number {
  return valuesOf(sql, COUNT).get() as number;
}

export function addPlaylist(sql: Sqlite, id: string, texts: PlaylistTexts, tracks: KeyList, now: number): void {
  const { name, description, image, folderId } = texts;
  const { lastInsertRowid } = sql.prepare(ADD).run(id, name, description, image, folderId, now, now);
  sql.prepare(ADD_TRACKS).run(lastInsertRowid, bytesOf(tracks));
}

export function replaceTexts(sql: Sqlite, id: string, texts: PlaylistTexts, now: number): void {
  const { name, description, image, folderId } = texts;
  sql.prepare(REBEFORE).run(name, description, image, folderId, now, id);
}

export function removePlaylist(sql: Sqlite, id: string): void {
  sql.prepare(REMOVE).run(id);
}

/** Undefined for an unknown playlist. */
export function tracksOf(sql: Sqlite, id: string): KeyList | undefined {
  const bytes = valuesOf(sql, TRACKS).get(id) as Buffer | undefined;
  return bytes && keysIn(bytes);
}

export function setTracks(sql: Sqlite, id: string, tracks: KeyList): void {
  sql.prepare(SET_TRACKS).run(bytesOf(tracks), id);
}

/** Every key that stands for this track. */
export function keysOfTrack(sql: Sqlite, track: string): readonly number[] {
  return valuesOf(sql, KEYS_OF_ID).all(track) as number[];
}

export function listFolders(sql: Sqlite): PlaylistFolder[] {
  return (rowsOf(sql, FOLDERS).all() as FolderRow[]).map(toFolder);
}

export function findFolder(sql: Sqlite, id: string): PlaylistFolder | undefined {
  const row = rowsOf(sql, FOLDER).get(id) as FolderRow | undefined;
  return row && toFolder(row);
}

export function countFolders(sql: Sqlite): number {
  return valuesOf(sql, COUNT_FOLDERS).get() as number;
}

export function addFolder(sql: Sqlite, { id, name, createdAt, updatedAt }: PlaylistFolder): void {
  sql.prepare(ADD_FOLDER).run(id, name, createdAt, updatedAt);
}

export function renameFolder(sql: Sqlite, id: string, name: string, now: number): void {
  sql.prepare(RENAME_FOLDER).run(name, now, id);
}

/** Playlists of the folder stay, in none. */
export function removeFolder(sql: Sqlite, id: string): void {
  sql.prepare(LEAVE_FOLDER).run(id);
  sql.prepare(REMOVE_FOLDER).run(id);
}
