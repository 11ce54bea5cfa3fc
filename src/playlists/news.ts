/** Says that a playlist, of whatever kind, or a folder is another one now. */
import { randomInt } from 'node:crypto';
import { Listeners } from '../listeners.js';

/** Changes are counted from some number below this: another one after every start. */
const STARTS = 2 ** 47;

export class PlaylistNews {
  readonly #listeners = new Listeners();
  #revision = randomInt(STARTS);

  /** Another one after every change, and after every start. */
  get revision(): number {
    return this.#revision;
  }

  /** Called after every change, also one of which it is not known whether it was saved. */
  changed(): void {
    this.#revision += 1;
    this.#listeners.call();
  }

  /** @param listener must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}
