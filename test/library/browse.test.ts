import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { listFolder } from '../../src/library/browse.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { openOn } from '../http/descriptors.js';
import { temporaryDirectory } from '../http/rig.js';

/** Library paths with hooks, in which a test replaces folders between two steps of the code under test. */
class MeddledPaths extends LibraryPaths {
  meddle: () => Promise<void> = async () => undefined;
  /** Called with the test of what is open, before it is used. */
  beforeTest: () => Promise<void> = async () => undefined;

  override async resolve(path: string): Promise<string> {
    const resolved = await super.resolve(path);
    await this.meddle();
    return resolved;
  }

  override async inside(): Promise<(real: string) => boolean> {
    const test = await super.inside();
    await this.beforeTest();
    return test;
  }
}

async function makeFolders(t: Test) {
  const library = await temporaryDirectory(t);
  const elsewhere = await temporaryDirectory(t);
  await mkdir(join(library, 'music'));
  await writeFile(join(library, 'music', 'a.mp3'), '');
  await writeFile(join(elsewhere, 'secret.mp3'), '');
  return { library, elsewhere, paths: new MeddledPaths([library]) };
}

t.test('a directory that is replaced by a link out of the library after its check is not listed', async (t) => {
  for (const moment of ['meddle', 'beforeTest'] as const) {
    const { library, elsewhere, paths } = await makeFolders(t);
    const music = join(library, 'music');
    t.equal((await listFolder(paths, music, false)).length, 1);
    paths[moment] = async () => {
      await rename(music, join(library, 'away'));
      await symlink(elsewhere, music);
    };
    await t.rejects(listFolder(paths, music, false), { code: 'OUTSIDE_LIBRARY', name: 'Forbidden' }, moment);
  }
});

t.test('a directory is closed after it was listed or refused', async (t) => {
  const { library, elsewhere, paths } = await makeFolders(t);
  const music = join(library, 'music');
  for (let round = 0; round < 3; round++) await listFolder(paths, music, false);
  t.equal(await openOn(library), 0);
  paths.meddle = async () => {
    await rename(music, join(library, 'away'));
    await symlink(elsewhere, music);
  };
  await t.rejects(listFolder(paths, music, false), { code: 'OUTSIDE_LIBRARY' });
  t.equal(await openOn(elsewhere), 0);
});
