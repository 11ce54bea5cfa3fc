/**
 * The copies of a database of what people did, beside it: `state.db.copy`, made once a day when something has changed, and
 * `state.db.copy-before`, the one before it. A copy is looked through before it takes its name, and is durable then. Its
 * generation, SQLite's `user_version`, is written into the database before the copy is made: a database of a lower one has
 * lost the end of what was written to it. Source: sqlite.org/lang_vacuum.html (VACUUM INTO), sqlite.org/fileformat.html.
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { connect, type Sqlite } from './sqlite.js';

/** Of the header of a database file, in bytes. */
const HEADER_BYTES = 100;
const READ_VERSION_AT = 19;
const USER_VERSION_AT = 60;
/** The file is written by way of a log. */
const WAL = 2;

/** The newest first; they need not be there. */
export const copiesOf = (file: string): readonly string[] => [`${file}.copy`, `${file}.copy-before`];

/** What the header of a database file says; undefined when there is none. */
export function headerOf(file: string): { readonly usesLog: boolean; readonly generation: number } | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
    return { usesLog: header[READ_VERSION_AT] === WAL, generation: header.readInt32BE(USER_VERSION_AT) };
  } finally {
    closeSync(descriptor);
  }
}

/** Generation of the newest copy; 0 when there is none. */
export function copiedGeneration(file: string): number {
  return Math.max(0, ...copiesOf(file).map((copy) => headerOf(copy)?.generation ?? 0));
}

/** Unix milliseconds; undefined when there is none. */
export function copiedAt(file: string): number | undefined {
  const [newest = ''] = copiesOf(file);
  return statSync(newest, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Makes a copy, in the place of the oldest one. Blocks for as long as the disk likes: for a worker. Others may write
 * meanwhile.
 * @param sql an open connection to `file`
 * @throws Error of SQLite or the disk: the copies are what they were
 */
export async function makeCopy(sql: Sqlite, file: string, binding: string): Promise<void> {
  const [newest = '', older = ''] = copiesOf(file);
  const unfinished = `${newest}.part`;
  rmSync(unfinished, { force: true });
  sql.prepare('VACUUM INTO ?').run(unfinished);
  if (!(await isSound(unfinished, binding))) throw new Error(`${unfinished} is not a sound copy`);
  sync(unfinished);
  if (existsSync(newest)) renameSync(newest, older);
  renameSync(unfinished, newest);
  sync(dirname(file));
}

/** Whether all of the file can be read as a database. Never rejects. */
export async function isSound(file: string, binding: string): Promise<boolean> {
  try {
    const sql = await connect(file, binding, true);
    try {
      return sql.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      sql.close();
    }
  } catch {
    return false;
  }
}

/** Makes a file, or the names in a folder, durable. @throws Error of the disk */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
