/** Builds Tonearm and its addons for arm64 and puts them into the root tree. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ARM64_ADDON, ARM64_CONFINE, buildArm64Addon } from '../../native/setup/cross-arm64.mjs';
import { ARM64_MDNS, buildArm64Mdns, MDNS, MDNS_BINDING, MDNS_SCRIPTS } from '../../native/setup/cross-mdns.mjs';
import { ARM64_SQLITE, buildArm64Sqlite, SQLITE_BINDING } from '../../native/setup/cross-sqlite.mjs';
import { DEMO_LIBRARY, ensureDemoLibrary } from '../../native/setup/demo.mjs';
import { withBuildLock } from '../../native/setup/lock.mjs';
import { at, DIST } from '../../native/setup/paths.mjs';
import { prepare } from '../../native/setup/prepare.mjs';
import { CACHE, DEBIAN, OVERLAY } from '../paths.mjs';
import { call } from './program.mjs';

const RUNS = /^(?!demo-library).*\.(cjs(\.LEGAL\.txt)?|html)$|^examples\.json$/;

/** What Debian's packages leave in /etc that is otherwise here: see `overlay/etc` and its drop-in of the time service. */
const GENERATED = [
  'etc/resolv.conf',
  'etc/apt',
  'etc/localtime',
  'etc/systemd/system/sysinit.target.wants/systemd-timesyncd.service',
  'etc/systemd/system/dbus-org.freedesktop.timesync1.service',
];

const ARM64 = { addon: ARM64_ADDON, confine: ARM64_CONFINE, sqlite: ARM64_SQLITE, mdns: ARM64_MDNS };

/** The daemon and the demo library, built here; the addon and the bindings of SQLite and Avahi for arm64. */
export async function buildProduct() {
  await prepare();
  await ensureDemoLibrary();
  await withBuildLock(async () => {
    await buildArm64Addon();
    await buildArm64Sqlite(CACHE);
    await buildArm64Mdns(CACHE);
  });
}

/** A copy of the Debian tree with the product in it: what the box sees as `/`. */
export async function assembleRoot(debian, root) {
  const product = `${root}-product`;
  for (const path of [root, product, DEBIAN]) rmSync(path, { recursive: true, force: true });
  await layOut(product);
  cpSync(DEMO_LIBRARY, join(product, 'usr/share/tonearm/demo'), { recursive: true });
  symlinkSync(debian, DEBIAN);
  await call('cp', ['-a', '--reflink=auto', debian, root]);
  for (const generated of GENERATED) rmSync(join(root, generated), { recursive: true, force: true });
  // Whatever the umask of whoever cloned, and whoever that was.
  await call('chmod', ['-R', 'u=rwX,go=rX', product]);
  await call('cp', ['-a', '--no-preserve=ownership', `${product}/.`, root]);
  return root;
}

/**
 * Our own files but the demo album, where they will stand.
 * @param binaries what is compiled for one processor: `{ addon, confine, sqlite, mdns }`, paths
 */
export async function layOut(product, { addon, confine, sqlite, mdns } = ARM64) {
  mkdirSync(product, { recursive: true });
  await call('cp', ['-a', `${OVERLAY}/.`, product]);
  for (const folder of ['data', 'media/tonearm', 'usr/share/tonearm'])
    mkdirSync(join(product, folder), { recursive: true });
  copyMatching(at('systemd'), join(product, 'usr/lib/systemd/system'), /\.(service|socket)$/);
  copyMatching(at('udev'), join(product, 'usr/lib/udev/rules.d'), /\.rules$/);
  const home = join(product, 'usr/lib/tonearm');
  copyMatching(DIST, join(home, 'dist'), RUNS);
  for (const steps of ['migrations', 'library-migrations']) {
    copyMatching(join(DIST, steps), join(home, 'dist', steps), /\.sql$/);
  }
  mkdirSync(join(home, 'native/build/Release'), { recursive: true });
  cpSync(addon, join(home, 'native/build/Release/tonearm_native.node'));
  cpSync(confine, join(home, 'native/build/Release/confine'));
  cpSync(sqlite, join(home, SQLITE_BINDING));
  for (const script of MDNS_SCRIPTS) cpSync(at(MDNS, script), join(home, MDNS, script));
  cpSync(mdns, join(home, MDNS, MDNS_BINDING));
  cpSync(at('package.json'), join(home, 'package.json'));
}

function copyMatching(from, to, names) {
  mkdirSync(to, { recursive: true });
  if (!existsSync(from)) return;
  for (const name of readdirSync(from).filter((file) => names.test(file))) cpSync(join(from, name), join(to, name));
}
