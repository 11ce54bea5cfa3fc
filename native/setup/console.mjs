/** Fires when the bootstrap cannot go on. The message tells the person what to do; a retry helps after that. */
export class SetupError extends Error {}

/** One line about a step that takes time. Steps with nothing to do stay silent. */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

/**
 * Runs `work` between two lines: `doing` as it begins, and as it ends `done` with the seconds that it took. Several steps
 * may run beside each other. A step that fails says nothing more.
 *
 * @param done a text, or what makes one of the result of `work`
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
