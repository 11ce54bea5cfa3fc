/** Makes the partitions and the card image from the root tree. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE, OUTPUT, PARTS, QEMU_FIRMWARE, RECIPE } from '../paths.mjs';
import { step } from './clock.mjs';
import { countersImage } from './counters.mjs';
import { call } from './program.mjs';

const MIB = 1024 * 1024;
/**
 * For /data, in bytes: a block; the space for which there is an inode, of which the grown one has half as many (the image
 * has half a block group); and the size up to which its tables have room.
 */
const BLOCK = 4096;
const BYTES_OF_AN_INODE = 32 * 1024;
const LARGEST_DATA = 1024 ** 4;
/** Path of a partition that `makeDisk` has made, by its file name in layout/genimage.cfg. */
export const part = (name) => join(PARTS, name);

/** The file systems, then the card: no loop device and no mount anywhere. `debian` is the tree with kernel and U-Boot. */
export async function makeDisk(debian, root, initrd) {
  rmSync(PARTS, { recursive: true, force: true });
  mkdirSync(join(PARTS, 'empty'), { recursive: true });
  await step('boot partitions', async () => {
    await makeFirmware(debian);
    await makeKernelSlot(debian, initrd);
    writeFileSync(part('counters.img'), countersImage());
  });
  await step('read-only root (squashfs)', () => makeRoot(root));
  await step('/data (ext4)', makeData);
  await step('card image', () =>
    call('genimage', [
      ...['--rootpath', part('empty'), '--tmppath', part('tmp'), '--inputpath', PARTS],
      ...['--outputpath', OUTPUT, '--config', join(RECIPE, 'layout/genimage.cfg')],
    ]),
  );
  cpSync(join(debian, 'usr/lib/u-boot/qemu_arm64/u-boot.bin'), QEMU_FIRMWARE);
  return IMAGE;
}

/** @param files paths; each gets its own name in the root folder */
export async function makeFat(path, label, mebibytes, files) {
  writeFileSync(path, '');
  truncateSync(path, mebibytes * MIB);
  await call('mkfs.vfat', ['--invariant', '-F', '32', '-n', label, path]);
  await call('mcopy', ['-i', path, ...files, '::']);
}

async function makeFirmware(debian) {
  const script = part('boot.scr');
  await call('mkimage', ['-A', 'arm64', '-T', 'script', '-C', 'none', '-d', join(RECIPE, 'boot/boot.cmd'), script]);
  const firmware = join(debian, 'usr/lib/raspi-firmware');
  const started = readdirSync(firmware).filter((name) => /^(bootcode\.bin|start4?\.elf|fixup4?\.dat)$/.test(name));
  const trees = boards().flatMap(({ deviceTrees }) => deviceTrees);
  const { broadcom } = kernel(debian);
  await makeFat(part('firmware.vfat'), 'TONEARM', 64, [
    script,
    ...['config.txt', 'cmdline.txt', 'tonearm.toml'].map((name) => join(RECIPE, 'boot', name)),
    join(debian, 'usr/lib/u-boot/rpi_arm64/u-boot.bin'),
    ...started.map((name) => join(firmware, name)),
    ...[...new Set(trees)].map((name) => join(broadcom, name)),
  ]);
}

async function makeKernelSlot(debian, initrd) {
  const { vmlinuz } = kernel(debian);
  cpSync(vmlinuz, part('vmlinuz'));
  cpSync(initrd, part('initrd.img'));
  const slot = join(RECIPE, 'boot/slot.txt');
  await makeFat(part('kernel-a.vfat'), 'KERNEL', 112, [part('vmlinuz'), part('initrd.img'), slot]);
}

function kernel(debian) {
  const [version] = readdirSync(join(debian, 'usr/lib/modules'));
  return {
    vmlinuz: join(debian, `boot/vmlinuz-${version}`),
    broadcom: join(debian, `usr/lib/linux-image-${version}/broadcom`),
  };
}

export function boards() {
  const folder = join(RECIPE, 'boards');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Wildcards for mksquashfs. */
export function leftOut() {
  const lines = readFileSync(join(RECIPE, 'layout/leave-out.list'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

async function makeRoot(root) {
  await call('mksquashfs', [
    ...[root, part('root.squashfs'), '-comp', 'zstd', '-Xcompression-level', '12', '-b', '256K', '-noappend'],
    ...['-quiet', '-no-progress', '-wildcards', '-e', ...leftOut()],
  ]);
}

/**
 * /data as it is before it grows. mke2fs would take it for a small disk for good: blocks of 1 KiB, of which cards write at
 * least four at a time, and an inode for each 4 KiB, which is a sixteenth of the card to be zeroed after the first start.
 */
async function makeData() {
  const id = '746f6e65-6461-4461-8000-000000000008';
  const options = `hash_seed=${id},lazy_itable_init=1,resize=${LARGEST_DATA / BLOCK}`;
  await call('mke2fs', [
    ...['-q', '-t', 'ext4', '-L', 'data', '-U', id, '-b', String(BLOCK), '-i', String(BYTES_OF_AN_INODE), '-m', '1'],
    ...['-E', options, part('data.ext4'), '64M'],
  ]);
}
