import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { InvalidInput } from '../../src/errors.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { temporaryDirectory } from '../http/rig.js';

/** A library `music` beside a directory `private`, which is none of the daemon's business. */
async function library(t: Test) {
  const base = await temporaryDirectory(t);
  const root = join(base, 'music');
  const secret = join(base, 'private');
  await mkdir(join(root, 'album'), { recursive: true });
  await mkdir(secret);
  await writeFile(join(root, 'album', 'one.mp3'), '1');
  await writeFile(join(secret, 'key.mp3'), '2');
  return { base, root, secret, paths: new LibraryPaths([root]) };
}

t.test('a file in the library is let in under its own name', async (t) => {
  const { root, paths } = await library(t);
  t.equal(await paths.resolve(join(root, 'album/one.mp3')), join(root, 'album/one.mp3'));
});

t.test('dots and doubled slashes are folded away', async (t) => {
  const { root, paths } = await library(t);
  t.equal(await paths.resolve(`${root}//album/./x/../one.mp3`), join(root, 'album/one.mp3'));
});

t.test('a file that is not there yet is let in', async (t) => {
  const { root, paths } = await library(t);
  t.equal(await paths.resolve(join(root, 'stick/album/two.mp3')), join(root, 'stick/album/two.mp3'));
});

t.test('a path that cannot be looked at is refused', async (t) => {
  const { root, paths } = await library(t);
  await t.rejects(paths.resolve(join(root, 'album', 'x'.repeat(300), 'two.mp3')), { code: 'OUTSIDE_LIBRARY' });
});

t.test('a root that is not mounted yet holds its files all the same', async (t) => {
  const { base } = await library(t);
  const paths = new LibraryPaths([join(base, 'stick')]);
  t.equal(await paths.resolve(join(base, 'stick/a.mp3')), join(base, 'stick/a.mp3'));
});

t.test('what lies outside is refused, however it is spelled', async (t) => {
  const { base, root, secret, paths } = await library(t);
  const outside = [
    join(secret, 'key.mp3'),
    `${root}/../private/key.mp3`,
    `${root}/album/../../private/key.mp3`,
    `${root}-evil/x.mp3`,
    base,
    '/',
    '/etc/passwd',
    '/proc/self/environ',
  ];
  for (const path of outside) await t.rejects(paths.resolve(path), { code: 'OUTSIDE_LIBRARY' }, path);
});

t.test('relative paths, NUL characters and endless paths are refused', async (t) => {
  const { root, paths } = await library(t);
  await t.rejects(paths.resolve('album/one.mp3'), { code: 'NOT_ABSOLUTE' });
  await t.rejects(paths.resolve(''), { code: 'NOT_ABSOLUTE' });
  await t.rejects(paths.resolve('~/Music/a.mp3'), { code: 'NOT_ABSOLUTE' });
  await t.rejects(paths.resolve(`${root}/a\0.mp3`), { code: 'INVALID_PATH' });
  await t.rejects(paths.resolve(`${root}/${'x'.repeat(5000)}`), { code: 'INVALID_PATH' });
});

t.test('a link that leads out is refused, one that stays inside is not', async (t) => {
  const { root, secret, paths } = await library(t);
  await symlink(join(secret, 'key.mp3'), join(root, 'out.mp3'));
  await symlink(secret, join(root, 'out'));
  await symlink(join(root, 'album'), join(root, 'in'));
  await t.rejects(paths.resolve(join(root, 'out.mp3')), { code: 'OUTSIDE_LIBRARY' });
  await t.rejects(paths.resolve(join(root, 'out/key.mp3')), { code: 'OUTSIDE_LIBRARY' });
  await t.rejects(paths.resolve(join(root, 'out/not-yet.mp3')), { code: 'OUTSIDE_LIBRARY' });
  t.equal(await paths.resolve(join(root, 'in/one.mp3')), join(root, 'in/one.mp3'));
});

t.test('a dangling link and a loop are refused: nobody knows where they will lead', async (t) => {
  const { root, secret, paths } = await library(t);
  await symlink(join(secret, 'later.mp3'), join(root, 'later.mp3'));
  await symlink(join(root, 'loop'), join(root, 'loop'));
  await t.rejects(paths.resolve(join(root, 'later.mp3')), { code: 'OUTSIDE_LIBRARY' });
  await t.rejects(paths.resolve(join(root, 'loop/a.mp3')), { code: 'OUTSIDE_LIBRARY' });
});

t.test('a root that is itself a link is known by both of its names', async (t) => {
  const { base, root } = await library(t);
  await rename(root, join(base, 'disk'));
  await symlink(join(base, 'disk'), root);
  const paths = new LibraryPaths([root]);
  t.equal(await paths.resolve(join(root, 'album/one.mp3')), join(root, 'album/one.mp3'));
  t.equal(await paths.resolve(join(base, 'disk/album/one.mp3')), join(base, 'disk/album/one.mp3'));
});

t.test('a root is inside itself, unless it is a link that leads nowhere', async (t) => {
  const { base, root, paths } = await library(t);
  t.equal(await paths.resolve(root), root);
  t.equal(await paths.resolve(`${root}/`), root);
  await symlink(join(base, 'nowhere'), join(base, 'link'));
  await t.rejects(new LibraryPaths([join(base, 'link')]).resolve(join(base, 'link')), { code: 'OUTSIDE_LIBRARY' });
  const all = new LibraryPaths(['/']);
  t.strictSame(await all.resolveAll(['/', root, '/nowhere/x.mp3']), ['/', root, '/nowhere/x.mp3']);
});

t.test('a path is taken up to its greatest length', async (t) => {
  const paths = new LibraryPaths(['/music']);
  const long = `/music/${'x/'.repeat(2050)}`;
  t.equal(await paths.resolve(long.slice(0, 4095)), long.slice(0, 4094));
  await t.rejects(paths.resolve(`${long.slice(0, 4096)}x`), { code: 'INVALID_PATH' });
});

t.test('what is open is inside by its real path, as the roots are now', async (t) => {
  const { base, root, secret } = await library(t);
  await symlink(root, join(base, 'link'));
  const inside = await new LibraryPaths([join(base, 'link')]).inside();
  t.equal(inside(join(root, 'album/one.mp3')), true);
  t.equal(inside(root), true);
  t.equal(inside(join(base, 'link/album/one.mp3')), false, 'which is no real path');
  t.equal(inside(join(secret, 'key.mp3')), false);
  t.equal(inside(`${root}2/x.mp3`), false);
});

t.test('many files of a directory are judged one by one', async (t) => {
  const { root, secret, paths } = await library(t);
  const names = Array.from({ length: 30 }, (_, index) => join(root, 'album', `${index}.mp3`));
  for (const name of names.slice(0, 20)) await writeFile(name, '');
  await symlink(join(secret, 'key.mp3'), join(root, 'album', 'link.mp3'));
  const results = await paths.resolveAll([...names, join(root, 'album', 'link.mp3')]);
  t.strictSame(results.slice(0, 30), names);
  t.type(results[30], InvalidInput);
});

t.test(
  'of many files at once each is answered at its index, those of several directories and those that are refused',
  async (t) => {
    const { root, secret, paths } = await library(t);
    await symlink(secret, join(root, 'out'));
    await symlink(join(root, 'album'), join(root, 'in'));
    const of = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => join(folder, `${index}.mp3`));
    const good = [
      ...of(join(root, 'album'), 20),
      ...of(join(root, 'in'), 20),
      ...of(join(root, 'album', 'disc'), 3),
      root,
    ];
    const bad = [...of(join(root, 'out'), 20), ...of(secret, 20), ...of(join(root, 'out', 'disc'), 3), dirname(root)];
    const mixed = good.flatMap((path, index) => [path, bad[index]!]);
    const results = await paths.resolveAll(mixed);
    t.strictSame(
      results.filter((_, index) => index % 2 === 0),
      good,
    );
    t.ok(results.every((result, index) => (index % 2 === 0) === (typeof result === 'string')));
  },
);

const isRoot = process.getuid?.() === 0 && 'root can list everything';

t.test('where a directory cannot be listed its files are judged one by one', { skip: isRoot }, async (t) => {
  const { root, secret, paths } = await library(t);
  await symlink(join(secret, 'key.mp3'), join(root, 'album', 'out.mp3'));
  await chmod(join(root, 'album'), 0o111);
  const files = Array.from({ length: 12 }, (_, index) => join(root, 'album', `${index}.mp3`));
  const results = await paths.resolveAll([...files, join(root, 'album', 'out.mp3')]);
  await chmod(join(root, 'album'), 0o755);
  t.strictSame(results.slice(0, 12), files);
  t.type(results[12], InvalidInput);
});
