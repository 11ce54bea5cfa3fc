-- The PIN that a person has set, as a scrypt hash with what it was made with (RFC 7914); no row without one.
CREATE TABLE pin (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  salt BLOB NOT NULL,
  hash BLOB NOT NULL,
  cost INTEGER NOT NULL,
  block_size INTEGER NOT NULL,
  parallelization INTEGER NOT NULL
) STRICT;
