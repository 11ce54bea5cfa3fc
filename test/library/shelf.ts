/** Puts tracks on the shelf as the scanner would: with its own writer, in one transaction. */
import { basename, dirname } from 'node:path';
import type { Sqlite } from '../../src/database/sqlite.js';
import { TRACK } from '../../src/http/wire/track.js';
import { TrackList } from '../../src/library/scan/track-list.js';
import { Tracks } from '../../src/library/scan/tracks.js';
import { familyOf } from '../../src/tags/path-names.js';
import { JOINED, jsonOf } from '../../src/library/store/records.js';
import { milliseconds } from '../../src/units.js';
import { fallbackTag, type TrackTag } from '../../src/tags/track-tag.js';

export interface ShelfTrack extends Partial<TrackTag> {
  /** Below the root. */
  readonly name: string;
  /** Where it begins in its file, in ms, when it is a part of one. */
  readonly start?: number;
}

const ROOT = 'INSERT INTO root (path, mounted, available) VALUES (?, 0, 1) ON CONFLICT DO NOTHING';
const FOLDER = 'INSERT INTO folder (root, path) VALUES (?, ?) ON CONFLICT DO NOTHING';
const FILE = 'INSERT INTO file (folder, name, size, modified, picture) VALUES (?, ?, ?, 1, ?)';

/** Paths of the tracks, in the order of `tracks`. What is not said of one is as unknown as a tag may leave it. */
export function putOnShelf(sql: Sqlite, root: string, tracks: readonly ShelfTrack[]): string[] {
  const keyOf = (table: string, path: string): number =>
    sql.prepare(`SELECT key FROM ${table} WHERE path = ?`).pluck().get(path) as number;
  sql.prepare(ROOT).run(root);
  const rootKey = keyOf('root', root);
  const writer = new Tracks(sql, new TrackList(sql, TRACK));
  const paths = tracks.map(({ name, start, ...known }) => {
    const location = `${root}/${name}`;
    const tag = { ...fallbackTag(location, 1000), ...known };
    sql.prepare(FOLDER).run(rootKey, dirname(location));
    const folder = keyOf('folder', dirname(location));
    const picture = tag.picture === '' ? null : 'jpg';
    const file = Number(sql.prepare(FILE).run(folder, basename(location), tag.fileSize, picture).lastInsertRowid);
    const part = start === undefined ? undefined : { start: milliseconds(start), end: null };
    const family = familyOf(dirname(location), root).path;
    writer.put({ root: rootKey, file, family }, [{ location, tag, part }], true);
    return location;
  });
  writer.settle();
  return paths;
}

/** A volume is pulled, or put back. */
export function setAvailable(sql: Sqlite, root: string, available: boolean): void {
  sql.prepare('UPDATE root SET available = ? WHERE path = ?').run(available ? 1 : 0, root);
}

/** Writes the list of all tracks, as a scan does when it ends. */
export function listTracks(sql: Sqlite): void {
  new TrackList(sql, TRACK).complete(() => undefined);
}

const MADE = `SELECT track.sort_key, track.key, ${jsonOf('track', TRACK)} FROM track ${JOINED.track}`;

/** Rows that the list of all tracks lacks, or has and should not have: none, while it is not said to be whole. */
export function listMistakes(sql: Sqlite): unknown[] {
  if (sql.prepare('SELECT listed FROM library').pluck().get() === null) return [];
  const kept = 'SELECT sort_key, key, json FROM track_list';
  const differences = `SELECT * FROM (${MADE} EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT ${MADE})`;
  return sql.prepare(differences).all();
}
