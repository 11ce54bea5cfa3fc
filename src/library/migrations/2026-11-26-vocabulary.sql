-- The words of the word indexes, each with the number of records that have it: what a mistyped word may have meant.
-- They are views of the indexes (sqlite.org/fts5.html, section 9.1) and take no room.
CREATE VIRTUAL TABLE track_vocabulary USING fts5vocab (track_words, row);
CREATE VIRTUAL TABLE album_vocabulary USING fts5vocab (album_words, row);
CREATE VIRTUAL TABLE artist_vocabulary USING fts5vocab (artist_words, row);
