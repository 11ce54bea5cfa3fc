/**
 * Resized covers on the disk, named after what they were made of. Bounded in bytes: the one that was used longest ago
 * goes first. It is only a cache: whatever fails here is told once in the log, and costs time but no picture.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.js';
import { imageType } from './image-type.js';

const NAME = /^[0-9a-f]{40}-\d+\.jpg$/;

export interface CoverCacheParts {
  /** Made when it is not there. */
  readonly directory: string;
  /** Bytes of all files together. */
  readonly most: number;
  readonly log: Log;
}

export class CoverCache {
  readonly #parts: CoverCacheParts;
  /** Bytes by name, the longest unused first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #opening: Promise<void> | undefined;
  #failed = false;
  #made = 0;

  constructor(parts: CoverCacheParts) {
    this.#parts = parts;
  }

  /** @param name `<sha-1>-<edge>.jpg` */
  async find(name: string): Promise<Buffer | undefined> {
    await this.#open();
    const size = this.#sizes.get(name);
    if (size === undefined) return undefined;
    const bytes = await readFile(this.#path(name)).catch(() => undefined);
    // A power cut may have left anything in its place.
    if (bytes?.length === size && imageType(bytes)?.type === 'image/jpeg') {
      this.#note(name, size);
      return bytes;
    }
    await this.#remove(name).catch((error: unknown) => this.#tell(error));
    return undefined;
  }

  /** Atomic: whoever reads it finds all of it, or nothing. Never rejects. */
  async store(name: string, bytes: Uint8Array): Promise<void> {
    await this.#open();
    const unfinished = this.#path(`${name}.${++this.#made}.new`);
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(unfinished, this.#path(name));
      this.#note(name, bytes.length);
      await this.#shrink();
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      this.#tell(error);
    }
  }

  #path(name: string): string {
    return join(this.#parts.directory, name);
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#read());
  }

  /** What is there, the oldest first; what was not finished is removed. */
  async #read(): Promise<void> {
    const { directory } = this.#parts;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const found: { readonly name: string; readonly size: number; readonly at: number }[] = [];
      for (const name of await readdir(directory)) {
        const file = await stat(this.#path(name)).catch(() => undefined);
        if (NAME.test(name) && file?.isFile()) found.push({ name, size: file.size, at: file.mtimeMs });
        else if (file?.isFile()) await rm(this.#path(name), { force: true });
      }
      for (const { name, size } of found.sort((a, b) => a.at - b.at)) this.#note(name, size);
      await this.#shrink();
    } catch (error) {
      this.#tell(error);
    }
  }

  #note(name: string, size: number): void {
    this.#bytes += size - (this.#sizes.get(name) ?? 0);
    this.#sizes.delete(name);
    this.#sizes.set(name, size);
  }

  async #remove(name: string): Promise<void> {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
    await rm(this.#path(name), { force: true });
  }

  async #shrink(): Promise<void> {
    for (const name of this.#sizes.keys()) {
      if (this.#bytes <= this.#parts.most) return;
      await this.#remove(name);
    }
  }

  #tell(error: unknown): void {
    if (!this.#failed) this.#parts.log.warn('covers cannot be kept', { directory: this.#parts.directory, error });
    this.#failed = true;
  }
}
