import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DEBIAN, OUTPUT } from '../../image/paths.mjs';
import { environmentBlock } from '../../image/steps/counters.mjs';
import { leftOut } from '../../image/steps/disk.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { Box } from './box.mjs';
import { expect } from './table.mjs';

/**
 * Reference for the boot time: the Debian tree of the image without anything of ours, in slot B of a separate card.
 * Kernel, initrd, boot script and read-only root are those of the image; systemd-networkd brings up the wired network,
 * and a one-line Node server answers HTTP.
 */
const MOST = 1.5;
const PAIRS = 2;
const UNITS = 'etc/systemd/system';
const NOT_BARE = ['NetworkManager', 'wpa_supplicant', 'avahi-daemon', 'e2scrub_reap'];
const ANSWERS = `[Unit]
Description=Answers

[Service]
ExecStart=/usr/bin/node -e 'require("node:http").createServer((_, answer) => answer.end("{}")).listen(6063)'
`;
const NETWORK = '[Match]\nName=en*\n\n[Network]\nDHCP=yes\n';

/**
 * Boots both systems, one directly after the other; a second time when the ratio is above the limit, because the
 * machine may have been busier during one of the boots.
 * @param flash makes a fresh card by name
 */
export async function compareWithBareDebian(table, folder, flash) {
  await table.check('first boot beside a bare Debian of the same kernel', async () => {
    const squashfs = await makeRoot(join(folder, 'bare'));
    const [bare, ours] = [[], []];
    const ratio = () => Math.min(...ours) / Math.min(...bare);
    do {
      const card = await flash('bare');
      await writeSlotB(card, squashfs);
      bare.push(await secondsToHttp('bare', folder, card));
      ours.push(await secondsToHttp('beside', folder, await flash('beside')));
    } while (ratio() > MOST && ours.length < PAIRS);
    const said = `${Math.min(...ours).toFixed(1)} s : ${Math.min(...bare).toFixed(1)} s = ${ratio().toFixed(2)} (at most ${MOST})`;
    expect(ratio() <= MOST, said);
    return said;
  });
}

async function secondsToHttp(name, folder, card) {
  const box = new Box({ name, folder, card });
  try {
    const begin = performance.now();
    await box.start();
    await box.answers();
    return (performance.now() - begin) / 1000;
  } finally {
    await box.quit();
  }
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
  writeFileSync(join(tree, UNITS, 'answers.service'), ANSWERS);
  const wants = join(tree, UNITS, 'multi-user.target.wants');
  symlinkSync('../answers.service', join(wants, 'answers.service'));
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
async function writeSlotB(card, squashfs) {
  const { stdout } = await mustRun('sfdisk', 'sfdisk', ['--json', card], { capture: true });
  const start = (number) => JSON.parse(stdout).partitiontable.partitions[number - 1].start * 512;
  const kernel = join(OUTPUT, 'parts/kernel-a.vfat');
  expect(existsSync(kernel), `${kernel} is missing: npm run image makes it`);
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
