/**
 * The picture that a device sends while it plays into the box. Only the last one is known, and none after a restart; it is made
 * smaller, and cached, as every cover. Thread: main.
 */
import { createHash } from 'node:crypto';
import { NotFound } from '../../errors.js';
import type { Cover, CoverColours, Covers } from './covers.js';

/** Pixels of the longer side where somebody asks for the picture as it is: the original is not kept. */
const LARGEST = 1200;
const NAME = /^r[0-9a-f]{40}$/;

export class ReceivedCovers {
  #last: { readonly name: string; readonly bytes: Uint8Array } | undefined;

  constructor(private readonly covers: Pick<Covers, 'findFetched' | 'coloursOfFetched'>) {}

  /** @returns its name below `/covers` */
  note(bytes: Uint8Array): string {
    const name = `r${createHash('sha1').update(bytes).digest('hex')}`;
    this.#last = { name, bytes };
    return name;
  }

  forget(): void {
    this.#last = undefined;
  }

  /** Whether a name is that of such a picture, known or not. */
  isCover(name: string): boolean {
    return NAME.test(name);
  }

  /** @param size pixels of the longer side; 0 for as large as it is @throws NotFound UNKNOWN_COVER, when it is read */
  coverOf(name: string, size: number): Cover {
    return this.covers.findFetched(name.slice(1), size === 0 ? LARGEST : size, () => this.#bytesOf(name));
  }

  /** @throws NotFound UNKNOWN_COVER, when it is read */
  coloursOf(name: string): CoverColours {
    return this.covers.coloursOfFetched(name.slice(1), () => this.#bytesOf(name));
  }

  #bytesOf(name: string): Promise<Uint8Array> {
    if (this.#last?.name === name) return Promise.resolve(this.#last.bytes);
    return Promise.reject(new NotFound('UNKNOWN_COVER', 'There is no picture of this name.'));
  }
}
