import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import t from 'tap';
import { loadNativeReader } from '../../../src/library/tags/native-reader.js';
import { readLeanTag } from '../../../src/library/tags/read-tag.js';
import { id3v1, id3v2, type Id3v2Options } from '../../bench/corpus-tags.mjs';
import { makeCorpus } from '../../bench/make-corpus.mjs';
import { temporaryDirectory } from '../../http/rig.js';
import { damages } from './damage.js';

const ADDON = fileURLToPath(new URL('../../../native/build/Release/tonearm_native.node', import.meta.url));
const native = loadNativeReader(ADDON);
const folder = await temporaryDirectory(t);
const manifest = makeCorpus(folder, { count: 200, mix: 16 });
const paths = Object.keys(manifest);
/** One of each kind that the corpus has, and those of another format that are read here. */
const VICTIMS = Array.from({ length: 20 }, (_, index) => paths[index] ?? '').concat(paths[200] ?? '', paths[208] ?? '');
/** MPEG 1 layer III, 128 kbit/s, 48 kHz: 384 bytes a frame. */
const AUDIO = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), Buffer.alloc(380)])),
);

/** @returns 'handed over', 'same', or a difference as text */
async function compare(path: string): Promise<string> {
  const { size } = await stat(path);
  const tag = native.read(path, size);
  if (tag === undefined) return 'handed over';
  const lean = readLeanTag(path, undefined, size);
  return isDeepStrictEqual(tag, lean) ? 'same' : JSON.stringify({ path, tag, lean });
}

async function written(bytes: Buffer, name = 'made.mp3'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

t.test('most MP3 files and all FLAC files of the corpus are read here, as the lean reader reads them', async (t) => {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const result = await compare(join(folder, path));
    t.ok(result === 'same' || result === 'handed over', result);
    if (result === 'same') counts.set(extname(path), (counts.get(extname(path)) ?? 0) + 1);
  }
  t.ok((counts.get('.mp3') ?? 0) >= 180, JSON.stringify([...counts]));
  t.equal(counts.get('.flac'), 2);
});

t.test('of a damaged file it says what the lean reader says, or nothing', async (t) => {
  const files = await Promise.all(
    VICTIMS.map(async (path) => ({ bytes: await readFile(join(folder, path)), name: `x${extname(path)}` })),
  );
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damages, async ({ bytes, name }, damage) => {
      const result = await compare(await written(damage.apply(bytes), name));
      if (result !== 'same' && result !== 'handed over') throw new Error(`${damage.name}: ${result}`);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 1500) },
  );
  t.ok((outcomes.get('same') ?? 0) > 0, JSON.stringify([...outcomes]));
  t.ok((outcomes.get('handed over') ?? 0) > 0, 'some are handed over');
});

t.test('whatever a tag holds, it says what the lean reader says, or nothing', async (t) => {
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
      if (result !== 'same' && result !== 'handed over') throw new Error(result);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 1500) },
  );
  t.ok((outcomes.get('same') ?? 0) > 0, JSON.stringify([...outcomes]));
});

t.test('a file that is not there, or is a folder, is handed over', (t) => {
  t.equal(native.read(join(folder, 'nothing.mp3'), 1000), undefined);
  t.equal(native.read(folder, 1000), undefined);
  t.equal(native.read(join(folder, `${'x'.repeat(5000)}.mp3`), 1000), undefined);
  t.end();
});
