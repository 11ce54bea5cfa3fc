import { execFileSync, spawn } from 'node:child_process';
import { open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { flac, mp3, openShelf, put, putAlbum } from './rig.js';

t.test('links to folders lead nowhere twice, and never in a circle', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await putAlbum(join(music, 'a', 'b'), 'Nova', 'Satellites', 2);
  await symlink(music, join(music, 'a', 'up'));
  await symlink('../a', join(music, 'a', 'self'));
  await symlink('loop', join(music, 'loop'));
  await symlink(join(music, 'a'), join(music, 'again'));
  t.equal((await scanner.scan()).files, 2);
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
  t.equal((await scanner.problems(10, 0)).total, 0);
});

t.test('a folder that is asked for by the name of a link is not met a second time', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await putAlbum(join(music, 'a', 'b'), 'Nova', 'Satellites', 2);
  await symlink('a', join(music, 'link'));
  await scanner.scan();
  for (const name of ['link', 'link/b', 'a/b', 'gone']) await scanner.scanFolder(join(music, name));
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
});

t.test('a link to a file counts while the file is in the library', async (t) => {
  const outside = await put(join(await temporaryDirectory(t), 'secret.mp3'), mp3({ TIT2: 'Secret' }));
  const { music, scanner, titles } = await openShelf(t);
  await put(join(music, '.store', 'x.mp3'), mp3({ TIT2: 'Stored' }));
  await symlink('.store/x.mp3', join(music, 'x.mp3'));
  await symlink(outside, join(music, 'out.mp3'));
  await symlink('nothing.mp3', join(music, 'dangling.mp3'));
  await scanner.scan();
  t.strictSame(await titles(), ['Stored']);
});

t.test('hidden files, other files and pipes are passed over', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  await put(join(music, '.hidden.mp3'), mp3({ TIT2: 'Hidden' }));
  await put(join(music, '._a.mp3'), 'resource fork');
  await put(join(music, '.trash', 'a.mp3'), mp3({ TIT2: 'Trash' }));
  await put(join(music, 'readme.txt'), 'text');
  await put(join(music, 'UPPER.MP3'), mp3({ TIT2: 'Upper' }));
  execFileSync('mkfifo', [join(music, 'pipe.mp3')]);
  await scanner.scan();
  t.strictSame(await titles(), ['Upper']);
});

t.test('names that are not UTF-8 are reported, and other files of the folder are found', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  const bad = Buffer.concat([Buffer.from(`${music}/caf`), Buffer.from([0xe9]), Buffer.from('.mp3')]);
  await writeFile(bad, mp3({ TIT2: 'Unreachable' }));
  await put(join(music, 'caf\ufffd.mp3'), mp3({ TIT2: 'Replaced on purpose' }));
  await put(join(music, 'café.mp3'), mp3({ TIT2: 'Café' }));
  await scanner.scan();
  t.strictSame(await titles(), ['Café', 'Replaced on purpose']);
  t.strictSame(await scanner.problems(10, 0), {
    total: 1,
    rows: [{ path: join(music, 'caf\\xe9.mp3'), problem: 'Its name is not UTF-8.' }],
  });
  await rm(bad);
  await scanner.scan();
  t.equal((await scanner.problems(10, 0)).total, 0);
});

t.test('a folder that cannot be listed keeps its records, and is reported', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t);
  await put(join(music, 'good.mp3'), mp3({ TIT2: 'Good' }));
  t.teardown(() => execFileSync('rm', ['-rf', join(music, 'deep')]));
  const name = 'n'.repeat(250);
  // Further down than a path can be long: what was made there before is out of reach now.
  execFileSync(process.execPath, [
    '-e',
    `const fs = require('node:fs'); process.chdir(process.argv[1]); fs.mkdirSync('deep'); process.chdir('deep');
     for (let i = 0; i < 20; i++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }`,
    music,
  ]);
  await scanner.scan();
  t.strictSame(await titles(), ['Good']);
  const { total, rows: problems } = await scanner.problems(10, 0);
  t.strictSame([total, problems[0]?.problem], [1, 'Its path is too long.']);
  const revision = await rows('SELECT revision FROM library');
  await scanner.scan();
  t.strictSame(await rows('SELECT revision FROM library'), revision, 'it is written down once');
});

t.test('a file that is no audio is reported once, and not opened again until it changes', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  const path = await put(join(music, 'a.flac'), 'not a flac');
  await put(join(music, 'empty.mp3'), '');
  const { failed } = await scanner.scan();
  t.ok(failed > 0);
  t.match((await scanner.problems(1, 0)).rows, [{ path, problem: 'It is damaged, or is no audio file.' }]);
  t.equal((await scanner.scan()).read, 0);
  await rename(await put(join(music, 'b.tmp'), mp3({ TIT2: 'Whole' })), path.replace('.flac', '.mp3'));
  await rm(path);
  await scanner.scan();
  t.ok((await titles()).includes('Whole'));
});

t.test('a file that was damaged later loses its track', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  const path = await put(join(music, 'a.flac'), flac('A'));
  await scanner.scan();
  t.strictSame(await titles(), ['A']);
  await put(path, 'not a flac');
  await scanner.scan();
  t.strictSame(await titles(), []);
  t.equal((await scanner.problems(1, 0)).total, 1);
});

t.test('a tag of a hundred megabytes, and pictures that lie about their size', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const texts = { TIT2: 'Large', TPE1: 'Nova' };
  const plain = mp3(texts, true);
  const size = 100 * 1024 * 1024;
  const synchSafe = (value: number) => [value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127];
  const large = Buffer.from(plain);
  large.set(synchSafe(size), 6);
  const apic = large.indexOf('APIC');
  large.set(synchSafe(size - apic), apic + 4);
  const file = await open(join(music, 'large.mp3'), 'w');
  await file.write(large.subarray(0, apic + 200), 0, apic + 200, 0);
  await file.truncate(size + 10);
  await file.write(mp3({}).subarray(10), 0, null, size + 10);
  await file.close();
  const liar = Buffer.from(plain);
  liar.set([127, 127, 127, 127], liar.indexOf('APIC') + 4);
  await put(join(music, 'liar.mp3'), liar);
  const endless = Buffer.from(plain);
  endless.set([127, 127, 127, 127], 6);
  await put(join(music, 'endless.mp3'), endless);
  const { files, read } = await scanner.scan();
  t.strictSame({ files, read }, { files: 3, read: 3 });
  t.match(await rows("SELECT title FROM track WHERE location LIKE '%/large.mp3'"), [['Large']]);
  t.equal((await scanner.scan()).read, 0);
});

t.test('a file that changes while it is read is read again when it rests', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const path = await put(join(music, 'growing.mp3'), mp3({ TIT2: 'Growing' }));
  const writer = spawn(process.execPath, [
    '-e',
    `const fs = require('node:fs'); const end = Date.now() + 20_000;
     while (Date.now() < end) fs.appendFileSync(process.argv[1], Buffer.alloc(417));`,
    path,
  ]);
  t.teardown(() => writer.kill('SIGKILL'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  await scanner.scan();
  const closed = new Promise((resolve) => writer.once('exit', resolve));
  writer.kill('SIGKILL');
  await closed;
  await scanner.scan();
  const [row] = await rows(
    'SELECT title, track.size = file.size, problem FROM track JOIN file ON file.key = track.file',
  );
  t.strictSame(row, ['Growing', 1, null]);
});
