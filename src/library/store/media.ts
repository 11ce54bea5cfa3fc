/** Where the bytes of what is shown lie: audio files of tracks, and the files that hold pictures. */
import type { Sqlite } from '../../database/sqlite.js';
import type { RecordKey } from './records.js';
import { valuesOf } from '../../database/statements.js';

const FILE_OF_TRACK = `SELECT folder.path || '/' || file.name
  FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder WHERE track.id = ?`;
/** Ids of albums and artists never meet. */
const PICTURE_OF = `SELECT cover FROM album WHERE id = ? AND cover IS NOT NULL
  UNION ALL SELECT image FROM artist WHERE id = ? AND image IS NOT NULL`;

/** Where the cover of the album of a track lies. */
const COVER_OF_TRACK = `SELECT cover FROM track CROSS JOIN album ON album.key = track.album
  WHERE track.id = ? AND cover IS NOT NULL`;

const COVERS_AFTER = 'SELECT key, cover AS path FROM album WHERE key > ? AND cover IS NOT NULL ORDER BY key LIMIT ?';

/** Absolute path of the audio file; undefined for an unknown id. */
export function fileOfTrack(sql: Sqlite, id: string): string | undefined {
  return valuesOf(sql, FILE_OF_TRACK).get(id) as string | undefined;
}

/** Absolute path of the file that holds the cover of the album of a track. */
export function coverOfTrack(sql: Sqlite, id: string): string | undefined {
  return valuesOf(sql, COVER_OF_TRACK).get(id) as string | undefined;
}

/** Absolute path of the file that holds the picture of an album or an artist: an image, or an audio file. */
export function pictureOf(sql: Sqlite, id: string): string | undefined {
  return valuesOf(sql, PICTURE_OF).get(id, id) as string | undefined;
}

/** Where the cover of an album lies. */
export interface CoverPath {
  /** Key of the album. */
  readonly key: RecordKey;
  /** Absolute path of an image, or of an audio file that holds it. */
  readonly path: string;
}

/** Covers of the albums behind the one with this key, in the order of keys. */
export function coversAfter(sql: Sqlite, after: RecordKey, most: number): CoverPath[] {
  return sql.prepare<[number, number], CoverPath>(COVERS_AFTER).all(after, most);
}

const LOCATIONS = `SELECT track.location FROM json_each(?) AS wanted
  CROSS JOIN track ON track.key = wanted.value`;

/** What the queue holds of these tracks, in their order. */
export function locationsOf(sql: Sqlite, tracks: ArrayLike<RecordKey>): string[] {
  return valuesOf(sql, LOCATIONS).all(`[${Array.from(tracks).join(',')}]`) as string[];
}
