/**
 * What the library knows of the locations that a queue holds, as JSON texts. A queue of ten thousand is asked for again
 * and again: what was found is kept until the library changes.
 */

import type { GuardedDatabase } from '../../database/guarded.js';
import { JOINED, jsonOf, type Shape } from './records.js';
import { rowsOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

/** Locations looked up in one turn. */
const TURN = 250;
/** The queue's ten thousand, and some that just left it. */
const CAPACITY = 12_000;

function textOf(shape: Shape<'track'>): string {
  return `SELECT track.location, ${jsonOf('track', shape)}
    FROM json_each(?) AS wanted CROSS JOIN track ON track.location = wanted.value ${JOINED.track}`;
}

/** By location. Others may be in it too. */
export type KnownEntries = ReadonlyMap<string, string | undefined>;

export class Entries {
  readonly #database: GuardedDatabase;
  readonly #text: string;
  #revision = '';
  #known = new Map<string, string | undefined>();

  /** @param shape of every answer */
  constructor(database: GuardedDatabase, shape: Shape<'track'>) {
    this.#database = database;
    this.#text = textOf(shape);
  }

  /**
   * Each of the files that is in the library as a JSON object; of others nothing, or undefined.
   * @param revision of the library now
   */
  async at(locations: readonly string[], revision: string): Promise<KnownEntries> {
    if (revision !== this.#revision || this.#known.size > CAPACITY) this.#known = new Map();
    this.#revision = revision;
    const known = this.#known;
    const unknown = [...new Set(locations.filter((location) => !known.has(location)))];
    for (let at = 0; at < unknown.length; at += TURN) {
      if (at > 0) await nextTurn();
      await this.#learn(unknown.slice(at, at + TURN), known);
    }
    return known;
  }

  async #learn(locations: readonly string[], known: Map<string, string | undefined>): Promise<void> {
    const wanted = JSON.stringify(locations);
    const rows = await this.#database.read((sql) => rowsOf(sql, this.#text).all(wanted) as [string, string][]);
    for (const location of locations) known.set(location, undefined);
    for (const [location, entry] of rows) known.set(location, entry);
  }
}
