/**
 * Where in a list the letters begin: found by halving between places whose records are looked at one by one. So a list
 * of a hundred thousand costs some hundred looks, and nothing is counted. Kept until the library changes.
 */

import type { RecordKind } from '../ids.js';
import { type Letter, lettersOf, type Run } from '../letters.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { valuesOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

/** First characters found in one turn: two milliseconds. */
const TURN = 8;

const FIRST: Readonly<Record<RecordKind, string>> = {
  track: 'SELECT substr(sort_key, 1, 1) FROM track WHERE key = ?',
  album: 'SELECT substr(sort_key, 1, 1) FROM album WHERE key = ?',
  artist: 'SELECT substr(sort_key, 1, 1) FROM artist WHERE key = ?',
  genre: 'SELECT substr(sort_key, 1, 1) FROM genre WHERE key = ?',
};

interface Known {
  readonly revision: string;
  readonly letters: Promise<readonly Letter[]>;
}

/** The first place behind `from` where `isBehind` holds, which holds for every one after it; `end` when there is none. */
function firstBehind(from: number, end: number, isBehind: (place: number) => boolean): number {
  let [low, step] = [from, 1];
  while (low + step < end && !isBehind(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export class Letters {
  readonly #database: GuardedDatabase;
  readonly #known = new Map<RecordKind, Known>();

  constructor(database: GuardedDatabase) {
    this.#database = database;
  }

  /** @param keys everything of the kind that is shown, in order @param revision of the library that they are of */
  of(kind: RecordKind, keys: Uint32Array, revision: string): Promise<readonly Letter[]> {
    const known = this.#known.get(kind);
    if (known?.revision === revision) return known.letters;
    const letters = this.#runs(kind, keys).then(lettersOf);
    this.#known.set(kind, { revision, letters });
    letters.catch(() => {
      if (this.#known.get(kind)?.letters === letters) this.#known.delete(kind);
    });
    return letters;
  }

  async #runs(kind: RecordKind, keys: Uint32Array): Promise<Run[]> {
    const runs: Run[] = [];
    for (let at = 0; at < keys.length;) {
      if (at > 0) await nextTurn();
      at = await this.#database.read((sql) => {
        const first = valuesOf(sql, FIRST[kind]);
        // One that is gone meanwhile counts as empty: the revision is another one then.
        const codeAt = (place: number): number => (first.get(keys[place]) as string | undefined)?.codePointAt(0) ?? -1;
        let from = at;
        for (let found = 0; found < TURN && from < keys.length; found++) {
          const code = codeAt(from);
          const end = firstBehind(from, keys.length, (place) => codeAt(place) > code);
          runs.push({ first: code, offset: from, count: end - from });
          from = end;
        }
        return from;
      });
    }
    return runs;
  }
}
