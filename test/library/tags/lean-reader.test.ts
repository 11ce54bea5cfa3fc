import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { readTag } from '../../../src/library/tags/read-tag.js';
import { makeCorpus } from '../../bench/make-corpus.mjs';
import { temporaryDirectory } from '../../http/rig.js';
import { compare } from './compare.js';
import { damages } from './damage.js';

const folder = await temporaryDirectory(t);
const manifest = makeCorpus(folder, { count: 200, mix: 16 });
const paths = Object.keys(manifest);
const lean = paths.filter((path) => /\.(?:mp3|flac)$/.test(path));

t.test('every file of the corpus is read as its maker meant it', async (t) => {
  for (const [path, expected] of Object.entries(manifest)) {
    if (/\.(?:wav|aiff)$/.test(path)) continue;
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

t.test('what the lean reader reads itself, it reads as music-metadata does', async (t) => {
  let own = 0;
  for (const path of lean) {
    const result = await compare(join(folder, path));
    if (typeof result === 'object') t.fail(result.difference);
    if (result === 'same') own += 1;
  }
  t.ok(own > lean.length * 0.8, `${own} of ${lean.length} are not handed over`);
});

t.test('of a damaged file the lean reader says what music-metadata says, or nothing', async (t) => {
  const victims = await Promise.all([0, 1, 2, 3, 7, 14, 199].map((index) => readFile(join(folder, lean[index] ?? ''))));
  const flac = await readFile(join(folder, lean.find((path) => path.endsWith('.flac')) ?? ''));
  const files = [...victims.map((bytes) => ({ bytes, name: 'x.mp3' })), { bytes: flac, name: 'x.flac' }];
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damages, async ({ bytes, name }, damage) => {
      const path = join(folder, name);
      await writeFile(path, damage.apply(bytes));
      const result = await compare(path);
      if (typeof result === 'object') throw new Error(`${damage.name}: ${result.difference}`);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 400) },
  );
  t.ok((outcomes.get('same') ?? 0) > 0, JSON.stringify([...outcomes]));
  t.ok((outcomes.get('handed over') ?? 0) > 0, 'some are handed over');
});
