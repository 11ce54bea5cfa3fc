-- Alarms that a person has set.
CREATE TABLE alarm (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  -- Minutes after midnight, and weekdays as bits from Monday (1) to Sunday (64), 0: once.
  minute INTEGER NOT NULL,
  days INTEGER NOT NULL,
  -- What plays: its kind, and the id of a playlist or a station.
  music TEXT NOT NULL,
  music_id TEXT,
  shuffle INTEGER NOT NULL,
  -- Percent of the volume slider, NULL: the volume stays what it is.
  level REAL,
  -- Seconds, minutes, minutes.
  fade_in INTEGER NOT NULL,
  snooze INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  -- When it rings next, in Unix milliseconds, reckoned in this time zone, NULL while it is off.
  next_at INTEGER,
  zone TEXT NOT NULL,
  -- The time before that which is left out, the last time that is over, and the last that was missed.
  skipped_at INTEGER,
  last_at INTEGER,
  missed_at INTEGER,
  -- Unix seconds.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The alarm that rings or is snoozed, and what it changes back afterwards.
CREATE TABLE alarm_ringing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL CHECK (json_valid(state))
) STRICT;

-- The listener's queue while an alarm plays in its place.
CREATE TABLE suspended_queue (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL CHECK (json_valid(state))
) STRICT;
