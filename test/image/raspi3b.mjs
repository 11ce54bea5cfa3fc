/**
 * Boots the image in `qemu-system-aarch64 -M raspi3b`: `node test/image/raspi3b.mjs`, started by hand and without other
 * load. Covers U-Boot for the Pi, the boot script and a Pi's device tree and card; not the VideoCore firmware, sound,
 * radios and the watchdog. Needs QEMU 10, which on Debian 12 is taken from backports and unpacked beside the system's
 * own. Takes some minutes, since U-Boot reads less than 1 MB/s from the emulated card.
 *
 * Requests to the daemon come from a shell on the serial port: the machine's only network device is behind the USB
 * controller, and Linux often does not find it after U-Boot has used the emulated controller.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN, IMAGE, OUTPUT, RECIPE } from '../../image/paths.mjs';
import { sourceLines } from '../../image/steps/apt.mjs';
import { mustRun, run } from '../../native/setup/run.mjs';
import { Box } from './box.mjs';
import { writeToCard } from './card-files.mjs';
import { bootArguments } from './shell-unit.mjs';
import { Table } from './table.mjs';

const FOLDER = join(OUTPUT, 'raspi3b');
const LIMIT = 45 * 60_000;
const OLDEST_QEMU = 9;
/** Partition with kernel and boot arguments of slot A. */
const KERNEL_A = 2;
/** UART in the mainline device tree; the other one belongs to Bluetooth. */
const SERIAL_PORT = '/dev/ttyS1';
/** Time limit of one command in ms; input from before the shell is ready is lost, so the command is sent again. */
const PATIENCE = 60_000;
const ASK = `fetch("http://127.0.0.1:6063/version").then((r) => r.text()).then((t) => console.log("said " + t))`;

class Pi3 extends Box {
  /** @param qemu the program and its first arguments */
  constructor(qemu, card) {
    super({ name: 'pi3', folder: FOLDER, card });
    this.qemu = qemu;
  }

  commandLine() {
    const tree = realpathSync(DEBIAN);
    const [kernel] = readdirSync(join(tree, 'usr/lib/modules'));
    const shell = `socket,id=shell,path=${this.file('shell')},server=on,wait=off,logfile=${this.log}`;
    return [
      ...this.qemu,
      ...['-M', 'raspi3b', '-accel', 'tcg,thread=multi', '-display', 'none', '-nodefaults', '-nic', 'none'],
      ...['-serial', 'null', '-chardev', shell, '-serial', 'chardev:shell'],
      ...['-monitor', `unix:${this.file('monitor')},server,nowait`],
      ...['-kernel', join(tree, 'usr/lib/u-boot/rpi_arm64/u-boot.bin')],
      ...['-dtb', join(tree, `usr/lib/linux-image-${kernel}/broadcom/bcm2837-rpi-3-b.dtb`)],
      ...['-drive', `if=sd,file=${this.card},format=raw`],
    ];
  }
}

/** Without the driver of the watchdog: QEMU 10 has none of its timer, and resets the machine as soon as it is started. */
const NO_WATCHDOG = 'module_blacklist=bcm2835_wdt';

/** Adds the shell of the tests to the boot arguments of slot A on the card; the image file is not changed. */
async function addShell(card) {
  const shipped = readFileSync(join(RECIPE, 'boot/slot.txt'), 'utf8').trim();
  const words = [shipped, NO_WATCHDOG, bootArguments(SERIAL_PORT)];
  await writeToCard(card, KERNEL_A, { 'slot.txt': `${words.join(' ')}\n` }, FOLDER);
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
await addShell(card);
const table = new Table();
const box = new Pi3(await newEnoughQemu(), card);
await table.check('-M raspi3b: from power on through U-Boot to GET :6063/version', async () => {
  try {
    await box.start();
    // Earlier input would stop U-Boot.
    await box.until('the kernel', () => readFileSync(box.log, 'latin1').includes('Starting kernel'), LIMIT);
    return await box.until(
      'the daemon',
      async () => /said (.*)/.exec((await box.inside(`node -e '${ASK}'`, PATIENCE)).text)?.[1],
      LIMIT,
    );
  } finally {
    await box.quit();
  }
});
table.print();
process.exit(table.failed === 0 ? 0 : 1);
