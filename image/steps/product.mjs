/** Builds Tonearm and its addons for arm64 and puts them into the root tree. */
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  ARM64_ADDON,
  ARM64_CONFINE,
  ARM64_MOUNT_SHARE,
  ARM64_THUMBNAILS,
  buildArm64Addon,
} from '../../native/setup/cross-arm64.mjs';
import { arm64BindingOf, buildArm64Packages } from '../../native/setup/cross-packages.mjs';
import { DEMO_LIBRARY } from '../../native/setup/demo.mjs';
import { withBuildLock } from '../../native/setup/lock.mjs';
import { BINDINGS } from '../../native/setup/native-packages.mjs';
import { at, DIST } from '../../native/setup/paths.mjs';
import { prepare } from '../../native/setup/prepare.mjs';
import { CACHE, DEBIAN, OVERLAY, RECIPE } from '../paths.mjs';
import { call } from './program.mjs';
import { releaseLines } from './version.mjs';

const RUNS = /^(?!demo-library).*\.(cjs(\.LEGAL\.txt)?|html(\.gz|\.br)?)$|^examples\.json$/;

/**
 * What Debian's packages leave in /etc that is otherwise here: see `overlay/etc`, tonearm-network-time.timer, the drop-in of
 * the time service, and the services of Snapcast, which have units of their own here. NetworkManager has the message bus start wpa_supplicant where there is Wi-Fi.
 */
const GENERATED = [
  'etc/resolv.conf',
  'etc/apt',
  'etc/localtime',
  'etc/systemd/system/sysinit.target.wants/systemd-timesyncd.service',
  'etc/systemd/system/dbus-org.freedesktop.timesync1.service',
  'etc/systemd/system/multi-user.target.wants/wpa_supplicant.service',
  // tonearm-shairport.service is in its place.
  'etc/systemd/system/multi-user.target.wants/shairport-sync.service',
  'etc/systemd/system/multi-user.target.wants/snapserver.service',
  'etc/systemd/system/multi-user.target.wants/snapclient.service',
];

/** What the daemon reads of the package mdns. */
const MDNS = 'node_modules/mdns/lib';
const MDNS_SCRIPTS = ['advertisement', 'dns_sd', 'io_watcher', 'mdns_service', 'network_interface', 'service_type'];

const ARM64 = {
  addon: ARM64_ADDON,
  confine: ARM64_CONFINE,
  thumbnails: ARM64_THUMBNAILS,
  mountShare: ARM64_MOUNT_SHARE,
  sqlite: arm64BindingOf('better-sqlite3'),
  mdns: arm64BindingOf('mdns'),
};

/** The daemon and the demo library, built here; the addon and the bindings of SQLite and Avahi for arm64. */
export async function buildProduct() {
  await prepare([], { demo: true });
  await withBuildLock(async () => {
    await buildArm64Addon();
    await buildArm64Packages(CACHE);
  });
}

/**
 * A copy of the Debian tree with the product in it: what the box sees as `/`.
 * @param release `{ version, keyring }`: name of the system, and path of the certificates of updates that it accepts
 */
export async function assembleRoot(debian, root, { version, keyring }) {
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
  appendFileSync(join(root, 'usr/lib/os-release'), releaseLines(version));
  const trusted = join(root, 'etc/rauc/keyring.pem');
  cpSync(keyring, trusted);
  chmodSync(trusted, 0o644);
  return root;
}

/**
 * Our own files but the demo album, where they will stand.
 * @param binaries what is compiled for one processor: `{ addon, confine, thumbnails, mountShare, sqlite, mdns }`, paths
 */
export async function layOut(product, { addon, confine, thumbnails, mountShare, sqlite, mdns } = ARM64) {
  mkdirSync(product, { recursive: true });
  await call('cp', ['-a', `${OVERLAY}/.`, product]);
  for (const folder of ['data', 'media/tonearm', 'usr/share/tonearm'])
    mkdirSync(join(product, folder), { recursive: true });
  // By which the box sees that nobody has changed the one on its card.
  cpSync(join(RECIPE, 'boot/tonearm.toml'), join(product, 'usr/share/tonearm/tonearm.toml'));
  copyMatching(at('systemd'), join(product, 'usr/lib/systemd/system'), /\.(path|service|socket|timer)$/);
  copyMatching(at('udev'), join(product, 'usr/lib/udev/rules.d'), /\.rules$/);
  const home = join(product, 'usr/lib/tonearm');
  copyMatching(DIST, join(home, 'dist'), RUNS);
  copyMatching(join(DIST, 'locales'), join(home, 'dist/locales'), /\.json(\.gz|\.br)?$/);
  copyMatching(join(DIST, 'scripts'), join(home, 'dist/scripts'), /\.js(\.gz|\.br)?$/);
  for (const steps of ['migrations', 'library-migrations']) {
    copyMatching(join(DIST, steps), join(home, 'dist', steps), /\.sql$/);
  }
  mkdirSync(join(home, 'native/build/Release'), { recursive: true });
  cpSync(addon, join(home, 'native/build/Release/tonearm_native.node'));
  cpSync(confine, join(home, 'native/build/Release/confine'));
  cpSync(thumbnails, join(home, 'native/build/Release/thumbnails'));
  cpSync(mountShare, join(home, 'native/build/Release/mount_share'));
  cpSync(sqlite, join(home, BINDINGS['better-sqlite3']));
  for (const script of MDNS_SCRIPTS) cpSync(at(MDNS, `${script}.js`), join(home, MDNS, `${script}.js`));
  cpSync(mdns, join(home, BINDINGS.mdns));
  cpSync(at('package.json'), join(home, 'package.json'));
}

function copyMatching(from, to, names) {
  mkdirSync(to, { recursive: true });
  if (!existsSync(from)) return;
  for (const name of readdirSync(from).filter((file) => names.test(file))) cpSync(join(from, name), join(to, name));
}
