/**
 * The real NetworkManager and dnsmasq of Debian, unpacked beside the system and not installed: an installed one would
 * take over the network of the machine that runs the tests.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LC_ALL: 'C' };
const WANTED = ['network-manager', 'dnsmasq-base'];
/** Dependencies that every system has, and must not have twice. */
const OF_THE_SYSTEM = /^(?:systemd|udev|libsystemd|libudev|libnss|libpam)/;

/** Kept outside the clone, as the packages of the virtual machines are. */
function cache(): string {
  const isRoot = process.getuid?.() === 0;
  const base = process.env['XDG_CACHE_HOME'] ?? (isRoot ? '/var/cache' : join(homedir(), '.cache'));
  return join(base, 'tonearm', 'network-manager');
}

/** Why no NetworkManager can run here; false when it can. */
export async function networkManagerTrouble(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'only root makes networks';
  try {
    await run('unshare', ['--net', '--mount', 'ip', 'link', 'add', 'name', 'lan', 'type', 'veth'], {
      env: ENV,
    });
  } catch {
    return 'no networks can be made here';
  }
  try {
    await unpackedPrograms();
    return false;
  } catch (error) {
    return `NetworkManager could not be fetched: ${String(error).split('\n', 1)[0]}`;
  }
}

/** A folder with a `usr` of its own, which has the programs and their libraries. */
export async function unpackedPrograms(): Promise<string> {
  const root = cache();
  if (existsSync(join(root, 'usr', 'sbin', 'NetworkManager'))) return root;
  await mkdir(join(root, '..'), { recursive: true });
  const folder = await mkdtemp(`${root}-`);
  try {
    await mkdir(join(folder, 'archives', 'partial'), { recursive: true });
    const options = ['-o', 'Debug::NoLocking=1', '-o', `Dir::Cache::archives=${join(folder, 'archives')}`];
    const install = ['install', '--reinstall', '-y', '-qq', '--download-only', '--no-install-recommends'];
    await run('apt-get', [...install, ...options, ...WANTED], { env: ENV });
    for (const name of await readdir(join(folder, 'archives'))) {
      if (!name.endsWith('.deb') || OF_THE_SYSTEM.test(name)) continue;
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
