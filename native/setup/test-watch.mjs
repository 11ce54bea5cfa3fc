/** `npm test -- --watch`. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { say, SetupError } from './console.mjs';
import { at } from './paths.mjs';

const WATCHED = ['src', 'test'];
/** Milliseconds to wait, as an editor writes a file in several steps. */
const SETTLE_MS = 100;

/**
 * Calls `rerun` whenever files below `src/` or `test/` change, until the process is interrupted.
 *
 * @param rerun `(changed) => Promise`: runs the tests that depend on these files, paths from the top of the repository
 */
export async function watchTests(rerun) {
  const changed = new Set();
  let wake = () => undefined;
  for (const folder of WATCHED) {
    watch(at(folder), { recursive: true }, (_, name) => {
      if (name === null || !/\.(tsx?|sql|css|html|json|[cm]js)$/.test(name)) return;
      changed.add(join(folder, name));
      wake();
    });
  }
  say(`watching ${WATCHED.join(' and ')}; a change runs the tests that depend on it (Ctrl-C ends this)`);
  for (;;) {
    if (changed.size === 0) await new Promise((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const files = [...changed];
    changed.clear();
    try {
      await rerun(files);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
    }
  }
}
