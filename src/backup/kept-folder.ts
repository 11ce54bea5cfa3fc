/**
 * Folder of the backups that the box makes by itself, one file a day: `backups/tonearm-backup-2026-11-27T09-32-00.json`, by
 * UTC. A reset of everything notes in `reset.json` which backups were there: those never come back by themselves. Thread:
 * main; the disk is waited for in libuv's pool.
 */
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { syncFolder, writeDurably } from '../durable.js';

export const KEPT_FOLDER = 'backups';
/** Folder at the top of a USB stick (image/overlay/usr/lib/tonearm/box/stick-backup). */
export const STICK_FOLDER = 'Tonearm backups';
/** Backups that stay: a week of days on which something changed. */
export const MOST_KEPT = 7;

const NAME = /^tonearm-backup-\d{4}-\d{2}-\d{2}(?:T\d{2}-\d{2}-\d{2})?\.json$/;
const RESET_MARK = 'reset.json';
/** The first members of a backup fit in these bytes, `made_at` among them. */
const HEAD_BYTES = 1024;
const MADE_AT = /^\s*\{[^[]*?"made_at":\s*(\d{1,15})\b/;
const DAY = 24 * 60 * 60 * 1000;

export interface BackupFile {
  readonly name: string;
  readonly path: string;
  /** Unix seconds. */
  readonly madeAt: number;
  readonly bytes: number;
}

export const isBackupName = (name: string): boolean => NAME.test(name);

export const backupName = (now: Date): string =>
  `tonearm-backup-${now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-')}.json`;

/** Backups in a folder that may be missing, the newest first. Never rejects: a file that cannot be read is left out. */
export async function listBackups(folder: string): Promise<readonly BackupFile[]> {
  const names = (await namesIn(folder)).sort().reverse();
  const files = await Promise.all(names.map((name) => backupAt(folder, name)));
  return files.flatMap((file) => file ?? []);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).filter(isBackupName);
}

/** A plain file with the beginning of a backup; undefined for anything else. Never rejects. */
export async function backupAt(folder: string, name: string): Promise<BackupFile | undefined> {
  const path = join(folder, name);
  try {
    // Neither a link nor a pipe, which would be waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const [, madeAt] = MADE_AT.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
      if (!facts.isFile() || madeAt === undefined) return undefined;
      return { name, path, madeAt: Number(madeAt), bytes: facts.size };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Makes the folder, durably. @throws the file system's errors */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(folder));
}

/** Removes all but the newest. @param made stays in any case @throws the file system's errors */
export async function prune(folder: string, made: string, now: Date): Promise<void> {
  for (const name of superfluousBackups(await namesIn(folder), made, now))
    await rm(join(folder, name), { force: true });
}

/**
 * Names of the backups that go. A clock that was wrong for a while dates a backup in the future: that counts as older than
 * all others, lest it push them out.
 */
export function superfluousBackups(names: readonly string[], made: string, now: Date): string[] {
  const latest = backupName(new Date(now.getTime() + DAY));
  const others = names.filter((name) => name !== made).sort();
  const byAge = [...others.filter((name) => name > latest), ...others.filter((name) => name <= latest)];
  return byAge.slice(0, Math.max(0, byAge.length - (MOST_KEPT - 1)));
}

/** Notes which backups there are, so that none of them comes back by itself. @throws the file system's errors */
export async function markReset(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length > 0) await writeDurably(join(folder, RESET_MARK), JSON.stringify({ names }));
}

/** Backups that may come back by themselves, the newest first. None where the mark of a reset cannot be read. */
export async function returningBackups(folder: string): Promise<readonly BackupFile[]> {
  const marked = await markedNames(join(folder, RESET_MARK));
  if (marked === undefined) return [];
  return (await listBackups(folder)).filter(({ name }) => !marked.includes(name));
}

async function markedNames(mark: string): Promise<readonly string[] | undefined> {
  try {
    const { names } = JSON.parse(await readFile(mark, 'utf8')) as { readonly names?: unknown };
    return Array.isArray(names) ? names.map(String) : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : undefined;
  }
}
