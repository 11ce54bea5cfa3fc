import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { DAMAGED, findEmbedded, UNUSUAL } from '../../../src/library/covers/embedded-picture.js';
import { temporaryDirectory } from '../../http/rig.js';
import { flacWith, id3With } from './pictures.js';

const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]);
const scratch = await temporaryDirectory(t);

/** Reads the bytes of the range that is found. */
async function read(content: Buffer): Promise<Buffer | string> {
  const path = join(scratch, 'file');
  await writeFile(path, content);
  const file = await open(path);
  try {
    const range = await findEmbedded(file, content.length);
    if (typeof range === 'string') return range;
    const found = content.subarray(range.at, range.at + range.length);
    return found.length === range.length ? found : 'outside of the file';
  } finally {
    await file.close();
  }
}

t.test('descriptions in every encoding are skipped', async (t) => {
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

t.test('a tag that needs another reader is reported as UNUSUAL', async (t) => {
  const tag = id3With({ bytes: PICTURE });
  const unsynchronised = Buffer.from(tag);
  unsynchronised.writeUInt8(0x80, 5);
  const older = Buffer.from(tag);
  older.writeUInt8(2, 3);
  for (const content of [unsynchronised, older, id3With(), flacWith(), Buffer.from('OggS'), Buffer.alloc(0)]) {
    t.equal(await read(content), UNUSUAL);
  }
});

t.test('a picture that does not fit in its tag is damaged, one behind long texts is for another reader', async (t) => {
  const long = 'x'.repeat(1100);
  const frame = (known: { mime?: string; length?: number; bytes?: Buffer }) => id3With({ bytes: PICTURE, ...known });
  const block = (known: { mime?: string; length?: number }) => flacWith({ bytes: PICTURE, ...known });
  const whole = PICTURE.length + '\0image/jpeg\0\x03\0'.length;
  const wrong = block({});
  wrong.writeUInt32BE(5000, wrong.indexOf('image/jpeg') - 4);
  for (const [what, content, expected] of [
    ['a frame to the end of the tag', frame({ length: whole + 64 }), Buffer.concat([PICTURE, Buffer.alloc(64)])],
    ['a frame beyond it', frame({ length: whole + 65 }), DAMAGED],
    ['a tag beyond the file', frame({}).subarray(0, -1), DAMAGED],
    ['a frame without a picture', frame({ bytes: Buffer.alloc(0) }), DAMAGED],
    ['a frame with long texts', frame({ mime: long }), UNUSUAL],
    ['a block', block({}), PICTURE],
    ['a picture beyond its block', block({ length: PICTURE.length + 1 }), DAMAGED],
    ['a block with an empty picture', block({ length: 0 }), DAMAGED],
    ['a block with long texts', block({ mime: long }), UNUSUAL],
    ['a block with texts beyond it', wrong, DAMAGED],
    ['a block beyond the file', flacWith().subarray(0, -1), DAMAGED],
    ['no block', Buffer.from('fLaC'), DAMAGED],
  ] as const) {
    t.strictSame(await read(content), expected, what);
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
