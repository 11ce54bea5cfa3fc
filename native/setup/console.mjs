/** Fires when the bootstrap cannot go on. The message says what to do; a retry helps after that. */
export class SetupError extends Error {}

/** Prints a line about a step that takes time. */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

/**
 * Runs `work`, and prints `doing` before it and `done` with the seconds that it took after it. Steps may overlap. A
 * step that fails prints no second line.
 *
 * @param done a text, or a function from the result of `work` to a text
 * @returns what `work` returns
 */
export async function step(doing, done, work) {
  say(`${doing} …`);
  const begin = performance.now();
  const result = await work();
  const text = typeof done === 'function' ? done(result) : done;
  say(`${text} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  return result;
}
