-- How an artist is sorted by the tag of a track; null where the tag does not say it.
ALTER TABLE track_artist ADD COLUMN sort TEXT;
-- What the files of a root were last read by (`tag-rules.ts`); null: they are read again, changed or not.
ALTER TABLE root ADD COLUMN tag_rules TEXT;
