-- The library: what the scanner found. All of it can be made again from the files, with the same ids; what people did
-- with it (likes, play counts, playlists) is in the other database. Sort keys are compared byte by byte.

-- A library root, or a volume that is mounted below one: what can come and go by itself.
CREATE TABLE root (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  -- It was a mount point when it was scanned: an empty directory there means that the volume is gone, not its files.
  mounted INTEGER NOT NULL,
  available INTEGER NOT NULL,
  -- Unix seconds since when it is not available.
  vanished_at INTEGER
) STRICT;

-- A folder with something to show: files, pictures or a problem.
CREATE TABLE folder (
  key INTEGER PRIMARY KEY,
  root INTEGER NOT NULL REFERENCES root (key) ON DELETE CASCADE,
  path TEXT NOT NULL UNIQUE,
  -- Path of the image that is the cover of what lies here, where no file has a picture of its own.
  cover TEXT,
  -- Path of a picture of the artist whose name the folder bears.
  portrait TEXT
) STRICT;
CREATE INDEX folder_of_root ON folder (root);
CREATE INDEX folder_with_portrait ON folder (path) WHERE portrait IS NOT NULL;

CREATE TABLE file (
  key INTEGER PRIMARY KEY,
  folder INTEGER NOT NULL REFERENCES folder (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Unix milliseconds.
  modified INTEGER NOT NULL,
  -- Ending of the picture that it holds, such as `jpg`; null without one.
  picture TEXT,
  -- Why it could not be read, for a person; null when it could.
  problem TEXT,
  UNIQUE (folder, name)
) STRICT;
CREATE INDEX file_with_problem ON file (folder, name) WHERE problem IS NOT NULL;

CREATE TABLE artist (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  sort_key TEXT NOT NULL,
  -- Path of a picture in the artist's folder.
  image TEXT
) STRICT;
CREATE INDEX artist_in_order ON artist (sort_key, key);

-- One for each album artist, title and year.
CREATE TABLE album (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Of album artist, title and year.
  md5 TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  -- Text of the album artist, and the track artist of the first track that was scanned.
  artist_name TEXT NOT NULL,
  artist INTEGER NOT NULL REFERENCES artist (key),
  year INTEGER NOT NULL,
  year_string TEXT NOT NULL,
  label TEXT NOT NULL,
  copyright TEXT NOT NULL,
  -- The file whose picture is the cover (an audio file, or an image beside it) and the ending that its name shows.
  cover TEXT,
  cover_ending TEXT
) STRICT;
CREATE INDEX album_in_order ON album (sort_key, key);
CREATE INDEX album_of_artist ON album (artist);

CREATE TABLE genre (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  sort_key TEXT NOT NULL
) STRICT;
CREATE INDEX genre_in_order ON genre (sort_key, key);

-- A track is a file, or a part of one that a cue sheet names.
CREATE TABLE track (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- What the queue holds: the absolute path of the file; of a part with `#track=n` behind it.
  location TEXT NOT NULL UNIQUE,
  -- Of the location: stored, because lists show ten thousand of them.
  md5 TEXT NOT NULL,
  root INTEGER NOT NULL REFERENCES root (key),
  file INTEGER NOT NULL REFERENCES file (key) ON DELETE CASCADE,
  -- Of a part: where it begins and ends (null: with the file), in milliseconds of the file.
  part_start INTEGER,
  part_end INTEGER,
  title TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  artist_name TEXT NOT NULL,
  album_title TEXT NOT NULL,
  album_artist TEXT NOT NULL,
  composer TEXT NOT NULL,
  genre_name TEXT NOT NULL,
  artist INTEGER NOT NULL REFERENCES artist (key),
  album INTEGER NOT NULL REFERENCES album (key),
  -- The first of them.
  genre INTEGER REFERENCES genre (key),
  track_number INTEGER NOT NULL,
  disc_number INTEGER NOT NULL,
  year INTEGER NOT NULL,
  year_string TEXT NOT NULL,
  -- ms, kbit/s, Hz, bytes.
  length INTEGER NOT NULL,
  bitrate INTEGER NOT NULL,
  frequency INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX track_in_order ON track (sort_key, key);
CREATE INDEX track_of_file ON track (file);
CREATE INDEX track_of_album ON track (album, disc_number, track_number, key);
CREATE INDEX track_of_root ON track (root);

-- All artists of a track, the first being `track.artist`; and all its genres.
CREATE TABLE track_artist (
  artist INTEGER NOT NULL REFERENCES artist (key),
  track INTEGER NOT NULL REFERENCES track (key) ON DELETE CASCADE,
  PRIMARY KEY (artist, track)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_of_track ON track_artist (track);

CREATE TABLE track_genre (
  genre INTEGER NOT NULL REFERENCES genre (key),
  track INTEGER NOT NULL REFERENCES track (key) ON DELETE CASCADE,
  PRIMARY KEY (genre, track)
) STRICT, WITHOUT ROWID;
CREATE INDEX genre_of_track ON track_genre (track);

-- Words to search for (`search-words.ts`); row ids are the keys above. The scanner keeps them up to date.
CREATE VIRTUAL TABLE track_words USING fts5 (
  title, artist, album, content = '', contentless_delete = 1, prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
);
CREATE VIRTUAL TABLE album_words USING fts5 (
  title, artist, content = '', contentless_delete = 1, prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
);
CREATE VIRTUAL TABLE artist_words USING fts5 (
  name, content = '', contentless_delete = 1, prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
);

-- One row. `revision` is raised by every transaction that changes what a list would show; it begins at the time in
-- milliseconds, so that no library that is made anew comes back to a number that a client has seen.
CREATE TABLE library (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL,
  -- Unix seconds at the last scan: how long a root is absent is counted from scan to scan.
  scanned_at INTEGER NOT NULL
) STRICT;
INSERT INTO library (id, revision, scanned_at) VALUES (1, 1000 * unixepoch(), unixepoch());
