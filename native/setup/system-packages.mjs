import { existsSync, readdirSync } from 'node:fs';
import { say, SetupError, step } from './console.mjs';
import { missing } from './needs.mjs';
import { findProgram, run } from './run.mjs';

/** Quiet; waits for another apt that holds the lock; retries downloads. */
const OPTIONS = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
const FRONTEND = 'DEBIAN_FRONTEND=noninteractive';

/**
 * Installs the missing packages of `needs`: as root by apt-get, as another user by sudo where that is allowed.
 * @throws SetupError with the command to run where it is not allowed, and with the missing programs away from Debian
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
  const aptGet = await aptGetAsRoot();
  if (aptGet === undefined) {
    throw new SetupError(`this system lacks ${what.join(', ')}. Please run this, then try again:\n\n  ${line}\n`);
  }
  const done = `installed ${packages.length} Debian packages, and what they depend on`;
  await step(`installing Debian packages: ${packages.join(', ')}`, done, async () => {
    await install(aptGet, packages);
    const still = missing(needs);
    if (still.packages.length === 0) return;
    throw new SetupError(
      `${still.what.join(', ')} could not be installed; what apt-get said is above.\n` +
        `Once this line works, try again:\n\n  ${line}\n`,
    );
  });
}

/**
 * Installs packages; after a failure once more with a fresh index, as an old one names versions that mirrors have
 * deleted. Prints the output of apt-get only when both fail.
 */
async function install(aptGet, packages) {
  // sudo asks for its password on the terminal, independent of the captured output.
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, interactive: aptGet.length > 1, capture: true };
  const apt = (...args) => run(aptGet[0], [...aptGet.slice(1), ...OPTIONS, ...args], options);
  const wanted = ['install', '-y', '--no-install-recommends', ...packages];
  if (hasPackageIndex() && (await apt(...wanted)).code === 0) return;
  say('updating the package index');
  // `update` fails for one unreachable third-party source, which may not matter: the result of `install` counts.
  const update = await apt('update');
  const result = await apt(...wanted);
  if (result.code !== 0) process.stderr.write(`${update.stderr}${result.stdout}${result.stderr}`);
}

function hasPackageIndex() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('_Packages'));
}

/** The command that runs apt-get as root, directly or through sudo; undefined when that is not possible. */
async function aptGetAsRoot() {
  if (process.getuid?.() === 0) return ['apt-get'];
  const sudo = findProgram('sudo');
  if (sudo === undefined) return undefined;
  const mayAsk = process.stdin.isTTY && process.stderr.isTTY;
  if (mayAsk) return [sudo, 'env', FRONTEND, 'apt-get'];
  const allowed = (await run(sudo, ['-n', 'true'], { capture: true })).code === 0;
  return allowed ? [sudo, '-n', 'env', FRONTEND, 'apt-get'] : undefined;
}
