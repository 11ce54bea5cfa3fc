/**
 * A long list of the box, of which the page holds only the pieces near what is seen. Each piece is fetched once, at most
 * two at a time, the newest wish first: who scrolls fast does not wait for what has flown by. No document, so that it can
 * be tested by itself.
 */

/** Rows of one request. */
const PAGE = 100;
/** Pieces that are kept: those longest unused go first. */
const KEPT = 40;
const AT_ONCE = 2;

/** A piece of a list; shorter than `limit` only at its end. */
export type Fetch<Row> = (offset: number, limit: number) => Promise<readonly Row[]>;

export class Pages<Row> {
  readonly #fetch: Fetch<Row>;
  /** In the order of their last use. */
  readonly #pieces = new Map<number, readonly Row[]>();
  readonly #coming = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #wanted: number[] = [];
  #total = 0;
  #isKnown = false;
  #error: unknown;

  constructor(fetch: Fetch<Row>) {
    this.#fetch = fetch;
    this.#want([0]);
  }

  /** Rows of the whole list, as far as is known: without `expect` it grows as its pieces come. */
  get total(): number {
    return this.#total;
  }

  /** Somebody else knows how long it is; its end, once seen, knows better. */
  expect(total: number): void {
    if (this.#isKnown) return;
    this.#total = total;
    this.#isKnown = true;
    this.#tell();
  }

  /** Whether anything has come yet. */
  get isLoaded(): boolean {
    return this.#pieces.size > 0;
  }

  /** Why nothing came; undefined while something is there. */
  get error(): unknown {
    return this.isLoaded ? undefined : this.#error;
  }

  /** The row at a place; undefined while it has not come. */
  at(index: number): Row | undefined {
    return this.#pieces.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** These rows are seen, or nearly. */
  need(first: number, last: number): void {
    const wanted: number[] = [];
    for (let piece = Math.floor(first / PAGE); piece <= Math.floor(Math.max(first, last - 1) / PAGE); piece++) {
      const rows = this.#pieces.get(piece);
      if (rows === undefined) wanted.push(piece);
      else {
        this.#pieces.delete(piece);
        this.#pieces.set(piece, rows);
      }
    }
    this.#want(wanted);
  }

  /** Fetches anew what failed. */
  retry(): void {
    this.#error = undefined;
    this.#want([0]);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #want(pieces: readonly number[]): void {
    this.#wanted = pieces.filter((piece) => !this.#coming.has(piece));
    while (this.#coming.size < AT_ONCE) {
      const next = this.#wanted.shift();
      if (next === undefined) return;
      void this.#load(next);
    }
  }

  async #load(piece: number): Promise<void> {
    this.#coming.add(piece);
    try {
      const rows = await this.#fetch(piece * PAGE, PAGE);
      this.#learnTotal(piece * PAGE, rows.length);
      this.#pieces.set(piece, rows);
      const [oldest] = this.#pieces.keys();
      if (this.#pieces.size > KEPT && oldest !== undefined) this.#pieces.delete(oldest);
    } catch (error) {
      this.#error = error;
    } finally {
      this.#coming.delete(piece);
      this.#tell();
      this.#want(this.#wanted.filter((each) => !this.#pieces.has(each)));
    }
  }

  /** A piece that is not full is the last one; one behind the end says only that the end was before. */
  #learnTotal(offset: number, rows: number): void {
    if (rows === PAGE) this.#total = Math.max(this.#total, offset + PAGE + (this.#isKnown ? 0 : 1));
    else if (rows > 0 || offset === 0) {
      this.#total = offset + rows;
      this.#isKnown = true;
    } else if (this.#total > offset) this.#total = offset;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
