/** What people did with a track or an album goes over to what it has become. Each function is a part of a turn. */
import type { Sqlite } from '../../database/sqlite.js';
import type { LikedKind } from '../../library/store/likes.js';

/** The old id and the new one. */
export type Move = readonly [from: string, to: string];

const KEPT = 'UPDATE kept_track SET id = ? WHERE id = ?';
const likedOf = (kind: LikedKind): string => `INSERT INTO liked (kind, id, at)
  SELECT kind, ?, at FROM liked WHERE kind = '${kind}' AND id = ?
  ON CONFLICT DO UPDATE SET at = min(at, excluded.at)`;
const unlikeOf = (kind: LikedKind): string => `DELETE FROM liked WHERE kind = '${kind}' AND id = ?`;
const COUNTED = `INSERT INTO track_stats (track_id, play_count, skip_count, last_played, last_skipped, updated_at)
  SELECT ?, play_count, skip_count, last_played, last_skipped, updated_at FROM track_stats WHERE track_id = ?
  ON CONFLICT DO UPDATE SET play_count = play_count + excluded.play_count,
    skip_count = skip_count + excluded.skip_count,
    last_played = nullif(max(coalesce(last_played, 0), coalesce(excluded.last_played, 0)), 0),
    last_skipped = nullif(max(coalesce(last_skipped, 0), coalesce(excluded.last_skipped, 0)), 0),
    updated_at = max(updated_at, excluded.updated_at)`;
const STICK = `INSERT OR IGNORE INTO sticker (kind, uri, name, value)
  SELECT kind, ?, name, value FROM sticker WHERE kind = 'song' AND uri = ?`;
const UNSTICK = `DELETE FROM sticker WHERE kind = 'song' AND uri = ?`;
const UNCOUNT = 'DELETE FROM track_stats WHERE track_id = ?';

/** Within a transaction: playlists, likes, counts and stickers name the new id; what both ids had is added. */
export function carryOver(sql: Sqlite, moves: readonly Move[]): void {
  carry(sql, moves, [KEPT, likedOf('track'), COUNTED, STICK], [unlikeOf('track'), UNCOUNT, UNSTICK]);
}

/** Within a transaction: likes of albums name the new id. */
export function carryAlbumLikes(sql: Sqlite, moves: readonly Move[]): void {
  carry(sql, moves, [likedOf('album')], [unlikeOf('album')]);
}

/** @param copying statements of new and old id @param ending statements of the old one */
function carry(sql: Sqlite, moves: readonly Move[], copying: readonly string[], ending: readonly string[]): void {
  const copies = copying.map((text) => sql.prepare(text));
  const ends = ending.map((text) => sql.prepare(text));
  for (const [from, to] of moves) {
    for (const copy of copies) copy.run(to, from);
    for (const end of ends) end.run(from);
  }
}
