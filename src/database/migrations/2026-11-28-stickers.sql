-- What MPD clients keep with songs and other things ("stickers"). Of a song the library's id of the track stands in the
-- place of a URI; of anything else what the client calls it.
CREATE TABLE sticker (
  kind TEXT NOT NULL,
  uri TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, uri, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX sticker_by_name ON sticker (kind, name, uri);
