import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { LibraryRoots } from '../../../src/library/library-roots.js';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put, putAlbum } from './rig.js';

/** A library whose roots may change, as the daemon has one. */
async function changing(t: Test, configured: readonly string[]) {
  const roots = new LibraryRoots(configured);
  const shelf = await openShelf(t, { roots });
  roots.subscribe(() => shelf.scanner.rootsChanged());
  return { ...shelf, roots };
}

t.test(
  'a root that is added is scanned, and one that is removed takes its tracks out of view and keeps them',
  async (t) => {
    const base = await temporaryDirectory(t);
    const [music, more] = [join(base, 'music'), join(base, 'more')];
    await putAlbum(music, 'Nova', 'Own', 1);
    await putAlbum(join(more, 'album'), 'Nova', 'Added', 2);
    const { roots, scanner, titles, rows } = await changing(t, [music]);
    await scanner.scan();
    t.strictSame(await titles(), ['Own 1']);

    t.equal(roots.add({ path: more, origin: 'added' }), true);
    await scanner.scan();
    t.strictSame(await titles(), ['Added 1', 'Added 2', 'Own 1']);
    const ids = await rows('SELECT id FROM track ORDER BY id');

    t.equal(roots.remove(more, 'added'), true);
    await scanner.scan();
    t.strictSame(await titles(), ['Own 1']);
    t.strictSame(await rows('SELECT id FROM track ORDER BY id'), ids, 'as those of a stick that was pulled out');
    t.strictSame(
      scanner.read().volumes.map(({ path }) => path),
      [music],
      'and nobody waits for it to come back',
    );

    roots.add({ path: more, origin: 'share', label: 'NAS' });
    const { read } = await scanner.scan();
    t.strictSame(
      [await titles(), read],
      [['Added 1', 'Added 2', 'Own 1'], 0],
      'it comes back without being read again',
    );
  },
);

t.test('a removed root is hidden also by a scan of something else', async (t) => {
  const base = await temporaryDirectory(t);
  const [music, more] = [join(base, 'music'), join(base, 'more')];
  await putAlbum(music, 'Nova', 'Own', 1);
  await putAlbum(more, 'Nova', 'Added', 1);
  const { roots, scanner, titles } = await changing(t, [music]);
  roots.add({ path: more, origin: 'added' });
  await scanner.scan();
  t.strictSame(await titles(), ['Added 1', 'Own 1']);
  roots.remove(more, 'added');
  await scanner.scan();
  await scanner.scanFolder(join(more));
  t.strictSame(await titles(), ['Own 1'], 'and is not scanned when somebody asks for its folder');
});

t.test('a folder that becomes part of a larger root keeps its tracks, and is a root again afterwards', async (t) => {
  const base = await temporaryDirectory(t);
  const music = join(base, 'all', 'music');
  await putAlbum(music, 'Nova', 'Own', 1);
  await putAlbum(join(base, 'all', 'more'), 'Nova', 'Added', 1);
  const { roots, scanner, titles } = await changing(t, [music]);
  await scanner.scan();
  roots.add({ path: join(base, 'all'), origin: 'added' });
  await scanner.scan();
  t.strictSame(await titles(), ['Added 1', 'Own 1']);
  roots.remove(join(base, 'all'), 'added');
  await scanner.scan();
  t.strictSame(await titles(), ['Own 1']);
});

t.test('a folder with a file .nomedia is left out with all below, and comes back without it', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  await putAlbum(join(music, 'songs'), 'Nova', 'Song', 1);
  await putAlbum(join(music, 'spoken'), 'Nova', 'Spoken', 1);
  await putAlbum(join(music, 'spoken', 'more', 'deep'), 'Nova', 'Deep', 1);
  await scanner.scan();
  t.strictSame(await titles(), ['Deep 1', 'Song 1', 'Spoken 1']);

  const mark = await put(join(music, 'spoken', '.nomedia'), '');
  await scanner.scan();
  t.strictSame(await titles(), ['Song 1']);
  t.strictSame(scanner.read().ignored, [join(music, 'spoken')]);

  await putAlbum(join(music, 'spoken', 'new'), 'Nova', 'New', 1);
  await scanner.scanFolder(join(music, 'spoken', 'new'));
  await scanner.scanFolder(join(music, 'spoken', 'more', 'deep'));
  t.strictSame(await titles(), ['Song 1'], 'nor is what changes below it');
  t.strictSame(scanner.read().ignored, [join(music, 'spoken')]);

  await rm(mark);
  await scanner.scanFolder(join(music, 'spoken'));
  t.strictSame(await titles(), ['Deep 1', 'New 1', 'Song 1', 'Spoken 1']);
  t.strictSame(scanner.read().ignored, []);
});

t.test('a mark in the root itself leaves out everything, and a folder of that name nothing', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  await putAlbum(join(music, 'songs'), 'Nova', 'Song', 1);
  await mkdir(join(music, 'songs', 'x'));
  await put(join(music, '.nomedia'), '');
  await scanner.scan();
  t.strictSame(await titles(), []);
  await rm(join(music, '.nomedia'));
  await scanner.scan();
  t.strictSame(await titles(), ['Song 1']);
});

t.test('a folder that a person leaves out is out, with all below, until it is let in again', async (t) => {
  const base = await temporaryDirectory(t);
  const spoken = join(base, 'spoken');
  await putAlbum(join(base, 'songs'), 'Nova', 'Song', 1);
  await putAlbum(join(spoken, 'more'), 'Nova', 'Spoken', 1);
  const { roots, scanner, titles } = await changing(t, [base]);
  await scanner.scan();
  roots.setByPeople([], [spoken]);
  await scanner.scan();
  t.strictSame(await titles(), ['Song 1']);
  t.strictSame(scanner.read().ignored, [], 'it has no mark of its own');
  await put(join(spoken, 'more', 'late.mp3'), mp3({ TIT2: 'Late' }));
  await scanner.scanFolder(join(spoken, 'more'));
  t.strictSame(await titles(), ['Song 1']);
  roots.setByPeople([], []);
  await scanner.scan();
  t.strictSame(await titles(), ['Late', 'Song 1', 'Spoken 1']);
});
