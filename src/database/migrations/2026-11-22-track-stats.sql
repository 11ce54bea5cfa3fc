-- How often each track was heard to its end or nearly, and how often it was skipped, by the library's id of the track. A
-- row stands while its track is away, and whether or not the library knows it.
CREATE TABLE track_stats (
  track_id TEXT PRIMARY KEY,
  play_count INTEGER NOT NULL DEFAULT 0,
  skip_count INTEGER NOT NULL DEFAULT 0,
  -- Unix seconds, null when never.
  last_played INTEGER,
  last_skipped INTEGER,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
