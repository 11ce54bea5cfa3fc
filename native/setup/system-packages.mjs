import { existsSync, readdirSync } from 'node:fs';
import { say, SetupError } from './console.mjs';
import { missing } from './needs.mjs';
import { findProgram, run } from './run.mjs';

const INSTALL = [
  '-o',
  'DPkg::Lock::Timeout=300',
  '-o',
  'Acquire::Retries=3',
  'install',
  '-y',
  '--no-install-recommends',
];
const UPDATE = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', 'update'];

/**
 * Make sure that the system has what `needs` lists. Root installs by apt-get; anyone else by sudo where it is allowed;
 * otherwise the one line to run is the error. Away from Debian the missing things are named and nothing is installed.
 */
export async function ensureSystemPackages(needs) {
  const { packages, what } = missing(needs);
  if (packages.length === 0) return;

  if (findProgram('apt-get') === undefined) {
    throw new SetupError(
      `this system lacks ${what.join(', ')}, and it has no apt-get to install them with.\n` +
        `Install them with your package manager (Debian calls the packages: ${packages.join(' ')}), then try again.`,
    );
  }
  const line = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const root = await waysToRoot();
  if (root === undefined) {
    throw new SetupError(`this system lacks ${what.join(', ')}. Please run this, then try again:\n\n  ${line}\n`);
  }
  say(`installing ${packages.join(', ')}`);
  await install(root, packages);
  const still = missing(needs);
  if (still.packages.length > 0) {
    throw new SetupError(
      `${still.what.join(', ')} could not be installed. Please run this, then try again:\n\n  ${line}\n`,
    );
  }
}

/** An index from last month names versions that the mirrors have deleted: update once and try again. */
async function install(root, packages) {
  const apt = (args) =>
    run(
      root[0] ?? 'apt-get',
      [...root.slice(1), ...(root.length > 0 ? ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'] : []), ...args],
      {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
        interactive: root.length > 0,
        stdout: 2,
      },
    );
  const quiet = ['-qq'];
  if (hasPackageIndex() && (await apt([...quiet, ...INSTALL, ...packages])).code === 0) return;
  say('updating the package index');
  // One unreachable third-party source makes `update` fail although Debian's own index is fine: let `install` judge.
  await apt([...quiet, ...UPDATE]);
  await apt([...quiet, ...INSTALL, ...packages]);
}

function hasPackageIndex() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('_Packages'));
}

/** The words before `apt-get`: none for root, sudo for others; undefined when neither works. */
async function waysToRoot() {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  if (sudo === undefined) return undefined;
  if (process.stdin.isTTY && process.stderr.isTTY) return [sudo];
  return (await run(sudo, ['-n', 'true'], { capture: true })).code === 0 ? [sudo, '-n'] : undefined;
}
