-- What was played last, and what was played often but not lately, is read from an index and not from all counts.
CREATE INDEX track_stats_by_last_play ON track_stats (last_played) WHERE last_played IS NOT NULL;
CREATE INDEX track_stats_by_plays ON track_stats (play_count, last_played);
