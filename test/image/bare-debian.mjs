import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DEBIAN, RECIPE } from '../../image/paths.mjs';
import { environmentBlock } from '../../image/steps/counters.mjs';
import { leftOut, makeFat, part } from '../../image/steps/disk.mjs';
import { make as makeInitrd } from '../../image/steps/initrd.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { Box } from './box.mjs';
import { expect } from './table.mjs';
import { readWav } from './wav.mjs';

/**
 * Reference for the boot time: the Debian tree of the image without anything of ours, in slot B of a separate card, with
 * the initrd that Debian makes. Kernel, boot script and read-only root are those of the image; systemd-networkd brings up
 * the wired network. Its time is that to multi-user.target, which a unit reports on the serial port.
 */
const MOST = 1;
const PAIRS = 3;
const UNITS = 'etc/systemd/system';
/** What plays when the power is cut, and `repeat_mode`. */
const TRACK = '/usr/share/tonearm/demo/Marlow Tide/Harbour Lights/01 - First Ferry.mp3';
const REPEAT_ALL = 1;
const NOT_BARE = ['NetworkManager', 'wpa_supplicant', 'avahi-daemon', 'e2scrub_reap'];
const REACHED = 'multi-user.target is reached';
const REPORT = `[Unit]
Description=Report
DefaultDependencies=no
After=multi-user.target

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'echo ${REACHED} >/dev/ttyAMA0'
`;
const NETWORK = '[Match]\nName=en*\n\n[Network]\nDHCP=yes\n';

/**
 * Boots both systems, one directly after the other, each twice: the first start of a card, and the start after that. Up to
 * three such pairs while a ratio is above the limit, because the machine may have been busier during one of the boots.
 * @param flash makes a fresh card by name
 */
export async function compareWithBareDebian(table, folder, flash) {
  const squashfs = await makeRoot(join(folder, 'bare'));
  const kernel = await makeKernel(join(folder, 'bare'));
  const [bare, ours] = [
    [[], []],
    [[], []],
  ];
  const ratio = (start) => Math.min(...ours[start]) / Math.min(...bare[start]);
  do {
    const card = await flash('bare');
    await writeSlotB(card, kernel, squashfs);
    await twice(new Box({ name: 'bare', folder, card }), multiUser, bare);
    await twice(new Box({ name: 'beside', folder, card: await flash('beside') }), (box) => box.answers(), ours);
  } while ([0, 1].some((start) => ratio(start) > MOST) && ours[0].length < PAIRS);
  await checkFirstSound(table, new Box({ name: 'beside', folder, card: join(folder, 'beside.img') }));
  for (const [start, name] of ['first start of a card', 'later start'].entries()) {
    await table.check(`${name}: HTTP, beside a bare Debian of the same kernel to multi-user.target`, () => {
      const seconds = (times) => `${Math.min(...times[start]).toFixed(1)} s`;
      const said = `${seconds(ours)} : ${seconds(bare)} = ${ratio(start).toFixed(2)} (at most ${MOST.toFixed(1)})`;
      expect(ratio(start) <= MOST, said);
      return said;
    });
  }
}

/** Seconds until a box plays on that played when its power was cut. */
async function checkFirstSound(table, box) {
  await table.check('power on to the first sound, where music played before', async () => {
    try {
      await box.start();
      await box.answers();
      await box.ask('/playlists', { method: 'POST', body: { tracks: [TRACK] } });
      await box.ask('/settings', { method: 'PUT', body: { repeat_mode: REPEAT_ALL } });
      await box.ask('/playlists/start', { method: 'PUT', body: {} });
      await box.until('sound', () => sounds(box));
      // The position is kept now and then, and the start of the box is over.
      await box.inside('systemctl is-system-running --wait; sync');
      const begin = performance.now();
      const since = () => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
      await box.cutPower();
      await box.answers();
      const http = since();
      await box.until('sound', () => sounds(box));
      return `${since()} (HTTP: ${http})`;
    } finally {
      await box.quit();
    }
  });
}

/** Whether the sound card of this start has played anything but silence. */
const sounds = ({ recording }) =>
  existsSync(recording) && readWav(recording).samples.some((sample) => Math.abs(sample) > 300);

const multiUser = (box) => box.until(REACHED, () => readFileSync(box.log, 'utf8').includes(REACHED));

/** @param times gets the seconds from power on, a list for each of the two starts */
async function twice(box, ready, times) {
  try {
    for (const list of times) {
      const begin = performance.now();
      if (list === times[0]) await box.start();
      else await box.cutPower();
      await ready(box);
      list.push((performance.now() - begin) / 1000);
      // What the start still does, and writes, is over.
      await box.inside('systemctl is-system-running --wait; sync');
    }
  } finally {
    await box.quit();
  }
}

/** The FAT partition of a slot, with Debian's own initrd. @returns its path */
async function makeKernel(folder) {
  const [initrd, fat] = [join(folder, 'initrd.img'), join(folder, 'kernel.vfat')];
  await makeInitrd(realpathSync(DEBIAN), initrd, null);
  // The security modules of the kernel are those that Debian chooses.
  const slot = join(folder, 'slot.txt');
  writeFileSync(slot, readFileSync(join(RECIPE, 'boot/slot.txt'), 'utf8').replace(/lsm=\S+ /, ''));
  await makeFat(fat, 'KERNEL', 112, [part('vmlinuz'), initrd, slot]);
  return fat;
}

async function makeRoot(folder) {
  const tree = join(folder, 'root');
  const squashfs = join(folder, 'root.squashfs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await mustRun('copying the tree', 'cp', ['-a', '--reflink=auto', realpathSync(DEBIAN), tree], { capture: true });
  for (const name of NOT_BARE) {
    rmSync(join(tree, UNITS, `multi-user.target.wants/${name}.service`), { force: true });
    rmSync(join(tree, UNITS, `sockets.target.wants/${name}.socket`), { force: true });
  }
  writeFileSync(join(tree, 'etc/machine-id'), '');
  writeFileSync(join(tree, 'etc/systemd/network/lan.network'), NETWORK);
  writeFileSync(join(tree, UNITS, 'report.service'), REPORT);
  const wants = join(tree, UNITS, 'multi-user.target.wants');
  symlinkSync('../report.service', join(wants, 'report.service'));
  symlinkSync('/usr/lib/systemd/system/systemd-networkd.service', join(wants, 'systemd-networkd.service'));
  await mustRun(
    'mksquashfs',
    'mksquashfs',
    [tree, squashfs, '-comp', 'zstd', '-Xcompression-level', '3', '-noappend', '-quiet', '-no-progress'].concat([
      ...['-wildcards', '-e', ...leftOut()],
    ]),
    { capture: true },
  );
  rmSync(tree, { recursive: true });
  return squashfs;
}

/** Writes kernel and root of slot B (p3, p7) and the boot counters, which choose slot B, to the card. */
async function writeSlotB(card, kernel, squashfs) {
  const { stdout } = await mustRun('sfdisk', 'sfdisk', ['--json', card], { capture: true });
  const start = (number) => JSON.parse(stdout).partitiontable.partitions[number - 1].start * 512;
  const file = await open(card, 'r+');
  try {
    for (const [path, number] of [
      [kernel, 3],
      [squashfs, 7],
    ]) {
      await file.write(readFileSync(path), 0, undefined, start(number));
    }
    const counters = environmentBlock(['BOOT_ORDER=B A', 'BOOT_A_LEFT=8', 'BOOT_B_LEFT=8']);
    for (const copy of [0, 4 * 1024 * 1024]) await file.write(counters, 0, undefined, start(5) + copy);
  } finally {
    await file.close();
  }
}
