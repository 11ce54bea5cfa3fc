/**
 * Runs the shipped program that mounts sticks, with its paths moved below a test folder, on file systems made here.
 * Most tests only look at the folders, with a `mount` that does nothing; the last one mounts block devices, where that
 * is allowed.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/stick', import.meta.url));
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
const UUID = '0f6e3c52-7d0a-4c0e-9a55-3d1f0c8e2b11';
const OTHER_UUID = '51c0ffee-7d0a-4c0e-9a55-3d1f0c8e2b11';
const NO_UUID = 'clear';

class Box {
  /** Value of NOTIFY_SOCKET, on which systemd receives the status of the unit; undefined: not set. */
  notifySocket: string | undefined;
  readonly #folder: string;
  readonly #program: string;

  private constructor(folder: string, program: string) {
    this.#folder = folder;
    this.#program = program;
  }

  static async create(t: Test): Promise<Box> {
    const folder = await temporaryDirectory(t);
    let program = await readFile(PROGRAM, 'utf8');
    for (const path of ['/media/tonearm', '/run/tonearm-sticks', '/dev/$name', '/sys/class/block']) {
      if (!program.includes(path)) throw new Error(`the program does not use ${path}`);
      program = program.replaceAll(path, `${folder}${path}`);
    }
    for (const path of ['bin', 'dev', 'media/tonearm']) await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, 'stick'), program);
    return new Box(folder, join(folder, 'stick'));
  }

  get media(): string {
    return join(this.#folder, 'media/tonearm');
  }

  device(name: string): string {
    return join(this.#folder, 'dev', name);
  }

  /** Replaces a program by a shell script, for the tested program alone. */
  async fake(name: string, script: string): Promise<void> {
    await writeFile(join(this.#folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  async fakeMounts(): Promise<void> {
    await this.fake('mount', ':');
    await this.fake('umount', ':');
  }

  /** @returns standard output, with paths relative to the media folder; rejects when the program fails */
  async #call(action: string, name: string): Promise<string> {
    const env = {
      ...process.env,
      NOTIFY_SOCKET: this.notifySocket,
      PATH: `${join(this.#folder, 'bin')}:${PATH}`,
      LC_ALL: 'C',
    };
    const { stdout } = await run('sh', [this.#program, action, name], { env });
    return stdout.trim().replaceAll(`${this.media}/`, '');
  }

  mount(name: string): Promise<string> {
    return this.#call('mount', name);
  }

  release(name: string): Promise<string> {
    return this.#call('release', name);
  }

  async folders(): Promise<string[]> {
    return (await readdir(this.media)).sort();
  }

  /** Makes a device with an ext4 file system of a megabyte. */
  async plug(name: string, { label = '', uuid = UUID }: { label?: string; uuid?: string }): Promise<void> {
    const image = this.device(name);
    await run('mke2fs', ['-q', '-t', 'ext4', '-b', '1024', '-L', label, '-U', uuid, image, '1M'], { env: { PATH } });
  }
}

async function fakedBox(t: Test): Promise<Box> {
  const box = await Box.create(t);
  await box.fakeMounts();
  return box;
}

t.test('a stick has the same folder whatever the kernel calls it', async (t) => {
  const box = await fakedBox(t);
  await box.plug('sda1', { label: 'Road Music' });
  const folder = `Road Music ${UUID}`;
  t.match(await box.mount('sda1'), `sda1 (ext4, label "Road Music") is mounted under ${folder}`);
  t.strictSame(await box.folders(), [folder]);
  await box.release('sda1');
  t.strictSame(await box.folders(), []);
  await rename(box.device('sda1'), box.device('sdb1'));
  await box.mount('sdb1');
  t.strictSame(await box.folders(), [folder]);
});

t.test('the state of a stick is reported to systemd, on one line', async (t) => {
  const box = await fakedBox(t);
  box.notifySocket = '/run/systemd/notify';
  const statusFile = join(box.media, '..', 'status');
  await box.fake('systemd-notify', `printf '%s|' "$@" >> '${statusFile}'`);
  await box.plug('sda1', { label: 'MUSIC' });
  await box.mount('sda1');
  await box.plug('sdb1', { uuid: OTHER_UUID });
  await box.fake('mount', 'printf "no\\nway" >&2; exit 32');
  await box.mount('sdb1');
  const [mounted = '', refused = '', rest] = (await readFile(statusFile, 'utf8')).split('|');
  t.equal(mounted, `--status=is mounted under ${box.media}/MUSIC ${UUID}`);
  t.equal(refused, '--status=is not mounted: no way');
  t.equal(rest, '');
});

t.test('sticks with the same label have folders of their own', async (t) => {
  const box = await fakedBox(t);
  await box.plug('sda1', { label: 'MUSIC' });
  await box.plug('sdb1', { label: 'MUSIC', uuid: OTHER_UUID });
  for (const name of ['sda1', 'sdb1']) await box.mount(name);
  t.strictSame(await box.folders(), [`MUSIC ${UUID}`, `MUSIC ${OTHER_UUID}`]);
});

t.test('a copy of a stick has one too, also when both come at once, and each goes by itself', async (t) => {
  const box = await fakedBox(t);
  for (const name of ['sda1', 'sdb1', 'sdc1']) await box.plug(name, { label: 'MUSIC' });
  const folder = `MUSIC ${UUID}`;
  await box.mount('sda1');
  await Promise.all([box.mount('sdb1'), box.mount('sdc1')]);
  t.strictSame(await box.folders(), [folder, `${folder} 2`, `${folder} 3`]);
  await box.release('sda1');
  t.strictSame(await box.folders(), [`${folder} 2`, `${folder} 3`]);
  await box.mount('sda1');
  t.strictSame(await box.folders(), [folder, `${folder} 2`, `${folder} 3`]);
  await Promise.all(['sda1', 'sdb1', 'sdc1'].map((name) => box.release(name)));
  t.strictSame(await box.folders(), []);
});

const NAMES: Readonly<Record<string, readonly [label: string, uuid: string, folder: string]>> = {
  'letters of any script': ['Motörhead 夜', UUID, `Motörhead 夜 ${UUID}`],
  'no label': ['', UUID, `USB ${UUID}`],
  'no UUID': ['MUSIC', NO_UUID, 'MUSIC sda1'],
  neither: ['', NO_UUID, 'USB sda1'],
  'a label that is a path': ['../../etc', UUID, `_.._etc ${UUID}`],
  'a label of dots': ['..', UUID, `USB ${UUID}`],
  'a hidden label': [' .hidden', UUID, `hidden ${UUID}`],
  'a label for a shell': ['$(a) `b` "c\\d', UUID, `__a_ _b_ _c_d ${UUID}`],
  'a label of two lines': ['one\nID_FS_UUID=2', UUID, `one_ID_FS_UUID=2 ${UUID}`],
};

for (const [what, [label, uuid, folder]] of Object.entries(NAMES)) {
  t.test(`a folder is named so that it can be read and stays where it belongs: ${what}`, async (t) => {
    const box = await fakedBox(t);
    await box.plug('sda1', { label, uuid });
    await box.mount('sda1');
    t.strictSame(await box.folders(), [folder]);
    await box.release('sda1');
    t.strictSame(await box.folders(), []);
  });
}

t.test('a partition without a UUID of its own goes by that of the partition table', async (t) => {
  const box = await fakedBox(t);
  await box.fake('blkid', 'printf "ID_FS_TYPE=vfat\\nID_PART_ENTRY_UUID=1a2b3c4d-01\\n"');
  await box.mount('sda1');
  t.strictSame(await box.folders(), ['USB 1a2b3c4d-01']);
});

t.test('a label that is longer than a name may be is left out', async (t) => {
  const box = await fakedBox(t);
  const label = 'long'.repeat(100);
  await box.fake('blkid', `printf 'ID_FS_TYPE=ntfs\\nID_FS_LABEL_ENC=${label}\\nID_FS_UUID_ENC=5A8C12348C12100E\\n'`);
  await box.mount('sda1');
  t.strictSame(await box.folders(), ['USB 5A8C12348C12100E']);
});

t.test('what cannot be mounted leaves no folder, says why, and is no failure', async (t) => {
  const box = await fakedBox(t);
  await writeFile(box.device('sda'), '');
  await truncate(box.device('sda'), 1_000_000);
  t.match(await box.mount('sda'), /^<4>sda is not mounted: it has no file system/);
  t.match(await box.mount('sdz1'), /^<4>sdz1 is not mounted/, 'gone before it was looked at');
  await box.plug('sdb1', { label: 'MUSIC' });
  await box.fake('mount', 'echo "mount: wrong fs type" >&2; exit 32');
  t.equal(await box.mount('sdb1'), '<4>sdb1 (ext4, label "MUSIC") is not mounted: mount: wrong fs type');
  t.strictSame(await box.folders(), []);
  for (const name of ['sda', 'sdb1', 'never']) t.equal(await box.release(name), '');
});

t.test('without a place for the folder it says so', async (t) => {
  const box = await fakedBox(t);
  await box.plug('sda1', {});
  await rm(box.media, { recursive: true });
  t.match(await box.mount('sda1'), /^<4>sda1 \(ext4\) is not mounted: mkdir: /);
});

const losetup = (...args: string[]): string =>
  execFileSync('losetup', args, { encoding: 'utf8', env: { PATH }, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Makes a block device of a file, until the test ends. @throws where loop devices are not allowed */
function blockDevice(t: Test, file: string): string {
  const device = losetup('--find', '--show', '--read-only', file);
  t.teardown(() => losetup('--detach', device));
  return device;
}

/** Whether the test may make loop devices. */
const hasBlockDevices = await (async () => {
  const file = join(await temporaryDirectory(t), 'empty');
  await writeFile(file, Buffer.alloc(4096));
  try {
    blockDevice(t, file);
    return true;
  } catch {
    return false;
  }
})();
const withBlockDevices = hasBlockDevices ? {} : { skip: 'there are no block devices of files here' };

t.test('block devices are mounted read-only and let go of', withBlockDevices, async (t) => {
  const folder = await temporaryDirectory(t);
  const [content, image, broken] = ['content', 'image', 'broken'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(content);
  await writeFile(join(content, 'song.mp3'), 'sound');
  const options = ['-q', '-t', 'ext4', '-b', '1024', '-L', 'MUSIC', '-U', UUID, '-d', content];
  await run('mke2fs', [...options, image, '8M'], { env: { PATH } });
  await writeFile(broken, (await readFile(image)).fill(0xff, 2048, 4096));
  const box = await Box.create(t);
  for (const [name, file] of Object.entries({ sda1: image, sdb1: image, sdc1: broken })) {
    await symlink(blockDevice(t, file), box.device(name));
    t.teardown(() => box.release(name));
  }
  const name = `MUSIC ${UUID}`;
  t.match(await box.mount('sda1'), 'is mounted');
  t.match(await box.mount('sdb1'), 'is mounted');
  t.match(await box.mount('sdc1'), 'is not mounted', 'its group descriptors are damaged');
  t.strictSame(await box.folders(), [name, `${name} 2`]);
  for (const mounted of await box.folders()) {
    t.equal(await readFile(join(box.media, mounted, 'song.mp3'), 'utf8'), 'sound');
    await t.rejects(writeFile(join(box.media, mounted, 'song.mp3'), ''), { code: 'EROFS' });
  }
  await box.release('sda1');
  t.strictSame(await box.folders(), [`${name} 2`]);
  t.equal(await readFile(join(box.media, `${name} 2`, 'song.mp3'), 'utf8'), 'sound', 'the other one stays');
  await box.release('sdb1');
  t.strictSame(await box.folders(), []);
});
