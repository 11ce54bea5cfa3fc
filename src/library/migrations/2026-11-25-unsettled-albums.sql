-- 1: tracks of this very large album have changed, and what follows from that is left to the end of a scan.
ALTER TABLE album ADD COLUMN is_unsettled INTEGER NOT NULL DEFAULT 0;
CREATE INDEX album_unsettled ON album (key) WHERE is_unsettled = 1;
