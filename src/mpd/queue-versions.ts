/**
 * Versions of the queue: each change makes another one, and of each index is known in which version it last changed, so
 * that a client that knows version N asks for what differs since. Numbers begin at 1 with each start, as MPD's do. Pure.
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
    this.#changed = new Uint32Array(entries.length);
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

  /** More is known of the song at an index. */
  modified(index: number): void {
    if (index < 0 || index >= this.#changed.length) return;
    this.#changed[index] = this.#version;
    this.#next();
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
