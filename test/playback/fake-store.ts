/** A state store in memory whose disk is as slow, or as broken, as the test wants it. */
import type { TrackClock } from '../../src/playback/engine/timeline.js';
import { DEFAULT_MODES } from '../../src/playback/modes.js';
import type { StateStore } from '../../src/playback/player-store.js';
import type { StoredPlayer } from '../../src/playback/state-store.js';
import { entriesOf } from './states.js';

/** A saved queue in short. */
export interface SavedQueue {
  readonly locations: readonly string[];
  readonly index: number;
}

export class FakeStore implements StateStore {
  /** What was handed over to be saved, in order: in short, and in full. */
  readonly saves: SavedQueue[] = [];
  readonly states: StoredPlayer[] = [];
  stored: StoredPlayer | undefined;
  /** The clock on which the place is kept now. */
  followed: TrackClock | undefined;
  /** The disk refuses with this. */
  failure: Error | undefined;
  #held: (() => void)[] | undefined;

  async load(): Promise<StoredPlayer | undefined> {
    return this.stored;
  }

  async save(state: StoredPlayer): Promise<void> {
    const { entries, index } = state.queue;
    this.states.push(state);
    this.saves.push({ locations: entries.map(({ location }) => location), index });
    const { failure } = this;
    await new Promise<void>((resolve) => {
      if (this.#held === undefined) resolve();
      else this.#held.push(resolve);
    });
    if (failure !== undefined) throw failure;
  }

  follow(clock: TrackClock | undefined): void {
    this.followed = clock;
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

/** An unshuffled queue as it was saved, with nothing to resume unless it is given. */
export function storedPlayer(
  locations: readonly string[],
  index: number,
  more: Partial<StoredPlayer> = {},
): StoredPlayer {
  const queue = {
    entries: entriesOf(locations),
    index,
    firstIndex: 0,
    lastInsertPosition: -1,
    seed: 0,
    unshuffled: undefined,
  };
  return { queue, modes: DEFAULT_MODES, resume: undefined, plays: false, ...more };
}
