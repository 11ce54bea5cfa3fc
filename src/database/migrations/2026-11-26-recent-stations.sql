-- Radio stations that were played lately, saved or not, the last one with the highest row id. The oldest are forgotten
-- first.
CREATE TABLE recent_station (
  url TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- Address of a picture, NULL where there is none.
  logo TEXT,
  -- An array of texts.
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  -- Empty and 0 when unknown, in kbit/s.
  codec TEXT NOT NULL,
  bitrate INTEGER NOT NULL,
  -- Its id in the directory of stations that it was found in.
  directory_id TEXT,
  -- Unix milliseconds.
  played_at INTEGER NOT NULL
) STRICT;
