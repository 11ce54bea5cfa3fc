/**
 * A queue that was there when the player began, and could not be read or understood then, is written to a file before
 * another one takes its place in the database. The file is a body of `POST /playlists`: who sends it there has it back.
 */

import type { Database } from '../database/database.js';
import { writeDurably } from '../durable.js';

interface Row {
  readonly key: number;
  readonly location: string;
}

const ENTRIES = 'SELECT key, location FROM queue_entry ORDER BY key';
const KEYS = 'SELECT keys FROM queue_order';
const KEY_BYTES = 4;

/**
 * Takes the place of an older file of this name; writes none when no queue is there.
 * @returns how many entries are safe there: when it resolves, they are durable
 * @throws Error of SQLite or the disk; a retry may help
 */
export async function setAsideQueue(database: Pick<Database, 'read'>, file: string): Promise<number> {
  const tracks = await database.read((sql) => {
    const rows = sql.prepare(ENTRIES).all() as Row[];
    const keys = sql.prepare(KEYS).pluck().get() as Buffer | undefined;
    return inOrder(rows, keys ?? Buffer.alloc(0));
  });
  if (tracks.length > 0) await writeDurably(file, `${JSON.stringify({ tracks }, undefined, 2)}\n`);
  return tracks.length;
}

/** As far as the order is known; what it does not name comes behind. */
function inOrder(rows: readonly Row[], keys: Buffer): string[] {
  const left = new Map(rows.map(({ key, location }) => [key, location]));
  const ordered: string[] = [];
  for (let at = 0; at + KEY_BYTES <= keys.length; at += KEY_BYTES) {
    const key = keys.readUInt32LE(at);
    const location = left.get(key);
    if (location !== undefined && left.delete(key)) ordered.push(location);
  }
  return [...ordered, ...left.values()];
}
