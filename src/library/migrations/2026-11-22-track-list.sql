-- The list of all tracks as clients get it, in its order: it is read from one end to the other, where the columns of the
-- same rows would be brought together from everywhere in the file. The scanner keeps it; `track-list.ts` of the store
-- reads it.
CREATE TABLE track_list (
  sort_key TEXT NOT NULL,
  key INTEGER NOT NULL,
  -- An object.
  json TEXT NOT NULL,
  PRIMARY KEY (sort_key, key)
) STRICT, WITHOUT ROWID;

-- What the objects are made of (an MD5); null while some are missing. The next scan makes them.
ALTER TABLE library ADD COLUMN listed TEXT;
