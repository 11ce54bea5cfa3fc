/**
 * A stick that is pulled while it is scanned and while a track on it plays, and is put back: as a folder that goes,
 * which works everywhere, and as a block device that fails, where those can be made.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, link, mkdir, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import t, { type Test } from 'tap';

import { noiseWav } from '../fixtures/mp3.js';
import { temporaryDirectory } from '../http/rig.js';
import { mp3 } from '../library/scan/rig.js';
import { createHouse, type Daemon, FAST } from './daemon.js';

const SONG_SECONDS = 90;
/** Number of files: enough to interrupt a scan in the middle. */
const FILES = 3000;
const ROUNDS = 20;
/** Length of a song, longer than the ring (five seconds). */
const DECODED_MILLISECONDS = 9000;
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;

interface Stick {
  /** Path of the folder while the stick is plugged in. */
  readonly folder: string;
  pull(): Promise<void>;
  putBack(): Promise<void>;
}

interface Track {
  readonly id: string;
  readonly path: string;
}

interface Scan {
  readonly scanning: boolean;
  readonly read: number;
  readonly last: { readonly read: number } | null;
  readonly volumes: readonly { readonly path: string; readonly available: boolean }[];
}

/** Makes two songs, and many files that are only scanned. */
async function fill(folder: string): Promise<void> {
  for (const [at, name] of ['first.wav', 'second.wav'].entries()) {
    await writeFile(join(folder, name), noiseWav({ seconds: SONG_SECONDS, seed: 31 + at }));
  }
  const many = join(folder, 'many');
  await mkdir(many);
  const file = join(many, '0.mp3');
  await writeFile(file, mp3({ TIT2: 'One of many' }));
  for (let number = 1; number < FILES; number++) await link(file, join(many, `${number}.mp3`));
}

const tracksOf = async (daemon: Daemon): Promise<Track[]> =>
  ((await daemon.get('/tracks')).body as Track[]).map(({ id, path }) => ({ id, path }));
const scanOf = async (daemon: Daemon): Promise<Scan> => (await daemon.get('/scan?limit=0')).body as Scan;
const likedOf = async (daemon: Daemon): Promise<string[]> =>
  ((await daemon.get('/likes/tracks')).body as Track[]).map(({ path }) => path);
const currentPath = async (daemon: Daemon): Promise<string> =>
  ((await daemon.get('/player/current-track')).body as Track | null)?.path ?? 'none';

async function scan(daemon: Daemon, query = ''): Promise<void> {
  const { status, text } = await daemon.put(`/scan-library${query}`);
  if (status !== 200) throw new Error(`the scan failed: ${text}`);
}

/** Unplugs the stick when a scan has read some of it, but less than half; repeats this when the scan was too fast. */
async function pullWhileScanned(daemon: Daemon, stick: Stick): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const scanning = { isOver: false };
    const over = scan(daemon, '?rebuild_index=true').finally(() => (scanning.isOver = true));
    let now = await scanOf(daemon);
    const isMiddle = () => now.scanning && now.read > 0 && now.read < FILES / 2;
    while (!scanning.isOver && !isMiddle()) now = await scanOf(daemon);
    if (isMiddle()) await stick.pull();
    await over;
    if (isMiddle()) return;
  }
  throw new Error(`${ROUNDS} scans were over before the stick could be pulled`);
}

async function survives(t: Test, root: string, stick: Stick, isDevice: boolean): Promise<void> {
  const { rig, library, start } = await createHouse(t, FAST);
  const own = join(library, 'own.wav');
  await writeFile(own, noiseWav({ seconds: SONG_SECONDS, seed: 30 }));
  const [first, second] = ['first.wav', 'second.wav'].map((name) => join(stick.folder, name)) as [string, string];
  const daemon = await start({ environment: { TONEARM_LIBRARY: `${library}:${root}` } });
  await scan(daemon);
  const before = await tracksOf(daemon);
  t.equal(before.length, FILES + 3);
  const idOf = (path: string) => before.find((track) => track.path === path)?.id ?? 'none';
  for (const path of [first, second]) t.equal((await daemon.put(`/tracks/${idOf(path)}/like`)).status, 204);
  t.strictSame(await likedOf(daemon), [second, first]);
  t.equal((await daemon.ask('POST', `/track-stats/${idOf(second)}/played`)).status, 204);

  // The first song plays while the stick is scanned, however long that takes.
  await rig.holdAt(44_100);
  await daemon.play([first, second, own]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  await pullWhileScanned(daemon, stick);
  await scan(daemon);
  t.match(await tracksOf(daemon), [{ path: own }], 'what is away is not listed');
  t.match(
    (await scanOf(daemon)).volumes.find(({ path }) => path === stick.folder),
    { available: false },
  );
  t.strictSame(await likedOf(daemon), []);
  const { entries } = (await daemon.get('/playlists/current')).body as { entries: Track[] };
  t.strictSame(
    entries.map(({ id }) => id),
    [first, second, own].map(idOf),
    'the queue knows it as before',
  );
  await rig.clearFault();
  // After the removal of a folder an open file can still be read, so the song would play to its end.
  if (!isDevice) await daemon.put('/player/next');
  await daemon.until('what is there plays', async () => (await currentPath(daemon)) === own);
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  t.equal(await daemon.playbackStatus(), 1);
  const stickLines = daemon.text.split('\n').filter((line) => line.includes(stick.folder));
  t.match(
    stickLines.find((line) => line.includes('track skipped')) ?? '',
    /second\.wav.*UNREADABLE_FILE/,
    'with a reason',
  );
  if (isDevice)
    t.match(stickLines.find((line) => line.includes('track ends early')) ?? '', /first\.wav.*UNREADABLE_FILE/);

  await stick.putBack();
  await scan(daemon);
  t.strictSame(await tracksOf(daemon), before, 'every track is back with its id');
  t.strictSame(await likedOf(daemon), [second, first], 'and liked as it was');
  t.match((await daemon.get(`/track-stats/${idOf(second)}`)).body, { play_count: 1 }, 'and as often played');
  await daemon.put('/playlists/start?start_index=1');
  await daemon.until('it plays again', async () => (await daemon.elapsed()) > 300);
  t.match((await daemon.get('/player/current-track')).body, { path: second, id: idOf(second) });
  if (isDevice) await outlivesAPause(t, daemon, stick);
  t.equal(daemon.process.exitCode, null);
}

/** Open files of the stick cannot be read any more, but the file exists again under its path. */
async function outlivesAPause(t: Test, daemon: Daemon, stick: Stick): Promise<void> {
  await daemon.put('/player/pause');
  const [path, elapsed] = [await currentPath(daemon), await daemon.elapsed()];
  const early = () => daemon.text.split('track ends early').length;
  const before = early();
  await stick.pull();
  await stick.putBack();
  await daemon.put('/player/resume');
  await daemon.until('what was decoded is over', async () => (await daemon.elapsed()) > elapsed + DECODED_MILLISECONDS);
  t.equal(await currentPath(daemon), path, 'a pause does not end a track');
  t.equal(early(), before);
}

t.test('a stick that is pulled while it is scanned and played, and put back: a folder', async (t) => {
  const folder = join(await temporaryDirectory(t), 'stick');
  await mkdir(folder);
  await fill(folder);
  const stick = {
    folder,
    pull: () => rename(folder, `${folder}-away`),
    putBack: () => rename(`${folder}-away`, folder),
  };
  await survives(t, folder, stick, false);
});

const as = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', env: { PATH }, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Stick as a file system in a file, each time on another block device. */
class BlockStick implements Stick {
  readonly folder: string;
  readonly #image: string;
  readonly #content: string;
  #device: string | undefined;

  /** @param image a file system @param folder where it is to be mounted */
  constructor(image: string, folder: string) {
    this.#image = image;
    this.#content = `${image}-plugged`;
    this.folder = folder;
  }

  /** Makes reads fail first, then removes the mount point, as when the kernel loses a device. */
  async pull(): Promise<void> {
    if (this.#device === undefined) return;
    await truncate(this.#content, 0);
    as('umount', '--lazy', this.folder);
    as('losetup', '--detach', this.#device);
    this.#device = undefined;
    await rmdir(this.folder);
    await rm(this.#content);
  }

  async putBack(): Promise<void> {
    await copyFile(this.#image, this.#content);
    this.#device = as('losetup', '--find', '--show', '--read-only', this.#content);
    await mkdir(this.folder);
    as('mount', '-t', 'ext4', '-o', 'ro,noload', this.#device, this.folder);
  }
}

/** @param content what is to be on it, else nothing @throws where block devices cannot be made or mounted */
async function blockStick(t: Test, content?: string): Promise<BlockStick> {
  const folder = await temporaryDirectory(t);
  const image = join(folder, 'image');
  const options = ['-q', '-t', 'ext4', '-b', '1024', ...(content === undefined ? [] : ['-d', content])];
  as('mke2fs', ...options, image, content === undefined ? '8M' : '64M');
  await mkdir(join(folder, 'media'));
  const stick = new BlockStick(image, join(folder, 'media', 'stick'));
  t.teardown(() => stick.pull());
  await stick.putBack();
  return stick;
}

const hasBlockDevices = await blockStick(t).then(
  () => true,
  () => false,
);
const withBlockDevices = hasBlockDevices ? {} : { skip: 'there are no block devices of files here' };

t.test('a stick that is pulled while it is scanned and played, and put back: a device', withBlockDevices, async (t) => {
  const content = await temporaryDirectory(t);
  await fill(content);
  const stick = await blockStick(t, content);
  await survives(t, dirname(stick.folder), stick, true);
});
