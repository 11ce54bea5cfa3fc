/**
 * A long list of the daemon, of which the page holds only the pieces near what is seen. Each piece is fetched once, at most
 * two at a time, the newest request first, so that fast scrolling does not wait for what has passed. Needs no document.
 */
import { Listeners } from '../../../listeners.js';

/** Rows of one request. */
export const PAGE = 100;
/** Pieces that are kept: the least recently used goes first. */
const KEPT = 40;
const AT_ONCE = 2;
/** Milliseconds after which a failed piece is fetched again, while the list is shown. */
const AGAIN = 3000;

/** A piece of a list; shorter than `limit` only at its end. */
export type Fetch<Row> = (offset: number, limit: number) => Promise<readonly Row[]>;

/** The rows of a list as `VirtualList` needs them. */
export interface Rows<Row> {
  readonly total: number;
  /** Whether an answer has come, if only an empty one. */
  readonly isLoaded: boolean;
  readonly error: unknown;
  /** Undefined while the row is not loaded. */
  at(index: number): Row | undefined;
  /** Loads the rows from `first` to before `last`, which are about to be seen. */
  need(first: number, last: number): void;
  retry(): void;
  subscribe(listener: () => void): () => void;
}

/** A list that is loaded as a whole. */
export function wholeRows<Row>(rows: readonly Row[]): Rows<Row> {
  const nothing = (): void => undefined;
  const all = { total: rows.length, isLoaded: true, error: undefined, at: (index: number) => rows[index] };
  return { ...all, need: nothing, retry: nothing, subscribe: () => nothing };
}

export class Pages<Row> implements Rows<Row> {
  #rows = new Map<number, Row>();
  /** Loaded pieces, the least recently used first; false: stale, shown until loaded anew. */
  readonly #pieces = new Map<number, boolean>();
  readonly #coming = new Set<number>();
  readonly #listeners = new Listeners();
  #wanted: number[] = [];
  #seen: readonly [number, number] = [0, 0];
  #generation = 0;
  #total = 0;
  #isKnown = false;
  #hasCome = false;
  #error: unknown;

  constructor(private readonly fetch: Fetch<Row>) {
    this.#want([0]);
  }

  /** Rows of the whole list; without `expect` it grows as pieces come. */
  get total(): number {
    return this.#total;
  }

  get isLoaded(): boolean {
    return this.#hasCome;
  }

  get error(): unknown {
    return this.isLoaded ? undefined : this.#error;
  }

  at(index: number): Row | undefined {
    return this.#rows.get(index);
  }

  need(first: number, last: number): void {
    this.#seen = [first, last];
    const wanted: number[] = [];
    for (let piece = pieceOf(first); piece <= pieceOf(Math.max(first, last - 1)); piece++) {
      const isFresh = this.#pieces.get(piece);
      if (isFresh !== true) wanted.push(piece);
      if (isFresh === undefined) continue;
      this.#pieces.delete(piece);
      this.#pieces.set(piece, isFresh);
    }
    this.#want(wanted);
  }

  retry(): void {
    this.#error = undefined;
    this.#want([0]);
    this.#listeners.call();
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Sets the total from elsewhere, until the end of the list is loaded. */
  expect(total: number): void {
    if (this.#isKnown) return;
    this.#total = total;
    this.#isKnown = true;
    this.#listeners.call();
  }

  /** Marks all rows as stale and sets the total; they are shown until they are loaded anew. */
  renew(total: number): void {
    this.#age();
    this.#total = total;
    this.#isKnown = true;
    this.need(...this.#seen);
    this.#listeners.call();
  }

  /** Marks all rows as stale: they are shown until they are loaded anew, when they are seen. */
  refresh(): void {
    this.#age();
    this.#isKnown = false;
    if (this.#listeners.size > 0) this.need(...this.#seen);
  }

  #age(): void {
    this.#generation++;
    for (const piece of this.#pieces.keys()) this.#pieces.set(piece, false);
  }

  /** Removes a row before the daemon has reported it. */
  remove(index: number): void {
    this.#reorder(index, this.#total - 1);
    this.#total--;
    this.#rows.delete(this.#total);
    this.#listeners.call();
  }

  /** Moves a row to another index. */
  move(from: number, to: number): void {
    this.#reorder(from, to);
    this.#listeners.call();
  }

  #reorder(from: number, to: number): void {
    const step = from < to ? 1 : -1;
    const moved = this.#rows.get(from);
    for (let index = from; index !== to; index += step) this.#put(index, this.#rows.get(index + step));
    this.#put(to, moved);
  }

  #put(index: number, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(index);
    else this.#rows.set(index, row);
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
    const generation = this.#generation;
    this.#coming.add(piece);
    try {
      const rows = await this.fetch(piece * PAGE, PAGE);
      if (generation === this.#generation) this.#keep(piece, rows);
    } catch (error) {
      this.#error = error;
      setTimeout(() => {
        if (this.#listeners.size > 0) this.need(...this.#seen);
      }, AGAIN);
    } finally {
      this.#coming.delete(piece);
      if (generation === this.#generation) this.#want(this.#wanted.filter((each) => this.#pieces.get(each) !== true));
      else this.need(...this.#seen);
      this.#listeners.call();
    }
  }

  #keep(piece: number, rows: readonly Row[]): void {
    const offset = piece * PAGE;
    this.#hasCome = true;
    this.#learnTotal(offset, rows.length);
    for (let at = 0; at < PAGE; at++) this.#put(offset + at, rows[at]);
    this.#pieces.delete(piece);
    this.#pieces.set(piece, true);
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size <= KEPT || oldest === undefined) return;
    this.#pieces.delete(oldest);
    for (let at = 0; at < PAGE; at++) this.#rows.delete(oldest * PAGE + at);
  }

  /** A piece that is not full is the last one; an empty one only shows that the end was before. */
  #learnTotal(offset: number, rows: number): void {
    if (rows === PAGE) this.#total = Math.max(this.#total, offset + PAGE + (this.#isKnown ? 0 : 1));
    else if (rows > 0 || offset === 0) {
      this.#total = offset + rows;
      this.#isKnown = true;
    } else this.#total = Math.min(this.#total, offset);
  }
}

function pieceOf(index: number): number {
  return Math.floor(index / PAGE);
}
