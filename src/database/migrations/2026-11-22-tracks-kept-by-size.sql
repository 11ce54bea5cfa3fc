-- Finds others that are like a track whose file was moved.
CREATE INDEX kept_track_of_size ON kept_track (size, length);
