import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { DAMAGED, findEmbedded, UNUSUAL } from '../../../src/library/covers/embedded-picture.js';
import { imageType } from '../../../src/library/covers/image-type.js';
import { temporaryDirectory } from '../../http/rig.js';
import { flacWith, id3With } from './pictures.js';

const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]);
const scratch = await temporaryDirectory(t);

/** The bytes at the place that is found. */
async function read(content: Buffer): Promise<Buffer | string> {
  const path = join(scratch, 'file');
  await writeFile(path, content);
  const file = await open(path);
  try {
    const place = await findEmbedded(file, content.length);
    if (typeof place === 'string') return place;
    const found = content.subarray(place.at, place.at + place.length);
    return found.length === place.length ? found : 'outside of the file';
  } finally {
    await file.close();
  }
}

t.test('descriptions in every encoding are stepped over', async (t) => {
  for (const [encoding, description] of [
    [0, Buffer.from('caf\xe9\0', 'latin1')],
    [1, Buffer.from('\ufeffcafé\0', 'utf16le')],
    [2, Buffer.from('café\0', 'utf16le').swap16()],
    [3, Buffer.from('café\0')],
  ] as const) {
    const tag = id3With({ bytes: Buffer.concat([description, PICTURE]) });
    // The empty description that is already there becomes the encoding's own.
    const at = tag.indexOf('image/jpeg\0\x03\0') + 12;
    tag.writeUInt8(encoding, tag.indexOf('image/jpeg') - 1);
    const content = Buffer.concat([tag.subarray(0, at), tag.subarray(at + 1), Buffer.alloc(1)]);
    const found = await read(content);
    t.ok(Buffer.isBuffer(found) && found.subarray(0, PICTURE.length).equals(PICTURE), `encoding ${encoding}`);
  }
});

t.test('what another reader has to look at is handed over', async (t) => {
  const tag = id3With({ bytes: PICTURE });
  const unsynchronised = Buffer.from(tag);
  unsynchronised.writeUInt8(0x80, 5);
  const older = Buffer.from(tag);
  older.writeUInt8(2, 3);
  for (const content of [unsynchronised, older, id3With(), flacWith(), Buffer.from('OggS'), Buffer.alloc(0)]) {
    t.equal(await read(content), UNUSUAL);
  }
});

t.test('whatever is damaged, the reader answers, and only with what is in the file', async () => {
  const whole = [
    id3With({ bytes: PICTURE, kind: 1 }, { bytes: PICTURE }),
    flacWith({ bytes: PICTURE, kind: 1 }, { bytes: PICTURE }),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 }),
      fc.option(fc.nat(1200)),
      async (content, changes, cut) => {
        const damaged = Buffer.from(content);
        for (const [at, value] of changes) damaged.writeUInt8(value, at);
        const file = damaged.subarray(0, cut ?? damaged.length);
        const found = await read(file);
        return typeof found !== 'string' || found === UNUSUAL || found === DAMAGED;
      },
    ),
    { numRuns: 300 },
  );
});

t.test('a picture is known by its first bytes', async (t) => {
  for (const [text, type] of [
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBP', 'image/webp'],
    [`BM${'\0'.repeat(12)}\x28\0\0\0\0\0\0`, 'image/bmp'],
    ['II*\0', 'image/tiff'],
    ['BMW is a car, not a picture', undefined],
    ['RIFF\0\0\0\0WAVE', undefined],
    ['<svg', undefined],
    ['', undefined],
    ['\xff\xd8', undefined],
  ] as const) {
    t.equal(imageType(Buffer.from(text, 'latin1'))?.type, type, text);
  }
});
