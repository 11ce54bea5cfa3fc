import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { findAudioFiles } from '../../src/library/files.js';
import { isPlayable } from '../../src/tags/media-types.js';
import { temporaryDirectory } from '../http/rig.js';

async function tree(t: Test, ...files: string[]): Promise<string> {
  const root = await temporaryDirectory(t);
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  return root;
}

const found = async (root: string, limit = 100) =>
  (await findAudioFiles(root, limit)).map((path) => relative(root, path));

t.test('playable files are listed depth first in natural order', async (t) => {
  const root = await tree(t, 'b/10.mp3', 'b/2.mp3', 'a/x.MP3', 'c.mp2', 'cover.jpg', '.hidden/no.mp3', 'b/.no.mp3');
  t.strictSame(await found(root), ['a/x.MP3', 'b/2.mp3', 'b/10.mp3', 'c.mp2']);
});

t.test('the search ends at its limit', async (t) => {
  const root = await tree(t, '1.mp3', '2.mp3', '3.mp3');
  t.strictSame(await found(root, 2), ['1.mp3', '2.mp3']);
});

t.test('links are followed once, and never out of the library', async (t) => {
  const root = await tree(t, 'album/1.mp3');
  const elsewhere = await tree(t, 'secret.mp3');
  await symlink(root, join(root, 'album', 'loop'));
  await symlink(elsewhere, join(root, 'elsewhere'));
  t.strictSame(await found(root), ['album/1.mp3']);
});

t.test('a library that does not exist is empty', async (t) => {
  t.strictSame(await findAudioFiles('/nonexistent/music', 1), []);
});

t.test('a directory that is named like a file is no file', async (t) => {
  const root = await tree(t, 'odd.mp3/1.mp3');
  t.strictSame(await found(root), ['odd.mp3/1.mp3']);
});

t.test('every format that is decoded is found by its names, and nothing else', (t) => {
  const formats =
    'mp3 mp2 ogg flac m4a aac mp4 alac wav wv mpc aif aiff aifc ac3 opus spx ape wma tta dsf dff caf mka au';
  for (const name of formats.split(' ')) t.ok(isPlayable(`01 Song.${name.toUpperCase()}`), name);
  t.ok(isPlayable('a.b.mp+'), 'a plus is a letter like others');
  for (const name of ['cover.jpg', 'list.m3u', 'mp3', '.mp3', 'song.mp3.part', 'song.', 'song.sid', '']) {
    t.notOk(isPlayable(name), name);
  }
  t.end();
});

t.test('one file is enough where one is asked for, in whatever order', async (t) => {
  const root = await tree(t, 'a/1.mp3', '2.mp3', 'cover.jpg');
  const [one, ...rest] = await found(root, 1);
  t.ok(one === 'a/1.mp3' || one === '2.mp3');
  t.strictSame(rest, []);
  t.strictSame(await found(root, 0), []);
});

t.test('a link to a file is a file, wherever it leads, and a broken one is none', async (t) => {
  const root = await tree(t, '1.mp3');
  const elsewhere = await tree(t, 'other.mp3');
  await symlink(join(elsewhere, 'other.mp3'), join(root, '2.mp3'));
  await symlink(join(elsewhere, 'gone.mp3'), join(root, '3.mp3'));
  t.strictSame(await found(root), ['1.mp3', '2.mp3']);
});

t.test('a folder beside the root whose name begins alike is outside of it', async (t) => {
  const parent = await tree(t, 'music/1.mp3', 'music2/2.mp3');
  await symlink(join(parent, 'music2'), join(parent, 'music', 'link'));
  t.strictSame(await found(join(parent, 'music')), ['1.mp3']);
});
