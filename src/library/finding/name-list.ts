/**
 * Names to search in that are few enough to stand in memory: the words of ten thousand names are one text of 300 kB, in
 * which a search takes a fraction of a millisecond. Thread: main.
 */
import { hasAll, spaced, type Terms } from '../search-words.js';
import type { Question } from '../store/search.js';
import { Turn } from '../turn.js';

/** Names that a step of a search looks at, at most. */
const LOOKS = 2000;

export class NameList<Item> {
  /** The words of each name, as `spaced` has them, each name between two line ends. */
  readonly #text: string;
  /** Where the line of each name begins, and where a further one would. */
  readonly #starts: Uint32Array;

  private constructor(
    private readonly items: readonly Item[],
    lines: readonly string[],
  ) {
    this.#text = ['', ...lines, ''].join('\n');
    this.#starts = new Uint32Array(lines.length + 1).fill(1, 0, 1);
    for (const [index, { length }] of lines.entries()) this.#starts[index + 1] = this.#start(index) + length + 1;
  }

  /** Many names are gone over in turns. @param items hits of the same rank keep their order */
  static async of<Item>(items: readonly Item[], nameOf: (item: Item) => string): Promise<NameList<Item>> {
    const turn = new Turn();
    const lines: string[] = [];
    for (const item of items) {
      lines.push(spaced(nameOf(item)));
      if (turn.isOver) await turn.end();
    }
    return new NameList(items, lines);
  }

  /** Those that have all words, each at the beginning of a word: the same name first, then names that begin so. */
  find({ terms, words }: Question, most: number): Item[] {
    const found = new Set<number>();
    this.#collect(found, `\n${words}\n`, most);
    this.#collect(found, `\n${words}`, most);
    const [longest = ''] = [...terms].sort((one, other) => other.length - one.length);
    this.#collect(found, ` ${longest}`, most, terms);
    return [...found].flatMap((index) => this.items[index] ?? []);
  }

  /** Adds the names whose lines have a text, in their order. @param terms which they must have, too */
  #collect(found: Set<number>, wanted: string, most: number, terms: Terms = []): void {
    let at = this.#text.indexOf(wanted);
    for (let looks = 0; at >= 0 && looks < LOOKS && found.size < most; looks++) {
      // A line end in front is not part of the line.
      const index = this.#indexAt(at + 1);
      const end = this.#start(index + 1) - 1;
      if (terms.length < 2 || hasAll(this.#text.slice(this.#start(index), end), terms)) found.add(index);
      at = this.#text.indexOf(wanted, end);
    }
  }

  /** Every word of every name, as often as it comes. */
  *words(): Generator<string> {
    for (const [word] of this.#text.matchAll(/\S+/g)) yield word;
  }

  #start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  /** The name on whose line a position of the text is. */
  #indexAt(position: number): number {
    let [low, high] = [0, this.items.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#start(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
