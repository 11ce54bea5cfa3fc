-- What a person likes: the library's ids of tracks and albums. They stand while the library is made anew or a volume is
-- away.
CREATE TABLE liked (
  kind TEXT NOT NULL CHECK (kind IN ('track', 'album')),
  id TEXT NOT NULL,
  -- Unix milliseconds.
  at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX liked_by_time ON liked (kind, at, id);

-- What a client said of a stream (`PUT /tracks/stream-metadata`).
CREATE TABLE stream (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  album TEXT NOT NULL,
  -- Milliseconds.
  length INTEGER NOT NULL,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX stream_by_age ON stream (updated_at);
