-- Lists of albums and tracks in other orders than that of the titles, each read page by page from an index.
-- How the album artist is sorted: as the artist of this name, where there is one.
ALTER TABLE album ADD COLUMN artist_sort TEXT NOT NULL DEFAULT '';
UPDATE album SET artist_sort =
  coalesce((SELECT artist.sort_key FROM artist WHERE artist.name = album.artist_name), lower(album.artist_name));
CREATE INDEX album_by_artist ON album (artist_sort, year DESC, sort_key, key);
CREATE INDEX album_by_year ON album (year DESC, sort_key, key);
CREATE INDEX album_of_artist_name ON album (artist_name);
CREATE INDEX track_by_added ON track (created_at DESC, key, root);

CREATE TRIGGER artist_sorted AFTER UPDATE OF sort_key ON artist WHEN old.sort_key <> new.sort_key
BEGIN
  UPDATE album SET artist_sort = new.sort_key WHERE artist_name = new.name;
END;
