/** Makes the initrd of the box with Debian's initramfs-tools, whose programs run under qemu-user. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { filesUnder } from '../../native/setup/freshness.mjs';
import { CACHE, OVERLAY } from '../paths.mjs';
import { registerArm64 } from './binfmt.mjs';
import { report, step } from './clock.mjs';
import { call } from './program.mjs';
import { withProc } from './root-tree.mjs';

const RECIPE = join(OVERLAY, 'etc/initramfs-tools');
/** Within the tree, while the initrd is made. */
const SETTINGS = 'run/initramfs-tools';

/**
 * Emulation takes a minute, so the initrd is kept beside the tree, under a hash of its own recipe.
 *
 * @param tree path of the kept Debian tree
 * @returns path of the initrd
 */
export async function ensureInitrd(tree) {
  const hash = createHash('sha256');
  for (const file of [...filesUnder(RECIPE), new URL(import.meta.url).pathname]) hash.update(readFileSync(file));
  const name = `initrd-${basename(tree)}-${hash.digest('hex').slice(0, 16)}`;
  const initrd = join(CACHE, name);
  if (existsSync(initrd)) report(`initrd is kept in ${initrd}`);
  else await step('initrd (emulated)', () => make(tree, initrd));
  for (const other of readdirSync(CACHE)) {
    if (other.startsWith('initrd-') && other !== name) rmSync(join(CACHE, other));
  }
  return initrd;
}

/**
 * Debian's own settings are those of the tree, as the box has them; ours come on top, without a trace in the tree.
 * @param recipe folder of our settings; null makes the initrd that Debian would make
 */
export async function make(tree, initrd, recipe = RECIPE) {
  const settings = join(tree, SETTINGS);
  const made = 'run/initrd.img';
  rmSync(settings, { recursive: true, force: true });
  cpSync(join(tree, 'etc/initramfs-tools'), settings, { recursive: true });
  if (recipe !== null) cpSync(recipe, settings, { recursive: true });
  const [version] = readdirSync(join(tree, 'usr/lib/modules'));
  try {
    await registerArm64();
    await withProc(tree, () => call('chroot', [tree, 'mkinitramfs', '-d', `/${SETTINGS}`, '-o', `/${made}`, version]));
    cpSync(join(tree, made), `${initrd}.part`);
    renameSync(`${initrd}.part`, initrd);
  } finally {
    for (const path of [settings, join(tree, made)]) rmSync(path, { recursive: true, force: true });
  }
}
