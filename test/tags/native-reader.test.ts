/** The native tag reader and music-metadata read the corpus alike. */
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { id3v1, id3v2, type Id3v2Options } from '../bench/corpus-tags.mjs';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { compare, native } from './compare.js';
import { damages, lateDamages } from './damage.js';

const folder = await temporaryDirectory(t);
const manifest = makeCorpus(folder, { count: 200, mix: 16 });
const paths = Object.keys(manifest);
/** One of each kind that the corpus has. */
const VICTIMS = paths.slice(0, 20).concat(paths.slice(200, 208));
const FORMATS = ['.mp3', '.flac', '.ogg', '.opus', '.m4a', '.wav', '.aiff', '.wv'];
/** MPEG 1 layer III, 128 kbit/s, 48 kHz: 384 bytes a frame. */
const AUDIO = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), Buffer.alloc(380)])),
);

async function written(bytes: Buffer, name = 'made.mp3'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

t.test('every file of the corpus is read here, as music-metadata reads it', async (t) => {
  for (const path of paths) t.equal(await compare(join(folder, path)), 'same', path);
  t.strictSame(new Set(paths.map((path) => extname(path))), new Set(FORMATS), 'each format is among them');
});

t.test('a damaged file is read as music-metadata reads it, or handed over', async (t) => {
  const files = await Promise.all(
    VICTIMS.map(async (path) => ({ bytes: await readFile(join(folder, path)), name: `x${extname(path)}` })),
  );
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.oneof(damages, lateDamages), async ({ bytes, name }, damage) => {
      const result = await compare(await written(damage.apply(bytes), name));
      if (typeof result === 'object') throw new Error(`${damage.name}: ${result.difference}`);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 300) },
  );
  t.ok((outcomes.get('same') ?? 0) > 0, JSON.stringify([...outcomes]));
  t.ok((outcomes.get('handed over') ?? 0) > 0, 'some are handed over');
});

t.test('whatever a tag holds, it is read as music-metadata reads it, or handed over', async (t) => {
  const text = fc.oneof(
    fc.constantFrom('7', '07/12', '1999', '1999-05-21', '17', '(17)', '(4)Eurodisco', '((x', 'RX', '133', '1', '0'),
    fc.constantFrom(' a', 'a ', '\u00a0a', 'a\u3000', 'é', 'Ã©', 'a/b', 'a/ b/a', '/', '😀', '\u0085', 'a\tb'),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('x', '夜').map((letter) => letter.repeat(1001)),
  );
  const names = [
    'TIT2',
    'TPE1',
    'TPE2',
    'TALB',
    'TIT1',
    'TCOP',
    'TCMP',
    'TRCK',
    'TPOS',
    'TYER',
    'TDRC',
    'TCOM',
    'TPUB',
  ];
  const frame = fc.tuple(fc.constantFrom(...names, 'TCON'), fc.oneof(text, fc.array(text, { maxLength: 3 })));
  const own = fc.tuple(
    fc.constantFrom('ARTISTS', 'WORK', 'Work', 'REPLAYGAIN_TRACK_GAIN', 'REPLAYGAIN_ALBUM_PEAK', 'STYLE', 'OTHER'),
    fc.oneof(text, fc.constantFrom('-6.50 dB', '+1 dB', '1. dB', '0.988', '-1', '60 dB', '99')),
  );
  const made = fc.record({
    version: fc.constantFrom<Id3v2Options['version']>(2, 3, 4),
    encoding: fc.constantFrom<Id3v2Options['encoding']>('latin1', 'utf16', 'utf8'),
    texts: fc.array(frame, { maxLength: 5 }),
    own: fc.array(own, { maxLength: 2 }),
    old: fc.boolean(),
  });
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(made, async ({ version, encoding, texts, own, old }) => {
      const all = { TIT2: 'Title', ...Object.fromEntries(texts) };
      const tag = id3v2({ version, encoding, texts: all, own: Object.fromEntries(own), padding: 100 });
      const ending = { title: 'Old', artist: 'Singer', album: 'Songs', track: 3, year: 1960, genre: 8 };
      const bytes = Buffer.concat([tag, AUDIO, ...(old ? [id3v1(ending)] : [])]);
      const result = await compare(await written(bytes));
      if (typeof result === 'object') throw new Error(result.difference);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 300) },
  );
  t.ok((outcomes.get('same') ?? 0) > 0, JSON.stringify([...outcomes]));
});

t.test('a file that is not there, or is a folder, is handed over', (t) => {
  t.equal(native.read(join(folder, 'nothing.mp3'), 1000), undefined);
  t.equal(native.read(folder, 1000), undefined);
  t.equal(native.read(join(folder, `${'x'.repeat(5000)}.mp3`), 1000), undefined);
  t.end();
});
