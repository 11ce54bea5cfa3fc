/** A queue store in memory whose disk is as slow, or as broken, as the test wants it. */
import type { QueueStore, StoredQueue } from '../../src/player/queue-store.js';
import type { QueueEntry } from '../../src/player/types.js';

export class FakeStore implements QueueStore {
  /** What was handed over to be saved, in order. */
  readonly saves: StoredQueue[] = [];
  stored: StoredQueue = { locations: [], index: 0 };
  /** The disk refuses with this. */
  failure: Error | undefined;
  #held: (() => void)[] | undefined;

  async load(): Promise<StoredQueue> {
    return this.stored;
  }

  async save(entries: readonly QueueEntry[], index: number): Promise<void> {
    this.saves.push({ locations: entries.map(({ location }) => location), index });
    const { failure } = this;
    await new Promise<void>((resolve) => {
      if (this.#held === undefined) resolve();
      else this.#held.push(resolve);
    });
    if (failure !== undefined) throw failure;
  }

  /** From now on nothing is durable before `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    for (const resolve of this.#held ?? []) resolve();
    this.#held = undefined;
  }
}
