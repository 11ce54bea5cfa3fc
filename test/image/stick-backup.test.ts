/**
 * Runs the shipped program that copies backups to a stick, with its paths moved below a test folder. In most tests a stick is
 * a folder and `mount` notes what it is asked; the last one writes to a real FAT, where block devices are allowed.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/stick-backup', import.meta.url));
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
const FOLDER = 'Tonearm backups';
const nameOf = (day: number): string => `tonearm-backup-2026-11-${String(day).padStart(2, '0')}T12-00-00.json`;
/** The options before a program. */
const WITHOUT_OPTIONS = 'while [ "${1#--}" != "$1" ]; do shift; done';

class Box {
  private constructor(readonly folder: string) {}

  /** @param days of the backups of the box */
  static async create(t: Test, ...days: readonly number[]): Promise<Box> {
    const box = new Box(await temporaryDirectory(t));
    let program = await readFile(PROGRAM, 'utf8');
    for (const path of ['/data/tonearm/backups', '/run/tonearm-sticks']) {
      if (!program.includes(path)) throw new Error(`the program does not use ${path}`);
      program = program.replaceAll(path, `${box.folder}${path}`);
      await mkdir(join(box.folder, path), { recursive: true });
    }
    await mkdir(join(box.folder, 'bin'));
    await writeFile(join(box.folder, 'program'), program);
    for (const day of days) await writeFile(box.backup(day), `backup of day ${day}`);
    await box.fake('setpriv', `${WITHOUT_OPTIONS}; exec "$@"`);
    await box.fake('mount', `echo "$@" >> '${box.folder}/mounts'`);
    await box.fake('stat', 'echo msdos');
    return box;
  }

  backup(day: number): string {
    return join(this.folder, 'data/tonearm/backups', nameOf(day));
  }

  async fake(name: string, script: string): Promise<void> {
    await writeFile(join(this.folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  async real(name: string): Promise<void> {
    await rm(join(this.folder, 'bin', name));
  }

  /** Plugs in a stick that has these backups. @returns its mount point */
  async plug(device: string, ...days: readonly number[]): Promise<string> {
    const point = join(this.folder, 'media', `STICK of ${device}`);
    await mkdir(point, { recursive: true });
    if (days.length > 0) await mkdir(join(point, FOLDER));
    for (const day of days) await writeFile(join(point, FOLDER, nameOf(day)), 'from before');
    await symlink(point, join(this.folder, 'run/tonearm-sticks', device));
    return point;
  }

  /** @returns standard output; rejects when the program fails */
  async copy(): Promise<string> {
    const env = { ...process.env, NOTIFY_SOCKET: '', PATH: `${join(this.folder, 'bin')}:${PATH}`, LC_ALL: 'C' };
    const { stdout } = await run('sh', [join(this.folder, 'program'), 'copy'], { env });
    return stdout.trim();
  }

  async mounts(): Promise<string[]> {
    const text = await readFile(join(this.folder, 'mounts'), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  }
}

const days = async (stick: string): Promise<number[]> =>
  (await readdir(join(stick, FOLDER))).map((name) => Number(name.slice('tonearm-backup-2026-11-'.length).slice(0, 2)));
const sorted = async (stick: string): Promise<number[]> => (await days(stick)).sort((one, other) => one - other);

t.test('what the stick lacks is copied, and it is writable for that time only', async (t) => {
  const box = await Box.create(t, 1, 2);
  const stick = await box.plug('sda1');
  t.equal(await box.copy(), `<6>is copied to ${stick} (2 new)`);
  t.strictSame(await sorted(stick), [1, 2]);
  t.equal(await readFile(join(stick, FOLDER, nameOf(2)), 'utf8'), 'backup of day 2');
  t.strictSame(await box.mounts(), [`-o remount,rw ${stick}`, `-o remount,ro ${stick}`]);
  await writeFile(box.backup(3), 'backup of day 3');
  t.equal(await box.copy(), `<6>is copied to ${stick} (1 new)`);
  t.equal(await box.copy(), `<6>is copied to ${stick} (0 new)`);
});

t.test(
  'seven stay on the stick: what the box has goes before older ones, and other files are left alone',
  async (t) => {
    const box = await Box.create(t, 7, 8, 9);
    const stick = await box.plug('sda1', 1, 2, 3, 4, 5, 6);
    await writeFile(join(stick, FOLDER, 'letter.txt'), 'mine');
    await box.copy();
    await rm(join(stick, FOLDER, 'letter.txt'));
    t.strictSame(await sorted(stick), [3, 4, 5, 6, 7, 8, 9]);
    t.equal(await readFile(join(stick, FOLDER, nameOf(3)), 'utf8'), 'from before');
  },
);

t.test('of two sticks the one that has backups already is taken, and none that is not FAT', async (t) => {
  const box = await Box.create(t, 1);
  const first = await box.plug('sda1');
  const second = await box.plug('sdb1', 2);
  await box.copy();
  t.strictSame(await readdir(first), []);
  t.strictSame(await sorted(second), [1, 2]);
  await box.fake('stat', 'echo ext2/ext3');
  t.equal(await box.copy(), '<4>is not copied: no stick with FAT or exFAT is plugged in');
});

t.test('without a stick, and with one that is write-protected, it says so', async (t) => {
  const box = await Box.create(t, 1);
  t.equal(await box.copy(), '<4>is not copied: no stick with FAT or exFAT is plugged in');
  const stick = await box.plug('sda1');
  await box.fake('mount', 'echo "mount: cannot remount /dev/sda1 read-write, is write-protected." >&2; exit 32');
  t.match(await box.copy(), /^<4>is not copied: the stick is write-protected \(.*cannot remount/);
  t.strictSame(await readdir(stick), []);
  const other = await box.plug('sdb1');
  await box.fake('mount', `case "$*" in *sda1*) echo "is write-protected." >&2 && exit 32 ;; esac`);
  t.equal(await box.copy(), `<6>is copied to ${other} (1 new)`, 'and takes the next one');
});

t.test('a full stick keeps what it has, nothing half, and is read-only again', async (t) => {
  const box = await Box.create(t, 8, 9);
  const stick = await box.plug('sda1', 1, 2, 3, 4, 5, 6, 7);
  await box.fake('setpriv', 'echo half; echo "cat: write error: No space left on device" >&2; exit 1');
  t.equal(await box.copy(), '<4>is not copied: cat: write error: No space left on device');
  t.strictSame(await sorted(stick), [1, 2, 3, 4, 5, 6, 7]);
  t.equal((await box.mounts()).at(-1), `-o remount,ro ${stick}`);
});

t.test('a stick that is pulled out meanwhile: nothing is written elsewhere, and it says so', async (t) => {
  const box = await Box.create(t, 1, 2);
  const stick = await box.plug('sda1');
  await box.fake('setpriv', `rm -r '${stick}'; echo content`);
  t.match(await box.copy(), /^<4>is not copied: ./);
  t.strictSame(await readdir(join(box.folder, 'media')), []);
  t.strictSame(await readdir(join(box.folder, 'data/tonearm/backups')), [nameOf(1), nameOf(2)]);
});

t.test('what an earlier end left half is replaced', async (t) => {
  const box = await Box.create(t, 1);
  const stick = await box.plug('sda1', 2);
  await writeFile(join(stick, FOLDER, 'unfinished.part'), 'half');
  await box.copy();
  t.strictSame((await readdir(join(stick, FOLDER))).sort(), [nameOf(1), nameOf(2)]);
});

t.test('the files of the daemon are read with its rights', async (t) => {
  const box = await Box.create(t, 1);
  await box.plug('sda1');
  await box.fake('setpriv', `echo "$@" > '${box.folder}/asked'`);
  await box.copy();
  const asked = await readFile(join(box.folder, 'asked'), 'utf8');
  t.equal(asked.trim(), `--reuid=tonearm --regid=tonearm --clear-groups cat -- ${box.backup(1)}`);
});

const losetup = (...args: string[]): string =>
  execFileSync('losetup', args, { encoding: 'utf8', env: { PATH }, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Mounts a FAT of 4 MB read-only, until the test ends; undefined where that is not allowed. */
async function mountFat(t: Test, point: string): Promise<string | undefined> {
  const image = join(await temporaryDirectory(t), 'image');
  await run('mkfs.vfat', ['-C', image, '4096'], { env: { PATH } });
  try {
    const device = losetup('--find', '--show', image);
    t.teardown(() => losetup('--detach', device));
    execFileSync('mount', ['-t', 'vfat', '-o', 'ro', device, point], { env: { PATH }, stdio: 'ignore' });
  } catch {
    return undefined;
  }
  t.teardown(() => execFileSync('umount', [point], { env: { PATH } }));
  return point;
}

t.test('a real FAT gets them, and refuses what is too much', async (t) => {
  const box = await Box.create(t, 1);
  const stick = await mountFat(t, await box.plug('sda1'));
  if (stick === undefined) {
    // Kernels of containers and small machines have no loop devices or no FAT; the boot test does this with a real stick.
    t.pass('there are no block devices of files here', { skip: true });
    return;
  }
  for (const name of ['mount', 'stat']) await box.real(name);
  t.match(await box.copy(), /^<6>is copied/);
  await t.rejects(writeFile(join(stick, 'x'), ''), { code: 'EROFS' });
  await writeFile(box.backup(2), Buffer.alloc(8 * 1024 * 1024));
  t.match(await box.copy(), /^<4>is not copied: .*No space left on device/);
  t.strictSame(await readdir(join(stick, FOLDER)), [nameOf(1)]);
  await t.rejects(writeFile(join(stick, 'x'), ''), { code: 'EROFS' });
});
