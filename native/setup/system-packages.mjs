import { existsSync, readdirSync } from 'node:fs';
import { say, SetupError, step } from './console.mjs';
import { missing } from './needs.mjs';
import { findProgram, run } from './run.mjs';

/** Quiet, patient with another apt that holds the lock, and stubborn with a mirror that hiccups. */
const OPTIONS = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
const FRONTEND = 'DEBIAN_FRONTEND=noninteractive';

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
 * An index from last month names versions that the mirrors have deleted: update, then try once more. What apt-get says
 * is shown when all has failed, and only then.
 */
async function install(aptGet, packages) {
  // sudo asks for its password on the terminal itself, whatever becomes of the output.
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, interactive: aptGet.length > 1, capture: true };
  const apt = (...args) => run(aptGet[0], [...aptGet.slice(1), ...OPTIONS, ...args], options);
  const wanted = ['install', '-y', '--no-install-recommends', ...packages];
  if (hasPackageIndex() && (await apt(...wanted)).code === 0) return;
  say('updating the package index');
  // One unreachable third-party source makes `update` fail although Debian's own index is fine: `install` judges.
  const update = await apt('update');
  const result = await apt(...wanted);
  if (result.code !== 0) process.stderr.write(`${update.stderr}${result.stdout}${result.stderr}`);
}

function hasPackageIndex() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('_Packages'));
}

/** The command that runs apt-get with root's rights: its own, or through sudo; undefined when there is no way. */
async function aptGetAsRoot() {
  if (process.getuid?.() === 0) return ['apt-get'];
  const sudo = findProgram('sudo');
  if (sudo === undefined) return undefined;
  const mayAsk = process.stdin.isTTY && process.stderr.isTTY;
  if (mayAsk) return [sudo, 'env', FRONTEND, 'apt-get'];
  const allowed = (await run(sudo, ['-n', 'true'], { capture: true })).code === 0;
  return allowed ? [sudo, '-n', 'env', FRONTEND, 'apt-get'] : undefined;
}
