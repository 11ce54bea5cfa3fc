import { mkdirSync, openSync, closeSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../native/setup/run.mjs';
import { writeTone } from './wav.mjs';

/** File on the good stick: a sine, so that frequency, length and level of the recording can be checked. */
export const TONE = { name: 'Ärger im Äther.mp3', hertz: 1000, seconds: 6, amplitude: 0.5 };
const MIB = 1024 * 1024;

/**
 * Label, serial number and folder name of the good stick and its copy; FAT has a volume serial number instead of a
 * UUID.
 */
export const STICK = { label: 'MUSIC', serial: '51C0FFEE', folder: 'MUSIC 51C0-FFEE' };

/** An empty stick for backups. */
export const BACKUP_STICK = { label: 'SAFE', serial: '5AFE0001', folder: 'SAFE 5AFE-0001' };

/**
 * Makes images of USB sticks: a good one and a copy, one with a broken file system, one with none, and an empty one that can
 * be written. @returns their paths
 */
export async function makeSticks(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tone = join(folder, 'tone.mp3');
  await encodeTone(tone);
  const sticks = Object.fromEntries(
    ['music', 'twin', 'broken', 'empty', 'backup'].map((name) => [name, join(folder, name)]),
  );
  for (const file of Object.values(sticks)) {
    writeFileSync(file, '');
    truncateSync(file, 32 * MIB);
  }
  for (const name of ['music', 'twin']) {
    await call('mkfs.vfat', '-n', STICK.label, '-i', STICK.serial, sticks[name]);
    await call('mcopy', '-i', sticks[name], tone, `::${TONE.name}`);
  }
  await call('mkfs.vfat', '-n', BACKUP_STICK.label, '-i', BACKUP_STICK.serial, sticks.backup);
  await call('mke2fs', '-q', '-t', 'ext4', '-b', '1024', '-L', STICK.label, sticks.broken);
  damage(sticks.broken);
  return sticks;
}

/**
 * Overwrites the group descriptors (third block), so that the file is recognised as ext4 but the kernel cannot mount
 * it.
 */
function damage(path) {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(1024, 0xff), 0, 1024, 2048);
  closeSync(file);
}

async function encodeTone(mp3) {
  writeTone(`${mp3}.wav`, TONE);
  await call('lame', '--quiet', '-b', '192', `${mp3}.wav`, mp3);
  if (readFileSync(mp3).length === 0) throw new Error('lame has made an empty file');
}

const call = (program, ...args) =>
  mustRun(program, program, args, { capture: true, env: { MTOOLS_SKIP_CHECK: '1', LC_ALL: 'C.UTF-8' } });
