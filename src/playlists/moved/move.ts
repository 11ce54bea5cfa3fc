/** What people did with a track goes over to the track that its file has become. Each function is a part of a turn. */
import type { Sqlite } from '../../database/sqlite.js';

/** The old id and the new one. */
export type Move = readonly [from: string, to: string];

const KEPT = 'UPDATE kept_track SET id = ? WHERE id = ?';
const LIKED = `INSERT INTO liked (kind, id, at) SELECT kind, ?, at FROM liked WHERE kind = 'track' AND id = ?
  ON CONFLICT DO UPDATE SET at = min(at, excluded.at)`;
const COUNTED = `INSERT INTO track_stats (track_id, play_count, skip_count, last_played, last_skipped, updated_at)
  SELECT ?, play_count, skip_count, last_played, last_skipped, updated_at FROM track_stats WHERE track_id = ?
  ON CONFLICT DO UPDATE SET play_count = play_count + excluded.play_count,
    skip_count = skip_count + excluded.skip_count,
    last_played = nullif(max(coalesce(last_played, 0), coalesce(excluded.last_played, 0)), 0),
    last_skipped = nullif(max(coalesce(last_skipped, 0), coalesce(excluded.last_skipped, 0)), 0),
    updated_at = max(updated_at, excluded.updated_at)`;
const UNLIKE = "DELETE FROM liked WHERE kind = 'track' AND id = ?";
const UNCOUNT = 'DELETE FROM track_stats WHERE track_id = ?';

/** Within a transaction: playlists, likes and counts name the new id; what both ids had is added. */
export function carryOver(sql: Sqlite, moves: readonly Move[]): void {
  const copies = [KEPT, LIKED, COUNTED].map((text) => sql.prepare(text));
  const ends = [UNLIKE, UNCOUNT].map((text) => sql.prepare(text));
  for (const [from, to] of moves) {
    for (const copy of copies) copy.run(to, from);
    for (const end of ends) end.run(from);
  }
}
