/**
 * Makes the thumbnails of a picture. The thumbnailer reads JPEG, PNG and WebP; ffmpeg first converts a GIF, BMP or TIFF to
 * a JPEG.
 */
import { createHash } from 'node:crypto';

import type { Log } from '../../log.js';
import { hashOf, lengthOf, type OpenPicture, blocksOf, wholeOf } from './open-picture.js';
import { resize } from './resize.js';
import { Thumbnailer, type Thumbnails } from './thumbnailer.js';
import { EDGES, type ThumbnailSet } from './thumbnail-sets.js';

/** Thumbnails; or the original of a type that needs ffmpeg where ffmpeg is not installed: too large is better than none. */
export type MadePictures = Thumbnails | { readonly type: string; readonly bytes: Uint8Array };

interface MakeResult {
  readonly made: MadePictures;
  /** SHA-1 of the original. */
  readonly hash: string;
}

/** Types that the thumbnailer reads itself. */
const THUMBNAILER_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export class PictureMaker {
  readonly #thumbnailer: Thumbnailer;
  readonly #confine: string;

  /** @param confine absolute path of the confining program */
  constructor(confine: string, log: Log) {
    this.#confine = confine;
    this.#thumbnailer = new Thumbnailer(confine, log);
  }

  /** Makes a set of thumbnails. Call it again only when the last call has settled. @throws NotFound UNREADABLE_PICTURE */
  async make(picture: OpenPicture, { wanted }: ThumbnailSet): Promise<MakeResult> {
    if (!THUMBNAILER_TYPES.includes(picture.kind.type)) return this.#makeWithFfmpeg(picture, wanted);
    const digest = createHash('sha1');
    const made = await this.#thumbnailer.make({ length: lengthOf(picture), blocks: hashed(picture, digest) }, wanted);
    return { made, hash: digest.digest('hex') };
  }

  /** Ends the helper process; the next picture starts another one. */
  stop(): void {
    this.#thumbnailer.stop();
  }

  async #makeWithFfmpeg(picture: OpenPicture, wanted: ThumbnailSet['wanted']): Promise<MakeResult> {
    const { kind, bytes } = await wholeOf(picture);
    const hash = await hashOf({ kind, bytes });
    const jpeg = await resize(this.#confine, bytes, kind, Math.max(...EDGES));
    if (jpeg === undefined) return { made: { type: kind.type, bytes }, hash };
    const source = { kind, bytes: jpeg };
    return { made: await this.#thumbnailer.make({ length: jpeg.length, blocks: blocksOf(source) }, wanted), hash };
  }
}

/** Hands blocks of a picture through, and hashes them on the way. */
async function* hashed(
  picture: OpenPicture,
  digest: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of blocksOf(picture)) {
    digest.update(bytes);
    yield bytes;
  }
}
