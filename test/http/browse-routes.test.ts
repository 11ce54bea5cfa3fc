import { linkSync } from 'node:fs';
import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { LibraryPaths } from '../../src/library/paths.js';
import { asNobody } from '../fixtures/nobody.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

interface TreeEntry {
  readonly name: string;
  readonly attr: number;
}

const CHANGED = new Date('2001-09-09T01:46:40Z');

/** A library with these files; names that end in a slash are directories. */
async function browser(t: Test, names: readonly string[]) {
  const rig = await startRig(t);
  for (const name of names) {
    const path = join(rig.library, name);
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) await writeFile(path, '');
  }
  const ask = (directory = '', query = '') =>
    rig.send('GET', `/browse/tree-entries?q=${encodeURIComponent(directory)}${query}`);
  return {
    ...rig,
    ask,
    /** Names below the directory, a slash behind those of directories. */
    list: async (directory = '', query = '') => {
      const { status, json, text } = await ask(directory && join(rig.library, directory), query);
      if (status !== 200) throw new Error(`${status} ${text}`);
      const above = join(rig.library, directory, '/').length;
      return (json as TreeEntry[]).map(({ name, attr }) => `${name.slice(above)}${attr === 16 ? '/' : ''}`);
    },
  };
}

t.test('an entry is an absolute path, its kind and its time', async (t) => {
  const { library, ask } = await browser(t, ['a.mp3', 'b/']);
  for (const name of ['a.mp3', 'b']) await utimes(join(library, name), CHANGED, CHANGED);
  t.strictSame((await ask()).json, [
    { name: join(library, 'b'), attr: 16, time_write: 1_000_000_000, customaction: 0 },
    { name: join(library, 'a.mp3'), attr: 0, time_write: 1_000_000_000, customaction: 0 },
  ]);
});

t.test('of several directories that make the library the list is the top, without those that are away', async (t) => {
  const folder = await temporaryDirectory(t);
  const roots = ['usb', 'music', 'away', 'usb'].map((name) => join(folder, name));
  for (const name of ['usb', 'music']) {
    await mkdir(join(folder, name));
    await utimes(join(folder, name), CHANGED, CHANGED);
  }
  await writeFile(join(folder, 'usb', 'a.mp3'), '');
  await utimes(join(folder, 'usb'), CHANGED, CHANGED);
  const { send } = await startRig(t, { paths: new LibraryPaths(roots) });
  const root = (name: string) => ({ name: join(folder, name), attr: 16, time_write: 1_000_000_000, customaction: 0 });
  const { status, json } = await send('GET', '/browse/tree-entries');
  t.strictSame({ status, json }, { status: 200, json: [root('music'), root('usb')] });
  const inside = await send('GET', `/browse/tree-entries?q=${encodeURIComponent(join(folder, 'usb'))}`);
  t.match(inside, { status: 200, json: [{ name: join(folder, 'usb', 'a.mp3'), attr: 0 }] });
});

t.test('directories stand first, and both are in the order of their names', async (t) => {
  const { list } = await browser(t, ['10.mp3', '2.mp3', 'Émile.ogg', 'the end.flac', 'disc 10/', 'Disc 2/', 'A/']);
  t.strictSame(await list(), ['A/', 'Disc 2/', 'disc 10/', '2.mp3', '10.mp3', 'Émile.ogg', 'the end.flac']);
});

t.test('only what can be played is listed, one level deep', async (t) => {
  const { list } = await browser(t, ['a.MP3', 'cover.jpg', 'notes.txt', 'b.wv', 'noending', 'sub/c.mp3']);
  t.strictSame(await list(), ['sub/', 'a.MP3', 'b.wv']);
  t.strictSame(await list('sub'), ['c.mp3']);
  t.strictSame(await list('sub/'), ['c.mp3'], 'a slash at the end means nothing');
});

t.test('playlists are files among the others', async (t) => {
  const { list, ask } = await browser(t, ['a.mp3', 'B.M3U', 'c.m3u8', 'd.pls', 'e.xspf', 'f.cue', 'g.txt', 'h.m3u/']);
  t.strictSame(await list(), ['h.m3u/', 'a.mp3', 'B.M3U', 'c.m3u8', 'd.pls', 'e.xspf', 'f.cue']);
  t.match((await ask()).json, [{ attr: 16 }, ...Array.from({ length: 6 }, () => ({ attr: 0, customaction: 0 }))]);
});

t.test('names that begin with a dot are listed when they are asked for', async (t) => {
  const { list, send } = await browser(t, ['.hidden.mp3', '.dir/', 'a.mp3']);
  t.strictSame(await list(), ['a.mp3']);
  for (const yes of ['true', '1']) {
    t.strictSame(await list('', `&show_hidden=${yes}`), ['.dir/', 'a.mp3', '.hidden.mp3']);
  }
  t.strictSame(await list('', '&show_hidden=false'), ['a.mp3']);
  t.equal((await send('GET', '/browse/tree-entries?show_hidden=perhaps')).status, 400);
});

t.test('outside of the library nothing is listed', async (t) => {
  const { library, ask, list } = await browser(t, ['a.mp3']);
  const elsewhere = await temporaryDirectory(t);
  await writeFile(join(elsewhere, 'secret.mp3'), '');
  await symlink(elsewhere, join(library, 'out'));
  await symlink(join(elsewhere, 'secret.mp3'), join(library, 'out.mp3'));
  const refusal = problem(403, 'Forbidden', 'OUTSIDE_LIBRARY', 'The path is not inside a library root.');
  for (const path of [
    '/',
    '/etc',
    dirname(library),
    elsewhere,
    join(library, '..'),
    join(library, 'out'),
    `${library}x`,
  ]) {
    const { status, json } = await ask(path);
    t.equal(status, 403, path);
    t.strictSame(json, refusal);
  }
  t.strictSame(await list(), ['a.mp3'], 'links that lead out are left out');
});

t.test('links inside the library are followed, and none of them leads astray', async (t) => {
  const { library, list } = await browser(t, ['music/a.mp3']);
  await symlink(join(library, 'music'), join(library, 'again'));
  await symlink(join(library, 'music', 'a.mp3'), join(library, 'b.mp3'));
  await symlink('loop', join(library, 'loop'));
  await symlink('nowhere', join(library, 'dangling.mp3'));
  t.strictSame(await list(), ['again/', 'music/', 'b.mp3']);
  t.strictSame(await list('again'), ['a.mp3']);
});

t.test('a path that is none is 400', async (t) => {
  const { ask } = await browser(t, []);
  for (const [path, code] of [
    ['music', 'NOT_ABSOLUTE'],
    ['/a\0b', 'INVALID_PATH'],
    [`/${'a'.repeat(4096)}`, 'INVALID_QUERY'],
  ] as const) {
    const { status, json } = await ask(path);
    t.equal(status, 400);
    t.match(json, { code });
  }
});

t.test('what is missing or no directory is a problem, not a fault of ours', async (t) => {
  const { library, ask, logged } = await browser(t, ['a.mp3']);
  for (const name of ['missing', 'a.mp3', 'a.mp3/b']) {
    const { status, json } = await ask(join(library, name));
    t.equal(status, 500, name);
    t.match(json, { code: 'UNREADABLE_DIRECTORY', detail: 'This is no directory that can be read.' });
  }
  t.strictSame(logged, []);
});

t.test('a directory that may not be read is a problem', async (t) => {
  const { library, ask, logged } = await browser(t, ['locked/a.mp3', 'free/']);
  await chmod(library, 0o755);
  await chmod(join(library, 'locked'), 0);
  await asNobody(async () => {
    t.match(await ask(join(library, 'locked')), { status: 500, json: { code: 'UNREADABLE_DIRECTORY' } });
    t.equal((await ask(join(library, 'free'))).status, 200, 'its neighbour is listed');
    t.equal((await ask(library)).status, 200, 'and so is what both lie in');
  });
  t.strictSame(logged, []);
});

t.test('names of any kind do no harm', async (t) => {
  const names = ['夜.mp3', 'line\nbreak.mp3', '"quotes" & <tags>.mp3', ' .mp3', '\ufffd.mp3', 'con.mp3', '%2e%2e.mp3'];
  const { library, list } = await browser(t, names);
  await writeFile(Buffer.concat([Buffer.from(`${library}/`), Buffer.from([0xff, 0xe9]), Buffer.from('.mp3')]), '');
  await mkdir(Buffer.concat([Buffer.from(`${library}/`), Buffer.from([0xc3, 0x28])]));
  t.strictSame((await list()).sort(), [...names].sort(), 'what is not UTF-8 is left out');
});

t.test('without a library there is nothing to list', async (t) => {
  const { send } = await startRig(t, { paths: new LibraryPaths([]) });
  t.equal((await send('GET', '/browse/tree-entries')).status, 400);
});

t.test('a directory of 20,000 entries is listed in natural order, and sent in pieces', async (t) => {
  const { library, list, ask } = await browser(t, []);
  const all = Array.from({ length: 20_000 }, (_, at) => `${at} - a track with a name of some length.mp3`);
  // Names of one file: to make as many files costs the disk more than the list costs us.
  const file = join(await temporaryDirectory(t), 'track.mp3');
  await writeFile(file, '');
  for (const name of all) linkSync(file, join(library, name));
  t.ok(isDeepStrictEqual(await list(), all));
  t.equal((await ask()).headers['transfer-encoding'], 'chunked');
});
