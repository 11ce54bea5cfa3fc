/**
 * The way back after the roll-back of an update: a newer version has changed the tables of a database, and the copy that
 * it made before that takes the file's name. Nothing is thrown away: the newer file stays as `state.db.newer-<step>`.
 *
 *     state.db (newer) ── a second name ─▶ state.db.newer-<last step> ────────────────┐ durable
 *     state.db.before-<step> ─▶ state.db.part ─▶ today's tables ─▶ what happened is noted ─▶ state.db
 *
 * `state.db` is the newer file until the last rename, and the older one from then on: a power cut before that begins it
 * anew at the next start. When the newer version runs again, it finds the file that was last in use, and changes its tables
 * again; the one kept under the other name is for a person to bring back. Blocks the calling thread.
 */
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { copiedGeneration, isSound, sync } from './copies.js';
import { type DatabaseTooNew, isKnown, migrate } from './migrations.js';
import { noteRecovery, type Recovery, type RecoveryDeps } from './recovery.js';
import { connect } from './sqlite.js';

/** Newer files that are kept: the last ones that were put aside. */
const MOST_NEWER = 4;

/**
 * Puts the copy from before the newer version in the place of the database, which nobody has open.
 * @returns what happened; undefined without a sound copy whose tables this version knows: then nothing is changed
 * @throws Error of SQLite or the disk: a retry may help, and nothing is lost by it
 */
export async function goBack(deps: RecoveryDeps, { unknown }: DatabaseTooNew): Promise<Recovery | undefined> {
  const { file, binding, migrations, mend } = deps;
  const copy = await copyBefore(deps, unknown);
  if (copy === undefined || !(await hasNoLog(file, binding))) return undefined;
  const part = `${file}.part`;
  for (const end of ['', '-journal']) fs.rmSync(part + end, { force: true });
  fs.copyFileSync(copy, part);
  const sql = await connect(part, binding);
  try {
    sql.pragma('synchronous = FULL');
    migrate(sql, migrations, false);
    mend?.(sql);
    // Lest the daily copies of the newer version count as newer than this file.
    sql.pragma(`user_version = ${copiedGeneration(file) + 1}`);
  } finally {
    sql.close();
  }
  sync(part);
  keepNewer(file, unknown.at(-1) ?? '');
  const copiedAt = Math.floor(fs.statSync(copy).mtimeMs / 1000);
  const recovery = noteRecovery(file, { loss: 'tooNew', copiedAt, source: 'beforeUpdate', salvagedRows: 0 });
  for (const end of ['-wal', '-shm']) fs.rmSync(file + end, { force: true });
  fs.renameSync(part, file);
  sync(dirname(file));
  return recovery;
}

/** The newest sound copy that was made before one of these steps and has none of them. */
async function copyBefore({ file, binding, migrations }: RecoveryDeps, steps: readonly string[]) {
  const copies = steps
    .map((step) => `${file}.before-${step}`)
    .flatMap((path) => {
      const facts = fs.lstatSync(path, { throwIfNoEntry: false });
      return facts?.isFile() === true ? [{ path, at: facts.mtimeMs }] : [];
    })
    .sort((one, other) => other.at - one.at);
  for (const { path } of copies) {
    if ((await isKnown(path, migrations, binding)) && (await isSound(path, binding))) return path;
  }
  return undefined;
}

/** Copies the log into the file. @returns false while another program reads it: then the file may not get another name */
async function hasNoLog(file: string, binding: string): Promise<boolean> {
  const bytes = (): number => fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes() === 0) return true;
  const sql = await connect(file, binding);
  try {
    sql.pragma('synchronous = FULL');
    sql.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    sql.close();
  }
  return bytes() === 0;
}

/** Gives the newer file a second name, durably; that of an earlier attempt is as good. */
function keepNewer(file: string, step: string): void {
  const { ino } = fs.statSync(file);
  const isThis = (path: string): boolean => fs.statSync(path).ino === ino;
  const base = `${file}.newer-${step}`;
  let path = base;
  for (let number = 2; fs.existsSync(path) && !isThis(path); number++) path = `${base}.${number}`;
  if (!fs.existsSync(path)) linkOrCopy(file, path);
  sync(dirname(file));
  const others = fs
    .readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.newer-`) && name !== basename(path))
    .map((name) => join(dirname(file), name))
    .sort((one, other) => fs.statSync(other).ctimeMs - fs.statSync(one).ctimeMs);
  for (const old of others.slice(MOST_NEWER - 1)) fs.rmSync(old, { force: true });
}

/** A file system without hard links takes a copy. */
function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, `${to}.part`);
    sync(`${to}.part`);
    fs.renameSync(`${to}.part`, to);
  }
}
