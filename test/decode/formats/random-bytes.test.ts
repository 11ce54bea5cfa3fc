/** MPEG audio of random and damaged bytes never crashes the decoder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { UndecodableFile } from '../../../src/decode/decoder.js';
import { MpegDecoder } from '../../../src/decode/formats/mpeg-decoder.js';
import { readHead } from '../../../src/decode/formats/file-head.js';
import { Mpg123 } from '../../../src/decode/formats/mpg123.js';
import { byteOffset, frameCount } from '../../../src/units.js';
import { layer2Frames, noiseBytes, temporaryDirectory } from './fixtures.js';

const mpg123 = await Mpg123.create();
t.teardown(() => mpg123.free());
const path = join(await temporaryDirectory(t), 'random.mp3');
/** The smallest frame has 8 bytes and the largest number of samples a frame is 1152. */
const MOST_SAMPLES_A_BYTE = 1152 / 8;

/** Plays whatever the bytes are, with seeks: it must end, within bounds, and refuse only as agreed. */
async function survives(bytes: Uint8Array, share: number): Promise<boolean> {
  writeFileSync(path, bytes);
  mpg123.reset();
  let decoder: MpegDecoder;
  try {
    decoder = MpegDecoder.open(path, readHead(path).start, mpg123);
  } catch (error) {
    return error instanceof UndecodableFile && ['EMPTY_FILE', 'NOT_AUDIO'].includes(error.code);
  }
  try {
    const readAll = (): void => {
      let frames = 0;
      for (let block = decoder.read(); block !== undefined; block = decoder.read()) {
        frames += block.frames;
        if (block.frames < 1 || frames > bytes.length * MOST_SAMPLES_A_BYTE + 4608) throw new Error('without an end');
      }
    };
    const { length, totalFrames = 100_000, sampleRate } = decoder.facts;
    if (!(length >= 0 && Number.isFinite(length) && sampleRate > 0)) return false;
    readAll();
    decoder.seek(frameCount(Math.floor(share * Math.min(totalFrames, 1e6))));
    readAll();
    const offset = decoder.byteOffsetOf(frameCount(Math.floor(share * 1e5)));
    const frame = decoder.frameAt(byteOffset(Math.floor(share * bytes.length)));
    return offset >= 0 && offset <= bytes.length && frame >= 0;
  } catch (error) {
    if (error instanceof UndecodableFile) return error.code === 'UNSUPPORTED_FORMAT';
    throw error;
  } finally {
    decoder.close();
  }
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

t.test('random bytes never crash the decoder', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), share, survives), { numRuns: 300 });
});

t.test('random frames behind valid headers never crash the decoder', async () => {
  const header = fc.record({
    second: fc.constantFrom(0xfb, 0xfa, 0xfd, 0xff, 0xf3, 0xf5, 0xf7, 0xe3),
    third: fc.integer({ min: 0x10, max: 0xef }),
    fourth: fc.integer({ min: 0, max: 255 }),
  });
  const stream = fc
    .tuple(header, fc.uint8Array({ minLength: 30, maxLength: 1500 }), fc.integer({ min: 1, max: 12 }))
    .map(([{ second, third, fourth }, body, times]) => {
      const frame = Buffer.concat([Buffer.from([0xff, second, third, fourth]), body]);
      return Buffer.concat(Array.from({ length: times }, () => frame));
    });
  await fc.assert(fc.asyncProperty(stream, share, survives), { numRuns: 500 });
});

t.test('MP3s with flipped bits play or are refused, and nothing else', async (t) => {
  const sources = [
    await noiseBytes(t, 0.5, '-V', '2'),
    await noiseBytes(t, 0.5, '-b', '128', '-m', 'm'),
    await noiseBytes(t, 0.5, '-b', '8', '--resample', '8', '-m', 'm'),
    layer2Frames(20),
  ];
  const flips = fc.array(fc.tuple(share, fc.integer({ min: 0, max: 7 })), { minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sources), flips, share, async (source, flipped, where) => {
      const bytes = Buffer.from(source);
      for (const [at, bit] of flipped) {
        const index = Math.min(Math.floor(at * bytes.length), bytes.length - 1);
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
      }
      return survives(bytes, where);
    }),
    { numRuns: 300 },
  );
});

t.test('every damage to the first frames, where the tags lie, is survived', async (t) => {
  const source = await noiseBytes(t, 0.2, '-V', '2', '--tt', 'title', '--add-id3v2');
  for (let at = 0; at < Math.min(source.length, 700); at++) {
    const bytes = Buffer.from(source);
    bytes[at] = at % 3 === 0 ? 0xff : (bytes[at] ?? 0) ^ 0x80;
    if (!(await survives(bytes, 0.5))) t.fail(`byte ${at}`);
  }
});

t.test('an MP3 cut off at any place is survived', async (t) => {
  const source = await noiseBytes(t, 0.2, '-V', '2');
  for (let length = 0; length < source.length; length += 13) {
    if (!(await survives(source.subarray(0, length), 0.9))) t.fail(`${length} bytes`);
  }
});
