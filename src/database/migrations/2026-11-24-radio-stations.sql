-- Radio stations that a person keeps.
CREATE TABLE radio_station (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Among all of them, from 0 on.
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  -- Addresses, NULL where there is none.
  logo TEXT,
  homepage TEXT,
  -- An array of texts.
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  -- Empty and 0 when unknown, in kbit/s.
  codec TEXT NOT NULL,
  bitrate INTEGER NOT NULL,
  -- Its id in the directory of stations that it was found in.
  directory_id TEXT,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
