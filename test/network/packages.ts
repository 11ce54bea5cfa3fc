/**
 * Programs of Debian, unpacked beside the system and not installed: an installed NetworkManager would take over the network
 * of the machine that runs the tests.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as apt from '../../image/steps/apt.mjs';

/** Lines for sources.list(5) of a release, from the Debian mirror of this machine. */
const { sourceLines } = apt as { sourceLines: (suite: string) => string };

const run = promisify(execFile);
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LC_ALL: 'C' };
/** Dependencies that every system has, and must not have twice. */
const OF_THE_SYSTEM = /^(?:systemd|udev|libsystemd|libudev|libnss|libpam|initramfs|linux-base)/;

/** Folders of unpacked packages: what is in them, and a program that shows that it is there. */
export const NETWORK_MANAGER = {
  name: 'network-manager',
  packages: ['network-manager', 'dnsmasq-base'],
} as const;
export const WIFI_MACHINE = {
  name: 'wifi-machine',
  packages: [
    ...['linux-image-amd64', 'busybox-static', 'wpasupplicant', 'hostapd', 'iw', 'wireless-regdb'],
    ...['libnl-3-200', 'libnl-genl-3-200', 'libnl-route-3-200', 'libpcsclite1', 'libreadline8'],
  ],
} as const;

export const SAMBA = { name: 'samba', packages: ['samba', 'samba-common-bin'] } as const;

/** A kernel with SMB and NFS, and the servers. */
export const SHARE_MACHINE = {
  name: 'share-machine',
  packages: ['linux-image-amd64', 'busybox-static', 'samba', 'samba-common-bin', 'nfs-ganesha', 'nfs-ganesha-vfs'],
} as const;

/** Why no networks can be made here, or these packages not be had; false when both can. */
export async function networkTrouble(...sets: readonly PackageSet[]): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'only root makes networks';
  try {
    await run('unshare', ['--net', '--mount', 'ip', 'link', 'add', 'name', 'lan', 'type', 'veth'], { env: ENV });
  } catch {
    return 'no networks can be made here';
  }
  return packageTrouble(...sets);
}

/** Why these packages cannot be had here; false when they can. */
export async function packageTrouble(...sets: readonly PackageSet[]): Promise<string | false> {
  try {
    for (const set of sets) await unpacked(set);
    return false;
  } catch (error) {
    return `Debian's packages could not be fetched: ${String(error).split('\n', 1)[0]}`;
  }
}

export interface PackageSet {
  readonly name: string;
  readonly packages: readonly string[];
  /** A release of Debian other than the one that runs here: then everything that its packages need comes along. */
  readonly suite?: string;
}

/** Kept outside the clone, as the packages of the virtual machines are. */
export function cache(name: string): string {
  const isRoot = process.getuid?.() === 0;
  const base = process.env['XDG_CACHE_HOME'] ?? (isRoot ? '/var/cache' : join(homedir(), '.cache'));
  return join(base, 'tonearm', name);
}

/** A folder in which the packages lie as they would below `/`. */
export async function unpacked({ name: set, packages, suite }: PackageSet): Promise<string> {
  const root = cache(set);
  if (existsSync(root)) return root;
  await mkdir(join(root, '..'), { recursive: true });
  const folder = await mkdtemp(`${root}-`);
  try {
    await mkdir(join(folder, 'archives', 'partial'), { recursive: true });
    const options = ['-o', 'Debug::NoLocking=1', '-o', `Dir::Cache::archives=${join(folder, 'archives')}`];
    if (suite !== undefined) options.push(...(await listsOf(suite, folder)));
    const install = ['install', '--reinstall', '-y', '-qq', '--download-only', '--no-install-recommends'];
    await run('apt-get', [...install, ...options, ...packages], { env: ENV });
    for (const name of await readdir(join(folder, 'archives'))) {
      if (!name.endsWith('.deb') || (suite === undefined && OF_THE_SYSTEM.test(name))) continue;
      await run('dpkg-deb', ['-x', join(folder, 'archives', name), join(folder, 'root')], { env: ENV });
    }
    // Another process may have been first.
    await rename(join(folder, 'root'), root).catch((error: unknown) => {
      if (!existsSync(root)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return root;
}

/** Fetches the lists of a release into `folder`. @returns apt's options for it */
async function listsOf(suite: string, folder: string): Promise<string[]> {
  const [state, sources] = [join(folder, 'state'), join(folder, 'sources.list')];
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await writeFile(join(state, 'status'), '');
  await writeFile(sources, sourceLines(suite));
  const options = [
    ...[`Dir::State=${state}`, `Dir::State::status=${join(state, 'status')}`, `Dir::Etc::sourcelist=${sources}`],
    ...['Dir::Etc::sourceparts=-', 'Dir::Etc::preferencesparts=-', 'Acquire::Languages=none'],
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ['update', '-qq', ...options], { env: ENV });
  return options;
}
