/**
 * A PC in QEMU with a kernel of Debian, whose drivers and file systems few other kernels have: a small initrd, and the file
 * system of this machine, which the PC reads and cannot change.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE = 900_000;

/** What every PC needs to reach the file system of this machine. */
const MODULES = ['virtio_pci', 'virtio_net', '9p', '9pnet_virtio', 'overlay'];

/** The clone; `/tmp/project` in the PC. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Pc {
  /** Scratch, below the root of this machine. */
  readonly scratch: string;
  /** Folder of unpacked packages with a kernel and `busybox-static` in it. */
  readonly machine: string;
  /** Further folders of unpacked packages. */
  readonly packages: readonly string[];
  /** Kernel modules, besides those that each PC needs; loaded with what they need. */
  readonly modules: readonly string[];
  /** Parameters of modules by file name. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** Files of firmware, by their names in the initrd. */
  readonly firmware?: ReadonlyMap<string, string>;
  /** Shell script that the PC runs, as root; the program is `/tmp/scratch/program.cjs`. */
  readonly inside: string;
  /** The program that the script runs. */
  readonly program: string;
}

export interface Options {
  /** A port of this machine that leads to one of 10.0.2.15, on the card `eth0`. Without it the PC has no card. */
  readonly forward?: { readonly from: number; readonly to: number };
  /** Called with each line that the PC prints. */
  readonly onLine?: (line: string) => void;
}

const init = ({ scratch, machine, packages }: Pc) => `#!/bin/busybox sh
/bin/busybox mkdir -p /bin /proc /sys /dev /host /tmp /new
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev
while read -r module parameters; do insmod "/modules/$module" $parameters; done < /modules/order
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host /host
mount -t tmpfs tmpfs /tmp
mkdir /tmp/upper /tmp/work
mount -t overlay -o lowerdir=/host,upperdir=/tmp/upper,workdir=/tmp/work overlay /new
mount -t overlay -o "lowerdir=${[machine, ...packages].map((each) => `/host${each}/usr`).join(':')}:/host/usr" overlay /new/usr
mount -t proc proc /new/proc; mount -t sysfs -o ro sysfs /new/sys; mount -t devtmpfs dev /new/dev
for each in run tmp dev/shm; do mkdir -p "/new/$each"; mount -t tmpfs tmpfs "/new/$each"; done
mkdir -p /new/tmp/sbin /new/tmp/lib /new/tmp/scratch /new/tmp/project
mount -o bind "/host${ROOT}" /new/tmp/project
cp "/host${machine}"/sbin/* "/host${machine}/bin/busybox" /new/tmp/sbin/
cp "/host${machine}"/lib/*-linux-gnu/* /new/tmp/lib/ 2>/dev/null || true
cp "/host${scratch}/inside" "/host${scratch}/program.cjs" /new/tmp/scratch/
chroot /new /bin/sh /tmp/scratch/inside
poweroff -f
`;

/** Boots the PC, runs its script, and gives what that has printed, by lines. */
export async function runPc(pc: Pc, options: Options = {}): Promise<readonly string[]> {
  const { scratch, machine } = pc;
  await writeFile(join(scratch, 'inside'), pc.inside);
  await copyFile(pc.program, join(scratch, 'program.cjs'));
  const initrd = await makeInitrd(pc);
  const [kernel = ''] = (await readdir(join(machine, 'boot'))).filter((name) => name.startsWith('vmlinuz-'));
  const qemu = spawn(
    'qemu-system-x86_64',
    [
      ...['-M', 'q35', '-accel', 'tcg', '-cpu', 'max', '-smp', '1', '-m', '1000', '-nodefaults', '-no-reboot'],
      ...['-display', 'none', '-serial', 'stdio', '-kernel', join(machine, 'boot', kernel), '-initrd', initrd],
      ...['-append', 'console=ttyS0 quiet rdinit=/init mitigations=off panic=-1'],
      ...card(options.forward),
      ...['-virtfs', 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const timer = setTimeout(() => qemu.kill('SIGKILL'), PATIENCE);
  const lines: string[] = [];
  createInterface({ input: qemu.stdout }).on('line', (line) => {
    lines.push(line.trim());
    options.onLine?.(line.trim());
  });
  await once(qemu, 'close');
  clearTimeout(timer);
  return lines;
}

function card(forward: Options['forward']): readonly string[] {
  if (forward === undefined) return [];
  const { from, to } = forward;
  return ['-netdev', `user,id=card,hostfwd=tcp:127.0.0.1:${from}-:${to}`, '-device', 'virtio-net-pci,netdev=card'];
}

/** busybox, the modules in the order in which they are loaded, and firmware. */
async function makeInitrd(pc: Pc): Promise<string> {
  const { scratch, machine, parameters, firmware = new Map<string, string>() } = pc;
  const root = join(scratch, 'initrd');
  for (const each of ['bin', 'modules', 'lib/firmware']) await mkdir(join(root, each), { recursive: true });
  await copyFile(join(machine, 'bin', 'busybox'), join(root, 'bin', 'busybox'));
  await writeFile(join(root, 'init'), init(pc));
  await chmod(join(root, 'init'), 0o755);
  for (const [name, file] of firmware) await copyFile(file, join(root, 'lib', 'firmware', name));
  const [version = ''] = await readdir(join(machine, 'lib', 'modules'));
  const modules = join(machine, 'lib', 'modules', version);
  await run(join(machine, 'bin', 'busybox'), ['depmod', '-b', machine, version]);
  const needs = new Map<string, readonly string[]>();
  for (const line of (await readFile(join(modules, 'modules.dep'), 'utf8')).split('\n')) {
    const [path = '', rest = ''] = line.split(':');
    needs.set(path, rest.trim().split(' ').filter(Boolean));
  }
  const order: string[] = [];
  const add = (path: string): void => {
    for (const each of (needs.get(path) ?? []).toReversed()) add(each);
    if (!order.includes(path)) order.push(path);
  };
  for (const name of [...MODULES, ...pc.modules]) {
    const path = [...needs.keys()].find((each) => basename(each) === `${name}.ko`);
    if (path !== undefined) add(path);
  }
  for (const path of order) await copyFile(join(modules, path), join(root, 'modules', basename(path)));
  await writeFile(
    join(root, 'modules', 'order'),
    `${order.map((path) => `${basename(path)} ${parameters?.get(basename(path)) ?? ''}`).join('\n')}\n`,
  );
  const pack = `cd "${root}" && find . | "${join(machine, 'bin', 'busybox')}" cpio -o -H newc > ../initrd.cpio`;
  await run('sh', ['-c', pack]);
  return join(scratch, 'initrd.cpio');
}
