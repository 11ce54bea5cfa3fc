/**
 * Thumbnails on the disk, named after the picture that they were made of. Bounded in bytes: the one that was used longest
 * ago goes first. It is only a cache: whatever fails here is reported once in the log, and costs time but no picture.
 * Nothing is synced, which would wear the card: a file that a power cut damaged does not fit its checksum.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.js';
import { readThumbnailFile, thumbnailFile } from './thumbnail-file.js';
import type { Thumbnails } from './thumbnailer.js';

const NAME = /^[0-9a-f]{40}-[a-z0-9]+\.thumbs$/;

export interface CoverCacheParts {
  /** Made when it is not there. */
  readonly directory: string;
  /** Bytes of all files together. */
  readonly most: number;
  readonly log: Log;
}

export class CoverCache {
  /** Bytes by name, the longest unused first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #opening: Promise<void> | undefined;
  #failed = false;
  #made = 0;

  constructor(private readonly parts: CoverCacheParts) {}

  /** Bytes of all files together. */
  async bytes(): Promise<number> {
    await this.#open();
    return this.#bytes;
  }

  /** @param name `<sha-1>-<set>` */
  async has(name: string): Promise<boolean> {
    await this.#open();
    return this.#sizes.has(fileOf(name));
  }

  /** @param name `<sha-1>-<set>` */
  async find(name: string): Promise<Thumbnails | undefined> {
    const file = fileOf(name);
    // Does not wait for the look at all files after the start.
    void this.#open();
    const bytes = await readFile(this.#path(file)).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const thumbnails = readThumbnailFile(bytes);
    if (thumbnails !== undefined) {
      this.#note(file, bytes.length);
      return thumbnails;
    }
    // Behind that look, which would count a file that has just gone.
    await this.#open();
    await this.#remove(file).catch((error: unknown) => this.#tell(error));
    return undefined;
  }

  /** Atomic: whoever reads it finds all of it, or nothing. Never rejects. @param name `<sha-1>-<set>` */
  async store(name: string, thumbnails: Thumbnails): Promise<void> {
    await this.#open();
    const file = fileOf(name);
    const unfinished = this.#path(`${file}.${++this.#made}.new`);
    try {
      const bytes = thumbnailFile(thumbnails);
      await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600 });
      await rename(unfinished, this.#path(file));
      this.#note(file, bytes.length);
      await this.#shrink();
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      this.#tell(error);
    }
  }

  #path(name: string): string {
    return join(this.parts.directory, name);
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#read());
  }

  /** What is there, the oldest first; what was not finished is removed. */
  async #read(): Promise<void> {
    const { directory } = this.parts;
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
      if (this.#bytes <= this.parts.most) return;
      await this.#remove(name);
    }
  }

  #tell(error: unknown): void {
    if (!this.#failed) this.parts.log.warn('covers cannot be kept', { directory: this.parts.directory, error });
    this.#failed = true;
  }
}

function fileOf(name: string): string {
  return `${name}.thumbs`;
}
