-- Each service that is told what is listened to has listens of its own that wait.
ALTER TABLE listen ADD COLUMN service TEXT NOT NULL DEFAULT 'listenbrainz';
