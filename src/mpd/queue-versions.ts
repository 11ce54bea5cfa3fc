/**
 * Versions of the queue: each change makes another one, and for each index the version is kept in which it last changed, so
 * that a client that knows version N can ask for what differs since. Numbers begin anew with each start, as MPD's do: with 1
 * for an empty queue, with 2 for one that is restored. Pure.
 */
import type { QueueEntry } from '../playback/types.js';

const MOST = 2 ** 31 - 1;

export class QueueVersions {
  #version = 1;
  #entries: readonly QueueEntry[] = [];
  /** By index: the version before the change. */
  #changed = new Uint32Array(0);

  /** @param entries the queue as it is */
  constructor(entries: readonly QueueEntry[]) {
    this.#entries = entries;
    // As in MPD, which appends the songs of a restored queue in version 1.
    this.#changed = new Uint32Array(entries.length).fill(1);
    if (entries.length > 0) this.#version = 2;
  }

  get version(): number {
    return this.#version;
  }

  /** Compares the queue with what it was. @returns whether it differs */
  look(entries: readonly QueueEntry[]): boolean {
    const before = this.#entries;
    if (entries === before) return false;
    this.#entries = entries;
    const changed = new Uint32Array(entries.length);
    changed.set(this.#changed.subarray(0, entries.length));
    let differs = entries.length !== before.length;
    for (let at = 0; at < entries.length; at++) {
      if (entries[at]?.key === before[at]?.key) continue;
      changed[at] = this.#version;
      differs = true;
    }
    this.#changed = changed;
    if (differs) this.#next();
    return differs;
  }

  /** Songs at these indices are shown differently from now on, such as with other tags. */
  modified(indices: Iterable<number>): void {
    let differs = false;
    for (const index of indices) {
      if (index < 0 || index >= this.#changed.length) continue;
      this.#changed[index] = this.#version;
      differs = true;
    }
    if (differs) this.#next();
  }

  /** Whether the song at an index came, or changed, after a version; always where that is none of ours. */
  isNewer(index: number, version: number): boolean {
    const changed = this.#changed[index] ?? 0;
    return version > this.#version || changed >= version || changed === 0;
  }

  #next(): void {
    this.#version += 1;
    if (this.#version < MOST) return;
    this.#version = 1;
    this.#changed.fill(0);
  }
}
