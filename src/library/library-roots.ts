/**
 * What of the file system is the library: its roots, which may come and go while the daemon runs, and the folders in them
 * that are left out. Whoever adds a root (the configuration, a person, a network share) adds it here, and everything that
 * reads files follows. Thread: main. No input or output.
 */
import { resolve } from 'node:path';
import { Listeners } from '../listeners.js';

/** Who brought a root: `configured` stays while the daemon runs, `added` is a person's, `share` a network share. */
export type RootOrigin = 'configured' | 'added' | 'share';

export interface LibraryRoot {
  /** Absolute and normalised. It need not exist yet: then it is away, until a scan finds it. */
  readonly path: string;
  readonly origin: RootOrigin;
  /** How people call it; undefined: its path says it. */
  readonly label?: string | undefined;
}

/** Roots that stay as they are, or that may change: then the paths of now are read each time. */
export type RootPaths = readonly string[] | { readonly paths: readonly string[]; readonly ignored?: Iterable<string> };

/** Absolute paths of the roots as they are now. */
export function pathsOf(roots: RootPaths): readonly string[] {
  return 'paths' in roots ? roots.paths : roots;
}

export class LibraryRoots {
  readonly #listeners = new Listeners();
  #all: readonly LibraryRoot[];
  #paths: readonly string[] = [];
  #ignored: ReadonlySet<string> = new Set();

  /** @param configured absolute paths, of which a person can remove none */
  constructor(configured: readonly string[]) {
    this.#all = [...new Set(configured.map((path) => resolve(path)))].map((path) => ({ path, origin: 'configured' }));
    this.#setPaths();
  }

  /** In the order in which they came; the first one is where new files go. */
  get all(): readonly LibraryRoot[] {
    return this.#all;
  }

  /** Absolute; another array after a change, and never an empty one unless nothing is configured. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Folders that are left out with all that is below them; absolute. */
  get ignored(): ReadonlySet<string> {
    return this.#ignored;
  }

  find(path: string): LibraryRoot | undefined {
    return this.#all.find((root) => root.path === path);
  }

  /** Adds a root, or gives the one of the same path and origin another label. @returns false where another has the path */
  add({ path, origin, label }: LibraryRoot): boolean {
    const root = { path: resolve(path), origin, label };
    const known = this.find(root.path);
    if (known !== undefined && known.origin !== origin) return false;
    if (known !== undefined && known.label === label) return true;
    this.#change([...this.#all.filter((each) => each !== known), root]);
    return true;
  }

  /** Removes a root, whose tracks are away then, as those of a stick that was pulled out. @returns whether there was such a root */
  remove(path: string, origin: Exclude<RootOrigin, 'configured'>): boolean {
    const known = this.find(resolve(path));
    if (known?.origin !== origin) return false;
    this.#change(this.#all.filter((each) => each !== known));
    return true;
  }

  /** Replaces what a person has added and left out, all at once. */
  setByPeople(added: readonly string[], ignored: readonly string[]): void {
    const others = this.#all.filter(({ origin }) => origin !== 'added');
    const paths = new Set(added.map((path) => resolve(path)));
    for (const { path } of others) paths.delete(path);
    const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
      one.size === other.size && [...one].every((path) => other.has(path));
    const before = new Set(this.#all.filter(({ origin }) => origin === 'added').map(({ path }) => path));
    const left = new Set(ignored);
    if (isSame(before, paths) && isSame(this.#ignored, left)) return;
    this.#ignored = left;
    this.#change([...others, ...[...paths].map((path) => ({ path, origin: 'added' as const }))]);
  }

  /** @param listener called after every change of roots or ignored folders; @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #change(all: readonly LibraryRoot[]): void {
    this.#all = all;
    this.#setPaths();
    this.#listeners.call();
  }

  #setPaths(): void {
    this.#paths = Object.freeze(this.#all.map(({ path }) => path));
  }
}
