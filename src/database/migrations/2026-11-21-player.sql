-- The live queue. An entry keeps its key for life, so that an edit writes the entries that came or went and the order,
-- four bytes an entry, and not ten thousand rows.
CREATE TABLE queue_entry (
  key INTEGER PRIMARY KEY,
  location TEXT NOT NULL
) STRICT;

-- Keys in array order, and in the order before the first shuffle (empty when not shuffled): unsigned, 32 bits,
-- little-endian.
CREATE TABLE queue_order (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  keys BLOB NOT NULL,
  unshuffled BLOB NOT NULL
) STRICT;

-- Everything about the player that is small. `stamp` is raised with every resume point that is written here: a position
-- in the file beside counts only under the same stamp.
CREATE TABLE player (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  queue_index INTEGER NOT NULL,
  first_index INTEGER NOT NULL,
  last_insert_position INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  repeat_mode TEXT NOT NULL,
  shuffle INTEGER NOT NULL,
  single_mode TEXT NOT NULL,
  resume TEXT,
  stamp INTEGER NOT NULL
) STRICT;

-- The level of every output that was ever used, and the loudest that a person allows there, in its own steps.
CREATE TABLE volume (
  output TEXT PRIMARY KEY,
  level INTEGER,
  highest INTEGER
) STRICT, WITHOUT ROWID;

-- What a person has set; a member that is missing stands at its default.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
