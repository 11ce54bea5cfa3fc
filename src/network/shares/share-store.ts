/** Rows of the network shares. Each function is one part of a transaction. */
import type { Sqlite } from '../../database/sqlite.js';
import { rowsOf } from '../../database/statements.js';
import type { Share, ShareKind } from './share.js';

const COLUMNS = 'id, kind, server, port, path, user, domain, folder, created_at';
const LIST = `SELECT ${COLUMNS} FROM network_share ORDER BY created_at, rowid`;
const ADD = `INSERT OR REPLACE INTO network_share (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const REMOVE = 'DELETE FROM network_share WHERE id = ?';

type Row = readonly [
  id: string,
  kind: ShareKind,
  server: string,
  port: number | null,
  path: string,
  user: string | null,
  domain: string | null,
  folder: string,
  created: number,
];

/** In the order in which they were added. */
export function listShares(sql: Sqlite): Share[] {
  return (rowsOf(sql, LIST).all() as Row[]).map(([id, kind, server, port, path, user, domain, folder, createdAt]) => ({
    ...{ id, kind, server, path, folder, createdAt },
    port: port ?? undefined,
    user: user ?? undefined,
    domain: domain ?? undefined,
  }));
}

/** Adds a share, or replaces the one with its id. */
export function saveShare(sql: Sqlite, share: Share): void {
  const { id, kind, server, port = null, path, user = null, domain = null, folder, createdAt } = share;
  sql.prepare(ADD).run(id, kind, server, port, path, user, domain, folder, createdAt);
}

export function removeShare(sql: Sqlite, id: string): void {
  sql.prepare(REMOVE).run(id);
}
