import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filesUnder } from '../../native/setup/freshness.mjs';
import { CACHE, OVERLAY, RECIPE } from '../paths.mjs';
import { downloadFor, INDEX, packagesHash, resolvePackages, SOURCES, SUITE, updateIndex } from './apt.mjs';
import { registerArm64 } from './binfmt.mjs';
import { step, report } from './clock.mjs';
import { call } from './program.mjs';

/** What of the overlay already counts while packages are configured. */
const EARLY = ['usr/lib/sysusers.d'];
/** The steps whose change makes every kept tree stale. */
const STEPS = ['root-tree.mjs', 'apt.mjs'].map((name) => join(RECIPE, 'steps', name));
const DROPPED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*'];
const KEPT = ['/usr/share/doc/*/copyright'];

/**
 * The Debian part of the root file system: unpacked by this machine's dpkg, its maintainer scripts run under qemu-user.
 * It takes minutes, so it is kept outside the clone under a hash of everything that goes in.
 *
 * @param keepIndex whether the package index of the last build is used instead of today's
 * @returns `{ tree, packages }`
 */
export async function ensureRootTree({ keepIndex = false } = {}) {
  await step('asking Debian for the package index', () => updateIndex(report, { keep: keepIndex }));
  const packages = await resolvePackages();
  const key = hashOfInputs(packages);
  const tree = join(CACHE, `root-${key}`);
  if (existsSync(tree)) {
    report(`root tree of these ${packages.length} packages is kept in ${tree}`);
    return { tree, packages };
  }
  const partial = `${tree}.partial`;
  await unmountBelow(partial);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  await registerArm64();
  await step(`essential packages of Debian (${SUITE}, arm64)`, () => unpackEssential(partial));
  writeEarlyFiles(partial);
  await installRest(partial);
  renameSync(partial, tree);
  dropOtherTrees(key);
  return { tree, packages };
}

/** A build that was killed can leave file systems mounted in its tree, which then cannot be deleted. */
export async function unmountBelow(tree) {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${tree}/`));
  for (const path of mounted.reverse()) await call('umount', ['--lazy', path]);
}

function hashOfInputs(packages) {
  const hash = createHash('sha256').update(packagesHash(packages));
  for (const file of [...STEPS, ...EARLY.flatMap((folder) => filesUnder(join(OVERLAY, folder)))]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function unpackEssential(tree) {
  const options = [...DROPPED.map((path) => `path-exclude=${path}`), ...KEPT.map((path) => `path-include=${path}`)];
  // In a mount namespace: what mmdebstrap mounts in the tree ends with it, also when it is killed.
  await call('unshare', [
    '--mount',
    'mmdebstrap',
    '--mode=root',
    '--variant=essential',
    '--architectures=arm64',
    '--format=directory',
    '--quiet',
    // What has been asked for above: the mirror may have moved on since.
    '--skip=update',
    `--setup-hook=sync-in ${INDEX} /var/lib/apt/lists`,
    '--aptopt=APT::Install-Recommends "false"',
    '--aptopt=Acquire::Languages "none"',
    ...options.map((option) => `--dpkgopt=${option}`),
    SUITE,
    tree,
    SOURCES,
  ]);
}

function writeEarlyFiles(tree) {
  for (const folder of EARLY) cpSync(join(OVERLAY, folder), join(tree, folder), { recursive: true });
}

/** Everything beyond the essential packages. Services are not started, and no initrd is made (initrd.mjs). */
async function installRest(tree) {
  const noService = join(tree, 'usr/sbin/policy-rc.d');
  const noInitrd = join(tree, 'usr/local/sbin/update-initramfs');
  writeScript(noService, '#!/bin/sh\nexit 101\n');
  writeScript(noInitrd, '#!/bin/sh\nexit 0\n');
  const archives = await step('fetching packages', () => downloadFor(tree));
  await step(`unpacking ${archives.length} packages`, () =>
    withProc(tree, () =>
      call('dpkg', [
        `--root=${tree}`,
        '--force-unsafe-io',
        '--force-depends',
        '--force-architecture',
        ...DROPPED.map((path) => `--path-exclude=${path}`),
        ...KEPT.map((path) => `--path-include=${path}`),
        '--unpack',
        ...archives,
      ]),
    ),
  );
  // Debian's hook would fill a mounted /boot/firmware; the boot partition here is made from the same files.
  for (const hook of ['kernel/postinst.d', 'kernel/postrm.d', 'initramfs/post-update.d']) {
    rmSync(join(tree, 'etc', hook, 'z50-raspi-firmware'), { force: true });
  }
  await step('configuring packages (emulated)', () =>
    withProc(tree, () => call('chroot', [tree, 'dpkg', '--force-unsafe-io', '--configure', '-a'])),
  );
  await call('chroot', [tree, 'systemd-sysusers']);
  rmSync(noService);
  rmSync(noInitrd);
}

function writeScript(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** Runs `work` while /proc is mounted in the tree. */
export async function withProc(tree, work) {
  const proc = join(tree, 'proc');
  await call('mount', ['-t', 'proc', 'proc', proc]);
  try {
    return await work();
  } finally {
    await call('umount', ['--lazy', proc]);
  }
}

/** One kept tree is enough: the next one differs because Debian or the recipe has moved on. */
function dropOtherTrees(key) {
  for (const name of readdirSync(CACHE)) {
    if (/^root-[0-9a-f]{16}$/.test(name) && name !== `root-${key}`) rmSync(join(CACHE, name), { recursive: true });
  }
}
