-- Finds the track that has the size and the length of one whose file was moved.
CREATE INDEX track_of_size ON track (size, length);
