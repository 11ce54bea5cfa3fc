-- What the PIN covers: `box`, or `changes` for settings and deletions too.
ALTER TABLE pin ADD COLUMN level TEXT NOT NULL DEFAULT 'box' CHECK (level IN ('box', 'changes'));

-- Who has guessed the PIN, over starts. `wrong` guesses in a row; `known` has given the right one. The address '*' stands
-- for all that are not known together.
CREATE TABLE pin_client (
  address TEXT PRIMARY KEY,
  wrong INTEGER NOT NULL,
  known INTEGER NOT NULL CHECK (known IN (0, 1))
) STRICT;
