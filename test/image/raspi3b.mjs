/**
 * The image in `qemu-system-aarch64 -M raspi3b`, by hand and alone on the machine: `node test/image/raspi3b.mjs`. A Pi's
 * device tree, card and USB take part; the VideoCore firmware, sound and radios do not. It needs QEMU 10: on Debian 12
 * that comes from its backports, unpacked beside the system's own.
 *
 * The kernel is started by QEMU. With `--u-boot` U-Boot for the Pi and the boot script take part, as on a Pi, and the
 * daemon starts all the same, but nobody can ask it: after U-Boot has used the emulated USB controller, Linux finds no
 * device there, and the network hangs on it. The emulated card reads less than 1 MB/s then: five minutes more.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN, IMAGE, OUTPUT, RECIPE } from '../../image/paths.mjs';
import { sourceLines } from '../../image/steps/apt.mjs';
import { mustRun, run } from '../../native/setup/run.mjs';
import { Box } from './box.mjs';
import { Table } from './table.mjs';

const FOLDER = join(OUTPUT, 'raspi3b');
const LIMIT = 45 * 60_000;
const OLDEST_QEMU = 9;

class Pi3 extends Box {
  /** @param qemu the program and its first arguments */
  constructor(qemu, card) {
    super({ name: 'pi3', folder: FOLDER, card });
    this.qemu = qemu;
  }

  commandLine() {
    const tree = realpathSync(DEBIAN);
    const [kernel] = readdirSync(join(tree, 'usr/lib/modules'));
    return [
      ...this.qemu,
      ...['-M', 'raspi3b', '-accel', 'tcg,thread=multi', '-display', 'none', '-nodefaults'],
      // The second UART is the one of the mainline device tree.
      ...['-serial', 'null', '-serial', `file:${this.log}`, '-monitor', `unix:${this.file('monitor')},server,nowait`],
      ...(process.argv.includes('--u-boot') ? uBoot(tree) : linux(tree, kernel)),
      ...['-dtb', join(tree, `usr/lib/linux-image-${kernel}/broadcom/bcm2837-rpi-3-b.dtb`)],
      ...['-drive', `if=sd,file=${this.card},format=raw`, ...this.network, '-device', 'usb-net,netdev=lan'],
    ];
  }
}

const uBoot = (tree) => ['-kernel', join(tree, 'usr/lib/u-boot/rpi_arm64/u-boot.bin')];

/** As the boot script starts slot A. */
function linux(tree, kernel) {
  const slot = readFileSync(join(RECIPE, 'boot/slot.txt'), 'utf8').trim().replace('slot_args=', '');
  return [
    ...['-kernel', join(tree, `boot/vmlinuz-${kernel}`), '-initrd', join(tree, `boot/initrd.img-${kernel}`)],
    ...['-append', `root=PARTUUID=746f6e65-06 rootfstype=squashfs ro rootwait tonearm.slot=A ${slot}`],
  ];
}

async function newEnoughQemu() {
  const { stdout } = await run('qemu-system-aarch64', ['--version'], { capture: true });
  if (Number(/version (\d+)/.exec(stdout)?.[1]) >= OLDEST_QEMU) return ['qemu-system-aarch64'];
  const root = join(FOLDER, 'qemu');
  const program = join(root, 'usr/bin/qemu-system-aarch64');
  if (!existsSync(program)) await unpackQemu(join(FOLDER, 'apt'), root);
  return [program, '-L', join(root, 'usr/share/qemu')];
}

async function unpackQemu(apt, root) {
  for (const name of ['lists/partial', 'archives/partial', 'none']) mkdirSync(join(apt, name), { recursive: true });
  const [line] = sourceLines().split('\n');
  const suite = (name) => `${line.replace(/ trixie .*$/, ` ${name} main`)}\n`;
  writeFileSync(join(apt, 'sources.list'), suite('bookworm') + suite('bookworm-backports'));
  const options = [
    ['Dir::State', apt],
    ['Dir::State::status', '/var/lib/dpkg/status'],
    ['Dir::Cache', apt],
    ['Dir::Etc::sourcelist', join(apt, 'sources.list')],
    ['Dir::Etc::sourceparts', join(apt, 'none')],
    ['APT::Sandbox::User', 'root'],
    ['APT::Install-Recommends', 'false'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await call('apt-get', ['-qq', ...options, 'update']);
  await call(
    'apt-get',
    ['-qq', '-y', ...options, '--target-release=bookworm-backports'].concat([
      '--download-only',
      'install',
      'qemu-system-arm',
    ]),
  );
  for (const deb of readdirSync(join(apt, 'archives')).filter((name) => /^(qemu-system|lib).*\.deb$/.test(name)))
    await call('dpkg-deb', ['-x', join(apt, 'archives', deb), root]);
}

const call = (program, args) => mustRun(program, program, args, { capture: true });

mkdirSync(FOLDER, { recursive: true });
const card = join(FOLDER, 'card.img');
await call('cp', ['--sparse=always', IMAGE, card]);
truncateSync(card, 4 * 1024 ** 3);
const table = new Table();
const box = new Pi3(await newEnoughQemu(), card);
await table.check('-M raspi3b: power on to GET :6063/version', async () => {
  try {
    await box.start();
    return `version ${(await box.answers(6063, LIMIT)).version}`;
  } finally {
    await box.quit();
  }
});
table.print();
process.exit(table.failed === 0 ? 0 : 1);
