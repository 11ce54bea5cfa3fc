/**
 * Which folders of the machine a person may make part of the library over the network: those below the bases that the
 * configuration names, and never what belongs to the system, to the daemon, or is hidden. What counts is where a folder
 * really is, after all links. Thread: main; never waits for a disk.
 */
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { Forbidden, InvalidInput, Unreadable } from '../errors.js';
import { entriesOf, type FolderEntry, isWithin, realpath, stat } from '../files/files.js';
import { sortKey } from './sort-key.js';

/** Folders of one listing. */
const MOST = 2000;
/** Where nothing is music, whatever the bases are: the kernel's own. */
const KERNEL = ['/proc', '/sys', '/dev'];
/** The system's own, unless a base lies below: `/run/media` is where desktops mount sticks. */
const SYSTEM = ['/run', '/etc', '/boot', '/usr', '/bin', '/sbin', '/lib', '/lib64', '/var', '/root', '/tmp'];

export interface FolderRulesOptions {
  /** Absolute. */
  readonly bases: readonly string[];
  /** What the daemon keeps to itself, such as its state directory; absolute. */
  readonly ownFolders: readonly string[];
  /** Home of the user whom the daemon runs as: folders in it may be chosen, and never all of it. */
  readonly home: string;
}

export interface OfferedFolder {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Whether it may be a library root; one that may not is there to be opened. */
  readonly isAllowed: boolean;
}

export class FolderRules {
  constructor(private readonly options: FolderRulesOptions) {}

  /**
   * Finds where a folder really is, if it may be a library root.
   * @throws InvalidInput NOT_ABSOLUTE, NOT_A_FOLDER; Forbidden FOLDER_NOT_ALLOWED
   */
  async check(path: string): Promise<string> {
    const real = await this.#real(path);
    if (!(await this.#mayBeRoot(real))) throw notAllowed();
    return real;
  }

  /**
   * Whether a folder that was chosen earlier may still be a root; of one that is away its path decides. Never rejects.
   */
  async isStillAllowed(path: string): Promise<boolean> {
    if (!isAbsolute(path) || path.includes('\0')) return false;
    const real = await realpath(path).catch(() => undefined);
    return (real === undefined || real === path) && (await this.#mayBeRoot(path));
  }

  /**
   * Lists the folders in a folder, or the bases. Hidden ones, links, and what may not be seen are left out.
   * @throws InvalidInput, Forbidden as `check`; Unreadable UNREADABLE_DIRECTORY
   */
  async list(path: string | undefined): Promise<OfferedFolder[]> {
    if (path === undefined) return this.#listBases();
    const real = await this.#real(path);
    if (!(await this.#mayBeSeen(real))) throw notAllowed();
    const folders: OfferedFolder[] = [];
    for (const name of await foldersIn(real)) {
      const inside = join(real, name);
      if (!(await this.#mayBeSeen(inside))) continue;
      folders.push({ path: inside, name, isAllowed: await this.#mayBeRoot(inside) });
    }
    const keyed = folders.map((folder) => ({ folder, key: sortKey(folder.name) }));
    return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ folder }) => folder);
  }

  async #listBases(): Promise<OfferedFolder[]> {
    const bases = await this.#bases();
    return Promise.all(
      bases.map(async (path) => ({
        path,
        name: path === this.options.home ? basename(path) : path,
        isAllowed: await this.#mayBeRoot(path),
      })),
    );
  }

  async #real(path: string): Promise<string> {
    if (!isAbsolute(path) || path.includes('\0')) throw new InvalidInput('NOT_ABSOLUTE', 'The path is not absolute.');
    const named = normalize(path).replace(/(?<=.)\/$/, '');
    // Nothing is told of what lies elsewhere, not even whether it is there.
    const bases = [...this.#namedBases, ...(await this.#bases())];
    if (!bases.some((base) => isWithin(base, named))) throw notAllowed();
    const real = await realpath(named).catch(() => undefined);
    const status = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real !== undefined && !(await this.#mayBeSeen(real))) throw notAllowed();
    if (real === undefined || status?.isDirectory() !== true) {
      throw new InvalidInput('NOT_A_FOLDER', `There is no folder at ${named}.`);
    }
    return real;
  }

  /** All of the machine is no base. */
  get #namedBases(): readonly string[] {
    return this.options.bases.filter((base) => base !== '/');
  }

  /** Bases that are there, as they really are. */
  async #bases(): Promise<string[]> {
    const found = await Promise.all(this.#namedBases.map((base) => realpath(base).catch(() => undefined)));
    return [...new Set(found)].filter((base) => base !== undefined && base !== '/') as string[];
  }

  /** Whether a folder may be listed. @param real without links */
  async #mayBeSeen(real: string): Promise<boolean> {
    const base = (await this.#basesAbove(real)).at(0);
    if (base === undefined) return false;
    if (real.slice(base.length).split('/').some(isHidden)) return false;
    if ([...KERNEL, ...(await this.#own())].some((own) => isWithin(own, real))) return false;
    return !SYSTEM.some((system) => isWithin(system, real) && !(base !== system && isWithin(system, base)));
  }

  async #mayBeRoot(real: string): Promise<boolean> {
    if (!(await this.#mayBeSeen(real))) return false;
    const kept = [...KERNEL, ...SYSTEM, ...(await this.#own()), await resolved(this.options.home)];
    return !kept.some((folder) => isWithin(real, folder));
  }

  /** The innermost first. */
  async #basesAbove(real: string): Promise<string[]> {
    const bases = [...(await this.#bases()), ...this.#namedBases];
    return bases.filter((base) => isWithin(base, real)).sort((one, other) => other.length - one.length);
  }

  async #own(): Promise<string[]> {
    const { ownFolders } = this.options;
    return [...ownFolders, ...(await Promise.all(ownFolders.map(resolved)))];
  }
}

const isHidden = (name: string): boolean => name.startsWith('.');

/** The path itself where there is nothing. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function notAllowed(): Forbidden {
  return new Forbidden(
    'FOLDER_NOT_ALLOWED',
    'This folder may not be chosen here. Folders below those that `GET /system/folders` lists may, but hidden ones and ' +
      'those of the system; `library_bases` of the configuration names more.',
  );
}

async function foldersIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  const isShown = (entry: FolderEntry): boolean =>
    entry.isDirectory() && !isHidden(entry.name) && entry.name !== 'lost+found';
  try {
    for await (const entry of entriesOf(folder, 256)) {
      if (isShown(entry) && !entry.name.includes('\ufffd')) names.push(entry.name);
      if (names.length >= MOST) break;
    }
  } catch (error) {
    throw new Unreadable('UNREADABLE_DIRECTORY', `${basename(folder) || dirname(folder)} cannot be read.`, {
      cause: error,
    });
  }
  return names;
}
