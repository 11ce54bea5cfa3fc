/**
 * The queue on disk: `queue.json` holds the entries, `playback.json` the index into them, so that a track change
 * writes some bytes and not the whole queue. Each is replaced atomically and synced before a command is acknowledged.
 * While one of them cannot be read the daemon plays with an empty queue, and neither is written.
 */
import { join } from 'node:path';

import { DurableFile } from '../database/durable-file.js';
import type { Log } from '../log.js';
import { DEFAULT_MODES } from './modes.js';
import type { StateStore } from './state-store.js';
import type { QueueEntry } from './types.js';

export interface StoredQueue {
  readonly locations: readonly string[];
  readonly index: number;
}

export interface QueueStore {
  /** What was saved last; an empty queue when there is none, or it is damaged or unreadable. */
  load(): Promise<StoredQueue>;
  /** Resolves when both are durable. */
  save(entries: readonly QueueEntry[], index: number): Promise<void>;
}

interface QueueFile {
  readonly revision: number;
  readonly locations: readonly string[];
}

/** The index counts only for the queue of the same revision. */
interface PlaybackFile {
  readonly revision: number;
  readonly index: number;
}

export class QueueFiles implements QueueStore {
  readonly #queue: DurableFile;
  readonly #playback: DurableFile;
  readonly #log: Log;
  /** Both were read, so that nothing is overwritten that nobody has seen. */
  #known = false;
  /** What `queue.json` holds, and under which revision; undefined while that is not known. */
  #stored: readonly string[] | undefined;
  #revision = 0;
  /** The entries that `#stored` was made of: a save of the same ones needs no comparison. */
  #entries: readonly QueueEntry[] | undefined;
  /** One save at a time; those that come meanwhile are merged, and the newest is the last on disk. */
  #saving: Promise<void> | undefined;
  #next: { readonly entries: readonly QueueEntry[]; readonly index: number } | undefined;

  constructor(directory: string, log: Log) {
    this.#queue = new DurableFile(join(directory, 'queue.json'), log);
    this.#playback = new DurableFile(join(directory, 'playback.json'), log);
    this.#log = log;
  }

  async load(): Promise<StoredQueue> {
    try {
      return await this.#read();
    } catch (error) {
      this.#log.error('queue not readable, starting with an empty one; it is kept as it is', { error });
      return { locations: [], index: 0 };
    }
  }

  /** @throws Error of the disk */
  async #read(): Promise<StoredQueue> {
    const queue = (await this.#queue.read()) as Partial<QueueFile> | undefined;
    const playback = (await this.#playback.read()) as Partial<PlaybackFile> | undefined;
    this.#known = true;
    const revision = numberOf(queue?.revision);
    // The larger of both: a damaged file must not bring back a revision that the other one still carries.
    this.#revision = Math.max(revision, numberOf(playback?.revision));
    if (!Array.isArray(queue?.locations)) return { locations: [], index: 0 };
    const locations = queue.locations.filter((location): location is string => typeof location === 'string');
    const matches = playback?.revision === revision;
    if (revision === this.#revision) this.#stored = locations;
    return { locations, index: matches ? numberOf(playback.index) : 0 };
  }

  save(entries: readonly QueueEntry[], index: number): Promise<void> {
    this.#next = { entries, index };
    this.#saving ??= this.#writeAll().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  /** A newer state that became durable makes good for an older one that did not. @throws Error when the last failed */
  async #writeAll(): Promise<void> {
    let failure: Error | undefined;
    for (let next = this.#next; next !== undefined; next = this.#next) {
      this.#next = undefined;
      try {
        await this.#write(next.entries, next.index);
        failure = undefined;
      } catch (error) {
        failure = error as Error;
      }
    }
    if (failure !== undefined) throw failure;
  }

  async #write(entries: readonly QueueEntry[], index: number): Promise<void> {
    if (!this.#known) await this.#read();
    if (entries !== this.#entries) await this.#writeEntries(entries);
    await this.#playback.write({ revision: this.#revision, index } satisfies PlaybackFile);
  }

  async #writeEntries(entries: readonly QueueEntry[]): Promise<void> {
    const locations = entries.map(({ location }) => location);
    if (!areEqual(locations, this.#stored)) {
      const revision = this.#revision + 1;
      await this.#queue.write({ revision, locations } satisfies QueueFile);
      this.#revision = revision;
      this.#stored = locations;
    }
    this.#entries = entries;
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function areEqual(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.length === other?.length && one.every((location, at) => location === other[at]);
}

/** The queue and its index alone, as the player's state store. */
export function storeOf(files: QueueStore): StateStore {
  return {
    async load() {
      const { locations, index } = await files.load();
      const entries = locations.map((location, at) => ({ key: at + 1, location }));
      const queue = { entries, index, firstIndex: 0, lastInsertPosition: -1, seed: 0, unshuffled: undefined };
      return { queue, modes: DEFAULT_MODES, resume: undefined };
    },
    save: ({ queue }) => files.save(queue.entries, queue.index),
  };
}
