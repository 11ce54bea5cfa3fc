/** Counts how often something was changed, and remembers for a while which records that were. */
import { randomStart } from '../../random-start.js';

/** Changes whose records are remembered. */
const MOST = 1000;

export class Changes {
  #count = randomStart();
  /** Ids of the latest changes, the latest last. */
  #ids: string[] = [];

  /** Another one after every change, and after every start. */
  get count(): number {
    return this.#count;
  }

  /** @param id of the only record that is another one now; undefined when it may be any */
  add(id: string | undefined): void {
    this.#count += 1;
    if (id === undefined) this.#ids = [];
    else this.#ids.push(id);
    if (this.#ids.length >= 2 * MOST) this.#ids = this.#ids.slice(-MOST);
  }

  /** Ids of what changed since the count was this, some perhaps twice; undefined when that is not known any more. */
  since(count: number): string[] | undefined {
    const changes = this.#count - count;
    if (changes < 0 || changes > this.#ids.length) return undefined;
    return changes === 0 ? [] : this.#ids.slice(-changes);
  }
}
