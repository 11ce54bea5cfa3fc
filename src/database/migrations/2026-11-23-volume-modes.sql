-- By what the volume of an output is made, where a person has chosen it; `output` is the output's key alone.
CREATE TABLE volume_mode (
  output TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('hardware', 'software', 'fixed'))
) STRICT, WITHOUT ROWID;
