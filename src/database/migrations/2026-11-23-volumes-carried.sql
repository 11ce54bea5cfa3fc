-- The mode before, where another one was chosen while the output was away: its level and its limit are carried over when
-- the output is there again.
ALTER TABLE volume_mode ADD COLUMN former TEXT CHECK (former IN ('hardware', 'software'));
