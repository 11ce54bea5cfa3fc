import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { mpegFrame, type MpegFrame } from '../../src/library/mpeg-frame.js';
import { lengthOfInformationFrame, readMpegLength } from '../../src/library/mpeg-length.js';
import { apeV2, id3v1, id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from './fixtures.js';

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
function framesOf(bytes: Buffer): MpegFrame[] {
  const frames: MpegFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const frame = mpegFrame(bytes, at);
    if (frame === undefined) break;
    frames.push(frame);
    at += frame.size;
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
    const length = Math.floor((frames.length * (frames[0]?.samples ?? 0) * 1000) / (frames[0]?.sampleRate ?? 1));
    const old = id3v1({ title: 'x', artist: 'y', album: 'z', year: 2000 });
    for (const [name, bytes] of [
      ['plain', sound],
      ['ID3v1', Buffer.concat([sound, old])],
      ['APE and ID3v1', Buffer.concat([sound, apeV2({ Title: 'x'.repeat(5000) }), old])],
      ['ID3v2', Buffer.concat([id3v2({ version: 4, encoding: 'utf8', texts: { TIT2: 'x' }, padding: 9000 }), sound])],
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
