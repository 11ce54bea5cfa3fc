import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
// @ts-expect-error -- the recipe of the machine is plain JavaScript without types
import { makeInitrd } from './initrd.mjs';

interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly content: string;
}

/** Entries of a cpio archive in the "newc" format, as far as the kernel looks at them. */
function readArchive(path: string): Entry[] {
  const bytes = readFileSync(path);
  const entries: Entry[] = [];
  for (let at = 0; ;) {
    const [magic, ...numbers] = [bytes.toString('latin1', at, at + 6), ...numbersAt(bytes, at + 6)];
    if (magic !== '070701') throw new Error(`no entry at ${at}`);
    const [mode, size, nameSize] = [numbers[1]!, numbers[6]!, numbers[11]!];
    const name = bytes.toString('utf8', at + 110, at + 110 + nameSize - 1);
    const begin = (at + 110 + nameSize + 3) & ~3;
    if (name === 'TRAILER!!!') return entries;
    entries.push({ name, mode, content: bytes.toString('utf8', begin, begin + size) });
    at = (begin + size + 3) & ~3;
  }
}

function numbersAt(bytes: Buffer, at: number): number[] {
  return Array.from({ length: 13 }, (_, n) => parseInt(bytes.toString('latin1', at + 8 * n, at + 8 * n + 8), 16));
}

t.test('what is laid over the root has its modes and links, whoever owns it here', async (t) => {
  const folder = t.testdir({
    debian: { busybox: 'a shell', modules: { order: 'ext4.ko\n', 'ext4.ko': 'a module' } },
    one: { etc: { hostname: 'first\n', program: '#!/bin/sh\n' } },
    two: { etc: { hostname: 'second\n' } },
  });
  chmodSync(join(folder, 'one/etc/program'), 0o700);
  chmodSync(join(folder, 'one/etc/hostname'), 0o600);
  mkdirSync(join(folder, 'two/etc/wants'));
  symlinkSync('../a.service', join(folder, 'two/etc/wants/a.service'));
  writeFileSync(join(folder, 'two/etc/wants/ä.conf'), 'odd');
  const archive = join(folder, 'initrd');
  (makeInitrd as (path: string, debian: string, overlays: string[]) => void)(archive, join(folder, 'debian'), [
    join(folder, 'one'),
    join(folder, 'two'),
  ]);

  const entries = readArchive(archive);
  const last = (name: string) => entries.findLast((entry) => entry.name === name);
  t.equal(last('init')?.mode, 0o100755);
  t.match(last('init')?.content, /^#!\/bin\/busybox sh\n/);
  t.strictSame(last('bin/busybox'), { name: 'bin/busybox', mode: 0o100755, content: 'a shell' });
  t.strictSame(last('modules/ext4.ko'), { name: 'modules/ext4.ko', mode: 0o100644, content: 'a module' });
  t.equal(last('overlay/etc/program')?.mode, 0o100755);
  t.strictSame(last('overlay/etc/hostname'), { name: 'overlay/etc/hostname', mode: 0o100644, content: 'second\n' });
  t.strictSame(last('overlay/etc/wants/a.service'), {
    name: 'overlay/etc/wants/a.service',
    mode: 0o120777,
    content: '../a.service',
  });
  t.equal(last('overlay/etc/wants/ä.conf')?.content, 'odd');
  const folders = entries.filter(({ mode }) => (mode & 0o170000) === 0o040000).map(({ name }) => name);
  t.strictSame([...new Set(folders)], folders, 'no folder is made twice');
});

t.test('a folder stands before what is in it', async (t) => {
  const folder = t.testdir({
    debian: { busybox: '', modules: { order: '' } },
    one: { a: { b: { c: 'deep' } } },
  });
  const archive = join(folder, 'initrd');
  (makeInitrd as (path: string, debian: string, overlays: string[]) => void)(archive, join(folder, 'debian'), [
    join(folder, 'one'),
  ]);
  const names = readArchive(archive).map(({ name }) => name);
  for (const name of names.filter((each) => each.includes('/'))) {
    const above = name.slice(0, name.lastIndexOf('/'));
    t.ok(names.indexOf(above) >= 0 && names.indexOf(above) < names.indexOf(name), `${above} before ${name}`);
  }
});
