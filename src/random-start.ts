/** Counts start at some number below this. */
const STARTS = 2 ** 47;

/** A number at which a count starts, so that it is not taken for a count of an earlier start of the daemon. No secret. */
export function randomStart(): number {
  return Math.floor(Math.random() * STARTS);
}
