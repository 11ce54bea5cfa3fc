/** The volumes that the library knows, and how much music lies on each; counted in time slices. Thread: main. */

import { recordId } from '../ids.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

export interface KnownRoot {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly available: boolean;
  /** The path is a mount point, or was one when the volume was there. */
  readonly mounted: boolean;
  /** That are in the library, whether the root is there or not. */
  readonly tracks: number;
  /** Size of its music files. */
  readonly bytes: number;
}

/** Tracks counted in one turn: less than a millisecond. */
const TURN = 10_000;
/** Folders whose files are added up in one turn. */
const FOLDERS = 200;

const ROOTS = 'SELECT key, path, available, mounted FROM root ORDER BY path';
const COUNT = `SELECT count(*), max(key) FROM
  (SELECT key FROM track WHERE root = ? AND key > ? ORDER BY key LIMIT ${TURN})`;

const SIZES = `SELECT count(*), max(some.key), sum((SELECT coalesce(sum(size), 0) FROM file WHERE folder = some.key)) FROM
  (SELECT key FROM folder WHERE root = ? AND key > ? ORDER BY key LIMIT ${FOLDERS}) AS some`;

type RootColumns = readonly [key: number, path: string, available: 0 | 1, mounted: 0 | 1];

type Amounts = Pick<KnownRoot, 'tracks' | 'bytes'>;

export class KnownRoots {
  /** What was counted when the library had this revision, by the key of the root. */
  #revision = '';
  #amounts = new Map<number, Promise<Amounts>>();

  /** @param revision another one whenever the library has changed */
  constructor(
    private readonly records: GuardedDatabase,
    private readonly revision: () => Promise<string>,
  ) {}

  /** By their paths. Whoever asks again before the library changes costs next to nothing. */
  async read(): Promise<KnownRoot[]> {
    const revision = await this.revision();
    const rows = await this.records.read((sql) => rowsOf(sql, ROOTS).all() as RootColumns[]);
    if (revision !== this.#revision) this.#amounts = new Map();
    this.#revision = revision;
    const roots: KnownRoot[] = [];
    for (const [key, path, available, mounted] of rows) {
      const amounts = await this.#amountsOf(key);
      roots.push({ id: rootId(path), path, available: available === 1, mounted: mounted === 1, ...amounts });
    }
    return roots;
  }

  #amountsOf(key: number): Promise<Amounts> {
    const known = this.#amounts.get(key);
    if (known !== undefined) return known;
    const counting = this.#count(key);
    const amounts = this.#amounts;
    amounts.set(key, counting);
    counting.catch(() => amounts.delete(key));
    return counting;
  }

  async #count(key: number): Promise<Amounts> {
    let [tracks, bytes] = [0, 0];
    for await (const [counted] of this.#slices(COUNT, key, TURN)) tracks += counted;
    for await (const [, , size] of this.#slices(SIZES, key, FOLDERS)) bytes += size ?? 0;
    return { tracks, bytes };
  }

  /** Rows of a statement that begins with how many rows it had, of `most`, and the highest key of them. */
  async *#slices(
    statement: string,
    root: number,
    most: number,
  ): AsyncGenerator<readonly [number, number | null, number?]> {
    for (let last: number | null = 0; last !== null;) {
      const from: number = last;
      const row = await this.records.read(
        (sql) => rowsOf(sql, statement).get(root, from) as [counted: number, highest: number | null, size?: number],
      );
      yield row;
      last = row[0] < most ? null : row[1];
      if (last !== null) await nextTurn();
    }
  }
}

/** Id of a root: follows from the path alone, so that it outlives a library that is made anew. */
export function rootId(path: string): string {
  return recordId('root', path);
}
