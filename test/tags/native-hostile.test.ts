/** Numbers that no encoder writes: the native reader bounds what follows from them, or hands the file over. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { apeV2 } from '../bench/corpus-tags.mjs';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { nativeTagOf, readNative } from './compare.js';

const folder = await temporaryDirectory(t);
const RUNS = { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 100) };
const MOST_LENGTH = 2 ** 31 - 1;
const MOST_PARTS = 4096;

/** A file of one second, and where its movie header, its media header and its edit list begin behind their names. */
async function editedMp4() {
  const path = join(folder, 'base.m4a');
  await ffmpegWrites(path, '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', '-metadata', 'title=A title');
  const bytes = await readFile(path);
  const at = (name: string) => bytes.lastIndexOf(name) + 4;
  return { bytes, movie: at('mvhd'), media: at('mdhd'), edits: at('elst') };
}

interface Edit {
  readonly movieScale: number;
  readonly mediaScale: number;
  readonly length: number;
  readonly edit: number;
  readonly from: number;
}

const base = await editedMp4();

function editOf({ movieScale, mediaScale, length, edit, from }: Edit): Buffer {
  const bytes = Buffer.from(base.bytes);
  bytes.writeUInt32BE(movieScale, base.movie + 12);
  bytes.writeUInt32BE(mediaScale, base.media + 12);
  bytes.writeUInt32BE(length, base.media + 16);
  bytes.writeUInt32BE(edit, base.edits + 8);
  bytes.writeInt32BE(from, base.edits + 12);
  return bytes;
}

t.test('an edit list of any length', async () => {
  const path = join(folder, 'edited.m4a');
  const most = 2 ** 32 - 1;
  const scale = fc.oneof(fc.constantFrom(0, 1, 2, 600, 44_100, most), fc.integer({ min: 0, max: most }));
  const length = fc.oneof(fc.constantFrom(0, 1, 44_100, most - 1, most), fc.integer({ min: 0, max: most }));
  const from = fc.oneof(fc.constantFrom(-1, 0, 1, 1024, MOST_LENGTH), fc.integer());
  const edits = fc.record({ movieScale: scale, mediaScale: scale, length, edit: length, from });
  await fc.assert(
    fc.asyncProperty(edits, async (edit) => {
      await writeFile(path, editOf(edit));
      const tag = readNative(path);
      if (tag !== undefined && !(tag.length <= MOST_LENGTH)) throw new Error(`a length of ${tag.length}`);
    }),
    RUNS,
  );
});

t.test('an edit list of a century is as long as a length can be', async (t) => {
  const path = join(folder, 'century.m4a');
  await writeFile(path, editOf({ movieScale: 1, mediaScale: 1, length: 2 ** 32 - 2, edit: 2 ** 32 - 1, from: 0 }));
  t.match(readNative(path), { title: 'A title', length: MOST_LENGTH });
});

/** Blocks of WavPack that all say to be the first, each of so many parts without content. */
function wavPack(blocks: readonly number[]): Buffer {
  const made = blocks.map((parts) => {
    const header = Buffer.alloc(32);
    header.write('wvpk', 0, 'latin1');
    header.writeUInt32LE(24 + 2 * parts, 4);
    header.writeUInt32LE(44_100, 12);
    header.writeUInt32LE(44_100, 20);
    header.writeUInt32LE(9 << 23, 24);
    return Buffer.concat([header, Buffer.alloc(2 * parts)]);
  });
  return Buffer.concat([...made, apeV2({ Title: 'A title' })]);
}

t.test(
  'blocks of WavPack with more parts than any encoder makes are handed over, however they are spread',
  async (t) => {
    const path = join(folder, 'parts.wv');
    const isRead = async (blocks: readonly number[]) => (await nativeTagOf(path, wavPack(blocks))) !== undefined;
    const spread = (parts: number) => Array.from({ length: parts / 16 }, () => 16);
    t.equal(await isRead([12, 11]), true);
    t.equal(await isRead([MOST_PARTS]), true);
    t.equal(await isRead(spread(MOST_PARTS)), true);
    t.equal(await isRead([MOST_PARTS + 1]), false);
    t.equal(await isRead([...spread(MOST_PARTS), 1]), false);
    t.equal(await isRead(spread(100 * MOST_PARTS)), false);
  },
);
