/**
 * Confines paths to the library roots. A path is inside when its name, normalised, lies below a root, and so does what
 * it really is after all symbolic links; of a path that does not exist (a stick that is not plugged in) the deepest
 * ancestor that exists counts, and of a share that does not answer its name. Paths that are not below a root by name
 * never touch the file system.
 */
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { InvalidInput } from '../errors.js';
import { isOnShare, lstat, readdir, realpath, ShareAway } from '../files/files.js';
import { pathsOf, type RootPaths } from './library-roots.js';
import { forEachLimited } from './limited.js';

/** Paths examined together. */
const TOGETHER = 16;
/** From so many files of one directory on, its listing is cheaper than a look at each. */
const LIST_FROM = 8;
/** PATH_MAX of Linux, `limits.h`. */
const PATH_LIMIT = 4096;

/** Whether `path` is `root` or below it. Both normalised and absolute. */
function within(root: string, path: string): boolean {
  return path === root || path.startsWith(root === '/' ? root : `${root}/`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Real paths of directories, found once within a call. */
type RealDirectories = Map<string, Promise<string>>;

function realDirectory(path: string, known: RealDirectories): Promise<string> {
  let real = known.get(path);
  if (real === undefined) known.set(path, (real = realPath(path, known)));
  return real;
}

/** As realpath(3), for a path whose end may be missing. Rejects for loops, dangling links and what cannot be read. */
async function realPath(path: string, known: RealDirectories): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (error instanceof ShareAway) return error.path;
    if (!isMissing(error) || path === '/') throw error;
  }
  const link = await lstat(path).catch(() => undefined);
  if (link) throw new Error('dangling symbolic link');
  return join(await realDirectory(dirname(path), known), basename(path));
}

/** Names compared as the most forgiving file system would: case and composition of accents make no difference. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The folded names of the links in a directory, none when it is missing; undefined when it cannot be read. */
async function linkNames(directory: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const entries = await readdir(directory);
    return new Set(entries.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(({ name }) => folded(name)));
  } catch (error) {
    return isMissing(error) ? new Set() : undefined;
  }
}

function isNamed(names: ReadonlySet<string>, path: string): boolean {
  return names.size > 0 && names.has(folded(basename(path)));
}

/** Where a path differs from its normal form, or may: an empty name, one that begins with a dot, or a slash at the end. */
const UNUSUAL = /\/(?:[/.]|$)/;

/** Without doubled slashes, dots and a slash at the end; most paths of a request are so already. */
function normalized(path: string): string {
  return UNUSUAL.test(path) ? normalize(path).replace(/(?<=.)\/$/, '') : path;
}

/** The indices of the paths of each directory; refusals are left out. */
function byDirectory(paths: readonly (string | InvalidInput)[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, path] of paths.entries()) {
    if (typeof path !== 'string') continue;
    const directory = dirname(path);
    const siblings = found.get(directory);
    if (siblings === undefined) found.set(directory, [index]);
    else siblings.push(index);
  }
  return found;
}

function lexicalRefusal(path: string): InvalidInput | undefined {
  if (path.includes('\0')) return new InvalidInput('INVALID_PATH', 'A path cannot hold a NUL character.');
  if (!isAbsolute(path)) return new InvalidInput('NOT_ABSOLUTE', 'Neither an absolute path nor an http(s) URL.');
  if (path.length > PATH_LIMIT) return new InvalidInput('INVALID_PATH', 'The path is too long.');
  return undefined;
}

export class LibraryPaths {
  readonly #source: RootPaths;
  /** What roots really were at the last look. */
  readonly #realBefore = new Map<string, string>();
  /** Roots on shares that are looked at now. */
  readonly #looking = new Set<string>();

  /** @param roots directories; they need not exist yet */
  constructor(roots: RootPaths) {
    this.#source = 'paths' in roots ? roots : roots.map((root) => resolve(root));
  }

  /** As they are now: another array after a change. */
  get roots(): readonly string[] {
    return pathsOf(this.#source);
  }

  /**
   * The path, normalised but with its links as they are: what the client said is what it gets back.
   * @throws InvalidInput NOT_ABSOLUTE, INVALID_PATH or OUTSIDE_LIBRARY
   */
  async resolve(path: string): Promise<string> {
    const [result] = await this.resolveAll([path]);
    if (typeof result !== 'string') throw result ?? new Error('no result');
    return result;
  }

  /** As `resolve` for many paths at once, each answered by its normalised path or by its refusal. */
  async resolveAll(paths: readonly string[]): Promise<(string | InvalidInput)[]> {
    if (paths.length === 0) return [];
    const known: RealDirectories = new Map();
    const realRoots = await this.#realRoots(known);
    const roots = [...this.roots, ...realRoots];
    const isInside = (real: string): boolean => realRoots.some((root) => within(root, real));
    const outside = new InvalidInput('OUTSIDE_LIBRARY', 'The path is not inside a library root.');
    const results = paths.map((raw) => lexicalRefusal(raw) ?? normalized(raw));
    const alone: number[] = [];
    const listed: (readonly [string, readonly number[]])[] = [];
    for (const [directory, indices] of byDirectory(results)) {
      if (!roots.some((root) => within(root, directory))) {
        for (const index of indices) {
          if (roots.includes(results[index] as string)) alone.push(index);
          else results[index] = outside;
        }
      } else if (indices.length < LIST_FROM) alone.push(...indices);
      else listed.push([directory, indices]);
    }
    await forEachLimited(listed, TOGETHER, async ([directory, indices]) => {
      const links = await linkNames(directory);
      const real = await realDirectory(directory, known).catch(() => undefined);
      for (const index of indices) {
        // What is no link, or is not there, really is where its directory really is.
        if (links === undefined || isNamed(links, results[index] as string)) alone.push(index);
        else if (real === undefined || !isInside(real)) results[index] = outside;
      }
    });
    await forEachLimited(alone, TOGETHER, async (index) => {
      const real = await realPath(results[index] as string, known).catch(() => undefined);
      if (real === undefined || !isInside(real)) results[index] = outside;
    });
    return results;
  }

  /**
   * Tells whether what is open lies inside a root, as the roots are now.
   * @returns a test of real paths, as the kernel gives them of descriptors: they are not looked up again
   */
  async inside(): Promise<(real: string) => boolean> {
    const roots = await this.#realRoots(new Map());
    return (real) => roots.some((root) => within(root, real));
  }

  async #realRoots(known: RealDirectories): Promise<string[]> {
    const real = await Promise.all(this.roots.map((root) => this.#realRoot(root, known)));
    return real.filter((root) => root !== undefined);
  }

  /** A root on a share is what it was at the last look: whoever asks for a file elsewhere does not wait for its server. */
  async #realRoot(root: string, known: RealDirectories): Promise<string | undefined> {
    const before = this.#realBefore.get(root);
    if (before === undefined || !isOnShare(before)) return this.#lookAtRoot(root, known);
    if (!this.#looking.has(root)) {
      this.#looking.add(root);
      void this.#lookAtRoot(root, new Map()).finally(() => this.#looking.delete(root));
    }
    return before;
  }

  /** Never rejects. */
  async #lookAtRoot(root: string, known: RealDirectories): Promise<string | undefined> {
    const real = await realDirectory(root, known).catch(() => undefined);
    if (real !== undefined) this.#realBefore.set(root, real);
    return real;
  }
}
