/** How many tracks of a genre a list shows, counted in small turns and kept until the library changes. */

import type { GuardedDatabase } from '../../database/guarded.js';
import type { Members } from './members.js';
import type { Order } from './orders.js';
import { isComplete, type RecordKey } from './records.js';
import { valuesOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

const ALL = 'SELECT count(*) FROM track_genre WHERE genre = ?';

export class GenreCounts {
  readonly #database: GuardedDatabase;
  readonly #members: Members;
  #revision = '';
  #known = new Map<RecordKey, number>();

  constructor(database: GuardedDatabase, members: Members) {
    this.#database = database;
    this.#members = members;
  }

  /**
   * In the order of the genres.
   * @param revision of the library now
   * @param tracks all that are shown; asked for when some are not
   */
  async of(genres: ArrayLike<RecordKey>, revision: string, tracks: () => Promise<Order>): Promise<number[]> {
    if (revision !== this.#revision) this.#known = new Map();
    this.#revision = revision;
    const known = this.#known;
    const places = (await this.#database.read(isComplete)) ? undefined : (await tracks()).places;
    const counts: number[] = [];
    for (const genre of Array.from(genres)) {
      const count = known.get(genre) ?? (await this.#count(genre, places));
      known.set(genre, count);
      counts.push(count);
    }
    return counts;
  }

  async #count(genre: RecordKey, places: Uint32Array | undefined): Promise<number> {
    await nextTurn();
    if (places === undefined) return this.#database.read((sql) => valuesOf(sql, ALL).get(genre) as number);
    const tracks = await this.#members.tracksOf('genre', genre);
    return tracks.filter((track) => (places[track] ?? 0) > 0).length;
  }
}
