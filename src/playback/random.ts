/** Random numbers that follow from a seed, so that the state machine stays a pure function. */

/** Seeds are positive 31-bit integers: 0 on the wire means "not shuffled". */
export const SEED_LIMIT = 2 ** 31;

export type Random = () => number;

/** Numbers in [0, 1) by Marsaglia's 32-bit xorshift (13, 17, 5), its state spread by a multiplicative hash first. */
export function randomFrom(seed: number): Random {
  let word = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) || 1;
  return () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return (word >>> 0) / 2 ** 32;
  };
}

/** A seed that nothing tells beforehand. */
export function randomSeed(): number {
  return Math.floor(Math.random() * (SEED_LIMIT - 1)) + 1;
}

/** The seed after this one; never 0. */
export function seedAfter(seed: number): number {
  return Math.floor(randomFrom(seed)() * (SEED_LIMIT - 1)) + 1;
}

/** A fresh array in random order (Fisher and Yates, from the end). */
export function shuffledArray<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

/**
 * At most `most` of these items in their order, every choice of them as likely as any other (selection sampling: Knuth,
 * The Art of Computer Programming, volume 2, 3.4.2, algorithm S).
 */
export function sampleOf<Item>(items: ArrayLike<Item>, most: number, random: Random): Item[] {
  const chosen: Item[] = [];
  for (let at = 0; at < items.length && chosen.length < most; at++) {
    if (random() * (items.length - at) < most - chosen.length) chosen.push(items[at] as Item);
  }
  return chosen;
}
