/**
 * The copies of a database of what people did, beside it: `state.db.copy`, made once a day when something has changed, and
 * `state.db.copy-before`, the one before it. A copy is looked through before it takes its name, and is durable then. Its
 * generation, SQLite's `user_version`, is written into the database before the copy is made: by way of the log, and a
 * checkpoint takes it into the file. A file of a lower one is either one that somebody put in place, or it has lost its log
 * with all that came after its last checkpoint, and nobody has touched it since the copy was made. The copy tells them
 * apart by the file's mark, in SQLite's `application_id`. Source: sqlite.org/lang_vacuum.html (VACUUM INTO),
 * sqlite.org/fileformat.html.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { connect, type Sqlite } from './sqlite.js';

/** Length of the header of a database file, in bytes. */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/** The file lacks what its newest copy has: its log was lost. */
export class LogLost extends Error {}

interface Header {
  readonly generation: number;
  readonly mark: number;
}

/** The newest first; they need not be there. */
export const copiesOf = (file: string): readonly string[] => [`${file}.copy`, `${file}.copy-before`];

/** What the header of a copy says; undefined when there is none, or none that can be read. */
function headerOf(copy: string): Header | undefined {
  if (statSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const descriptor = openSync(copy, 'r');
    try {
      readSync(descriptor, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  if (!header.toString('latin1').startsWith(MAGIC)) return undefined;
  return { generation: header.readInt32BE(USER_VERSION_AT), mark: header.readInt32BE(APPLICATION_ID_AT) };
}

/**
 * Another one after whatever changes the file or puts another in its place, be it with the old times: the system alone
 * sets the time of the last change of an inode. A generation is in it, lest one with a flipped bit count.
 */
function markOf(file: string, generation: number): number {
  const { ino, ctimeNs } = statSync(file, { bigint: true });
  return createHash('sha256').update(`${ino} ${ctimeNs} ${generation}`).digest().readInt32BE();
}

/** Goes before a copy, in a transaction during which nobody makes a checkpoint. */
export function beginGeneration(sql: Sqlite, file: string): void {
  const generation = copiedGeneration(file) + 1;
  sql.pragma(`user_version = ${generation}`);
  sql.pragma(`application_id = ${markOf(file, generation)}`);
}

/** Whether there is a sound copy that was made of this very file, which nobody has changed since. */
async function hasLostLog(file: string, generation: number, binding: string): Promise<boolean> {
  for (const copy of copiesOf(file)) {
    const header = headerOf(copy);
    if (header === undefined || header.generation <= generation) continue;
    if (header.mark === markOf(file, header.generation) && (await isSound(copy, binding))) return true;
  }
  return false;
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

/**
 * Writes a compact copy (sqlite.org/lang_vacuum.html, VACUUM INTO), durable when this returns, in the place of an older
 * one. Blocks for as long as the disk likes. @throws Error of SQLite or the disk: the older one is what it was
 */
export function writeCopy(sql: Sqlite, copy: string): void {
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  sql.prepare('VACUUM INTO ?').run(unfinished);
  sync(unfinished);
  renameSync(unfinished, copy);
  sync(dirname(copy));
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

/** @throws an error that `isDamage` recognises */
export function check(sql: Sqlite): void {
  const found = sql.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
}

export const generationOf = (sql: Sqlite): number => sql.pragma('user_version', { simple: true }) as number;

export function setGeneration(sql: Sqlite, generation: number): void {
  sql.pragma(`user_version = ${generation}`);
}

/**
 * A sound file that a person has put in the place of another one goes before the copies.
 * @throws LogLost when it lacks what a copy of it has, or an error that `isDamage` recognises
 */
export async function followCopies(sql: Sqlite, file: string, binding: string): Promise<void> {
  const [generation, copied] = [generationOf(sql), copiedGeneration(file)];
  if (generation >= copied) return;
  if (await hasLostLog(file, generation, binding))
    throw new LogLost(`${file} is older than its copy: its log was lost`);
  check(sql);
  setGeneration(sql, copied);
}
