/** Writes what people did as a backup, all of one moment: a read transaction sees no later change. Thread: a worker. */
import { closeSync, openSync, writeSync } from 'node:fs';

import type { Sqlite } from '../database/sqlite.js';
import { keysIn } from '../playlists/saved/key-list.js';
import { TABLES, type Table } from './document.js';
import type { Head } from './orders.js';

const WRITE_CHARACTERS = 64 * 1024;
const KEYS = 'SELECT key FROM kept_track ORDER BY key';

type Row = Readonly<Record<string, unknown>>;

/** One element a line. @throws Error of SQLite or the disk */
export function writeDocument(sql: Sqlite, to: string, head: Head): void {
  const file = openSync(to, 'w', 0o600);
  let text = '';
  const write = (more: string): void => {
    text += more;
    if (text.length < WRITE_CHARACTERS) return;
    writeAll(file, text);
    text = '';
  };
  try {
    sql.transaction(() => {
      write(JSON.stringify(head, undefined, 1).slice(0, -'\n}'.length));
      for (const [name, table] of Object.entries(TABLES)) {
        write(`,\n "${name}": [`);
        let separator = '\n  ';
        for (const element of elementsOf(sql, name, table)) {
          write(`${separator}${JSON.stringify(element)}`);
          separator = ',\n  ';
        }
        write('\n ]');
      }
    })();
    write('\n}\n');
    writeAll(file, text);
  } finally {
    closeSync(file);
  }
}

/** A call may write less than all. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function* elementsOf(sql: Sqlite, name: string, table: Table): Generator<Row> {
  const indexesOf = name === 'playlists' ? trackIndexes(sql) : undefined;
  for (const row of sql.prepare(table.read).iterate() as IterableIterator<Row>) {
    const element = table.toElement?.(row) ?? row;
    yield indexesOf === undefined ? element : { ...element, tracks: indexesOf(element['tracks'] as Buffer) };
  }
}

/** From keys of kept tracks to their places in the list of all; a key that stands for nothing is left out. */
function trackIndexes(sql: Sqlite): (tracks: Buffer) => number[] {
  const keys = Uint32Array.from(sql.prepare(KEYS).pluck().all() as number[]);
  return (tracks) => Array.from(keysIn(tracks), (key) => indexIn(keys, key)).filter((index) => index >= 0);
}

function indexIn(keys: Uint32Array, key: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
