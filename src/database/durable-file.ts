/**
 * A small JSON file that survives a power cut: written beside, synced, renamed over the old one, and the directory
 * synced (rename(2), fsync(2)). Writes that come while one is under way are merged: the newest value wins.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export class DurableFile {
  readonly #path: string;
  #next: { readonly value: unknown } | undefined;
  #writing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The value, or undefined when there is none or the file is damaged. */
  async read(): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#path, 'utf8')) as unknown;
    } catch {
      return undefined;
    }
  }

  /** Resolves when this value, or a newer one, is durable. @throws Error when the disk refuses. */
  async write(value: unknown): Promise<void> {
    this.#next = { value };
    // A write that is under way holds an older value: wait for it, then for the one that holds ours.
    await this.#writing?.catch(() => undefined);
    await this.#flush();
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
