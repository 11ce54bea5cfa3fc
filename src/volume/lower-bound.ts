/** Finding a step of a volume control by halves: there may be tens of thousands. */

/** The first of the steps from `from` to `to` for which `test` is true, which it stays; `to` where it is for none before. */
export function firstStep(from: number, to: number, test: (step: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
