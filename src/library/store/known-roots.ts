/** The volumes that the library knows, and how many tracks lie on each; counted in time slices. */

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
}

/** Tracks counted in one turn: less than a millisecond. */
const TURN = 10_000;

const ROOTS = 'SELECT key, path, available, mounted FROM root ORDER BY path';
const COUNT = `SELECT count(*), max(key) FROM
  (SELECT key FROM track WHERE root = ? AND key > ? ORDER BY key LIMIT ${TURN})`;

type RootColumns = readonly [key: number, path: string, available: 0 | 1, mounted: 0 | 1];

/** By their paths. */
export async function knownRoots(records: GuardedDatabase): Promise<KnownRoot[]> {
  const rows = await records.read((sql) => rowsOf(sql, ROOTS).all() as RootColumns[]);
  const roots: KnownRoot[] = [];
  for (const [key, path, available, mounted] of rows) {
    const tracks = await countTracks(records, key);
    roots.push({ id: rootId(path), path, available: available === 1, mounted: mounted === 1, tracks });
  }
  return roots;
}

async function countTracks(records: GuardedDatabase, root: number): Promise<number> {
  let [tracks, last] = [0, 0];
  for (;;) {
    const from = last;
    const [counted, highest] = await records.read(
      (sql) => rowsOf(sql, COUNT).get(root, from) as [number, number | null],
    );
    tracks += counted;
    if (counted < TURN || highest === null) return tracks;
    last = highest;
    await nextTurn();
  }
}

/** Id of a root: follows from the path alone, so that it outlives a library that is made anew. */
export function rootId(path: string): string {
  return recordId('root', path);
}
