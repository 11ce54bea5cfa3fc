import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * `node --import ./native/setup/typescript.mjs`: the tests and their children import TypeScript. Their threads run
 * bundles, as those of the daemon do, and are spared the thread that hooks of theirs would want.
 */
if (isMainThread) register('./typescript-hooks.mjs', import.meta.url);
