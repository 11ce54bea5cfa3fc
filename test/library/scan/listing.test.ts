import { deepStrictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import t from 'tap';
import { connect } from '../../../src/database/sqlite.js';
import { Files } from '../../../src/library/scan/files.js';
import { FolderReader, type Listing, type NativeFiles } from '../../../src/library/scan/listing.js';
import { BINDING } from '../../database/rig.js';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put } from './rig.js';

const ADDON = fileURLToPath(new URL('../../../native/build/Release/tonearm_native.node', import.meta.url));
const native = createRequire(ADDON)(ADDON) as NativeFiles;

const deviceOf = (folder: string): number => lstatSync(folder).dev;

function seenIn({ files, count, folders, images }: Listing): unknown {
  return { files, count, folders, images };
}

/** What a folder may hold; some names are sorted otherwise by UTF-16 than by UTF-8. */
const entry = fc.record({
  stem: fc.constantFrom('a', 'B', 'cover', 'Folder', 'ä', 'ﬀ', '\u{1f3b5}', '01. x', '.hidden', 'a.b'),
  ending: fc.constantFrom('.mp3', '.FLAC', '.Cue', '.jpg', '.txt', '.', '', '.mp3x'),
  kind: fc.constantFrom('file', 'file', 'file', 'folder'),
  size: fc.nat(5000),
  seconds: fc.integer({ min: -5_000_000, max: 4_000_000_000 }),
  milliseconds: fc.nat(999),
});

t.test('a usual folder is listed by the addon as it is by Node', async (t) => {
  const base = await temporaryDirectory(t);
  const reader = new FolderReader([base], native);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { maxLength: 12, selector: ({ stem, ending }) => stem + ending }),
      async (entries) => {
        const folder = await mkdtemp(join(base, 'f'));
        for (const { stem, ending, kind, size, seconds, milliseconds } of entries) {
          const path = join(folder, stem + ending);
          if (kind === 'folder') mkdirSync(path);
          else {
            writeFileSync(path, Buffer.alloc(size));
            const modified = new Date(seconds * 1000 + milliseconds);
            utimesSync(path, modified, modified);
          }
        }
        const found = reader.listUsual(folder, deviceOf(folder));
        if (found === undefined) throw new Error('it was handed over');
        deepStrictEqual(found.inode, lstatSync(folder).ino);
        deepStrictEqual(seenIn(found.listing), seenIn(reader.list(folder)));
      },
    ),
    { numRuns: 60 },
  );
});

t.test('a folder that is not usual is left to Node', async (t) => {
  const base = await temporaryDirectory(t);
  const reader = new FolderReader([base], native);
  const isUsual = (name: string): boolean => reader.listUsual(join(base, name), deviceOf(base)) !== undefined;
  const folderWith = async (name: string, fill: (folder: string) => void): Promise<boolean> => {
    await mkdir(join(base, name));
    fill(join(base, name));
    return isUsual(name);
  };
  writeFileSync(join(base, 'file'), '');
  t.equal(await folderWith('plain', (folder) => writeFileSync(join(folder, 'a.mp3'), '')), true);
  t.equal(await folderWith('hard', (folder) => linkSync(join(base, 'file'), join(folder, 'a.mp3'))), true);
  t.equal(
    await folderWith('other', (folder) => symlinkSync(base, join(folder, 'loop'))),
    true,
    'a link that is no file',
  );
  t.equal(await folderWith('link', (folder) => symlinkSync(join(base, 'file'), join(folder, 'a.mp3'))), false);
  t.equal(await folderWith('meant', (folder) => writeFileSync(join(folder, '\ufffd.mp3'), '')), false);
  const bad = (folder: string): void => writeFileSync(Buffer.from(`${folder}/\xe9.mp3`, 'latin1'), '');
  t.equal(await folderWith('bad', bad), false, 'a name that is no UTF-8');
  t.equal(await folderWith('kelvin', (folder) => writeFileSync(join(folder, 'a.m\u212aa'), '')), false);
  t.equal(isUsual('file'), false);
  t.equal(isUsual('missing'), false);
  t.equal(isUsual('x'.repeat(5000)), false);
  symlinkSync(join(base, 'plain'), join(base, 'to-plain'));
  t.equal(isUsual('to-plain'), false, 'a link to a folder');
  t.equal(reader.listUsual(join(base, 'plain'), deviceOf(base) + 1), undefined, 'another device');
});

t.test('a link to a file counts while the file lies below one of the roots', async (t) => {
  const base = await temporaryDirectory(t);
  const roots = ['music', 'stick'].map((name) => join(base, name));
  for (const name of ['music', 'stick', 'stick and more']) {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, 'song.mp3'), name);
  }
  symlinkSync(join(base, 'music', 'song.mp3'), join(base, 'music', 'own.mp3'));
  symlinkSync(join(base, 'stick', 'song.mp3'), join(base, 'music', 'other root.mp3'));
  symlinkSync(join(base, 'stick and more', 'song.mp3'), join(base, 'music', 'outside.mp3'));
  const namesIn = (...realRoots: string[]): string[] =>
    new FolderReader(realRoots, native).list(join(base, 'music')).files.map(({ name }) => name);
  t.strictSame(namesIn(...roots), ['other root.mp3', 'own.mp3', 'song.mp3']);
  t.strictSame(namesIn(roots[0]!), ['own.mp3', 'song.mp3']);
  t.strictSame(namesIn('/'), ['other root.mp3', 'outside.mp3', 'own.mp3', 'song.mp3']);
});

t.test('what is named like music and is no file is not listed', async (t) => {
  const base = await temporaryDirectory(t);
  mkdirSync(join(base, 'folder.mp3'));
  symlinkSync(join(base, 'folder.mp3'), join(base, 'link.mp3'));
  execFileSync('mkfifo', [join(base, 'pipe.mp3')]);
  writeFileSync(join(base, 'song.mp3'), '');
  const { files, folders } = new FolderReader([base], native).list(base);
  t.strictSame(
    files.map(({ name }) => name),
    ['song.mp3'],
  );
  t.strictSame(folders, ['folder.mp3']);
});

t.test('every change of a folder is noticed, and nothing else is read', async (t) => {
  const { music, file, scanner, titles, rows } = await openShelf(t);
  const folder = join(music, 'album');
  const bytes = (title: string) => mp3({ TIT2: title });
  const names = ['a.mp3', 'Z.mp3', '\u{1f3b5}.mp3', 'ﬀ.mp3'];
  for (const name of names) await put(join(folder, name), bytes(name));
  const at = new Date('2020-05-17T10:00:00.125Z');
  for (const name of names) await utimes(join(folder, name), at, at);
  await utimes(join(folder, 'a.mp3'), at, new Date(-12_345));
  t.equal((await scanner.scan()).read, 4);
  t.equal((await scanner.scan()).read, 0);
  const sql = await connect(file, BINDING);
  const kept = new Files(sql).folder(folder)?.text;
  sql.close();
  const listed = new FolderReader([music], native).listUsual(folder, deviceOf(folder))?.listing.text;
  t.ok(listed?.includes('a.mp3/'));
  t.equal(kept, listed, 'what is known is what lies there, letter for letter');
  await put(join(folder, 'a.mp3'), bytes('b.mp3'));
  await utimes(join(folder, 'a.mp3'), at, at);
  t.equal((await scanner.scan()).read, 1, 'the time alone');
  await put(join(folder, 'Z.mp3'), bytes('longer.mp3'));
  await utimes(join(folder, 'Z.mp3'), at, at);
  t.equal((await scanner.scan()).read, 1, 'the size alone');
  t.strictSame((await titles()).sort(), ['b.mp3', 'longer.mp3', 'ﬀ.mp3', '\u{1f3b5}.mp3'].sort());
  await put(join(folder, 'cover.jpg'), 'an image');
  t.equal((await scanner.scan()).read, 0, 'an image');
  t.strictSame(await rows('SELECT cover FROM folder'), [[join(folder, 'cover.jpg')]]);
});
