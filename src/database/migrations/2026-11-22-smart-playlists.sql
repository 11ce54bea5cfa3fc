-- Playlists that are rules. Those of the system stand in no table; they count as made when this was run.
CREATE TABLE smart_playlist (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  image TEXT,
  folder_id TEXT,
  -- As the wire shows them, with every member.
  rules TEXT NOT NULL CHECK (json_valid(rules)),
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
