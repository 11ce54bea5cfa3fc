-- Listens that are still to be told to ListenBrainz, oldest first.
CREATE TABLE listen (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- When it began, in Unix seconds, null while the time of day was not known. Then these say when: the boot of the
  -- machine, and milliseconds since it.
  listened_at INTEGER,
  boot TEXT NOT NULL,
  uptime INTEGER NOT NULL,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  album TEXT NOT NULL,
  track_number INTEGER NOT NULL,
  -- Milliseconds, 0 when unknown.
  length INTEGER NOT NULL
) STRICT;
