import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ARM64_ADDON, buildArm64Addon } from '../../native/setup/cross-arm64.mjs';
import { DEMO_LIBRARY, ensureDemoLibrary } from '../../native/setup/demo.mjs';
import { withBuildLock } from '../../native/setup/lock.mjs';
import { at, DIST } from '../../native/setup/paths.mjs';
import { prepare } from '../../native/setup/prepare.mjs';
import { OVERLAY } from '../paths.mjs';
import { call } from './program.mjs';

const RUNS = /^(?!demo-library).*\.cjs(\.LEGAL\.txt)?$/;

/** The daemon and the demo library, built here; the addon for arm64. */
export async function buildProduct() {
  await prepare();
  await ensureDemoLibrary();
  await withBuildLock(buildArm64Addon);
}

/** A copy of the Debian tree with the product in it: what the box sees as `/`. */
export async function assembleRoot(debian, root) {
  rmSync(root, { recursive: true, force: true });
  await call('cp', ['-a', '--reflink=auto', debian, root]);
  await call('cp', ['-a', '--no-preserve=ownership', `${OVERLAY}/.`, root]);
  for (const folder of ['data', 'media/tonearm', 'usr/share/tonearm'])
    mkdirSync(join(root, folder), { recursive: true });
  copyMatching(at('systemd'), join(root, 'usr/lib/systemd/system'), /\.(service|socket|mount|target)$/);
  copyMatching(at('udev'), join(root, 'usr/lib/udev/rules.d'), /\.rules$/);
  const home = join(root, 'usr/lib/tonearm');
  copyMatching(DIST, join(home, 'dist'), RUNS);
  mkdirSync(join(home, 'native/build/Release'), { recursive: true });
  cpSync(ARM64_ADDON, join(home, 'native/build/Release/tonearm_native.node'));
  cpSync(at('package.json'), join(home, 'package.json'));
  cpSync(DEMO_LIBRARY, join(root, 'usr/share/tonearm/demo'), { recursive: true });
  for (const generated of ['etc/resolv.conf', 'etc/apt'])
    rmSync(join(root, generated), { recursive: true, force: true });
  await call('ln', ['-sf', '/run/NetworkManager/resolv.conf', join(root, 'etc/resolv.conf')]);
  return root;
}

function copyMatching(from, to, names) {
  mkdirSync(to, { recursive: true });
  if (!existsSync(from)) return;
  for (const name of readdirSync(from).filter((file) => names.test(file))) cpSync(join(from, name), join(to, name));
}
