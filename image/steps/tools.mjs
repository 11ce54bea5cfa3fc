/** The programs and packages that building an image needs on this machine. */
import { existsSync } from 'node:fs';
import { SetupError } from '../../native/setup/console.mjs';
import { NEEDS } from '../../native/setup/needs.mjs';
import { findProgram } from '../../native/setup/run.mjs';
import { ensureSystemPackages } from '../../native/setup/system-packages.mjs';

const program = (debian, name) => ({ debian, what: name, present: () => findProgram(name) !== undefined });
const file = (debian, path) => ({ debian, what: path, present: () => existsSync(path) });

export const IMAGE_NEEDS = [
  program('mmdebstrap', 'mmdebstrap'),
  program('arch-test', 'arch-test'),
  program('qemu-user-static', 'qemu-aarch64-static'),
  program('u-boot-tools', 'mkimage'),
  program('genimage', 'genimage'),
  program('mtools', 'mcopy'),
  program('dosfstools', 'mkfs.vfat'),
  program('e2fsprogs', 'mke2fs'),
  program('squashfs-tools', 'mksquashfs'),
  program('xz-utils', 'xz'),
  program('git', 'git'),
  program('openssl', 'openssl'),
  program('rauc', 'rauc'),
  file('debian-archive-keyring', '/usr/share/keyrings/debian-archive-keyring.gpg'),
];

export const TEST_NEEDS = [
  program('qemu-system-arm', 'qemu-system-aarch64'),
  program('mtools', 'mcopy'),
  program('dosfstools', 'mkfs.vfat'),
  program('e2fsprogs', 'mke2fs'),
  program('squashfs-tools', 'mksquashfs'),
  program('fdisk', 'sfdisk'),
  program('openssl', 'openssl'),
  program('rauc', 'rauc'),
];

/** @throws SetupError with the line to run, when something is missing and cannot be installed from here */
export async function ensureTools() {
  if (process.getuid() !== 0) {
    throw new SetupError(
      'the root file system keeps its owners, so the image is built as root. Try: sudo npm run image',
    );
  }
  await ensureSystemPackages([...NEEDS.arm64, ...NEEDS.demo, ...IMAGE_NEEDS]);
}
