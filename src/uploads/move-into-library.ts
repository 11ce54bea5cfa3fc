/**
 * Puts a whole file into its folder below a root: never over another file, and never outside. Every step is taken from
 * the open folder before it (`/proc/self/fd`), so that a link that appears meanwhile leads nowhere. What is resolved to
 * is durable. Source: link(2), open(2), proc_pid_fd(5).
 */
import { constants } from 'node:fs';
import { chmod, type FileHandle, link, lstat, mkdir, open, readlink, realpath, rename } from 'node:fs/promises';

import { Conflict, Forbidden } from '../errors.js';
import { errnoOf } from './failures.js';
import { numbered } from './names.js';

export interface MovedFile {
  /** Path of the folder, absolute and below the root as configured. */
  readonly folder: string;
  /** Name of the file, which may have got a number. */
  readonly name: string;
  /** True when a file with the same bytes was there already, and nothing was added. */
  readonly isDuplicate: boolean;
}

const MOST_NUMBERS = 1000;
/** Compared at a time. */
const PORTION = 2 ** 20;
/** File systems without hard links say one of these, such as FAT. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * One at a time: where there are no hard links only that keeps two uploads from each other.
 * @param part stays, as another name of the file, where the file system has hard links
 * @throws Forbidden OUTSIDE_ROOT, Conflict NAME_TAKEN, and the file system's errors
 */
export async function moveIntoLibrary(
  part: string,
  root: string,
  folders: readonly string[],
  name: string,
): Promise<MovedFile> {
  const real = await realpath(root);
  await shared(chmod(part, 0o644));
  const folder = await openFolder(real, folders);
  try {
    const inside = (await readlink(`/proc/self/fd/${folder.fd}`)).slice(real.length);
    for (let number = 1; number <= MOST_NUMBERS; number++) {
      const candidate = number === 1 ? name : numbered(name, number);
      const target = through(folder, candidate);
      const isNew = await add(part, target);
      if (isNew) await folder.sync();
      const isDuplicate = !isNew && (await isSame(part, target));
      // Linked before a power cut, and not noted any more.
      const isDone = isDuplicate && (await isOneFile(part, target));
      if (isNew || isDuplicate) return { folder: root + inside, name: candidate, isDuplicate: isDuplicate && !isDone };
    }
    throw new Conflict('NAME_TAKEN', 'Too many other files have this name.');
  } finally {
    await folder.close();
  }
}

/** Music is for other programs too, such as file sharing; the umask of the service is not. FAT has no modes to change. */
async function shared(changing: Promise<void>): Promise<void> {
  await changing.catch(() => undefined);
}

const through = (folder: FileHandle, name: string): string => `/proc/self/fd/${folder.fd}/${name}`;

/** Makes what is missing on the way. @throws Forbidden OUTSIDE_ROOT, and the file system's errors */
async function openFolder(real: string, folders: readonly string[]): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  let folder = await open(real, flags);
  try {
    for (const name of folders) {
      const isNew = await mkdir(through(folder, name)).then(
        () => true,
        (error: unknown) => {
          if (errnoOf(error) === 'EEXIST') return false;
          throw error;
        },
      );
      if (isNew) await folder.sync();
      const next = await open(through(folder, name), flags);
      await folder.close();
      folder = next;
      if (isNew) await shared(folder.chmod(0o755));
      const path = await readlink(`/proc/self/fd/${folder.fd}`);
      if (!path.startsWith(real === '/' ? real : `${real}/`)) {
        throw new Forbidden('OUTSIDE_ROOT', 'A link leads out of the library root there.');
      }
    }
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** @returns false when there is something of this name */
async function add(part: string, target: string): Promise<boolean> {
  try {
    await link(part, target);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errnoOf(error))) throw error;
  }
  const known = await lstat(target).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (known !== undefined) return false;
  await rename(part, target);
  return true;
}

async function isOneFile(part: string, target: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(part), lstat(target)]);
  return one.ino === other.ino && one.dev === other.dev;
}

/** Byte by byte: that says more than any hash, and is over at the first difference. */
async function isSame(part: string, target: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const other = await open(target, flags).catch(() => undefined);
  if (other === undefined) return false;
  try {
    const one = await open(part);
    try {
      return await isSameContent(one, other);
    } finally {
      await one.close();
    }
  } finally {
    await other.close();
  }
}

async function isSameContent(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [mine, theirs] = await Promise.all([one.stat(), other.stat()]);
  if (!theirs.isFile() || mine.size !== theirs.size) return false;
  const buffers = [Buffer.alloc(PORTION), Buffer.alloc(PORTION)] as const;
  for (let at = 0; at < mine.size;) {
    const wanted = Math.min(PORTION, mine.size - at);
    const [left, right] = await Promise.all([
      one.read(buffers[0], 0, wanted, at),
      other.read(buffers[1], 0, wanted, at),
    ]);
    const bytes = Math.min(left.bytesRead, right.bytesRead);
    if (bytes === 0 || !buffers[0].subarray(0, bytes).equals(buffers[1].subarray(0, bytes))) return false;
    at += bytes;
  }
  return true;
}
