/**
 * A small JSON file that survives a power cut: written beside, synced, renamed over the old one, and the directory
 * synced (rename(2), fsync(2)). Writes that come while one is under way are merged: the newest value wins. Nothing is
 * lost in silence: what does not parse is kept beside it, and what cannot be read is an error, not an absence.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Log } from '../log.js';

export class DurableFile {
  readonly #path: string;
  readonly #log: Log;
  #next: { readonly value: unknown } | undefined;
  #writing: Promise<void> | undefined;
  #reading: Promise<unknown> | undefined;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  /**
   * The value, or undefined when there is none. A file that does not parse is renamed to `<name>.damaged`, in the place
   * of an older one, and counts as none.
   * @throws Error of the disk, when there may be a value that cannot be read. To write then would destroy it.
   */
  read(): Promise<unknown> {
    this.#reading ??= this.#load().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Resolves when this value, or a newer one, is durable. @throws Error when the disk refuses. */
  async write(value: unknown): Promise<void> {
    this.#next = { value };
    // A write that is under way holds an older value: wait for it, then for the one that holds ours.
    await this.#writing?.catch(() => undefined);
    await this.#flush();
  }

  /** Never beside a write: what is put aside must be the file that was read. */
  async #load(): Promise<unknown> {
    await this.#writing?.catch(() => undefined);
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      const kept = `${this.#path}.damaged`;
      await rename(this.#path, kept);
      this.#log.error('damaged file put aside', { kept, error });
      return undefined;
    }
  }

  async #flush(): Promise<void> {
    if (this.#next !== undefined) {
      this.#writing ??= this.#replace().finally(() => {
        this.#writing = undefined;
      });
    }
    await this.#writing;
  }

  async #replace(): Promise<void> {
    const text = JSON.stringify(this.#next?.value);
    this.#next = undefined;
    await this.#reading?.catch(() => undefined);
    const directory = dirname(this.#path);
    const fresh = `${this.#path}.new`;
    await mkdir(directory, { recursive: true });
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, this.#path);
    const folder = await open(directory, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
