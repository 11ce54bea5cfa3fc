-- Tracks that a saved playlist, a like or a count names, and enough of each to know it again when its file is moved. A
-- playlist names a track by its key: when the track gets another id, every playlist follows. Two keys may have the same
-- id, once what they named has become one track.
CREATE TABLE kept_track (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  -- As the library last knew it, null as long as it never did.
  location TEXT,
  -- Path of the library root, or of the volume below it.
  root TEXT,
  -- Bytes.
  size INTEGER,
  -- Milliseconds.
  length INTEGER,
  title TEXT,
  artist TEXT,
  album TEXT
) STRICT;
CREATE INDEX kept_track_of_id ON kept_track (id);

CREATE TABLE saved_playlist (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT,
  image TEXT,
  folder TEXT,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_playlist_by_age ON saved_playlist (created_at, key);
CREATE INDEX saved_playlist_of_folder ON saved_playlist (folder, created_at, key);

-- Keys of kept tracks in order: unsigned, 32 bits, little-endian. A row of its own, so that a new name writes no tracks.
CREATE TABLE saved_playlist_tracks (
  playlist INTEGER PRIMARY KEY REFERENCES saved_playlist (key) ON DELETE CASCADE,
  tracks BLOB NOT NULL
) STRICT;

CREATE TABLE playlist_folder (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX playlist_folder_by_name ON playlist_folder (name, id);
