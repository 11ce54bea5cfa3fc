/**
 * Covers and pictures of artists in the sizes and formats that a browser requests. A picture is embedded in an audio file
 * or is an image file. Tonearm reads it on request and takes its type from its first bytes, never from a tag or a name.
 * Thumbnails are made once and cached on the disk. Memory: up to LOADING pictures that are being read, and up to
 * UNSENT_BYTES that clients have not received yet.
 *
 *     path ─▶ open, inside a root ─▶ embedded picture │ image file ─▶ magic bytes ─▶ original bytes
 *                                                                            └─▶ cache │ thumbnailer ─▶ JPEG, WebP
 */
import { NotFound, Unavailable } from '../../errors.js';
import type { OpenFile } from '../../files/files.js';
import type { Log } from '../../log.js';
import { Lru } from '../../lru.js';
import { openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { CoverCache } from './cover-cache.js';
import { type ImageType, imageType } from './image-type.js';
import { hashOf, noPicture, type OpenPicture, openPicture } from './open-picture.js';
import { PictureQueue, type QueueOptions } from './picture-queue.js';
import { type MadePictures, PictureMaker } from './picture-maker.js';
import { SharedWork } from './shared-work.js';
import type { Accent, PictureFormat } from './thumbnailer.js';
import { edgeFor, LIST_SET, ORIGINAL, setOf, type ThumbnailSet } from './thumbnail-sets.js';

/** Number of files whose picture hash is remembered. */
const KNOWN_HASHES = 10_000;
/** Limit of all thumbnails on the disk, in bytes: about 6,000 covers in the sizes of lists. */
const CACHE_BYTES = 256 * 1024 * 1024;
/** Cache size at which nothing more is made ahead: that would evict thumbnails that clients have requested. */
const AHEAD_BYTES = CACHE_BYTES * 0.75;
/** Number of pictures in memory at a time: memory and the second core are for playback. */
const LOADING = 3;
/** Number of waiting requests beyond which TOO_BUSY is thrown. */
const WAITING = 500;
/** Limit of the bytes in memory that clients have not received yet: hundreds of small covers. */
const UNSENT_BYTES = 64 * 1024 * 1024;

export interface CoversDeps {
  readonly paths: LibraryPaths;
  /** Folder of the cache of thumbnails. */
  readonly directory: string;
  /** Reads an embedded picture of a format that `embedded-picture.ts` does not know; undefined for a file without one. */
  readonly readPicture: (path: string) => Promise<Uint8Array | undefined>;
  /** Absolute path of the program that confines the thumbnailer and ffmpeg. */
  readonly confine: string;
  readonly log: Log;
}

/** A picture to send: a range of a file, which the caller closes, or bytes in memory. */
export type Picture =
  | { readonly type: string; readonly file: OpenFile; readonly at: number; readonly length: number }
  | {
      readonly type: string;
      readonly bytes: Uint8Array;
      /** Call it when the bytes are sent or the client has gone. */
      readonly release: () => void;
    };

export interface Cover {
  /** ETag, which differs between pictures, sizes and formats. */
  readonly etag: string;
  /** Reads or makes the picture. @param signal aborted when the client has gone @throws NotFound, Unavailable TOO_BUSY */
  read(signal?: AbortSignal): Promise<Picture>;
}

/** Accent colours of a cover. */
export interface CoverColours {
  readonly etag: string;
  /** Computes the colours, or reads them from the cache. @throws NotFound, Unavailable TOO_BUSY */
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
  /** SHA-1 of pictures by path and version of the file, least recently used first. */
  readonly #known = new Lru<string, string>(KNOWN_HASHES);
  readonly #loads = new PictureQueue(LOADING, WAITING);
  /** Thumbnails are made one picture at a time: the second core is for playback. */
  readonly #makes = new PictureQueue(1, WAITING);
  /** Thumbnails that are being made, by name in the cache. */
  readonly #making = new SharedWork<MadePictures>();
  /** Bytes in memory that clients have not received yet. */
  #unsent = 0;

  constructor(private readonly deps: CoversDeps) {
    this.#cache = new CoverCache({ directory: deps.directory, maxBytes: CACHE_BYTES, log: deps.log });
    this.#maker = new PictureMaker(deps.confine, deps.log);
  }

  /**
   * Finds the picture of a file in a size and format; `read` of the result makes it if it is not in the cache.
   * @param path of an audio file with an embedded picture, or of an image file
   * @param size ORIGINAL, or pixels of the longer side
   * @throws NotFound FILE_NOT_AVAILABLE or UNREADABLE_PICTURE, Unavailable TOO_BUSY
   */
  async find(path: string, size: number, format: PictureFormat = 'jpeg', signal?: AbortSignal): Promise<Cover> {
    const hash = await this.#identify(path, { signal });
    if (size === ORIGINAL) return { etag: `"${hash}"`, read: (client) => this.#original(path, { signal: client }) };
    const edge = edgeFor(size);
    const set = setOf(edge, format);
    return {
      etag: etagOf(hash, edge, format),
      read: async (client) => this.#toSend(pictureIn(await this.#thumbnails(path, hash, set, client), edge, format)),
    };
  }

  /** Finds the accent colours of a cover. @throws the errors of `find` */
  async coloursOf(path: string, signal?: AbortSignal): Promise<CoverColours> {
    const hash = await this.#identify(path, { signal });
    return {
      etag: `"${hash}-colors"`,
      read: async (client) => {
        return accentOf(await this.#thumbnails(path, hash, LIST_SET, client));
      },
    };
  }

  /**
   * Makes thumbnails ahead of a request, after all pictures that a client waits for.
   * @returns `kept` when they are in the cache already, `full` when the cache has no room for covers made ahead
   * @throws the errors of `find` and of a cover's `read`
   */
  async prepare(path: string, set: ThumbnailSet): Promise<'made' | 'kept' | 'full'> {
    const options = { isAhead: true };
    const hash = await this.#identify(path, options);
    const name = nameOf(hash, set);
    if (await this.#cache.has(name)) return 'kept';
    if ((await this.#cache.bytes()) > AHEAD_BYTES) return 'full';
    await this.#making.run(name, undefined, (signal) => this.#make(path, hash, set, { ...options, signal }));
    return 'made';
  }

  /** For which library all thumbnails have been made ahead: the text that `saveMadeFor` was called with. */
  madeFor(): Promise<string | undefined> {
    return this.#cache.madeFor();
  }

  /** Remembers over a restart for which library all thumbnails have been made ahead. Never rejects. */
  saveMadeFor(library: string): Promise<void> {
    return this.#cache.saveMadeFor(library);
  }

  /**
   * Finds a picture from outside the library (a station's logo) as a JPEG thumbnail, which is cached like a cover.
   * @param name 40 hexadecimal digits that identify the picture
   * @param fetch gets the original; called by `read` when the thumbnail is not in the cache, and `read` throws its errors
   */
  findFetched(name: string, size: number, fetch: () => Promise<Uint8Array>): Cover {
    const edge = edgeFor(size);
    const set = setOf(edge, 'jpeg');
    return {
      etag: etagOf(name, edge, 'jpeg'),
      read: async () => this.#toSend(pictureIn(await this.#fetched(name, set, fetch), edge, 'jpeg')),
    };
  }

  /** Finds the accent colours of a picture from outside the library: as `findFetched`. */
  coloursOfFetched(name: string, fetch: () => Promise<Uint8Array>): CoverColours {
    return { etag: `"${name}-colors"`, read: async () => accentOf(await this.#fetched(name, LIST_SET, fetch)) };
  }

  /** Ends the helper process. The next thumbnail starts another one. */
  stop(): void {
    this.#maker.stop();
  }

  /** Computes the SHA-1 of the picture of a file, once a version of the file. */
  async #identify(path: string, options: QueueOptions): Promise<string> {
    const file = await openInside(this.deps.paths, path);
    await file.handle.close();
    const key = `${path}\0${file.version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    return this.#loads.run(async () => {
      const hash = await this.#with(path, hashOf);
      this.#known.set(key, hash);
      return hash;
    }, options);
  }

  #original(path: string, options: QueueOptions): Promise<Picture> {
    return this.#loads.run(async () => {
      const picture = await this.#open(path);
      if ('file' in picture) return { ...picture, type: picture.kind.type };
      return this.#toSend({ type: picture.kind.type, bytes: picture.bytes });
    }, options);
  }

  /** Reads thumbnails from the cache, or makes them: once for all requests at the same time. */
  async #thumbnails(
    path: string,
    hash: string,
    set: ThumbnailSet,
    client: AbortSignal | undefined,
  ): Promise<MadePictures> {
    const name = nameOf(hash, set);
    const kept = await this.#cache.find(name);
    return kept ?? this.#making.run(name, client, (signal) => this.#make(path, hash, set, { signal }));
  }

  #make(path: string, hash: string, set: ThumbnailSet, options: QueueOptions): Promise<MadePictures> {
    const make = (): Promise<MadePictures> =>
      this.#with(path, async (picture) => {
        const { made, hash: actual } = await this.#maker.make(picture, set);
        // The file may have been replaced since its hash was computed: other bytes must not get that name.
        if ('accent' in made && actual === hash) await this.#cache.store(nameOf(hash, set), made);
        return made;
      });
    return this.#makes.run(make, options);
  }

  /** Reads thumbnails from the cache, or fetches the picture and makes them: once for all requests at the same time. */
  async #fetched(name: string, set: ThumbnailSet, fetch: () => Promise<Uint8Array>): Promise<MadePictures> {
    const kept = await this.#cache.find(nameOf(name, set));
    // The fetch holds no slot of the queue: a slow server delays only the requests for this picture.
    return kept ?? this.#making.run(nameOf(name, set), undefined, () => this.#makeFetched(name, set, fetch));
  }

  /** Fetches a picture and makes its thumbnails. @throws NotFound UNREADABLE_PICTURE, the errors of `fetch` */
  async #makeFetched(name: string, set: ThumbnailSet, fetch: () => Promise<Uint8Array>): Promise<MadePictures> {
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
    return openPicture(this.deps.paths, path, this.deps.readPicture);
  }

  async #with<Result>(path: string, use: (picture: OpenPicture) => Promise<Result>): Promise<Result> {
    const picture = await this.#open(path);
    try {
      return await use(picture);
    } finally {
      if ('file' in picture) await picture.file.close();
    }
  }

  /** Counts bytes as not sent until they are released. @throws Unavailable TOO_BUSY beyond UNSENT_BYTES */
  #toSend({ type, bytes }: Bytes): Picture {
    if (this.#unsent + bytes.length > UNSENT_BYTES) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    this.#unsent += bytes.length;
    let left = bytes.length;
    const release = (): void => {
      this.#unsent -= left;
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

/** Picks one thumbnail of a set, or the original where no thumbnails can be made. @throws NotFound UNREADABLE_PICTURE */
function pictureIn(made: MadePictures, edge: number, format: PictureFormat): Bytes {
  if ('type' in made) return made;
  const picture = made.pictures.find((each) => each.edge === edge && each.format === format);
  if (picture === undefined) throw new NotFound('UNREADABLE_PICTURE', 'There is no picture that can be shown.');
  return { type: `image/${format}`, bytes: picture.bytes };
}

/** @throws NotFound UNREADABLE_PICTURE where no thumbnails could be made */
function accentOf(made: MadePictures): Accent {
  if ('accent' in made) return made.accent;
  throw noPicture();
}
