/** Puts the code caches of the daemon's bundles into the root, so that the first start of a card need not compile them whole. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedBundles } from '../../native/setup/bundle.mjs';
import { at } from '../../native/setup/paths.mjs';
import { registerArm64 } from './binfmt.mjs';
import { call } from './program.mjs';

const FOLDER = '/usr/lib/tonearm/dist';
const SCRIPT = 'code-cache.cjs';
/** With these the same bundles give the same bytes. */
const SAME = ['--hash-seed=1', '--random-seed=1'];

/** @param root the whole root tree, whose Node is run */
export async function makeCodeCaches(root) {
  await registerArm64();
  const script = join(root, FOLDER, SCRIPT);
  cpSync(at('native', 'setup', SCRIPT), script);
  for (const { bundle, id } of cachedBundles()) {
    const run = (options, what) =>
      call('chroot', [root, 'node', ...options, join(FOLDER, SCRIPT), what, FOLDER, bundle, id]);
    await run(SAME, 'write');
    await run([], 'fit');
  }
  rmSync(script);
}
