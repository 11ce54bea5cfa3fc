/** MPEG audio: trimming, exact seeks and byte positions, compared with native mpg123. */
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { MpegDecoder } from '../../../src/decode/formats/mpeg-decoder.js';
import { readHead } from '../../../src/decode/formats/file-head.js';
import { Mpg123 } from '../../../src/decode/formats/mpg123.js';
import { byteOffset, frameCount } from '../../../src/units.js';
import { decodeAll, dice, difference, fileOf, layer2Frames, nativeDecode, noiseMp3, stretch } from './fixtures.js';

const TOLERANCE = 1e-6;
const mpg123 = await Mpg123.create();
t.teardown(() => mpg123.free());

async function opened(t: Test, path: string): Promise<MpegDecoder> {
  mpg123.reset();
  const decoder = MpegDecoder.open(path, readHead(path).start, mpg123);
  t.teardown(() => decoder.close());
  return decoder;
}

interface Recipe {
  readonly lame: readonly string[];
  readonly rate?: number;
  /** Frames that the LAME tag promises for three seconds. */
  readonly frames: number;
}

const TAGGED: Readonly<Record<string, Recipe>> = {
  'CBR 128 kbit/s': { lame: ['-b', '128'], frames: 132_300 },
  'CBR 320 kbit/s': { lame: ['-b', '320'], frames: 132_300 },
  'VBR V2': { lame: ['-V', '2'], frames: 132_300 },
  'VBR V9': { lame: ['-V', '9', '--resample', '44.1'], frames: 132_300 },
  'ABR 160 kbit/s': { lame: ['--abr', '160'], frames: 132_300 },
  mono: { lame: ['-b', '64', '-m', 'm'], frames: 132_300 },
  '22.05 kHz': { lame: ['-b', '64'], rate: 22_050, frames: 66_150 },
  '11.025 kHz mono': { lame: ['-b', '32', '-m', 'm'], rate: 11_025, frames: 33_075 },
  '48 kHz': { lame: ['-V', '2'], rate: 48_000, frames: 144_000 },
};

for (const [name, { lame, rate = 44_100, frames }] of Object.entries(TAGGED)) {
  t.test(`exactly the promised frames come out, equal to native mpg123: ${name}`, async (t) => {
    const path = await noiseMp3(t, 3, lame, rate);
    const decoder = await opened(t, path);
    t.match(decoder.facts, {
      sampleRate: rate,
      totalFrames: frames,
      length: 3000,
      encoderDelay: 576,
      channels: lame.includes('m') ? 1 : 2,
    });
    const all = await decodeAll(decoder);
    t.equal(all.left.length, frames);
    t.equal(decoder.read(), undefined, 'and nothing more');
    t.ok(difference(all, await nativeDecode(path)) <= TOLERANCE);
  });

  t.test(`a seek lands on the exact frame of a straight decode: ${name}`, async (t) => {
    const decoder = await opened(t, await noiseMp3(t, 3, lame, rate));
    const whole = await decodeAll(decoder);
    const roll = dice(17);
    let worst = 0;
    for (let i = 0; i < 200; i++) {
      const frame = i < 20 ? Math.abs((i < 10 ? 0 : frames) - roll(1500)) : roll(frames);
      decoder.seek(frameCount(frame));
      const length = Math.min(roll(i % 10 === 0 ? 20_000 : 1200) + 1, frames - frame);
      worst = Math.max(worst, difference(await decodeAll(decoder, length), stretch(whole, frame, length)));
    }
    t.ok(worst <= TOLERANCE, `differs by ${worst}`);
  });
}

t.test('a file without a tag is played whole, with an estimated length', async (t) => {
  const path = await noiseMp3(t, 3, ['-b', '128', '-t']);
  const decoder = await opened(t, path);
  t.match(decoder.facts, { totalFrames: undefined, encoderDelay: 0, padding: 0, bitrate: 128 });
  t.ok(Math.abs(decoder.facts.length - 3000) < 100);
  t.ok(difference(await decodeAll(decoder), await nativeDecode(path)) <= TOLERANCE);
});

const UNTAGGED: readonly (readonly string[])[] = [
  ['-V', '3', '-t'],
  // Frames of low rates are small: one borrows from eight in front of it.
  ['-b', '32', '--resample', '48'],
  ['-b', '8', '-m', 'm', '--resample', '8'],
];

for (const options of UNTAGGED) {
  t.test(`seeks in a file without a tag are exact too: ${options.join(' ')}`, async (t) => {
    const decoder = await opened(t, await noiseMp3(t, 3, options));
    const whole = await decodeAll(decoder);
    const roll = dice(2);
    for (let i = 0; i < 50; i++) {
      const frame = roll(whole.left.length - 1200);
      decoder.seek(frameCount(frame));
      t.ok(difference(await decodeAll(decoder, 1200), stretch(whole, frame, 1200)) <= TOLERANCE, `frame ${frame}`);
    }
  });
}

t.test('layer II is decoded whole, equal to native mpg123, and its seeks are exact', async (t) => {
  const path = await fileOf(t, layer2Frames(100));
  const decoder = await opened(t, path);
  t.match(decoder.facts, { totalFrames: undefined, sampleRate: 44_100, channels: 2, bitrate: 128 });
  const whole = await decodeAll(decoder);
  t.equal(whole.left.length, 100 * 1152);
  t.ok(
    whole.left.some((value) => Math.abs(value) > 0.001),
    'it is not silent',
  );
  const peak = whole.left.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  t.ok(difference(whole, await nativeDecode(path)) <= TOLERANCE * peak, 'its noise goes beyond full scale');
  for (const frame of [0, 1, 1151, 1152, 50_000, 115_199]) {
    decoder.seek(frameCount(frame));
    const length = Math.min(3000, 115_200 - frame);
    t.ok(difference(await decodeAll(decoder, length), stretch(whole, frame, length)) <= TOLERANCE, `frame ${frame}`);
  }
});

t.test('a seek beyond the end reads nothing, and one before the beginning reads all', async (t) => {
  const decoder = await opened(t, await noiseMp3(t, 1, ['-V', '2']));
  const whole = await decodeAll(decoder);
  for (const frame of [44_100, 44_101, 1e9]) {
    decoder.seek(frameCount(frame));
    t.equal(decoder.read(), undefined, `frame ${frame}`);
  }
  decoder.seek(frameCount(44_099));
  t.equal((await decodeAll(decoder)).left.length, 1);
  decoder.seek(frameCount(-1));
  t.equal(difference(await decodeAll(decoder), whole), 0);
});

t.test('every block is inside its array and has at least one frame', async (t) => {
  const decoder = await opened(t, await noiseMp3(t, 1, ['-V', '2']));
  for (let block = decoder.read(); block !== undefined; block = decoder.read()) {
    const { samples, left, right, frames } = block;
    const fits = frames >= 1 && left >= 0 && right >= 0 && Math.max(left, right) + frames <= samples.length;
    if (!fits) t.fail(`${left} ${right} ${frames} of ${samples.length}`);
  }
});

t.test('a byte position and its frame belong together, and asking does not disturb the reading', async (t) => {
  const path = await noiseMp3(t, 3, ['-V', '2']);
  const undisturbed = await decodeAll(await opened(t, path));
  const size = (await readFile(path)).length;
  const decoder = await opened(t, path);
  const roll = dice(8);
  const parts = [];
  for (let block = decoder.read(); block !== undefined; block = decoder.read()) {
    parts.push(...block.samples.slice(block.left, block.left + block.frames));
    const frame = frameCount(roll(132_300));
    const offset = decoder.byteOffsetOf(frame);
    if (offset < 0 || offset > size) t.fail(`offset ${offset}`);
    const back = decoder.frameAt(offset);
    if (!(back <= frame && frame - back < 1152)) t.fail(`frame ${frame} lies at ${offset}, where frame ${back} is`);
  }
  t.strictSame(Float32Array.from(parts), undisturbed.left);
});

t.test('byte positions grow with the frames, from the audio to the end of the file', async (t) => {
  const path = await noiseMp3(t, 2, ['-V', '2']);
  const decoder = await opened(t, path);
  const size = (await readFile(path)).length;
  let last = 0;
  for (let frame = 0; frame <= 88_200; frame += 4410) {
    const offset = decoder.byteOffsetOf(frameCount(frame));
    t.ok(offset >= last && offset <= size, `frame ${frame} at ${offset}`);
    last = offset;
  }
  t.equal(decoder.frameAt(byteOffset(0)), 0);
  t.equal(decoder.frameAt(byteOffset(-5)), 0);
  t.ok(decoder.frameAt(byteOffset(size + 1000)) <= 88_200 + 1152);
});

t.test('closing twice is closing once', async (t) => {
  const decoder = await opened(t, await noiseMp3(t, 1, []));
  decoder.close();
  decoder.close();
  t.pass('no exception');
});
