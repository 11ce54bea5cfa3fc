/**
 * Whole bodies of long lists by their ETag, the least recently used dropped first, in a bounded memory; and those that
 * are being made, in the same amount again, however many clients take theirs, and however slowly.
 */
import { Lru } from '../lru.js';

/** In the pieces in which it was made. */
export interface Body {
  readonly pieces: readonly Buffer[];
  /** Bytes of all pieces together. */
  readonly bytes: number;
  /** Rows of the whole list, of which this may be a part. */
  readonly total: number;
}

/** A body that is being made. */
export interface Draft {
  add(piece: Buffer): void;
  /** Ends the draft: the body is whole, and can be found from now on. */
  finish(): void;
  /** Gives the draft up. May be called twice, and after `finish`. */
  drop(): void;
}

interface Drafted {
  pieces: Buffer[];
  bytes: number;
}

export class BodyCache {
  readonly #bodies: Lru<string, Body>;
  /** The oldest first; one that has been dropped is not among them. */
  readonly #drafts = new Set<Drafted>();
  #drafted = 0;

  /** @param most bytes of all bodies together */
  constructor(private readonly most: number) {
    this.#bodies = new Lru(most, ({ bytes }) => bytes);
  }

  find(etag: string): Body | undefined {
    return this.#bodies.get(etag);
  }

  /** @param total rows of the whole list */
  begin(etag: string, total: number): Draft {
    const draft: Drafted = { pieces: [], bytes: 0 };
    this.#drafts.add(draft);
    const drop = (): void => this.#drop(draft);
    return {
      add: (piece) => {
        if (!this.#drafts.has(draft)) return;
        draft.pieces.push(piece);
        draft.bytes += piece.length;
        this.#drafted += piece.length;
        if (draft.bytes > this.most) drop();
        for (const oldest of this.#drafts) if (this.#drafted > this.most && oldest !== draft) this.#drop(oldest);
      },
      finish: () => {
        const { pieces, bytes } = draft;
        if (this.#drafts.has(draft)) this.#bodies.set(etag, { pieces, bytes, total });
        drop();
      },
      drop,
    };
  }

  /** What belongs to another state of the library is never asked for again. */
  clear(): void {
    this.#bodies.clear();
    for (const draft of this.#drafts) this.#drop(draft);
  }

  /** Frees the pieces at once: the client may still read for a long time. */
  #drop(draft: Drafted): void {
    if (this.#drafts.delete(draft)) this.#drafted -= draft.bytes;
    draft.pieces = [];
  }
}
