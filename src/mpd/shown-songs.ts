/**
 * What clients were shown of the songs in the queue, as one number for each: a scan that changes tags changes the version of
 * just the entries that clients would show with the old ones. Bounded; kept only while a client is connected. Pure.
 */
import type { Song } from './song.js';

/** More than a queue holds: entries that have left it are forgotten together with the others. */
const MOST = 20_000;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of the tags and the time of change. */
function digestOf({ tags, modified }: Song): number {
  let digest = FNV_OFFSET ^ (modified ?? 0);
  for (const [name, value] of tags) {
    digest = Math.imul(digest ^ name.length, FNV_PRIME);
    for (let at = 0; at < value.length; at++) digest = Math.imul(digest ^ value.charCodeAt(at), FNV_PRIME);
  }
  return digest | 0;
}

export class ShownSongs {
  /** By key of the queue entry. */
  readonly #digests = new Map<number, number>();

  /** @returns whether the entry was shown before, and differently; undefined when it was not shown before */
  show(key: number, song: Song): boolean | undefined {
    const digest = digestOf(song);
    const before = this.#digests.get(key);
    if (before === digest) return false;
    if (this.#digests.size >= MOST) this.#digests.clear();
    this.#digests.set(key, digest);
    return before === undefined ? undefined : true;
  }

  forget(): void {
    this.#digests.clear();
  }
}
