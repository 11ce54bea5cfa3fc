import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../native/setup/console.mjs';
import { run } from '../../native/setup/run.mjs';
import { RECIPE } from '../paths.mjs';
import { buildProduct } from './product.mjs';

/**
 * Builds the daemon as whoever called sudo: nothing in that person's clone shall belong to root but `build/image`.
 * Without sudo it is built as who we are.
 */
export async function buildProductAsInvoker() {
  const { SUDO_UID: user, SUDO_GID: group } = process.env;
  if (user === undefined || group === undefined || user === '0') return buildProduct();
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === user);
  const { code } = await run(
    'setpriv',
    [`--reuid=${user}`, `--regid=${group}`, '--init-groups', process.execPath, join(RECIPE, 'product.mjs')],
    { env: entry === undefined ? {} : { HOME: entry[5] } },
  );
  if (code !== 0) throw new SetupError('the daemon could not be built; why stands above.');
}
