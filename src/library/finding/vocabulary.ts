/**
 * All words that something can be found by, to look up what a mistyped word may have meant: words that differ from it by
 * one letter too many, too few or wrong, or by two neighbours that changed places (Damerau-Levenshtein distance 1).
 *
 * One pass compares letters as sets of bits (signature hashing; Boytsov, "Indexing methods for approximate dictionary
 * searching", 2011): one error adds at most one letter and takes at most one away. Only the few words that pass are
 * compared letter by letter. A hundred thousand words take 2 MB, and a pass some 0.3 ms. Thread: main.
 */

/** A word that may have been meant. */
export interface Near {
  readonly word: string;
  /** How many records have it. */
  readonly count: number;
  /** Whether the whole word is near; otherwise only its beginning, as of a word that is not typed to its end. */
  readonly isWhole: boolean;
  /** Whether the error is in the first letter, where people rarely err. */
  readonly isFirst: boolean;
}

export interface Looked {
  /** How many records have the word as it is. */
  readonly count: number;
  /** Whether a word begins with it, or is it. */
  readonly isKnown: boolean;
  /** The likeliest first. */
  readonly near: readonly Near[];
}

/** Letters of the shortest beginning that may have an error, which is never in its first letter. */
const SHORTEST_BEGINNING = 5;

/** One bit for each letter; of scripts other than the Latin one some letters share a bit. */
function signature(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

const hasTwo = (bits: number): boolean => (bits & (bits - 1)) !== 0;

export class Vocabulary {
  /** The words, with a space behind each. */
  readonly #text: string;
  /** Where each word begins, and where a further one would. */
  readonly #starts: Uint32Array;
  readonly #signatures: Int32Array;
  readonly #counts: Uint32Array;

  /** @param words how many records have each */
  constructor(words: ReadonlyMap<string, number>) {
    this.#text = [...words.keys(), ''].join(' ');
    this.#starts = new Uint32Array(words.size + 1);
    this.#signatures = new Int32Array(words.size);
    this.#counts = new Uint32Array(words.size);
    let index = 0;
    let start = 0;
    for (const [word, count] of words) {
      this.#signatures[index] = signature(word);
      this.#counts[index] = count;
      start += word.length + 1;
      this.#starts[++index] = start;
    }
  }

  look(wanted: string): Looked {
    // Read in a loop over all words: a member of the object would cost more than the comparison.
    const [text, starts, signatures, counts] = [this.#text, this.#starts, this.#signatures, this.#counts];
    const bits = signature(wanted);
    const { length } = wanted;
    const first = wanted.charCodeAt(0);
    const near: Near[] = [];
    let [count, isKnown] = [0, false];
    for (let index = 0; index < signatures.length; index++) {
      const own = signatures[index] ?? 0;
      if (hasTwo(bits & ~own)) continue;
      const start = starts[index] ?? 0;
      const isFirst = text.charCodeAt(start) !== first;
      // Neither a beginning nor a whole word, which has one more letter at most.
      if (isFirst && hasTwo(own & ~bits)) continue;
      const longer = (starts[index + 1] ?? 0) - 1 - start - length;
      if (longer < -1 || (isFirst && longer > 1)) continue;
      if (!isFirst && text.startsWith(wanted, start)) {
        isKnown = true;
        if (longer === 0) count = counts[index] ?? 0;
        continue;
      }
      const mayBeWhole = longer <= 1 && !hasTwo(own & ~bits);
      const mayBeBeginning = !isFirst && length >= SHORTEST_BEGINNING;
      if (!mayBeWhole && !mayBeBeginning) continue;
      const word = text.slice(start, start + length + longer);
      const isWhole = mayBeWhole && isNear(wanted, word, true);
      if (!isWhole && !(mayBeBeginning && isNear(wanted, word, false))) continue;
      near.push({ word, count: counts[index] ?? 0, isWhole, isFirst });
    }
    return { count, isKnown, near: near.sort(byLikelihood) };
  }
}

export function byLikelihood(one: Near, other: Near): number {
  return (
    Number(other.isWhole) - Number(one.isWhole) ||
    Number(one.isFirst) - Number(other.isFirst) ||
    other.count - one.count ||
    (one.word < other.word ? -1 : 1)
  );
}

/** Whether a typed text is one error away from a word, or from a beginning of it. @param isWhole the word to its end */
function isNear(typed: string, word: string, isWhole: boolean): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  /** Whether the rest of the typed text is what the word goes on with. */
  const goesOn = (typedFrom: number, wordFrom: number): boolean =>
    word.startsWith(typed.slice(typedFrom), wordFrom) &&
    (!isWhole || typed.length - typedFrom === word.length - wordFrom);
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at] && typed[at] !== undefined;
  return (
    (isSwapped && goesOn(at + 2, at + 2)) ||
    (at < word.length && goesOn(at + 1, at + 1)) ||
    goesOn(at, at + 1) ||
    goesOn(at + 1, at)
  );
}
