/**
 * Whole bodies of long lists by their ETag, the least recently used dropped first, in a bounded memory; and those that
 * are being made, in the same amount again, however many clients take theirs, and however slowly.
 */

/** In the pieces in which it was made. */
export interface Body {
  readonly pieces: readonly Buffer[];
  /** Of all pieces together. */
  readonly bytes: number;
  /** Rows of the whole list, of which this may be a part. */
  readonly total: number;
}

/** A body that is being made. */
export interface Draft {
  add(piece: Buffer): void;
  /** It is whole: from now on it is found. */
  finish(): void;
  /** It will never be whole. May be called twice, and after `finish`. */
  drop(): void;
}

interface Drafted {
  pieces: Buffer[];
  bytes: number;
}

export class BodyCache {
  readonly #most: number;
  readonly #bodies = new Map<string, Body>();
  /** The oldest first; one that has been dropped is not among them. */
  readonly #drafts = new Set<Drafted>();
  #bytes = 0;
  #drafted = 0;

  /** @param most bytes of all bodies together */
  constructor(most: number) {
    this.#most = most;
  }

  find(etag: string): Body | undefined {
    const body = this.#bodies.get(etag);
    if (body === undefined) return undefined;
    this.#bodies.delete(etag);
    this.#bodies.set(etag, body);
    return body;
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
        if (draft.bytes > this.#most) drop();
        for (const oldest of this.#drafts) if (this.#drafted > this.#most && oldest !== draft) this.#drop(oldest);
      },
      finish: () => {
        if (this.#drafts.has(draft)) this.#store(etag, { pieces: draft.pieces, bytes: draft.bytes, total });
        drop();
      },
      drop,
    };
  }

  /** What belongs to another state of the library is never asked for again. */
  clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
    for (const draft of this.#drafts) this.#drop(draft);
  }

  #store(etag: string, body: Body): void {
    if (this.#bodies.has(etag)) return;
    this.#bodies.set(etag, body);
    this.#bytes += body.bytes;
    for (const [oldest, { bytes }] of this.#bodies) {
      if (this.#bytes <= this.#most) return;
      this.#bodies.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  /** Its client may take a long time yet: the pieces are let go now. */
  #drop(draft: Drafted): void {
    if (this.#drafts.delete(draft)) this.#drafted -= draft.bytes;
    draft.pieces = [];
  }
}
