import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FolderRules } from '../../src/library/folder-rules.js';
import { LibraryFolders } from '../../src/library/library-folders.js';
import { LibraryRoots } from '../../src/library/library-roots.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { temporaryDirectory } from '../http/rig.js';

/** A home with music, a state directory and hidden folders, a place for sticks, and folders of others. */
async function machine(t: Test) {
  const top = await temporaryDirectory(t);
  const at = (path: string): string => join(top, path);
  for (const path of [
    ...[
      'home/Music/old',
      'home/More/10',
      'home/More/9',
      'home/.ssh',
      'home/.local/state/tonearm',
      'home/state/tonearm',
    ],
    ...['media/STICK/songs', 'other/secret'],
  ]) {
    await mkdir(at(path), { recursive: true });
  }
  await symlink(at('other'), at('home/link'));
  await symlink('/', at('media/STICK/root'));
  const roots = new LibraryRoots([at('home/Music')]);
  const paths = new LibraryPaths(roots);
  const settings = settingsInMemory();
  const rules = new FolderRules({
    bases: [at('home'), at('media'), at('absent'), '/'],
    ownFolders: [at('home/state/tonearm')],
    home: at('home'),
  });
  const folders = new LibraryFolders({ roots, paths, rules, settings });
  await folders.start();
  return { at, roots, settings, folders };
}

t.test('the bases are offered, and what is in them but hidden folders, links and the daemon’s own', async (t) => {
  const { at, folders } = await machine(t);
  t.strictSame(await folders.list(undefined), [
    { path: at('home'), name: 'home', isAllowed: false, isInLibrary: false },
    { path: at('media'), name: at('media'), isAllowed: true, isInLibrary: false },
  ]);
  t.strictSame(
    (await folders.list(at('home'))).map(({ name, isAllowed, isInLibrary }) => [name, isAllowed, isInLibrary]),
    [
      ['More', true, false],
      ['Music', true, true],
      ['state', false, false],
    ],
  );
  t.strictSame(
    (await folders.list(`${at('home')}/More/`)).map(({ name }) => name),
    ['9', '10'],
  );
  t.strictSame(await folders.list(at('home/state')), []);
});

t.test('nothing else of the machine can be listed or added', async (t) => {
  const { at, folders, roots } = await machine(t);
  for (const path of [
    ...['/', '/proc', '/sys/kernel', '/dev', '/etc', '/root', '/usr/share', '/var/lib', '/tmp', '/home', '/run/user'],
    ...[at('other'), at('other/secret'), at('other/not there'), at('home/link'), at('home/link/secret')],
    ...[at('home/../other'), at('media/STICK/root'), at('media/STICK/root/etc'), at('home/.ssh'), at('home/.local')],
    ...[at('home/.local/state'), at('home/state/tonearm'), at('home/.not there')],
  ]) {
    await t.rejects(folders.add(path), { code: /^(?:FOLDER_NOT_ALLOWED|NOT_A_FOLDER)$/ }, path);
    await t.rejects(folders.list(path), { code: /^(?:FOLDER_NOT_ALLOWED|NOT_A_FOLDER)$/ }, path);
  }
  for (const path of ['/etc', at('other/secret'), at('other/not there')]) {
    await t.rejects(folders.add(path), { code: 'FOLDER_NOT_ALLOWED' }, 'nor is it told whether it is there');
  }
  for (const path of [at('home'), at('home/state')]) await t.rejects(folders.add(path), { code: 'FOLDER_NOT_ALLOWED' });
  for (const path of ['', 'Music', './x', '/a\0b']) await t.rejects(folders.add(path), { code: 'NOT_ABSOLUTE' });
  await t.rejects(folders.add(at('home/nothing')), { code: 'NOT_A_FOLDER' });
  t.strictSame(roots.paths, [at('home/Music')]);
});

t.test('a folder is added, kept, and removed again', async (t) => {
  const { at, folders, roots, settings } = await machine(t);
  const { id, path } = await folders.add(`${at('home/More')}/./9/..`);
  t.equal(path, at('home/More'));
  t.strictSame(roots.paths, [at('home/Music'), at('home/More')]);
  t.strictSame(settings.read().libraryFolders, [at('home/More')]);
  for (const inside of ['home/More', 'home/More/10', 'home/Music/old']) {
    await t.rejects(folders.add(at(inside)), { code: 'ALREADY_IN_LIBRARY' });
  }
  await folders.remove(id);
  t.strictSame(roots.paths, [at('home/Music')]);
  await t.rejects(folders.remove(id), { code: 'UNKNOWN_ROOT' });
});

t.test('what was not added here is not removed here', async (t) => {
  const { at, folders, roots } = await machine(t);
  roots.add({ path: at('media/STICK'), origin: 'share' });
  const { rootId } = await import('../../src/library/store/known-roots.js');
  for (const path of ['home/Music', 'media/STICK']) {
    await t.rejects(folders.remove(rootId(at(path))), { code: 'ROOT_NOT_REMOVABLE' });
  }
});

t.test('a folder that is away stays, and one that became a link is dropped', async (t) => {
  const { at, folders, roots, settings } = await machine(t);
  await folders.add(at('media/STICK/songs'));
  await rename(at('media/STICK'), at('media/gone'));
  await settings.change({ ignoredFolders: [at('home/Music/old')] });
  t.strictSame(settings.read().libraryFolders, [at('media/STICK/songs')]);
  await folders.list(undefined);
  t.strictSame(roots.paths, [at('home/Music'), at('media/STICK/songs')]);
  await mkdir(at('media/STICK'));
  await symlink(at('other'), at('media/STICK/songs'));
  await folders.ignore(at('home/Music/old/x'));
  t.strictSame(roots.paths, [at('home/Music')]);
  await rm(at('media/STICK/songs'));
});

t.test('a backup cannot bring folders that nobody could add here', async (t) => {
  const { at, folders, roots, settings } = await machine(t);
  const changed = new Promise<void>((resolve) => roots.subscribe(resolve));
  await settings.change({ libraryFolders: ['/etc', '/', 'x', at('home/More'), at('other')] });
  await changed;
  t.strictSame(roots.paths, [at('home/Music'), at('home/More')]);
  await folders.list(undefined);
});

t.test('a folder of the library is left out and let in again', async (t) => {
  const { at, folders, roots } = await machine(t);
  const { id } = await folders.ignore(at('home/Music/old'));
  t.strictSame([...roots.ignored], [at('home/Music/old')]);
  t.equal((await folders.ignore(at('home/Music/old'))).id, id, 'twice is once');
  await t.rejects(folders.ignore(at('home/Music')), { code: 'OUTSIDE_LIBRARY' }, 'a root as a whole is removed');
  for (const path of ['/etc', at('home/More'), at('home/Music/../More')]) {
    await t.rejects(folders.ignore(path), { code: 'OUTSIDE_LIBRARY' });
  }
  await folders.heed(id);
  t.strictSame([...roots.ignored], []);
  await t.rejects(folders.heed(id), { code: 'UNKNOWN_FOLDER' });
});

t.test('there is an end to how many there can be', async (t) => {
  const { at, folders, settings } = await machine(t);
  await settings.change({
    libraryFolders: Array.from({ length: 50 }, (_, index) => at(`home/${index}`)),
    ignoredFolders: Array.from({ length: 500 }, (_, index) => at(`home/Music/${index}`)),
  });
  await t.rejects(folders.add(at('home/More')), { code: 'TOO_MANY_FOLDERS' });
  await t.rejects(folders.ignore(at('home/Music/old')), { code: 'TOO_MANY_FOLDERS' });
});
