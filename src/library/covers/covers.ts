/**
 * Covers and pictures of artists, as a browser wants them. The bytes come out of an audio file or are an image file, are
 * read when they are asked for, and are believed only by their own first bytes. Smaller versions are made once and kept.
 * Memory: a few pictures at a time while they are looked at, and what clients have not taken yet, which is bounded too.
 *
 *     path ─▶ open, inside a root ─▶ embedded picture │ image file ─▶ magic bytes ─▶ as it is
 *                                                                            └─▶ cache │ ffmpeg ─▶ a smaller JPEG
 */
import type { FileHandle } from 'node:fs/promises';
import { Unavailable } from '../../errors.js';
import type { Log } from '../../log.js';
import { Lru } from '../../lru.js';
import { openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { CoverCache } from './cover-cache.js';
import { imageType } from './image-type.js';
import { hashOf, noPicture, type OpenPicture, openPicture, wholeOf } from './open-picture.js';
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
/** Bytes in memory that clients have not taken yet: hundreds of small covers. */
const LENT_BYTES = 64 * 1024 * 1024;

export interface CoversParts {
  readonly paths: LibraryPaths;
  /** Of the resized covers. */
  readonly directory: string;
  /** Pictures of formats that have no reader here; undefined where there is none. */
  readonly readPicture: (path: string) => Promise<Uint8Array | undefined>;
  /** Absolute path of the program that confines ffmpeg. */
  readonly confine: string;
  readonly log: Log;
}

/** A picture to be sent: a part of a file, which the caller closes, or bytes in memory. */
export type Picture =
  | { readonly type: string; readonly file: FileHandle; readonly at: number; readonly length: number }
  | {
      readonly type: string;
      readonly bytes: Uint8Array;
      /** To be called when they are sent, or nobody wants them any more. */
      readonly release: () => void;
    };

export interface Cover {
  /** Another one for another picture, or another size of it. */
  readonly etag: string;
  /** @throws NotFound, Unavailable TOO_BUSY */
  read(): Promise<Picture>;
}

interface Bytes {
  /** MIME type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export class Covers {
  readonly #parts: CoversParts;
  readonly #cache: CoverCache;
  /** Hashes of pictures by path and version of the file, the longest known first. */
  readonly #known = new Lru<string, string>(KNOWN);
  readonly #loads = new Slots(LOADING, WAITING);
  readonly #resizes = new Slots(RESIZING, WAITING);
  /** Under way, by the name in the cache. */
  readonly #making = new Map<string, Promise<Bytes>>();
  #lent = 0;

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
    const hash = await this.#identify(path);
    if (size === ORIGINAL) return { etag: `"${hash}"`, read: () => this.#original(path) };
    const edge = edgeFor(size);
    const make = () => this.#resizes.run(() => this.#make(path, hash, edge));
    return {
      etag: `"${hash}-${edge}"`,
      read: async () => this.#lend(await this.#kept(hash, edge, make)),
    };
  }

  /**
   * A picture that does not lie in the library, always made smaller, and kept like the others.
   * @param name 40 hexadecimal digits, of nothing else
   * @param fetch is asked when it is read and not kept; what it throws is thrown then
   */
  findFetched(name: string, size: number, fetch: () => Promise<Uint8Array>): Cover {
    const edge = edgeFor(size);
    return {
      etag: `"${name}-${edge}"`,
      read: async () => this.#lend(await this.#kept(name, edge, () => this.#makeFetched(name, edge, fetch))),
    };
  }

  /** SHA-1 of the picture. */
  async #identify(path: string): Promise<string> {
    const file = await openInside(this.#parts.paths, path);
    await file.handle.close();
    const key = `${path}\0${file.version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    return this.#loads.run(async () => {
      const hash = await this.#with(path, hashOf);
      this.#known.set(key, hash);
      return hash;
    });
  }

  #original(path: string): Promise<Picture> {
    return this.#loads.run(async () => {
      const picture = await this.#open(path);
      if ('file' in picture) return { ...picture, type: picture.kind.type };
      return this.#lend({ type: picture.kind.type, bytes: picture.bytes });
    });
  }

  /** What is kept, or is made now: once, however many ask. */
  async #kept(hash: string, edge: number, make: () => Promise<Bytes>): Promise<Bytes> {
    const name = `${hash}-${edge}.jpg`;
    const kept = await this.#cache.find(name);
    if (kept !== undefined) return { bytes: kept, type: 'image/jpeg' };
    let making = this.#making.get(name);
    if (making === undefined) {
      making = make().finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return making;
  }

  /** Nothing waits for a stranger but what wants this picture. @throws NotFound UNREADABLE_PICTURE */
  async #makeFetched(name: string, edge: number, fetch: () => Promise<Uint8Array>): Promise<Bytes> {
    const bytes = await fetch();
    const kind = imageType(bytes);
    if (kind === undefined) throw noPicture();
    return this.#resizes.run(async () => {
      const made = await resize(this.#parts.confine, bytes, kind, edge);
      if (made === undefined) return { bytes, type: kind.type };
      await this.#cache.store(`${name}-${edge}.jpg`, made);
      return { bytes: made, type: 'image/jpeg' };
    });
  }

  #make(path: string, hash: string, edge: number): Promise<Bytes> {
    return this.#with(path, async (picture) => {
      const whole = await wholeOf(picture);
      const made = await resize(this.#parts.confine, whole.bytes, picture.kind, edge);
      // Without ffmpeg a picture that is too large is better than none.
      if (made === undefined) return { bytes: whole.bytes, type: picture.kind.type };
      // A file that was exchanged since it was looked at must not lend its picture to the name of another one.
      if ((await hashOf(whole)) === hash) await this.#cache.store(`${hash}-${edge}.jpg`, made);
      return { bytes: made, type: 'image/jpeg' };
    });
  }

  #open(path: string): Promise<OpenPicture> {
    return openPicture(this.#parts.paths, path, this.#parts.readPicture);
  }

  async #with<Result>(path: string, use: (picture: OpenPicture) => Promise<Result>): Promise<Result> {
    const picture = await this.#open(path);
    try {
      return await use(picture);
    } finally {
      if ('file' in picture) await picture.file.close();
    }
  }

  #lend({ type, bytes }: Bytes): Picture {
    if (this.#lent + bytes.length > LENT_BYTES) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    this.#lent += bytes.length;
    let left = bytes.length;
    const release = (): void => {
      this.#lent -= left;
      left = 0;
    };
    return { type, bytes, release };
  }
}

/** What is made for this size. */
function edgeFor(size: number): number {
  return EDGES.find((each) => each >= size) ?? Math.max(...EDGES);
}
