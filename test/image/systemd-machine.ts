/**
 * A box without hardware: the real systemd as the first process of namespaces of its own, with the real journald, on a
 * copy-on-write view of this machine's root. Its units are only those that the test gives, and what a stop needs. `/data`
 * is a folder that outlasts a restart. All of it ends with the test, and with the process of the test.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Test } from 'tap';

const run = promisify(execFile);
const SYSTEMD = '/lib/systemd/systemd';
const JOURNALD = '/lib/systemd/systemd-journald';
const PATIENCE = 20_000;
/** Unit files of this machine that a box needs, too. */
const BORROWED = [
  ...['systemd-journald.service', 'systemd-journald.socket', 'systemd-journald-dev-log.socket'],
  ...['shutdown.target', 'umount.target', 'final.target', 'poweroff.target', 'systemd-poweroff.service'],
];
const UNITS: Readonly<Record<string, string>> = {
  'box.target': `[Unit]\nRequires=sysinit.target systemd-journald.service\nWants=WANTED\n`,
  'sysinit.target': '[Unit]\nDescription=Begin\nAfter=systemd-journald.service\n',
  'basic.target': '[Unit]\nDescription=Basis\nRequires=sysinit.target\nAfter=sysinit.target\n',
  'paths.target': '[Unit]\nDescription=Paths\n',
  'data.mount': '[Mount]\nWhat=/persistent\nWhere=/data\nType=none\nOptions=bind\n',
};

/** The namespaces of one start. `$1`: scratch folder; `$2`: name of its control groups. */
const BEGIN = `set -e
mount --make-rprivate /
cd "$1"
mount -t tmpfs tmpfs top
mkdir top/upper top/work top/root
mount -t overlay overlay -o lowerdir=/,upperdir=top/upper,workdir=top/work top/root
root="$1/top/root"
mkdir -p "$root/persistent" "$root/data"
mount --bind "$1/data" "$root/persistent"
for each in run tmp dev; do mount -t tmpfs tmpfs "$root/$each"; done
for each in null zero random urandom; do touch "$root/dev/$each" && mount --bind "/dev/$each" "$root/dev/$each"; done
mkdir "$root/dev/shm" && ln -s /proc/self/fd "$root/dev/fd"
mount -t proc proc "$root/proc"
mount --bind "$1/cmdline" "$root/proc/cmdline"
mount --bind "$1/boot_id" "$root/proc/sys/kernel/random/boot_id"
mount -t sysfs -o ro sysfs "$root/sys"
if [ -d /sys/fs/cgroup/unified ]; then
  mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
  mkdir "$root/sys/fs/cgroup/unified" "$root/sys/fs/cgroup/systemd"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
else
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
rm -f "$root/etc/os-release" && cp os-release "$root/etc/os-release"
mkdir -p "$root/usr/lib/tonearm/box" && cp -a box/. "$root/usr/lib/tonearm/box"
mkdir -p "$root/run/units" "$root/run/systemd/journald.conf.d" && cp units/* "$root/run/units"
printf '[Journal]\\nStorage=volatile\\nRuntimeMaxUse=16M\\nReadKMsg=no\\nAudit=no\\n' >"$root/run/systemd/journald.conf.d/box.conf"
exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=lxc SYSTEMD_UNIT_PATH=/run/units \\
  ${SYSTEMD} --system --unit=box.target --log-target=journal --show-status=no
`;
/** Puts itself into control groups of its own, which the namespace takes for the top. */
const ENTER = `set -e
for top in /sys/fs/cgroup/unified /sys/fs/cgroup/systemd /sys/fs/cgroup; do
  [ -e "$top/cgroup.procs" ] || continue
  mkdir -p "$top/$2" && echo $$ >"$top/$2/cgroup.procs"
done
exec unshare --mount --pid --uts --ipc --cgroup --fork --kill-child sh "$1/begin" "$1" "$2"
`;
/** Removes the control groups `$1`, once their last process is gone. */
const LEAVE = `for try in $(seq 50); do
  groups=$(find /sys/fs/cgroup -maxdepth 2 -name "$1") && [ -n "$groups" ] || exit 0
  find $groups -depth -type d -exec rmdir {} \\; 2>/dev/null || sleep 0.1
done
exit 1
`;

export interface BoxFiles {
  /** Unit files by name. Those of which the name is in `wanted` are started. */
  readonly units: Readonly<Record<string, string>>;
  readonly wanted: readonly string[];
  /** Programs below `/usr/lib/tonearm/box`. */
  readonly programs: Readonly<Record<string, string>>;
  readonly osRelease: string;
  readonly cmdline: string;
}

/** Why no such box can be made here; false when one can. */
export async function boxTrouble(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'only root makes namespaces with a systemd';
  for (const file of [SYSTEMD, JOURNALD]) if (!existsSync(file)) return `there is no ${file}`;
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-box-'));
  try {
    await mkdir(join(folder, 'top'));
    const line =
      'cd "$1" && mount -t tmpfs tmpfs top && mkdir top/a top/b top/c && mount -t overlay overlay -o lowerdir=/,upperdir=top/a,workdir=top/b top/c';
    await run('unshare', ['--mount', '--pid', '--cgroup', '--fork', 'sh', '-c', line, 'sh', folder]);
    return false;
  } catch (error) {
    return `no namespaces here: ${String(error)}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export class SystemdMachine {
  /** Id of the present start of the box. */
  bootId = '';
  readonly #folder: string;
  readonly #groups = `tonearm-test-${randomUUID()}`;
  #outside: ChildProcess | undefined;
  #first = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** A box that is switched off. */
  static async prepare(t: Test, folder: string, files: BoxFiles): Promise<SystemdMachine> {
    const box = new SystemdMachine(folder);
    for (const name of ['top', 'data', 'units', 'box']) await mkdir(join(folder, name));
    const borrowed = await Promise.all(
      BORROWED.map(async (name) => [name, await readFile(`/lib/systemd/system/${name}`, 'utf8')] as const),
    );
    const units = { ...Object.fromEntries(borrowed), ...UNITS, ...files.units };
    for (const [name, text] of Object.entries(units)) {
      await writeFile(join(folder, 'units', name), text.replace('WANTED', files.wanted.join(' ')));
    }
    for (const [name, text] of Object.entries(files.programs)) {
      await writeFile(join(folder, 'box', name), text, { mode: 0o755 });
    }
    await writeFile(join(folder, 'os-release'), files.osRelease);
    await writeFile(join(folder, 'cmdline'), files.cmdline);
    await writeFile(join(folder, 'begin'), BEGIN);
    t.teardown(async () => {
      await box.cut();
      await run('sh', ['-c', LEAVE, 'sh', box.#groups]);
    });
    return box;
  }

  /** Path of a file of /data. */
  data(name: string): string {
    return join(this.#folder, 'data', name);
  }

  /** Switches the box on. @throws Error when systemd does not start its units */
  async start(): Promise<void> {
    this.bootId = randomUUID();
    await writeFile(join(this.#folder, 'boot_id'), `${this.bootId}\n`);
    const args = ['--pdeathsig', 'KILL', 'sh', '-c', ENTER, 'sh', this.#folder, this.#groups];
    const outside = spawn('setpriv', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const complaints: Buffer[] = [];
    outside.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    this.#outside = outside;
    const children = `/proc/${outside.pid}/task/${outside.pid}/children`;
    await this.until('systemd runs', async () => {
      if (outside.exitCode !== null) throw new Error(`no box: ${Buffer.concat(complaints).toString()}`);
      const [first] = (await readFile(children, 'utf8').catch(() => '')).trim().split(' ');
      this.#first = Number(first);
      return this.#first > 0 && (await this.run('systemctl is-active box.target')) === 'active';
    });
  }

  /** Runs a line of shell inside. @returns its output, also when it fails */
  async run(line: string): Promise<string> {
    const args = [`--target=${this.#first}`, '--all', '--root', '--wd', 'sh', '-c', line];
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
    const { stdout = '' } = await run('nsenter', args, { env, timeout: PATIENCE }).catch(
      (error: unknown) => error as { stdout?: string },
    );
    return stdout.trim();
  }

  /** Shuts the box down. */
  async stop(): Promise<void> {
    const outside = this.#outside;
    if (outside === undefined) return;
    const gone = once(outside, 'exit');
    await this.run('systemctl --no-block poweroff');
    await Promise.race([
      gone,
      delay(PATIENCE, undefined, { ref: false }).then(() => Promise.reject(new Error('no end'))),
    ]);
    this.#outside = undefined;
  }

  /** Takes the power away. */
  async cut(): Promise<void> {
    const outside = this.#outside;
    if (outside === undefined || outside.exitCode !== null || outside.signalCode !== null) return;
    const gone = once(outside, 'exit');
    outside.kill('SIGKILL');
    await gone;
    this.#outside = undefined;
  }

  /** @throws Error when it does not come in time */
  async until(what: string, look: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!(await look())) {
      if (performance.now() > end) throw new Error(`${what}: never`);
      await delay(50);
    }
  }
}
