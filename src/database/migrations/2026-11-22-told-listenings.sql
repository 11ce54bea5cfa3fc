-- The listening that was counted, or told to ListenBrainz, when it was stopped, and that may still go on: no row once
-- another one has begun.
CREATE TABLE told_listening (
  -- Who told of it.
  teller TEXT PRIMARY KEY,
  location TEXT NOT NULL
) STRICT, WITHOUT ROWID;
