/**
 * What is known of an upload, beside its bytes: a small JSON file in the hidden folder of the root that it goes to. So
 * both are on one volume, come back with it, and need nothing else. A record that cannot be read is none.
 */
import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Conflict } from '../errors.js';
import { errnoOf } from './failures.js';

/** Hidden, so that no scan looks into it. */
const FOLDER = '.tonearm-uploads';
const ID = /^[0-9a-f]{32}$/;
/** What is written of one is far smaller. */
const MOST_BYTES = 64 * 1024;

export interface UploadResult {
  readonly kind: 'added' | 'duplicate';
  /** Absolute path of the file. */
  readonly path: string;
}

export interface UploadRecord {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly folders: readonly string[];
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** As the client sent it. */
  readonly metadata: string;
  /** Address of the client that made it; undefined of an earlier version's. */
  readonly client?: string | undefined;
  /** Unix milliseconds of the last thing that happened to it. */
  readonly touched: number;
  /** Undefined until it is in the library. */
  readonly result?: UploadResult | undefined;
}

export function isUploadId(text: string): boolean {
  return ID.test(text);
}

export function folderIn(root: string): string {
  return join(root, FOLDER);
}

/** Path of an open upload's bytes: under the ending of its name, by which readers choose. */
export function partOf(folder: string, { id, name }: Pick<UploadRecord, 'id' | 'name'>): string {
  return join(folder, `${id}${/\.[\w+]+$/.exec(name)?.[0] ?? ''}`);
}

/** @throws Conflict NOT_A_FOLDER when something else has its name, and the file system's errors */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 }).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(folder)).isDirectory()) throw new Conflict('NOT_A_FOLDER', `${folder} is no folder.`);
}

/** Durable with the next `syncFolder`. @throws the file system's errors */
export async function writeRecord(folder: string, record: UploadRecord): Promise<void> {
  const path = join(folder, `${record.id}.json`);
  const handle = await open(`${path}.new`, 'w');
  try {
    await handle.writeFile(JSON.stringify(record));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
}

/** Undefined where there is none. Never rejects. */
export async function readRecord(folder: string, id: string): Promise<UploadRecord | undefined> {
  try {
    const text = await readFile(join(folder, `${id}.json`), 'utf8');
    const value: unknown = text.length > MOST_BYTES ? undefined : JSON.parse(text);
    return isRecord(value) && value.id === id ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The ids of all files in the folder that look like ours. Never rejects. */
export async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return [...new Set(names.map((name) => name.slice(0, name.indexOf('.') >>> 0)).filter(isUploadId))];
}

/** All files of an id. Never rejects: what stays is tried again with the next start. */
export async function removeFiles(folder: string, id: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each === id || each.startsWith(`${id}.`))) {
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function isRecord(value: unknown): value is UploadRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { id, folders, name, size, metadata, client, touched, result } = value as Readonly<Record<string, unknown>>;
  const isStep = (text: unknown): boolean => typeof text === 'string' && !/^\.{0,2}$|[/\0]/.test(text);
  return (
    typeof id === 'string' &&
    Array.isArray(folders) &&
    folders.every(isStep) &&
    isStep(name) &&
    Number.isSafeInteger(size) &&
    typeof metadata === 'string' &&
    (client === undefined || typeof client === 'string') &&
    Number.isSafeInteger(touched) &&
    (result === undefined || isResult(result))
  );
}

function isResult(value: unknown): value is UploadResult {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, path } = value as Readonly<Record<string, unknown>>;
  return (kind === 'added' || kind === 'duplicate') && typeof path === 'string';
}
