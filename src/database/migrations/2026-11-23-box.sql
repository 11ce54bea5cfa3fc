-- What the box is known again by on the network: 16 hex digits, made once. In no backup, and left by a reset.
CREATE TABLE box (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL CHECK (length(id) = 16)
) STRICT;
