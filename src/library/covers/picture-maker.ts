/**
 * Makes the thumbnails of a picture: JPEG, PNG and WebP by the thumbnailer alone; what is rare (GIF, BMP, TIFF) goes
 * through ffmpeg first, which makes a JPEG of it.
 */
import { createHash } from 'node:crypto';

import type { Log } from '../../log.js';
import { hashOf, lengthOf, type OpenPicture, partsOf, wholeOf } from './open-picture.js';
import { resize } from './resize.js';
import { Thumbnailer, type Thumbnails } from './thumbnailer.js';
import { EDGES, type ThumbnailSet } from './thumbnail-sets.js';

/** Thumbnails; or the picture as it is, of a kind for which ffmpeg is not installed: too large is better than none. */
export type Made = Thumbnails | { readonly type: string; readonly bytes: Uint8Array };

interface MadeOf {
  readonly made: Made;
  /** SHA-1 of the picture of which it was made. */
  readonly hash: string;
}

const OWN: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export class PictureMaker {
  readonly #thumbnailer: Thumbnailer;
  readonly #confine: string;

  /** @param confine absolute path of the confining program */
  constructor(confine: string, log: Log) {
    this.#confine = confine;
    this.#thumbnailer = new Thumbnailer(confine, log);
  }

  /** Not to be called again before the last call has settled. @throws NotFound UNREADABLE_PICTURE */
  async make(picture: OpenPicture, { wanted }: ThumbnailSet): Promise<MadeOf> {
    if (!OWN.includes(picture.kind.type)) return this.#makeRare(picture, wanted);
    const digest = createHash('sha1');
    const made = await this.#thumbnailer.make({ length: lengthOf(picture), parts: hashed(picture, digest) }, wanted);
    return { made, hash: digest.digest('hex') };
  }

  stop(): void {
    this.#thumbnailer.stop();
  }

  async #makeRare(picture: OpenPicture, wanted: ThumbnailSet['wanted']): Promise<MadeOf> {
    const { kind, bytes } = await wholeOf(picture);
    const hash = await hashOf({ kind, bytes });
    const jpeg = await resize(this.#confine, bytes, kind, Math.max(...EDGES));
    if (jpeg === undefined) return { made: { type: kind.type, bytes }, hash };
    const source = { kind, bytes: jpeg };
    return { made: await this.#thumbnailer.make({ length: jpeg.length, parts: partsOf(source) }, wanted), hash };
  }
}

async function* hashed(
  picture: OpenPicture,
  digest: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of partsOf(picture)) {
    digest.update(bytes);
    yield bytes;
  }
}
