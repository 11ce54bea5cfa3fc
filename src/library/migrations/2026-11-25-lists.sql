-- Every list of tracks is read page by page from an index that has its order, and the root by which a list leaves out what
-- is away. The rows that say by whom a track is and of which genre repeat what their lists need of it.
DROP INDEX track_in_order;
CREATE INDEX track_in_order ON track (sort_key, key, root);
DROP INDEX track_of_album;
CREATE INDEX track_of_album ON track (album, disc_number, track_number, key, root);

ALTER TABLE track_artist ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE track_artist ADD COLUMN root INTEGER NOT NULL DEFAULT 0;
ALTER TABLE track_artist ADD COLUMN album INTEGER NOT NULL DEFAULT 0;
UPDATE track_artist SET (sort_key, root, album) =
  (SELECT sort_key, root, album FROM track WHERE track.key = track_artist.track);
CREATE INDEX track_of_artist ON track_artist (artist, sort_key, track, root);

ALTER TABLE track_genre ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE track_genre ADD COLUMN root INTEGER NOT NULL DEFAULT 0;
ALTER TABLE track_genre ADD COLUMN album INTEGER NOT NULL DEFAULT 0;
UPDATE track_genre SET (sort_key, root, album) =
  (SELECT sort_key, root, album FROM track WHERE track.key = track_genre.track);
CREATE INDEX track_of_genre ON track_genre (genre, sort_key, track, root);

-- The scanner makes these rows anew for a track whose texts it reads again, and moves tracks without that.
CREATE TRIGGER track_moved AFTER UPDATE OF root, album ON track WHEN old.root <> new.root OR old.album <> new.album
BEGIN
  UPDATE track_artist SET root = new.root, album = new.album WHERE track = new.key;
  UPDATE track_genre SET root = new.root, album = new.album WHERE track = new.key;
END;
