/**
 * Covers and pictures of artists, as a browser wants them. The bytes come out of an audio file or are an image file, are
 * read when they are asked for, and are believed only by their own first bytes. Smaller versions are made once and kept.
 *
 *     path ─▶ open, inside a root ─▶ embedded picture │ image file ─▶ magic bytes ─▶ as it is
 *                                                                            └─▶ cache │ ffmpeg ─▶ a smaller JPEG
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NotFound } from '../../errors.js';
import type { Log } from '../../log.js';
import { isPlayable } from '../files.js';
import { type InsideFile, openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { CoverCache } from './cover-cache.js';
import { DAMAGED, PICTURE_LIMIT, readEmbedded, UNUSUAL } from './embedded-picture.js';
import { type ImageType, imageType } from './image-type.js';
import { resize } from './resize.js';
import { Slots } from './slots.js';

/** Longer sides in pixels; what is asked for is answered by the next larger one. */
export const EDGES: readonly number[] = [96, 160, 320, 640, 1200];
/** The picture as it is. */
export const ORIGINAL = 0;

/** Files whose pictures are known without another look. */
const KNOWN = 5000;
const CACHE_BYTES = 128 * 1024 * 1024;
/** Pictures in memory at a time, and pictures that are made smaller: memory and the second core belong to the music. */
const LOADING = 3;
const RESIZING = 1;
const WAITING = 500;
/** Bytes hashed in one turn. */
const TURN = 1024 * 1024;

export interface CoversParts {
  readonly paths: LibraryPaths;
  /** Of the resized covers. */
  readonly directory: string;
  /** Pictures of formats that have no reader here; undefined where there is none. */
  readonly readPicture: (path: string) => Promise<Uint8Array | undefined>;
  readonly log: Log;
}

export interface Picture {
  /** MIME type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Cover {
  /** Another one for another picture, or another size of it. */
  readonly etag: string;
  /** @throws NotFound, Unavailable TOO_BUSY */
  read(): Promise<Picture>;
}

interface Known {
  /** SHA-1 of the bytes. */
  readonly hash: string;
  readonly kind: ImageType;
}

interface Loaded {
  readonly bytes: Uint8Array;
  readonly kind: ImageType;
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha1');
  for (let at = 0; at < bytes.length; at += TURN) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + TURN));
  }
  return hash.digest('hex');
}

function noPicture(): NotFound {
  return new NotFound('UNREADABLE_PICTURE', 'There is no picture that can be shown.');
}

export class Covers {
  readonly #parts: CoversParts;
  readonly #cache: CoverCache;
  /** By path and version of the file, the longest known first. */
  readonly #known = new Map<string, Known>();
  readonly #loads = new Slots(LOADING, WAITING);
  readonly #resizes = new Slots(RESIZING, WAITING);
  /** Under way, by the name in the cache. */
  readonly #making = new Map<string, Promise<Picture>>();

  constructor(parts: CoversParts) {
    this.#parts = parts;
    this.#cache = new CoverCache({ directory: parts.directory, most: CACHE_BYTES, log: parts.log });
  }

  /**
   * @param path of an audio file that holds the picture, or of an image
   * @param size ORIGINAL, or pixels of the longer side
   * @throws NotFound FILE_NOT_AVAILABLE or UNREADABLE_PICTURE, Unavailable TOO_BUSY
   */
  async find(path: string, size: number): Promise<Cover> {
    const known = await this.#identify(path);
    if (size === ORIGINAL) {
      return { etag: `"${known.hash}"`, read: () => this.#original(path) };
    }
    const edge = EDGES.find((each) => each >= size) ?? Math.max(...EDGES);
    return { etag: `"${known.hash}-${edge}"`, read: () => this.#smaller(path, known, edge) };
  }

  async #identify(path: string): Promise<Known> {
    const file = await openInside(this.#parts.paths, path);
    await file.handle.close();
    const key = `${path}\0${file.version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    return this.#loads.run(async () => {
      const { bytes, kind } = await this.#load(path);
      const found = { hash: await hashOf(bytes), kind };
      const [oldest] = this.#known.keys();
      if (this.#known.size >= KNOWN && oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(key, found);
      return found;
    });
  }

  #original(path: string): Promise<Picture> {
    return this.#loads.run(async () => {
      const { bytes, kind } = await this.#load(path);
      return { bytes, type: kind.type };
    });
  }

  async #smaller(path: string, { hash }: Known, edge: number): Promise<Picture> {
    const name = `${hash}-${edge}.jpg`;
    const kept = await this.#cache.find(name);
    if (kept !== undefined) return { bytes: kept, type: 'image/jpeg' };
    let making = this.#making.get(name);
    if (making === undefined) {
      making = this.#resizes.run(() => this.#make(path, name, edge)).finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return making;
  }

  async #make(path: string, name: string, edge: number): Promise<Picture> {
    const { bytes, kind } = await this.#load(path);
    const made = await resize(bytes, kind, edge);
    // Without ffmpeg a picture that is too large is better than none.
    if (made === undefined) return { bytes, type: kind.type };
    await this.#cache.store(name, made);
    return { bytes: made, type: 'image/jpeg' };
  }

  async #load(path: string): Promise<Loaded> {
    const file = await openInside(this.#parts.paths, path);
    try {
      const bytes = isPlayable(path) ? await this.#embedded(path, file) : await imageBytes(file);
      const kind = imageType(bytes);
      if (kind === undefined) throw noPicture();
      return { bytes, kind };
    } finally {
      await file.handle.close();
    }
  }

  async #embedded(path: string, { handle, size }: InsideFile): Promise<Uint8Array> {
    const own = await readEmbedded(handle, size);
    if (own === DAMAGED) throw noPicture();
    if (own !== UNUSUAL) return own;
    const bytes = await this.#parts.readPicture(path);
    if (bytes === undefined) throw noPicture();
    return bytes;
  }
}

async function imageBytes({ handle, size }: InsideFile): Promise<Buffer> {
  if (size > PICTURE_LIMIT) throw noPicture();
  const buffer = Buffer.alloc(size);
  const { bytesRead } = await handle.read(buffer, 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
