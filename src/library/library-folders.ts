/**
 * Folders that people add to the library and leave out of it, kept in the settings. A root that is removed takes its tracks
 * out of view, as a stick that is pulled out does: likes, counts and playlists stay, and the tracks come back with it.
 * Thread: main.
 */
import { Conflict, InvalidInput, NotFound } from '../errors.js';
import { isWithin } from '../files/files.js';
import type { FolderRules, OfferedFolder } from './folder-rules.js';
import type { LibraryRoots } from './library-roots.js';
import type { LibraryPaths } from './paths.js';
import { rootId } from './store/known-roots.js';

const MOST_ADDED = 50;
const MOST_IGNORED = 500;

/** The part of the settings that is needed here. */
export interface FolderSettings {
  readonly libraryFolders: readonly string[];
  readonly ignoredFolders: readonly string[];
}

export interface LibraryFoldersDeps {
  readonly roots: LibraryRoots;
  readonly paths: LibraryPaths;
  readonly rules: FolderRules;
  readonly settings: {
    read(): FolderSettings;
    /** @throws StateNotSaved */
    change(members: Partial<FolderSettings>): Promise<void>;
    subscribe(listener: (now: FolderSettings, before: FolderSettings) => void): () => void;
  };
}

/** A folder that a person may choose, or open. */
export interface FolderChoice extends OfferedFolder {
  /** Whether it lies in the library already. */
  readonly isInLibrary: boolean;
}

export class LibraryFolders {
  /** Applied one after the other: the last one that was asked for is in force at the end. */
  #applying: Promise<void> = Promise.resolve();

  constructor(private readonly deps: LibraryFoldersDeps) {}

  /** Brings what is kept into force, and follows it from now on: a backup may bring other folders. Never rejects. */
  async start(): Promise<void> {
    this.deps.settings.subscribe((now, before) => {
      if (now.libraryFolders !== before.libraryFolders || now.ignoredFolders !== before.ignoredFolders)
        void this.#apply();
    });
    await this.#apply();
  }

  /**
   * Makes a folder a library root.
   * @returns its path without links, and its id
   * @throws InvalidInput NOT_ABSOLUTE, NOT_A_FOLDER; Forbidden FOLDER_NOT_ALLOWED; Conflict ALREADY_IN_LIBRARY,
   * TOO_MANY_FOLDERS; StateNotSaved
   */
  async add(path: string): Promise<{ readonly id: string; readonly path: string }> {
    const { rules, settings } = this.deps;
    const real = await rules.check(path);
    const added = settings.read().libraryFolders;
    if (await this.#isInLibrary(real)) throw new Conflict('ALREADY_IN_LIBRARY', `${real} is in the library already.`);
    if (added.length >= MOST_ADDED) throw tooMany(MOST_ADDED);
    await this.#change({ libraryFolders: [...added, real] });
    return { id: rootId(real), path: real };
  }

  /** @throws NotFound UNKNOWN_ROOT; Conflict ROOT_NOT_REMOVABLE; StateNotSaved */
  async remove(id: string): Promise<void> {
    const { roots, settings } = this.deps;
    const added = settings.read().libraryFolders;
    const path = added.find((each) => rootId(each) === id);
    if (path === undefined) {
      const other = roots.all.find((root) => rootId(root.path) === id);
      if (other === undefined) throw new NotFound('UNKNOWN_ROOT', `There is no library root with the id ${id}.`);
      const where = other.origin === 'share' ? 'with its network share' : 'in the configuration (`library`)';
      throw new Conflict('ROOT_NOT_REMOVABLE', `${other.path} was not added here: it is removed ${where}.`);
    }
    await this.#change({ libraryFolders: added.filter((each) => each !== path) });
  }

  /**
   * Leaves a folder of the library out, with all that is below.
   * @throws InvalidInput NOT_ABSOLUTE, INVALID_PATH, OUTSIDE_LIBRARY; Conflict TOO_MANY_FOLDERS; StateNotSaved
   */
  async ignore(path: string): Promise<{ readonly id: string; readonly path: string }> {
    const { paths, settings } = this.deps;
    const named = await paths.resolve(path);
    if (paths.roots.includes(named)) {
      throw new InvalidInput('OUTSIDE_LIBRARY', `${named} is a whole library root: a folder in it can be left out.`);
    }
    const ignored = settings.read().ignoredFolders;
    if (!ignored.includes(named)) {
      if (ignored.length >= MOST_IGNORED) throw tooMany(MOST_IGNORED);
      await this.#change({ ignoredFolders: [...ignored, named] });
    }
    return { id: rootId(named), path: named };
  }

  /** @throws NotFound UNKNOWN_FOLDER; StateNotSaved */
  async heed(id: string): Promise<void> {
    const ignored = this.deps.settings.read().ignoredFolders;
    const left = ignored.filter((path) => rootId(path) !== id);
    if (left.length === ignored.length) {
      throw new NotFound('UNKNOWN_FOLDER', `No folder with the id ${id} is left out here.`);
    }
    await this.#change({ ignoredFolders: left });
  }

  /** As `FolderRules.list`, with what of it is in the library. */
  async list(path: string | undefined): Promise<FolderChoice[]> {
    const found = await this.deps.rules.list(path);
    return Promise.all(found.map(async (folder) => ({ ...folder, isInLibrary: await this.#isInLibrary(folder.path) })));
  }

  async #isInLibrary(real: string): Promise<boolean> {
    if (this.deps.paths.roots.some((root) => isWithin(root, real))) return true;
    return (await this.deps.paths.inside())(real);
  }

  /** What was changed is in force when this resolves, or rejects because it is not durable. */
  async #change(members: Partial<FolderSettings>): Promise<void> {
    try {
      await this.deps.settings.change(members);
    } finally {
      await this.#apply();
    }
  }

  #apply(): Promise<void> {
    this.#applying = this.#applying.then(async () => {
      const { roots, rules, settings } = this.deps;
      const { libraryFolders, ignoredFolders } = settings.read();
      const allowed = await Promise.all(libraryFolders.map((path) => rules.isStillAllowed(path)));
      roots.setByPeople(
        libraryFolders.filter((_, at) => allowed[at]).slice(0, MOST_ADDED),
        ignoredFolders.slice(0, MOST_IGNORED),
      );
    });
    return this.#applying;
  }
}

function tooMany(most: number): Conflict {
  return new Conflict('TOO_MANY_FOLDERS', `There cannot be more than ${most} of them.`);
}
