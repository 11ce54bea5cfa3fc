/** Files that the native reader hands over, as music-metadata reads them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IAudioMetadata } from 'music-metadata';
import t from 'tap';
import { foundIn } from '../../src/tags/full-reader.js';
import { dsf } from '../decode/formats/ffmpeg-fixtures.js';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { readTag } from './compare.js';

t.test('DSF has a tag and a length', async (t) => {
  const path = join(await temporaryDirectory(t), 'sound.dsf');
  const sound = dsf(0.5);
  const texts = { TIT2: 'Title', TPE1: 'Artist', TALB: 'Album', TRCK: '3/9' };
  const tag = id3v2({ version: 3, encoding: 'latin1', texts });
  sound.writeBigUInt64LE(BigInt(sound.length + tag.length), 12);
  sound.writeBigUInt64LE(BigInt(sound.length), 20);
  await writeFile(path, Buffer.concat([sound, tag]));
  t.match(await readTag(path), { title: 'Title', artist: 'Artist', album: 'Album', trackNumber: 3, length: 500 });
});

t.test('DSF without a tag has its length', async (t) => {
  const path = join(await temporaryDirectory(t), 'Sound.dsf');
  await writeFile(path, dsf(0.5));
  t.match(await readTag(path), { title: 'Sound', length: 500, sampleRate: 2_822_400 });
});

t.test('64-bit fields are numbers wherever they stand, and pictures stay bytes', (t) => {
  const picture = { format: 'image/jpeg', data: new Uint8Array([1, 2]) };
  const { common, format } = foundIn({
    format: { numberOfSamples: 44_100n, sampleRate: 44_100, trackInfo: [{ codecName: 'x', rate: 5n }] },
    common: { track: { no: 3n, of: null }, disk: { no: null, of: null }, year: 1999n, picture: [picture] },
    native: {},
  } as unknown as IAudioMetadata);
  t.match(format, { numberOfSamples: 44_100, trackInfo: [{ codecName: 'x', rate: 5 }] });
  t.match(common, { track: { no: 3, of: null }, year: 1999 });
  t.strictSame(common.picture, [picture]);
  t.end();
});
