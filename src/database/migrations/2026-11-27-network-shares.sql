-- Network shares that the box mounts as library folders. Their passwords are not here, but in files that only root reads.
CREATE TABLE network_share (
  -- The name of its unit and of the file with its password.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('smb', 'nfs')),
  server TEXT NOT NULL,
  -- NULL for the usual one.
  port INTEGER,
  -- SMB: share, and folders in it. NFS: absolute path on the server.
  path TEXT NOT NULL,
  -- NULL for a guest.
  user TEXT,
  domain TEXT,
  -- Name of the mount point. Paths and ids of the tracks depend on it.
  folder TEXT NOT NULL UNIQUE,
  -- Unix seconds.
  created_at INTEGER NOT NULL
) STRICT;
