-- Albums are told apart by their release or their folder and no longer by their year: `album-identity.ts` makes the
-- identity. Until its tracks are read again an album has the MD5 of album artist, title and year there, as before.
ALTER TABLE album RENAME COLUMN md5 TO identity;
-- MD5 of album artist, title and year: what clients see. Two albums may have the same.
ALTER TABLE album ADD COLUMN md5 TEXT NOT NULL DEFAULT '';
UPDATE album SET md5 = identity;
CREATE INDEX album_of_md5 ON album (md5);

-- 1: the album artist is what the file itself says; 0: it follows from the tracks of the album; 2: the file was not read
-- since an earlier version.
ALTER TABLE track ADD COLUMN names_album_artist INTEGER NOT NULL DEFAULT 2;

-- Ids of albums that are gone, and of those that have their tracks now: likes follow, and old addresses still lead there.
CREATE TABLE album_moved (
  was TEXT PRIMARY KEY,
  id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The next scan reads every file again: rules of how tags are read have changed, and old files were left out.
UPDATE file SET modified = -1 WHERE name <> '';
