/**
 * Brings a database of what people did back after its file was lost or damaged: from its newest sound copy, with what can
 * still be read of the damaged file on top. Nothing is thrown away: the damaged file and its log stay as
 * `state.db.damaged`, in the place of an older pair.
 *
 *     state.db (damaged) ─▶ state.db.salvage ─────────┐ rows that can be read
 *     state.db.copy ─▶ state.db.part ─▶ today's tables ─▶ what happened is noted ─▶ state.db
 *          a kept backup, where neither has anything ─┘
 *
 * The file gets its name when it is complete. Whatever ends this before that, it begins anew at the next start, because
 * `state.db.salvage` is there. Blocks the calling thread.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';

import { copiedGeneration, copiesOf, isSound, sync } from './copies.js';
import { isKnown, migrate } from './migrations.js';
import { salvage } from './salvage.js';
import { connect, type Sqlite } from './sqlite.js';

/**
 * Why a database has to be brought back; `logLost`: it is older than its newest copy; `gone`: there is neither file nor
 * copy, but a backup; `tooNew`: a newer version has changed it (downgrade.ts).
 */
export type Loss = 'missing' | 'empty' | 'damaged' | 'logLost' | 'gone' | 'tooNew';

/** What happened, as it is kept in `state.db.notice.json` until somebody has read it. */
export interface Recovery {
  /** Unix seconds. */
  readonly at: number;
  readonly loss: Loss;
  /** When the copy or backup that came back was made, in Unix seconds; null when there was none. */
  readonly copiedAt: number | null;
  /** What came back, if `copiedAt` is not null; earlier versions left it out for a daily copy. */
  readonly source?: 'dailyCopy' | 'backup' | 'beforeUpdate';
  /** Rows of the damaged file that could be read. */
  readonly salvagedRows: number;
}

export interface RecoveryDeps {
  readonly file: string;
  readonly binding: string;
  /** Folder of the `*.sql` steps. */
  readonly migrations: string;
  /** Adds what is kept elsewhere, before the database is used. */
  readonly mend?: ((sql: Sqlite) => void) | undefined;
  readonly reserve?: Reserve | undefined;
}

/** Backups that come back where no copy does. */
export interface Reserve {
  /** Whether there are any. Never rejects. */
  exists(): Promise<boolean>;
  /**
   * Puts the newest sound one into a database of today's tables that holds nothing. Never rejects.
   * @returns when that backup was made, in Unix seconds; undefined without one: the database is as it was
   */
  fill(database: string): Promise<number | undefined>;
}

/** A page whose content is to come from the log. */
const PAGE_BYTES = 4096;
const LOG_ENDS = ['-wal', '-shm'] as const;

export const noticeFileOf = (file: string): string => `${file}.notice.json`;

/** What a look at the folder says; undefined: nothing is wrong, or this is a new box. */
export function lossOf(file: string): Loss | undefined {
  if (fs.existsSync(`${file}.salvage`)) return 'damaged';
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  // Whatever is no plain file was put there by a person.
  if (found !== undefined) return found.isFile() && found.size === 0 ? 'empty' : undefined;
  return [...copiesOf(file), `${file}-wal`].some((path) => fs.existsSync(path)) ? 'missing' : undefined;
}

/** Tells a box that has lost everything but its backups from a new one. */
export async function lossOfAll(file: string, reserve: Reserve | undefined): Promise<Loss | undefined> {
  if (reserve === undefined || fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) return undefined;
  return (await reserve.exists()) ? 'gone' : undefined;
}

/** Takes the file and its log out of use; `recover` goes on. Without a file nothing happens. @throws Error of the disk */
export function setAside(file: string): void {
  if (!fs.existsSync(file)) return;
  const aside = `${file}.salvage`;
  for (const end of LOG_ENDS) fs.rmSync(aside + end, { force: true });
  // When this ends before the log has moved, `recover` moves it.
  fs.renameSync(file, aside);
  moveLog(file, aside);
}

/**
 * @returns what happened; undefined for a database that begins empty because no backup was sound, as on a new box
 * @throws Error of SQLite or the disk: a retry may help, and nothing is lost by it
 */
export async function recover(deps: RecoveryDeps, loss: Loss): Promise<Recovery | undefined> {
  const { file, binding, migrations, mend, reserve } = deps;
  if (loss === 'missing' || loss === 'empty') setLogAside(file);
  // Beside a file that it does not belong to the log would be written into that.
  else if (!fs.existsSync(file)) moveLog(file, `${file}.salvage`);
  const part = `${file}.part`;
  for (const end of ['', '-journal']) fs.rmSync(part + end, { force: true });
  const copy = await soundCopy(deps);
  if (copy !== undefined) fs.copyFileSync(copy, part);
  const sql = await connect(part, binding);
  let salvagedRows = 0;
  try {
    sql.pragma('synchronous = FULL');
    migrate(sql, migrations, false);
    if (loss !== 'logLost') salvagedRows = await salvageFrom(`${file}.salvage`, sql, binding);
    mend?.(sql);
    sql.pragma(`user_version = ${copiedGeneration(file) + 1}`);
  } finally {
    sql.close();
  }
  const madeAt = copy === undefined && salvagedRows === 0 ? await reserve?.fill(part) : undefined;
  sync(part);
  const copiedAt = copy === undefined ? (madeAt ?? null) : Math.floor(fs.statSync(copy).mtimeMs / 1000);
  const source = madeAt === undefined ? 'dailyCopy' : 'backup';
  const isNew = loss === 'gone' && madeAt === undefined;
  const recovery = isNew ? undefined : noteRecovery(file, { loss, copiedAt, source, salvagedRows });
  fs.renameSync(part, file);
  sync(dirname(file));
  keepDamaged(file);
  return recovery;
}

/** Keeps for a person what happened, durably. @throws Error of the disk */
export function noteRecovery(file: string, facts: Omit<Recovery, 'at'>): Recovery {
  const recovery = { at: Math.floor(Date.now() / 1000), ...facts };
  writeDurably(noticeFileOf(file), JSON.stringify(recovery));
  return recovery;
}

/** A log without its file still has what was written last. SQLite would remove it. */
function setLogAside(file: string): void {
  fs.rmSync(file, { force: true });
  if (!fs.existsSync(`${file}-wal`)) return;
  fs.writeFileSync(file, Buffer.alloc(PAGE_BYTES));
  setAside(file);
}

/**
 * The file goes first, for without `state.db.salvage` nothing is brought back any more; and durably, lest it be there
 * again after a power cut and take the place of what was written since.
 */
function keepDamaged(file: string): void {
  const [aside, kept] = [`${file}.salvage`, `${file}.damaged`];
  if (!fs.existsSync(aside)) return;
  for (const end of LOG_ENDS) fs.rmSync(kept + end, { force: true });
  fs.renameSync(aside, kept);
  moveLog(aside, kept);
  sync(dirname(file));
}

function moveLog(from: string, to: string): void {
  for (const end of LOG_ENDS) if (fs.existsSync(from + end)) fs.renameSync(from + end, to + end);
}

/** The newest one that this version can use; one of a newer version, for which `migrate` refuses it, if there is no other. */
async function soundCopy({ file, binding, migrations }: RecoveryDeps): Promise<string | undefined> {
  const sound: string[] = [];
  for (const copy of copiesOf(file)) {
    if (!fs.existsSync(copy) || !(await isSound(copy, binding))) continue;
    if (await isKnown(copy, migrations, binding)) return copy;
    sound.push(copy);
  }
  return sound[0];
}

async function salvageFrom(file: string, sound: Sqlite, binding: string): Promise<number> {
  if (!fs.existsSync(file)) return 0;
  const damaged = await connect(file, binding, true);
  try {
    return salvage(sound, damaged);
  } finally {
    damaged.close();
  }
}

function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.new`;
  const descriptor = fs.openSync(unfinished, 'w', 0o600);
  try {
    fs.writeSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(unfinished, file);
}
