/** Makes the image a second time, of a new clone with caches of its own, and compares the two builds. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../native/setup/console.mjs';
import { ROOT } from '../../native/setup/paths.mjs';
import { run } from '../../native/setup/run.mjs';
import { OUTPUT } from '../paths.mjs';
import { INDEX } from './apt.mjs';
import { step, report } from './clock.mjs';
import { compareBuilds } from './compare.mjs';
import { call } from './program.mjs';
import { unmountBelow } from './root-tree.mjs';
import { CHANGED } from './version.mjs';

const FOLDER = join(OUTPUT, 'twice');
const CLONE = join(FOLDER, 'another', 'clone');
const CACHE_HOME = join(FOLDER, 'cache');

/** @throws SetupError when the tree has changes, as the second build is made of the last commit */
export function assertCommitted(version) {
  if (version.endsWith(CHANGED))
    throw new SetupError('--twice builds what is committed: commit or remove what git status lists.');
}

/**
 * Builds again and prints which files are the same. Shared with the first build are the package index, since Debian's
 * changes several times a day, the signing key, and the programs of this machine.
 * @throws SetupError when something differs; both builds are left for a look
 */
export async function buildTwice({ key, certificate, keyring }, options) {
  await unmountBelow(FOLDER);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await cloneHead();
  cpSync(INDEX, join(CACHE_HOME, 'tonearm/apt/state/lists'), { recursive: true });
  const env = {
    XDG_CACHE_HOME: CACHE_HOME,
    TONEARM_SIGNING_KEY: key,
    TONEARM_SIGNING_CERT: certificate,
    TONEARM_SIGNING_KEYRING: keyring,
    // Built by root in a clone of root.
    ...{ SUDO_UID: undefined, SUDO_GID: undefined },
  };
  const args = [join(CLONE, 'native/setup.mjs'), 'image', '--keep-index', ...options];
  await step('second build', async () => {
    const { code } = await run(process.execPath, args, { cwd: CLONE, env });
    if (code !== 0) throw new SetupError('the second build failed; why stands above.');
  });
  const rows = await step('comparing the builds', () => compareBuilds(OUTPUT, join(CLONE, 'build/image')));
  for (const { name, same, but } of rows) {
    report(`${same ? 'identical' : 'DIFFERENT'}  ${name}${but === undefined ? '' : ` (not compared: ${but})`}`);
  }
  if (!rows.every(({ same }) => same)) throw new SetupError(`the second build differs; it is in ${CLONE}/build/image.`);
  rmSync(FOLDER, { recursive: true });
}

/** By a bundle, as git refuses to clone what belongs to whoever called sudo. */
async function cloneHead() {
  const bundle = join(FOLDER, 'head.bundle');
  await call('git', ['-c', `safe.directory=${ROOT}`, '-C', ROOT, 'bundle', 'create', '--quiet', bundle, 'HEAD']);
  await call('git', ['clone', '--quiet', bundle, CLONE]);
}
