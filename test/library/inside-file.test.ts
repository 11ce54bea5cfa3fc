/** Which files are opened for somebody outside, and that none stays open that is refused. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openInside } from '../../src/library/inside-file.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { temporaryDirectory } from '../http/rig.js';

/** What of a folder this process has open. */
async function openIn(folder: string): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(`${folder}/`));
}

t.test('only a file inside a root is opened, and what is refused is closed', async (t) => {
  const folder = await temporaryDirectory(t);
  const music = join(folder, 'music');
  await mkdir(join(music, 'folder'), { recursive: true });
  await writeFile(join(music, 'a.mp3'), 'abc');
  await writeFile(join(folder, 'secret'), 'abc');
  await symlink('a.mp3', join(music, 'link'));
  await symlink('../secret', join(music, 'out'));
  execFileSync('mkfifo', [join(music, 'pipe')]);
  const paths = new LibraryPaths([music]);
  for (const path of ['music/folder', 'music/out', 'music/pipe', 'music/none', 'secret', 'music/../secret']) {
    await t.rejects(openInside(paths, join(folder, path)), { code: 'FILE_NOT_AVAILABLE' }, path);
    t.strictSame(await openIn(folder), [], path);
  }
  for (const path of ['a.mp3', 'link']) {
    const { handle, size } = await openInside(paths, join(music, path));
    t.equal(size, 3);
    t.strictSame(await openIn(folder), [join(music, 'a.mp3')]);
    await handle.close();
  }
});

t.test('other content is another version', async (t) => {
  const music = await temporaryDirectory(t);
  const path = join(music, 'a.mp3');
  const versions = new Set<string>();
  for (const content of ['a', 'b', 'bc']) {
    await writeFile(path, content);
    const { handle, version, modified } = await openInside(new LibraryPaths([music]), path);
    const { mtimeMs } = await handle.stat();
    t.equal(modified.getTime(), Math.trunc(mtimeMs));
    await handle.close();
    versions.add(version);
  }
  t.equal(versions.size, 3);
});
