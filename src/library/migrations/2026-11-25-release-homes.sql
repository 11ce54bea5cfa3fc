-- 1: the tag of the file names a release of MusicBrainz.
ALTER TABLE track ADD COLUMN has_release INTEGER NOT NULL DEFAULT 0;
UPDATE track SET has_release = 1
  WHERE album IN (SELECT key FROM album WHERE identity >= 'release' AND identity < 'releasf');

-- Where the tracks of a release lie: the identities that its tracks would have without their release id
-- (`album-identity.ts`). Tracks without such an id join the release there.
CREATE TABLE release_home (
  home TEXT NOT NULL,
  album INTEGER NOT NULL REFERENCES album (key) ON DELETE CASCADE,
  PRIMARY KEY (home, album)
) STRICT, WITHOUT ROWID;
CREATE INDEX home_of_release ON release_home (album);

-- The next scan reads every file again: rules of what is one album have changed.
UPDATE file SET modified = -1 WHERE name <> '';
