/** Fires when the bootstrap cannot go on. The message tells the person what to do; a retry helps after that. */
export class SetupError extends Error {}

/** One line about a step that takes time. Steps with nothing to do stay silent. */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}
