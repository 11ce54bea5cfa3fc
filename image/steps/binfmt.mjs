/** Lets this machine run arm64 programs while the root tree is made. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SetupError } from '../../native/setup/console.mjs';
import { call } from './program.mjs';

const KERNEL = '/proc/sys/fs/binfmt_misc';
const LINE = '/usr/lib/binfmt.d/qemu-aarch64.conf';

/**
 * Lets the kernel run arm64 programs by qemu-user. Where systemd-binfmt has not done it (containers, build machines
 * without systemd) the line that the package ships is written by hand.
 */
export async function registerArm64() {
  if (process.arch === 'arm64') return;
  if (!existsSync(`${KERNEL}/register`)) await call('mount', ['-t', 'binfmt_misc', 'binfmt_misc', KERNEL]);
  if (existsSync(`${KERNEL}/qemu-aarch64`)) return;
  if (!existsSync(LINE)) throw new SetupError(`${LINE} is missing: apt-get install --reinstall qemu-user-static`);
  writeFileSync(`${KERNEL}/register`, readFileSync(LINE, 'utf8').trim());
}
