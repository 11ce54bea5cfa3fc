/**
 * The queue on disk: `queue.json` holds the entries, `playback.json` the index into them, so that a track change
 * writes some bytes and not the whole queue. Each is replaced atomically and synced before a command is acknowledged.
 */
import { join } from 'node:path';

import { DurableFile } from '../durable-file.js';
import type { QueueEntry } from './types.js';

export interface StoredQueue {
  readonly locations: readonly string[];
  readonly index: number;
}

export interface QueueStore {
  /** What was saved last; an empty queue when there is none or it is unreadable. */
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
  #entries: readonly QueueEntry[] | undefined;
  #revision = 0;

  constructor(directory: string) {
    this.#queue = new DurableFile(join(directory, 'queue.json'));
    this.#playback = new DurableFile(join(directory, 'playback.json'));
  }

  async load(): Promise<StoredQueue> {
    const queue = (await this.#queue.read()) as Partial<QueueFile> | undefined;
    const playback = (await this.#playback.read()) as Partial<PlaybackFile> | undefined;
    this.#revision = typeof queue?.revision === 'number' ? queue.revision : 0;
    const locations = Array.isArray(queue?.locations)
      ? queue.locations.filter((location): location is string => typeof location === 'string')
      : [];
    const index = playback?.revision === this.#revision && typeof playback.index === 'number' ? playback.index : 0;
    return { locations, index };
  }

  async save(entries: readonly QueueEntry[], index: number): Promise<void> {
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#revision++;
      const file: QueueFile = { revision: this.#revision, locations: entries.map(({ location }) => location) };
      const playback: PlaybackFile = { revision: this.#revision, index };
      await this.#queue.write(file);
      await this.#playback.write(playback);
      return;
    }
    await this.#playback.write({ revision: this.#revision, index } satisfies PlaybackFile);
  }
}
