/** Exact lengths of layer III files, with and without an information frame. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { parseMpegHeader, type MpegHeader } from '../../src/formats/mpeg-header.js';
import { lengthOfFrames, lengthOfInformationFrame, readMpegLength } from '../../src/tags/mpeg-length.js';
import { apeV2, id3v1, id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from '../library/fixtures.js';

t.test('files of every rate and channel layout are as long as what was encoded', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const [name, options] of [
    ['vbr', ['-V', '2']],
    ['cbr', ['-b', '192']],
    ['half rate', ['-b', '64', '--resample', '22.05']],
    ['quarter rate', ['-b', '64', '--resample', '8']],
    ['tagged', ['--id3v2-only', '--tt', 'Title', '--pad-id3v2-size', '5000']],
  ] as const) {
    const path = join(directory, `${name}.mp3`);
    await makeMp3(path, 2.5, ...options);
    const length = readMpegLength(path) ?? 0;
    t.ok(Math.abs(length - 2500) <= 1, `${name}: ${length}`);
  }
});

/** Frames of the file one after the other, as a decoder would find them. */
function framesOf(bytes: Buffer): MpegHeader[] {
  const frames: MpegHeader[] = [];
  for (let at = 0; at < bytes.length;) {
    const frame = parseMpegHeader(bytes, at);
    if (frame === undefined) break;
    frames.push(frame);
    at += frame.length;
  }
  return frames;
}

t.test('frames of one bit rate without an information frame are counted, whatever stands behind them', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'plain.mp3');
  for (const rate of ['128', '320', '32']) {
    await makeMp3(path, 40, '-t', '-b', rate, '--noreplaygain');
    const sound = await readFile(path);
    const frames = framesOf(sound);
    const length = Math.floor(
      (frames.length * (frames[0]?.samplesPerFrame ?? 0) * 1000) / (frames[0]?.sampleRate ?? 1),
    );
    const tag = id3v2({ version: 4, encoding: 'utf8', texts: { TIT2: 'x' } });
    const footer = Buffer.concat([Buffer.from('3DI'), tag.subarray(3, 10)]);
    for (const each of [tag.subarray(5), footer.subarray(5)]) each.writeUInt8(0x10);
    const old = id3v1({ title: 'x', artist: 'y', album: 'z', year: 2000 });
    for (const [name, bytes] of [
      ['plain', sound],
      ['ID3v1', Buffer.concat([sound, old])],
      ['APE and ID3v1', Buffer.concat([sound, apeV2({ Title: 'x'.repeat(5000) }), old])],
      ['ID3v2', Buffer.concat([id3v2({ version: 4, encoding: 'utf8', texts: { TIT2: 'x' }, padding: 9000 }), sound])],
      ['ID3v2 with a footer', Buffer.concat([tag, footer, sound])],
    ] as const) {
      await writeFile(path, bytes);
      t.equal(readMpegLength(path), length, `${rate} kbit/s, ${name}`);
    }
    await writeFile(path, sound.subarray(0, sound.length - 50));
    t.ok((readMpegLength(path) ?? 0) >= length - 27, 'half a frame at the end');
  }
});

t.test('frames that only begin with one bit rate are counted one by one', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'mixed.mp3');
  await makeMp3(path, 3, '-t', '-b', '64');
  const low = await readFile(path);
  await makeMp3(path, 3, '-t', '-b', '256');
  const high = await readFile(path);
  const count = framesOf(low).length + framesOf(high).length;
  await writeFile(path, Buffer.concat([low, high]));
  t.equal(readMpegLength(path), Math.floor((count * 1152 * 1000) / 44_100));
  await writeFile(path, Buffer.concat([low, Buffer.alloc(3000, 0xff), high]));
  t.equal(readMpegLength(path), Math.floor((count * 1152 * 1000) / 44_100), 'what is no frame is stepped over');
});

t.test("the header of Fraunhofer's encoder tells the frames", async (t) => {
  const head = Buffer.alloc(256);
  head.set([0xff, 0xfb, 0x90, 0x00]);
  head.write('VBRI', 36, 'latin1');
  head.writeUInt32BE(10_000, 50);
  t.equal(lengthOfInformationFrame(head), Math.floor((10_000 * 1152 * 1000) / 44_100));
});

t.test('a file without frames has no length', async (t) => {
  const path = join(await temporaryDirectory(t), 'none.mp3');
  for (const content of ['', 'ID3', 'x'.repeat(10_000), Buffer.from([0xff, 0xfb, 0x90, 0])]) {
    await writeFile(path, content);
    t.equal(readMpegLength(path), undefined);
  }
});

t.test('no bytes make it fail', async (t) => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 400 });
  const lure = bytes.map((tail) =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(32), Buffer.from('Xing'), tail]),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        bytes.map((each) => Buffer.from(each)),
        lure,
      ),
      (head) => {
        const length = lengthOfInformationFrame(head);
        return length === undefined || (Number.isInteger(length) && length >= 0);
      },
    ),
  );
  t.pass();
});

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 1152 samples in 417 bytes, or 418 with padding. */
const HEADER = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
const SAMPLES = 1152;
const msOf = (samples: number): number => Math.floor((samples * 1000) / 44_100);

/** An information frame: its fields, and delay and padding of an encoder. */
function informationFrame(name: string, flags: number, frames: number, encoder = '', trim = 0): Buffer {
  const frame = Buffer.alloc(417);
  HEADER.copy(frame);
  frame.write(name, 36, 'latin1');
  frame.writeUInt32BE(flags, 40);
  frame.writeUInt32BE(frames, 44);
  const lame = 48 + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  frame.write(encoder, lame, 'latin1');
  frame.writeUIntBE(trim, lame + 21, 3);
  return frame;
}

t.test('an information frame tells the frames, less what the encoder added, wherever that stands', (t) => {
  const trim = (576 << 12) | 1000;
  for (const name of ['Xing', 'Info']) {
    for (const flags of [1, 3, 5, 9, 15]) {
      const head = informationFrame(name, flags, 100, 'LAME3.100', trim);
      t.equal(lengthOfInformationFrame(head), msOf(100 * SAMPLES - 1576), `${name} ${flags}`);
    }
  }
  t.equal(lengthOfInformationFrame(informationFrame('Xing', 1, 100, 'Lavc58.54', trim)), msOf(100 * SAMPLES - 1576));
  t.equal(
    lengthOfInformationFrame(informationFrame('Xing', 1, 100, '\0\0\0\0', trim)),
    msOf(100 * SAMPLES),
    'no encoder',
  );
  t.equal(
    lengthOfInformationFrame(informationFrame('Xing', 1, 1, 'LAME3.100', trim)),
    msOf(SAMPLES),
    'more than there is',
  );
  t.equal(lengthOfInformationFrame(informationFrame('Xing', 14, 100)), undefined, 'it does not say the frames');
  t.equal(lengthOfInformationFrame(informationFrame('Xang', 1, 100)), undefined);
  t.equal(lengthOfInformationFrame(informationFrame('Xing', 1, 100).subarray(0, 255)), undefined, 'too short');
  t.equal(lengthOfInformationFrame(informationFrame('Xing', 1, 100).subarray(0, 256)), msOf(100 * SAMPLES));
  const fraunhofer = Buffer.alloc(417);
  HEADER.copy(fraunhofer);
  fraunhofer.write('VBRI', 36, 'latin1');
  t.equal(lengthOfInformationFrame(fraunhofer), undefined);
  fraunhofer.writeUInt32BE(50, 50);
  t.equal(lengthOfInformationFrame(fraunhofer), msOf(50 * SAMPLES));
  t.end();
});

const frameOf = (header: Buffer, size: number): Buffer => Buffer.concat([header, Buffer.alloc(size - 4)]);
/** So many frames, of which every so many has another bit rate (64 kbit/s, 208 bytes). */
function soundOf(count: number, other = 0): Buffer {
  const slow = Buffer.from([0xff, 0xfb, 0x50, 0x00]);
  return Buffer.concat(
    Array.from({ length: count }, (_, at) =>
      other > 0 && at % other === other - 1 ? frameOf(slow, 208) : frameOf(HEADER, 417),
    ),
  );
}
const lengthIn = (bytes: Buffer, start = 0, end = bytes.length): number | undefined =>
  lengthOfFrames((from, length) => bytes.subarray(Math.max(from, 0), Math.max(from, 0) + length), start, end);

t.test(
  'frames without an information frame are counted, of one bit rate or of several, and what is between them is not',
  (t) => {
    for (const count of [2, 4, 10, 1000]) {
      t.equal(lengthIn(soundOf(count, 3)), msOf(count * SAMPLES), `${count} of several bit rates`);
      t.equal(lengthIn(soundOf(count)), msOf(count * SAMPLES), `${count} without padding`);
    }
    t.equal(lengthIn(soundOf(1)), undefined, 'one is none');
    t.equal(lengthIn(Buffer.alloc(5000)), undefined);
    const junk = Buffer.concat([
      soundOf(100, 3),
      Buffer.from([0xff, 0xff, 0, 0xff]),
      Buffer.alloc(70_000),
      soundOf(100, 3),
    ]);
    t.equal(lengthIn(junk), msOf(200 * SAMPLES));
    t.equal(
      lengthIn(Buffer.concat([Buffer.alloc(100), soundOf(50, 3), Buffer.alloc(128)]), 100, 100 + soundOf(50, 3).length),
      msOf(50 * SAMPLES),
    );
    const informed = Buffer.concat([informationFrame('Info', 0, 0), soundOf(50, 3)]);
    t.equal(lengthIn(informed), msOf(50 * SAMPLES), 'an information frame that does not say it is no sound');
    t.end();
  },
);
