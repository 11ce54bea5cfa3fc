import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CACHE } from '../../image/paths.mjs';
import { packagesHash, sourceLines, SUITE } from '../../image/steps/apt.mjs';
import { call } from '../../image/steps/program.mjs';
import { say, SetupError } from '../../native/setup/console.mjs';
import { at } from '../../native/setup/paths.mjs';
import { run } from '../../native/setup/run.mjs';

/**
 * Makes the Debian of the virtual machine: disk, kernel and the modules that the initrd needs. Our own files are added
 * by the initrd at every boot. Making it takes minutes, so it is kept outside the clone under a hash of all inputs.
 */
const RECIPE = at('test', 'bluetooth-vm');
const KEPT = join(CACHE, 'bluetooth-vm');
const APT = join(KEPT, 'apt');
const SOURCES = join(APT, 'sources.list');
/** Option that points apt to an empty archive folder, so that it lists every needed package, downloaded or not. */
const NOTHING_FETCHED = ['-o', `Dir::Cache::archives=${join(APT, 'none')}`];
const DISK_SIZE = '2500M';
/** Kernel modules that are needed to mount the disk. */
const MODULES = ['virtio_pci', 'virtio_blk', 'ext4'];
const DROPPED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*'];
/** Replaces update-initramfs by an empty script: Debian's initrd would be made twice and never used. */
const NO_INITRD =
  'mkdir -p "$1/usr/local/sbin" && printf "#!/bin/sh\\n" > "$1/usr/local/sbin/update-initramfs" && ' +
  'chmod 755 "$1/usr/local/sbin/update-initramfs"';

/**
 * @returns the kept folder with `root.ext4`, `vmlinuz`, `busybox`, and `modules/` with their `order`
 * @throws SetupError when it is not there and cannot be made
 */
export async function ensureDebian() {
  await updateIndex();
  const folder = join(KEPT, await hashOfInputs());
  if (existsSync(folder)) return folder;
  if (process.getuid() !== 0) {
    throw new SetupError(
      'the root tree keeps its owners, so it is made as root. Try once: sudo npm run test:bluetooth',
    );
  }
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  say(`making the virtual machine's Debian (${SUITE}, amd64); kept in ${folder}`);
  const tree = join(partial, 'tree');
  await unpack(tree);
  await copyBootFiles(tree, partial);
  await call('mke2fs', ['-q', '-t', 'ext4', '-O', '^has_journal', '-d', tree, join(partial, 'root.ext4'), DISK_SIZE]);
  rmSync(tree, { recursive: true });
  await call('apt-get', apt('clean'));
  dropOthers(folder);
  renameSync(partial, folder);
  return folder;
}

export function packageNames() {
  const lines = readFileSync(join(RECIPE, 'packages.list'), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

async function hashOfInputs() {
  const hash = createHash('sha256').update(packagesHash(await resolvePackages()));
  return hash
    .update(readFileSync(join(RECIPE, 'debian.mjs')))
    .digest('hex')
    .slice(0, 16);
}

/** apt with a state of its own, for amd64, that knows of nothing installed: the builder's system is not touched. */
function apt(...args) {
  const settings = {
    'APT::Architecture': 'amd64',
    'APT::Architectures': 'amd64',
    'Dir::State': join(APT, 'state'),
    'Dir::State::status': join(APT, 'empty-status'),
    'Dir::Cache': join(APT, 'cache'),
    'Dir::Etc::sourcelist': SOURCES,
    'Dir::Etc::sourceparts': join(APT, 'none'),
    'Dir::Etc::preferencesparts': join(APT, 'none'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
  };
  return ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]), ...args];
}

/** @throws SetupError when there is no network and no earlier index either; with an earlier one the test goes on */
async function updateIndex() {
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'none/partial'])
    mkdirSync(join(APT, name), { recursive: true });
  writeFileSync(join(APT, 'empty-status'), '');
  writeFileSync(SOURCES, sourceLines());
  const { code, stderr } = await run('apt-get', apt('update', '--error-on=any'), { capture: true });
  if (code === 0) return;
  if (!readdirSync(join(APT, 'state/lists')).some((name) => name.endsWith('_Packages'))) {
    throw new SetupError(`the Debian mirror of this machine does not answer for ${SUITE}.\n${stderr.trim()}`);
  }
  say('the Debian mirror does not answer: going on with the package index of the last time');
}

/** The packages that would be installed today: `{ file, hash }`, sorted. */
async function resolvePackages() {
  const said = await call(
    'apt-get',
    apt('-y', ...NOTHING_FETCHED, '--print-uris', 'install', '?essential', 'apt', ...packageNames()),
  );
  const lines = said.split('\n').filter((line) => line.startsWith("'"));
  if (lines.length === 0) throw new SetupError('apt has resolved no package at all');
  return lines
    .map((line) => line.split(' '))
    .map(([, file, , hash]) => ({ file, hash }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function unpack(tree) {
  await call('apt-get', apt('-y', '--download-only', 'install', '?essential', 'apt', ...packageNames()));
  await call('mmdebstrap', [
    ...['--mode=root', '--variant=minbase', '--architectures=amd64', '--format=directory', '--quiet'],
    ...['--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"'],
    ...DROPPED.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...['--skip=download/empty', '--skip=essential/unlink'],
    `--setup-hook=mkdir -p "$1/var/cache/apt/archives" && cp '${join(APT, 'cache/archives')}/'*.deb "$1/var/cache/apt/archives"`,
    `--essential-hook=${NO_INITRD}`,
    `--include=${packageNames().join(',')}`,
    ...[SUITE, tree, SOURCES],
  ]);
}

/** Copies kernel, busybox, and the modules, uncompressed, with a file that gives their loading order. */
async function copyBootFiles(tree, folder) {
  const [version] = readdirSync(join(tree, 'usr/lib/modules'));
  cpSync(join(tree, `boot/vmlinuz-${version}`), join(folder, 'vmlinuz'));
  cpSync(join(tree, 'usr/bin/busybox'), join(folder, 'busybox'));
  const said = await call('chroot', [tree, 'modprobe', '-S', version, '--show-depends', '--all', ...MODULES]);
  const files = [...said.matchAll(/^insmod (\S+)/gm)].map(([, file]) => file);
  mkdirSync(join(folder, 'modules'));
  const order = [...new Set(files)].map((file) => basename(file).replace(/\.xz$/, ''));
  for (const file of new Set(files)) {
    const copy = join(folder, 'modules', basename(file));
    cpSync(join(tree, file), copy);
    if (copy.endsWith('.xz')) await call('xz', ['--decompress', copy]);
  }
  writeFileSync(join(folder, 'modules/order'), `${order.join('\n')}\n`);
}

/** Removes all other kept systems: they are of older packages or an older recipe. */
function dropOthers(folder) {
  for (const name of readdirSync(KEPT)) {
    if (/^[0-9a-f]{16}$/.test(name) && name !== basename(folder)) rmSync(join(KEPT, name), { recursive: true });
  }
}
