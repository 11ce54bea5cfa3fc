/**
 * The folder that clients see, on the disk: `Uploads` in the first library root that can be written to. Links are not
 * followed and not shown; nothing outside is touched. Thread: main; the disk is waited for in libuv's pool.
 */
import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_NAME } from './account.js';
import type { Space } from '../system/space.js';
import { Refusal, refusalOf } from './refusal.js';
import type { Step, Target } from './target.js';

/** Entries of one listing. */
const MOST_ENTRIES = 5000;
/** Bytes that stay free, for the system and for what people do. */
export const RESERVE = 128 * 2 ** 20;

export interface Found {
  /** Absolute. */
  readonly path: string;
  /** Names below the folder, as they are on the disk. */
  readonly names: readonly string[];
  /** Undefined where there is nothing. */
  readonly stats: Stats | undefined;
  /** Whether the folder above is there. */
  readonly hasParent: boolean;
}

export interface FolderDeps {
  /** Absolute paths of all library roots and volumes that may be there, the first choice first. */
  readonly roots: () => readonly string[];
  readonly spaceOf: (path: string) => Promise<Space | undefined>;
}

/** The folder as it is during one request. */
export class DavFolder {
  private constructor(
    /** Absolute, without links. */
    readonly base: string,
    /** Library root that it lies in, as the library has it, and without links. */
    readonly root: string,
    private readonly realRoot: string,
    private readonly deps: FolderDeps,
  ) {}

  /** @throws Refusal 503 where no library root can be written to */
  static async open(deps: FolderDeps): Promise<DavFolder> {
    for (const root of deps.roots()) {
      if ((await deps.spaceOf(root))?.isReadOnly !== false) continue;
      const real = await realpath(root);
      const base = join(real, FOLDER_NAME);
      const isNew = await mkdir(base).then(
        () => true,
        () => false,
      );
      // Music is for other programs too; the umask of the service is not.
      if (isNew) await chmod(base, 0o755).catch(() => undefined);
      const stats = await lstat(base).catch(() => undefined);
      if (stats?.isDirectory() === true) return new DavFolder(base, root, real, deps);
    }
    throw new Refusal(503, 'No library root can be written to.', undefined, { 'Retry-After': '30' });
  }

  /** A path as the library has it: the root may be reached through a link. */
  inLibrary(path: string): string {
    return this.root + path.slice(this.realRoot.length);
  }

  /** @throws Refusal 403 for a link, and what the disk says */
  async find({ steps }: Pick<Target, 'steps'>): Promise<Found> {
    let [path, names, hasParent]: [string, string[], boolean] = [this.base, [], true];
    let stats: Stats | undefined = await look(this.base);
    for (const step of steps) {
      hasParent = stats?.isDirectory() === true;
      const next = hasParent ? await this.#step(path, step) : { name: step.written, stats: undefined };
      path = `${path}/${next.name}`;
      names = [...names, next.name];
      stats = next.stats;
      if (stats !== undefined && !stats.isDirectory() && !stats.isFile()) {
        throw new Refusal(403, 'What lies there is neither a file nor a folder.');
      }
    }
    return { path, names, stats, hasParent };
  }

  /** What was put there by other ways may have a name that is never given here. */
  async #step(folder: string, { given, written }: Step): Promise<{ name: string; stats: Stats | undefined }> {
    const stats = await look(`${folder}/${written}`);
    if (stats !== undefined || given === written) return { name: written, stats };
    const odd = await look(`${folder}/${given}`);
    return odd === undefined ? { name: written, stats } : { name: given, stats: odd };
  }

  /** Files and folders in a folder; at most 5,000. */
  async list({ path, names }: Found): Promise<Found[]> {
    const entries: Found[] = [];
    for await (const { name } of await opendir(path, { bufferSize: 128 })) {
      if (name.startsWith('.') || name.includes('\ufffd')) continue;
      const stats = await look(`${path}/${name}`).catch(() => undefined);
      if (stats === undefined || (!stats.isFile() && !stats.isDirectory())) continue;
      entries.push({ path: `${path}/${name}`, names: [...names, name], stats, hasParent: true });
      if (entries.length >= MOST_ENTRIES) break;
    }
    return entries;
  }

  /** Bytes that may still be written; undefined where that is unknown. */
  async room(): Promise<number | undefined> {
    const space = await this.deps.spaceOf(this.base);
    return space === undefined ? undefined : Math.max(space.free - RESERVE, 0);
  }
}

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal instanceof Refusal && (refusal.status === 404 || refusal.status === 409)) return undefined;
    throw refusal;
  }
}

/** A strong tag: other bytes have another one, as far as the disk's clock tells. */
export function etagOf({ ino, size, mtimeMs }: Stats): string {
  return `"${ino.toString(36)}-${size.toString(36)}-${Math.trunc(mtimeMs * 1000).toString(36)}"`;
}

/** Key of a lock. */
export function lockPath({ names }: Pick<Found, 'names'>): string {
  return names.join('/');
}
