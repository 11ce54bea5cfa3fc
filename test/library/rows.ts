/** Rows of a library, written straight into its tables as the scanner would write them. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Sqlite } from '../../src/database/sqlite.js';
import { albumMd5, recordId } from '../../src/library/ids.js';
import { indexed } from '../../src/library/search-words.js';
import { sortKey } from '../../src/library/sort-key.js';

/** The statements that make the tables. */
export const LIBRARY_STEP = readFileSync(
  new URL('../../src/library/migrations/2026-11-21-library.sql', import.meta.url),
  'utf8',
);

export interface NewTrack {
  /** Absolute path of the file. */
  readonly path: string;
  readonly title: string;
  readonly artist?: string;
  readonly album?: string;
  /** Path of its root; below it the folder of the file. */
  readonly root?: string;
  readonly year?: number;
  /** The file whose picture is the album's cover, and the ending of its name. */
  readonly cover?: string;
  readonly coverEnding?: string;
}

/** @returns the key that the row has, or gets */
function keyOf(
  sql: Sqlite,
  table: string,
  column: string,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
): number {
  const found = sql.prepare(`SELECT key FROM ${table} WHERE ${column} = ?`).pluck().get(value) as number | undefined;
  return found ?? insert(sql, table, row);
}

function insert(sql: Sqlite, table: string, row: Readonly<Record<string, unknown>>): number {
  const names = Object.keys(row);
  const statement = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`;
  return Number(sql.prepare(statement).run(row).lastInsertRowid);
}

function artistKey(sql: Sqlite, name: string): number {
  const known = sql.prepare('SELECT key FROM artist WHERE name = ?').pluck().get(name) as number | undefined;
  if (known !== undefined) return known;
  const key = insert(sql, 'artist', { id: recordId('artist', name), name, sort_key: sortKey(name) });
  insert(sql, 'artist_words', { rowid: key, name: indexed(name) });
  return key;
}

function albumKey(sql: Sqlite, { title, artist, year, artistKey, cover, ending }: AlbumRow): number {
  const md5 = albumMd5(artist, title, year);
  const known = sql.prepare('SELECT key FROM album WHERE md5 = ?').pluck().get(md5) as number | undefined;
  if (known !== undefined) return known;
  const key = insert(sql, 'album', {
    ...{
      id: recordId('album', md5),
      md5,
      title,
      sort_key: sortKey(title),
      artist_name: artist,
      artist: artistKey,
      year,
    },
    ...{ year_string: year === 0 ? '' : String(year), label: '', copyright: '', cover, cover_ending: ending },
  });
  insert(sql, 'album_words', { rowid: key, title: indexed(title), artist: indexed(artist) });
  return key;
}

interface AlbumRow {
  readonly title: string;
  readonly artist: string;
  readonly year: number;
  readonly artistKey: number;
  readonly cover: string | null;
  readonly ending: string | null;
}

/** Adds a track with all that it belongs to. @returns its id */
export function addTrack(sql: Sqlite, track: NewTrack): string {
  const { path, title, artist = 'Unknown Artist', album = title, year = 0 } = track;
  const { root = dirname(path), cover = null, coverEnding = null } = track;
  const rootKey = keyOf(sql, 'root', 'path', root, { path: root, mounted: 0, available: 1 });
  const folder = keyOf(sql, 'folder', 'path', dirname(path), { root: rootKey, path: dirname(path) });
  const file = insert(sql, 'file', { folder, name: basename(path), size: 1, modified: 0 });
  const byArtist = artistKey(sql, artist);
  const onAlbum = albumKey(sql, { title: album, artist, year, artistKey: byArtist, cover, ending: coverEnding });
  const id = recordId('track', path);
  const key = insert(sql, 'track', {
    ...{ id, location: path, root: rootKey, file, title, sort_key: sortKey(title), artist_name: artist },
    ...{ album_title: album, album_artist: artist, composer: '', genre_name: '', artist: byArtist, album: onAlbum },
    ...{ track_number: 0, disc_number: 0, year, year_string: '', length: 0, bitrate: 0, frequency: 0, size: 1 },
    ...{ created_at: 0, updated_at: 0 },
  });
  insert(sql, 'track_artist', { artist: byArtist, track: key });
  insert(sql, 'track_words', { rowid: key, title: indexed(title), artist: indexed(artist), album: indexed(album) });
  return id;
}
