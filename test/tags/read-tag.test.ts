import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import t from 'tap';
import { readFullTag } from '../../src/tags/read-tag.js';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { openOn } from '../http/descriptors.js';
import { temporaryDirectory } from '../http/rig.js';
import { native, readNative, readTag } from './compare.js';

/** MP3s of the corpus; behind them the other kinds. */
const COUNT = 40;
const folder = await temporaryDirectory(t);
const manifest = makeCorpus(folder, { count: COUNT, mix: 16 });
const paths = Object.keys(manifest);

t.test('every file of the corpus is read as its maker meant it', async (t) => {
  for (const [path, expected] of Object.entries(manifest)) {
    const tag = await readTag(join(folder, path));
    const { title, artist, album } = tag;
    t.strictSame(
      { title, artist, album },
      { title: expected.title, artist: expected.artist, album: expected.album },
      path,
    );
    t.strictSame([tag.trackNumber, tag.year], [expected.track, expected.year], path);
    if (path.startsWith('mp3')) {
      t.strictSame(
        [tag.albumArtist, tag.discNumber, tag.work],
        [expected.albumArtist, expected.disc, expected.work],
        path,
      );
      t.strictSame(tag.genres, expected.genres, path);
      t.ok(Math.abs(tag.length - expected.milliseconds) <= 1, `${path}: ${tag.length}, ${expected.milliseconds}`);
    }
  }
});

t.test('a file is closed once it was read, by either reader', async (t) => {
  for (const path of paths) await readTag(join(folder, path));
  for (const name of paths.filter((each) => /\.(?:mp3|m4a)$/.test(each))) {
    await readFullTag(join(folder, name), native, ({ common }) => common);
  }
  t.equal(await openOn(folder), 0);
});

t.test('what is named in an unusual way is handed over: chunks of AIFF, items of MP4 and APE', async (t) => {
  for (const [ending, name, damaged] of [
    ['.aiff', 'NAME', '\0AME'],
    ['.aiff', 'NAME', 'NAM\xe3'],
    ['.aiff', 'NAME', 'N\x0fME'],
    ['.m4a', '\xa9gen', '\xa9Gen'],
    ['.m4a', '\xa9day', '\xa9dAy'],
    ['.alac.m4a', '\xa9alb', '\xa9alB'],
    ['.alac.m4a', '\xa9alb', '\xa9Alb'],
    // In capitals it is two letters of ASCII; music-metadata takes its lower seven bits, a line.
    ['.wv', 'album_artist', 'album\xdfartist'],
  ] as const) {
    const source = paths.find((path) => path.endsWith(ending)) ?? '';
    const bytes = await readFile(join(folder, source));
    const at = bytes.indexOf(name, 0, 'latin1');
    t.ok(at > 0, `${name} is in ${source}`);
    bytes.write(damaged, at, 'latin1');
    const path = join(folder, `named${extname(ending)}`);
    await writeFile(path, bytes);
    t.equal(readNative(path), undefined, JSON.stringify(damaged));
    if (ending !== '.aiff') t.equal((await readTag(path)).title, manifest[source]?.title, 'and still read');
  }
});

t.test('a sub-block of DSD where there is none is handed over', async (t) => {
  const bytes = await readFile(join(folder, paths.find((path) => path.endsWith('.wv')) ?? ''));
  bytes.writeUInt32BE(14, 43);
  const path = join(folder, 'dsd.wv');
  await writeFile(path, bytes);
  t.equal(readNative(path), undefined);
});
