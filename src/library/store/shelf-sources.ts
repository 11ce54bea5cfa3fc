/** The statements behind the shelves of Home: what was played, liked or found, as ids and keys. All of them are bounded. */
import type { Sqlite } from '../../database/sqlite.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { SHOWN } from './lists.js';
import { isComplete, type RecordKey } from './records.js';

/** A play that was counted. */
export interface LastPlay {
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
}

type PlayRow = readonly [id: string, at: number];

const LAST_PLAYED = `SELECT track_id, last_played FROM track_stats
  WHERE last_played IS NOT NULL AND (last_played, track_id) < (?, ?)
  ORDER BY last_played DESC, track_id DESC LIMIT ?`;
const OFTEN_PLAYED = `SELECT track_id FROM track_stats WHERE play_count >= ? AND last_played < ?
  ORDER BY play_count DESC LIMIT ?`;
const LIKED_BEFORE = "SELECT id FROM liked WHERE kind = 'album' AND at < ? ORDER BY at DESC LIMIT ?";
const PLAYED_SINCE = `SELECT track_id FROM track_stats
  WHERE track_id IN (SELECT value FROM json_each(?)) AND last_played >= ?`;

/** Plays before one, the newest first. Database of what people did. */
export function playsBefore(sql: Sqlite, before: LastPlay, limit: number): LastPlay[] {
  const rows = rowsOf(sql, LAST_PLAYED).all(before.at, before.id, limit) as PlayRow[];
  return rows.map(([id, at]) => ({ id, at }));
}

/** Tracks with so many plays, of which the last was before a time in Unix seconds; the most plays first. */
export function oftenPlayed(sql: Sqlite, plays: number, before: number, limit: number): string[] {
  return valuesOf(sql, OFTEN_PLAYED).all(plays, before, limit) as string[];
}

/** Albums that were liked before a time in Unix milliseconds; the newest like first. */
export function likedBefore(sql: Sqlite, before: number, limit: number): string[] {
  return valuesOf(sql, LIKED_BEFORE).all(before, limit) as string[];
}

/** Those of some tracks that were played at or after a time in Unix seconds. */
export function playedSince(sql: Sqlite, ids: readonly string[], since: number): string[] {
  return valuesOf(sql, PLAYED_SINCE).all(JSON.stringify(ids), since) as string[];
}

/** Track and album of a row, by their keys. */
export type TrackOfAlbum = readonly [track: RecordKey, album: RecordKey, id?: string];

/** With the id of the track. */
export type NamedTrackOfAlbum = readonly [track: RecordKey, album: RecordKey, id: string];

const NEWEST_TRACKS = (where: string): string =>
  `SELECT key, album FROM track WHERE key < ? AND ${where} ORDER BY key DESC LIMIT ?`;

/** Tracks before a key in the order in which they were found, the newest first. Database of the library. */
export function tracksFoundBefore(sql: Sqlite, before: RecordKey, limit: number): TrackOfAlbum[] {
  const text = NEWEST_TRACKS(SHOWN.track[isComplete(sql) ? 0 : 1]);
  return rowsOf(sql, text).all(before, limit) as unknown as TrackOfAlbum[];
}

const ALBUMS_OF = (where: string): string => `SELECT track.key, track.album, track.id
  FROM json_each(?) AS wanted CROSS JOIN track ON track.id = wanted.value WHERE ${where}`;

/** Those of some tracks that a list shows, in the order of their ids. */
export function albumsOfTracks(sql: Sqlite, ids: readonly string[]): NamedTrackOfAlbum[] {
  const text = ALBUMS_OF(SHOWN.track[isComplete(sql) ? 0 : 1]);
  return rowsOf(sql, text).all(JSON.stringify(ids)) as unknown as NamedTrackOfAlbum[];
}

const IDS_OF_ALBUM = 'SELECT id FROM track WHERE album = ? ORDER BY disc_number, track_number, key LIMIT ?';

/** Ids of the first tracks of an album, by disc and number, whether they are there or not. */
export function tracksOfAlbum(sql: Sqlite, album: RecordKey, limit: number): string[] {
  return valuesOf(sql, IDS_OF_ALBUM).all(album, limit) as string[];
}
