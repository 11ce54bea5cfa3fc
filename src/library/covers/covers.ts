/**
 * Covers and pictures of artists, as a browser wants them. The bytes come out of an audio file or are an image file, are
 * read when they are asked for, and are believed only by their own first bytes. Thumbnails are made once and kept.
 * Memory: a few pictures at a time while they are looked at, and what clients have not taken yet, which is bounded too.
 *
 *     path ─▶ open, inside a root ─▶ embedded picture │ image file ─▶ magic bytes ─▶ as it is
 *                                                                            └─▶ cache │ thumbnailer ─▶ JPEG, WebP
 */
import type { FileHandle } from 'node:fs/promises';
import { NotFound, Unavailable } from '../../errors.js';
import type { Log } from '../../log.js';
import { Lru } from '../../lru.js';
import { openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { CoverCache } from './cover-cache.js';
import { type ImageType, imageType } from './image-type.js';
import { hashOf, noPicture, type OpenPicture, openPicture } from './open-picture.js';
import { type Asked, PictureQueue } from './picture-queue.js';
import { type Made, PictureMaker } from './picture-maker.js';
import { SharedWork } from './shared-work.js';
import type { Accent, PictureFormat } from './thumbnailer.js';
import { edgeFor, LIST_SET, ORIGINAL, setOf, type ThumbnailSet } from './thumbnail-sets.js';

/** Files whose pictures are known without another look. */
const KNOWN = 10_000;
/** Bytes of all thumbnails on the disk: some 6,000 covers in the sizes of lists. */
const CACHE_BYTES = 256 * 1024 * 1024;
/** From here on nothing is made ahead: it would drive out what somebody looked at. */
const AHEAD_BYTES = CACHE_BYTES * 0.75;
/** Pictures in memory at a time: memory and the second core belong to the music. */
const LOADING = 3;
const WAITING = 500;
/** Bytes in memory that clients have not taken yet: hundreds of small covers. */
const LENT_BYTES = 64 * 1024 * 1024;

export interface CoversParts {
  readonly paths: LibraryPaths;
  /** Folder of the thumbnails. */
  readonly directory: string;
  /** Pictures of formats that have no reader here; undefined where there is none. */
  readonly readPicture: (path: string) => Promise<Uint8Array | undefined>;
  /** Absolute path of the program that confines the thumbnailer and ffmpeg. */
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
  /** Another one for another picture, or another size or format of it. */
  readonly etag: string;
  /** @param signal aborted when nobody waits any more @throws NotFound, Unavailable TOO_BUSY */
  read(signal?: AbortSignal): Promise<Picture>;
}

/** Colours of a cover. */
export interface CoverColours {
  readonly etag: string;
  /** @throws NotFound, Unavailable TOO_BUSY */
  read(signal?: AbortSignal): Promise<Accent>;
}

interface Bytes {
  /** MIME type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export class Covers {
  readonly #cache: CoverCache;
  readonly #maker: PictureMaker;
  /** Hashes of pictures by path and version of the file, the longest known first. */
  readonly #known = new Lru<string, string>(KNOWN);
  readonly #loads = new PictureQueue(LOADING, WAITING);
  /** One at a time: the second core belongs to the music. */
  readonly #makes = new PictureQueue(1, WAITING);
  /** Under way, by the name in the cache. */
  readonly #making = new SharedWork<Made>();
  #lent = 0;

  constructor(private readonly parts: CoversParts) {
    this.#cache = new CoverCache({ directory: parts.directory, most: CACHE_BYTES, log: parts.log });
    this.#maker = new PictureMaker(parts.confine, parts.log);
  }

  /**
   * @param path of an audio file that holds the picture, or of an image
   * @param size ORIGINAL, or pixels of the longer side
   * @throws NotFound FILE_NOT_AVAILABLE or UNREADABLE_PICTURE, Unavailable TOO_BUSY
   */
  async find(path: string, size: number, format: PictureFormat = 'jpeg', signal?: AbortSignal): Promise<Cover> {
    const hash = await this.#identify(path, { signal });
    if (size === ORIGINAL) return { etag: `"${hash}"`, read: (waits) => this.#original(path, { signal: waits }) };
    const edge = edgeFor(size);
    const set = setOf(edge, format);
    return {
      etag: etagOf(hash, edge, format),
      read: async (waits) => this.#lend(pictureIn(await this.#kept(path, hash, set, waits), edge, format)),
    };
  }

  /** Colours of a cover. @throws as `find` */
  async coloursOf(path: string, signal?: AbortSignal): Promise<CoverColours> {
    const hash = await this.#identify(path, { signal });
    return {
      etag: `"${hash}-colors"`,
      read: async (waits) => {
        const made = await this.#kept(path, hash, LIST_SET, waits);
        if ('accent' in made) return made.accent;
        throw noPicture();
      },
    };
  }

  /**
   * Makes thumbnails ahead, behind everything that somebody waits for.
   * @returns `full` when nothing more is to be made ahead
   * @throws as `find` and `read`
   */
  async prepare(path: string, set: ThumbnailSet): Promise<'made' | 'kept' | 'full'> {
    const asked = { isAhead: true };
    const hash = await this.#identify(path, asked);
    const name = nameOf(hash, set);
    if (await this.#cache.has(name)) return 'kept';
    if ((await this.#cache.bytes()) > AHEAD_BYTES) return 'full';
    await this.#making.run(name, undefined, (signal) => this.#make(path, hash, set, { ...asked, signal }));
    return 'made';
  }

  /**
   * A picture that does not lie in the library, always made smaller, and kept like the others.
   * @param name 40 hexadecimal digits, of nothing else
   * @param fetch is asked when it is read and not kept; what it throws is thrown then
   */
  findFetched(name: string, size: number, fetch: () => Promise<Uint8Array>): Cover {
    const edge = edgeFor(size);
    const set = setOf(edge, 'jpeg');
    return {
      etag: etagOf(name, edge, 'jpeg'),
      read: async () => {
        const kept = await this.#cache.find(nameOf(name, set));
        // Nothing waits for a stranger but what wants this picture.
        const made =
          kept ?? (await this.#making.run(nameOf(name, set), undefined, () => this.#makeFetched(name, set, fetch)));
        return this.#lend(pictureIn(made, edge, 'jpeg'));
      },
    };
  }

  /** Ends the helper process. What is asked for later starts another one. */
  stop(): void {
    this.#maker.stop();
  }

  /** SHA-1 of the picture. */
  async #identify(path: string, asked: Asked): Promise<string> {
    const file = await openInside(this.parts.paths, path);
    await file.handle.close();
    const key = `${path}\0${file.version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    return this.#loads.run(async () => {
      const hash = await this.#with(path, hashOf);
      this.#known.set(key, hash);
      return hash;
    }, asked);
  }

  #original(path: string, asked: Asked): Promise<Picture> {
    return this.#loads.run(async () => {
      const picture = await this.#open(path);
      if ('file' in picture) return { ...picture, type: picture.kind.type };
      return this.#lend({ type: picture.kind.type, bytes: picture.bytes });
    }, asked);
  }

  /** What is kept, or is made now: once, however many ask. */
  async #kept(path: string, hash: string, set: ThumbnailSet, waits: AbortSignal | undefined): Promise<Made> {
    const name = nameOf(hash, set);
    const kept = await this.#cache.find(name);
    return kept ?? this.#making.run(name, waits, (signal) => this.#make(path, hash, set, { signal }));
  }

  #make(path: string, hash: string, set: ThumbnailSet, asked: Asked): Promise<Made> {
    const make = (): Promise<Made> =>
      this.#with(path, async (picture) => {
        const { made, hash: actual } = await this.#maker.make(picture, set);
        // A file that was exchanged since it was looked at must not lend its picture to the name of another one.
        if ('accent' in made && actual === hash) await this.#cache.store(nameOf(hash, set), made);
        return made;
      });
    return this.#makes.run(make, asked);
  }

  /** @throws NotFound UNREADABLE_PICTURE */
  async #makeFetched(name: string, set: ThumbnailSet, fetch: () => Promise<Uint8Array>): Promise<Made> {
    const bytes = await fetch();
    const kind: ImageType | undefined = imageType(bytes);
    if (kind === undefined) throw noPicture();
    return this.#makes.run(async () => {
      const { made } = await this.#maker.make({ kind, bytes }, set);
      if ('accent' in made) await this.#cache.store(nameOf(name, set), made);
      return made;
    });
  }

  #open(path: string): Promise<OpenPicture> {
    return openPicture(this.parts.paths, path, this.parts.readPicture);
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

function nameOf(hash: string, set: ThumbnailSet): string {
  return `${hash}-${set.name}`;
}

function etagOf(hash: string, edge: number, format: PictureFormat): string {
  return `"${hash}-${edge}${format === 'jpeg' ? '' : `-${format}`}"`;
}

/** @throws NotFound UNREADABLE_PICTURE */
function pictureIn(made: Made, edge: number, format: PictureFormat): Bytes {
  if ('type' in made) return made;
  const picture = made.pictures.find((each) => each.edge === edge && each.format === format);
  if (picture === undefined) throw new NotFound('UNREADABLE_PICTURE', 'There is no picture that can be shown.');
  return { type: `image/${format}`, bytes: picture.bytes };
}
