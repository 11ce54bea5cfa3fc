/**
 * What a UPnP controller says of the tracks that it sends: texts and covers, which are fetched and made smaller as logos are
 * when a page asks for them by name. Only the last ones are known, and none after a restart. Thread: main.
 */
import { createHash } from 'node:crypto';
import { NotFound } from '../errors.js';
import type { Cover } from '../library/covers/covers.js';
import { Lru } from '../lru.js';
import type { Logos } from './logos.js';

export interface SentTrack {
  readonly url: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  /** Milliseconds; 0 where nobody knows. */
  readonly length: number;
  /** Address of the cover; `""` for none. */
  readonly art: string;
}

/** As the pages show it. */
export interface ShownTrack extends Omit<SentTrack, 'art'> {
  /** Name of the cover; null for none. */
  readonly cover: string | null;
}

const MOST = 200;
/** Pixels of the longer side where somebody asks for the picture as it is: the original is not kept. */
const LARGEST = 1200;
const COVER = /^u[0-9a-f]{40}$/;

export class SentTracks {
  readonly #tracks = new Lru<string, ShownTrack>(MOST);
  /** Addresses by names. */
  readonly #covers = new Lru<string, string>(MOST);

  constructor(private readonly pictures: Pick<Logos, 'find'>) {}

  note({ art, ...track }: SentTrack): void {
    const cover = art === '' ? null : `u${createHash('sha1').update(art).digest('hex')}`;
    if (cover !== null) this.#covers.set(cover, art);
    this.#tracks.set(track.url, { ...track, cover });
  }

  /** Undefined for a URL that no controller has sent lately. */
  find(url: string): ShownTrack | undefined {
    return this.#tracks.get(url);
  }

  /** Whether a name is that of such a cover, known or not. */
  isCover(name: string): boolean {
    return COVER.test(name);
  }

  /** @param size pixels of the longer side; 0 for as large as it is @throws NotFound UNKNOWN_COVER, and as `Logos` */
  coverOf(name: string, size: number): Cover {
    const address = this.#covers.get(name);
    if (address === undefined) throw new NotFound('UNKNOWN_COVER', 'There is no picture of this name.');
    return this.pictures.find(address, size === 0 ? LARGEST : size);
  }
}
