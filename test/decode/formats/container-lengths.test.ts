/** Lengths that the headers of Musepack, CAF and DSF promise. */
import { readFile, writeFile } from 'node:fs/promises';
import t from 'tap';
import { openFile } from '../../../src/decode/formats/open-file.js';
import {
  measureCaf,
  measureDsf,
  measureMusepack7,
  measureMusepack8,
} from '../../../src/decode/formats/container-lengths.js';
import { decoderKit } from './decoder-kit.js';
import { dsf, encoded, RECIPES } from './ffmpeg-fixtures.js';
import { fileOf } from './fixtures.js';

t.test('Musepack 8 says how many samples it holds, and how much silence is in front', async (t) => {
  const header = Buffer.from('4d50434b5348' + '0f' + '00000000' + '08' + 'd0df78' + '8148' + '1b1b', 'hex');
  t.strictSame(measureMusepack8(await fileOf(t, header), 0), { lead: 481 + 200, frames: 1_323_000 - 200 });
});

t.test('Musepack 7 counts whole frames, and says how much of the last is sound', async (t) => {
  const header = Buffer.alloc(28);
  header.write('MP+\x07', 'latin1');
  header.writeUInt32LE(100, 4);
  header.writeUInt32LE((2 ** 31 + 700 * 2 ** 20) >>> 0, 20);
  t.strictSame(measureMusepack7(await fileOf(t, header), 0), { lead: 481, frames: 99 * 1152 + 700 });
  header.writeUInt32LE(0, 20);
  t.strictSame(measureMusepack7(await fileOf(t, header), 0), { lead: 481, frames: 100 * 1152 - 481 });
});

t.test('CAF counts its valid frames where its last packet is not whole', async (t) => {
  const kit = await decoderKit(t);
  const path = await encoded(t, RECIPES['ALAC in CAF']!, 1);
  t.equal(measureCaf(path, 0), undefined, 'whole packets tell nothing');
  const bytes = await readFile(path);
  const body = bytes.indexOf('pakt') + 12;
  bytes.writeBigInt64BE(44_100n, body + 8);
  bytes.writeInt32BE(11 * 4096 - 44_100, body + 20);
  await writeFile(path, bytes);
  const decoder = await openFile(path, kit);
  t.match(decoder.facts, { totalFrames: 44_100, length: 1000 });
  decoder.close();
});

t.test('DSF counts its samples', async (t) => {
  t.strictSame(measureDsf(await fileOf(t, dsf(0.5)), 0), { lead: 0, frames: 44_100 });
});

t.test('headers that are cut off tell nothing', async (t) => {
  const marks = ['MPCKSH', 'MP+\x07', 'caff\x00\x01\x00\x00pakt', 'DSD ........................fmt '];
  for (const [at, measure] of [measureMusepack8, measureMusepack7, measureCaf, measureDsf].entries())
    t.equal(measure(await fileOf(t, Buffer.from(marks[at] ?? '', 'latin1')), 0), undefined);
});
