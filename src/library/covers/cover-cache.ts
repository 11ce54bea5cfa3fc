/**
 * Disk cache of thumbnails. A file is named after the SHA-1 of the picture and the set of sizes, so that a changed cover
 * gets another file. Beyond a limit in bytes the least recently used files are deleted. A disk error is logged once; the
 * thumbnails are then made again each time. Files are written without fsync, which spares the SD card: a file that a
 * power cut has damaged fails its checksum and is made again. Thread: main; file access is asynchronous.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.js';
import { readThumbnailFile, thumbnailFile } from './thumbnail-file.js';
import type { Thumbnails } from './thumbnailer.js';

const NAME = /^[0-9a-f]{40}-[a-z0-9]+\.thumbs$/;
/** File that says for which library all thumbnails have been made. */
const MADE_FOR = 'made-for';

export interface CoverCacheDeps {
  /** Created if it is missing. */
  readonly directory: string;
  /** Limit of all files together, in bytes. */
  readonly maxBytes: number;
  readonly log: Log;
}

export class CoverCache {
  /** Size in bytes by file name, least recently used first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #opening: Promise<void> | undefined;
  #hasFailed = false;
  #writes = 0;

  constructor(private readonly deps: CoverCacheDeps) {}

  /** Sum of the sizes of all files, in bytes. */
  async bytes(): Promise<number> {
    await this.#open();
    return this.#bytes;
  }

  /** Whether the thumbnails are in the cache; does not count as a use. @param name `<sha-1>-<set>` */
  async has(name: string): Promise<boolean> {
    await this.#open();
    return this.#sizes.has(fileOf(name));
  }

  /** Reads thumbnails. @param name `<sha-1>-<set>` @returns undefined when they are missing or damaged */
  async find(name: string): Promise<Thumbnails | undefined> {
    const file = fileOf(name);
    // The list of files may still be read after the start: the file itself is there without it.
    void this.#open();
    const bytes = await readFile(this.#path(file)).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const thumbnails = readThumbnailFile(bytes);
    if (thumbnails !== undefined) {
      this.#note(file, bytes.length);
      return thumbnails;
    }
    // Deleted after the list was read, which would otherwise count the deleted file.
    await this.#open();
    await this.#remove(file).catch((error: unknown) => this.#reportOnce(error));
    return undefined;
  }

  /** Saves thumbnails atomically: a reader finds the whole file or none. Never rejects. @param name `<sha-1>-<set>` */
  async store(name: string, thumbnails: Thumbnails): Promise<void> {
    await this.#open();
    const file = fileOf(name);
    try {
      const bytes = thumbnailFile(thumbnails);
      await this.#replace(file, bytes);
      this.#note(file, bytes.length);
      await this.#shrink();
    } catch (error) {
      this.#reportOnce(error);
    }
  }

  /** Reads what `saveMadeFor` saved last; undefined when there is nothing. */
  async madeFor(): Promise<string | undefined> {
    return readFile(this.#path(MADE_FOR), 'utf8').catch(() => undefined);
  }

  /** Saves for which library all thumbnails have been made. Never rejects. */
  async saveMadeFor(library: string): Promise<void> {
    await this.#open();
    await this.#replace(MADE_FOR, library).catch((error: unknown) => this.#reportOnce(error));
  }

  /** Writes a file beside the old one and puts it in its place. */
  async #replace(file: string, content: Uint8Array | string): Promise<void> {
    const unfinished = this.#path(`${file}.${++this.#writes}.new`);
    try {
      await writeFile(unfinished, content, { flag: 'wx', mode: 0o600 });
      await rename(unfinished, this.#path(file));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.deps.directory, name);
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#read());
  }

  /** Lists the files of the folder, oldest first, and deletes those that were not finished. */
  async #read(): Promise<void> {
    const { directory } = this.deps;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const found: { readonly name: string; readonly size: number; readonly at: number }[] = [];
      for (const name of await readdir(directory)) {
        const file = await stat(this.#path(name)).catch(() => undefined);
        if (NAME.test(name) && file?.isFile()) found.push({ name, size: file.size, at: file.mtimeMs });
        else if (name !== MADE_FOR && file?.isFile()) await rm(this.#path(name), { force: true });
      }
      for (const { name, size } of found.sort((a, b) => a.at - b.at)) this.#note(name, size);
      await this.#shrink();
    } catch (error) {
      this.#reportOnce(error);
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
      if (this.#bytes <= this.deps.maxBytes) return;
      await this.#remove(name);
    }
  }

  #reportOnce(error: unknown): void {
    if (!this.#hasFailed)
      this.deps.log.warn('covers: cache cannot be written (each thumbnail is made again)', {
        directory: this.deps.directory,
        error,
      });
    this.#hasFailed = true;
  }
}

function fileOf(name: string): string {
  return `${name}.thumbs`;
}
