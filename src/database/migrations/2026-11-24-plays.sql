-- Whether the queue plays, or only waits for its output: what nobody has paused or stopped may go on after a start.
ALTER TABLE player ADD COLUMN plays INTEGER NOT NULL DEFAULT 0;
