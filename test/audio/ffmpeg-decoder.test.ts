import { stat } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { Decoder } from '../../src/audio/decoder.js';
import { openFile } from '../../src/audio/formats/open-file.js';
import { byteOffset, frameCount } from '../../src/units.js';
import { noiseWav } from '../fixtures/mp3.js';
import { decoderKit } from './decoder-kit.js';
import { encoded, ffmpegDecode, RECIPES, wavSamples } from './ffmpeg-fixtures.js';
import { decodeAll, dice, difference, stretch } from './fixtures.js';

const SECONDS = 3.3;
const SEEKS = 25;
const kit = await decoderKit(t);

async function opened(t: Test, path: string): Promise<Decoder> {
  const decoder = await openFile(path, kit);
  t.teardown(() => decoder.close());
  return decoder;
}

for (const [name, recipe] of Object.entries(RECIPES)) {
  t.test(`${name}: decoded as ffmpeg does by itself, and every seek lands on the exact frame`, async (t) => {
    const path = await encoded(t, recipe, SECONDS);
    const decoder = await opened(t, path);
    const { facts } = decoder;
    t.match(facts, { format: recipe.format, bitsPerSample: recipe.bitsPerSample, channels: 2 });
    t.equal(facts.sampleRate, recipe.format === 'DSD' ? 88_200 : 44_100);
    t.equal(facts.totalFrames !== undefined, recipe.isCounted === true, 'whether its frames are counted');
    const whole = await decodeAll(decoder);
    const { length } = whole.left;
    t.equal(await decoder.read(), undefined, 'nothing more');
    t.equal(length, facts.totalFrames ?? length, 'as many frames as promised');
    const filter = recipe.format === 'DSD' ? ['-af', 'aresample=88200:resampler=soxr'] : [];
    const reference = await ffmpegDecode(path, ...filter);
    t.equal(difference(whole, stretch(reference, 0, length)), 0, 'sample for sample');
    t.ok(reference.left.length - length < 2048, 'all of it');
    if (recipe.lossless)
      t.equal(difference(whole, wavSamples(noiseWav({ seconds: SECONDS, seed: 99 }))), 0, 'lossless');
    const roll = dice(name.length);
    for (let i = 0; i < SEEKS; i++) {
      const frame = i < 2 ? i : i === 2 ? length - 1 : roll(length);
      await decoder.seek(frameCount(frame));
      const wanted = Math.min(roll(3000) + 1, length - frame);
      const distance = difference(await decodeAll(decoder, wanted), stretch(whole, frame, wanted));
      if (distance > 1e-6) t.fail(`frame ${frame} differs by ${distance}`);
    }
    await decoder.seek(frameCount(length + 5));
    t.equal((await decodeAll(decoder)).left.length, 0, 'nothing lies beyond the end');
  });
}

t.test('the estimated length is close, where it is estimated', async (t) => {
  for (const name of ['AAC in ADTS', 'AAC in Matroska', 'AC-3', 'WMA']) {
    const { length, bitrate } = (await opened(t, await encoded(t, RECIPES[name]!, SECONDS))).facts;
    t.ok(Math.abs(length - SECONDS * 1000) < 200, `${name}: ${length} ms`);
    t.ok(bitrate > 50 && bitrate < 300, `${name}: ${bitrate} kbit/s`);
  }
});

t.test('a byte position and its frame belong together, inside the file', async (t) => {
  const path = await encoded(t, RECIPES['AAC in M4A']!, 1);
  const { size } = await stat(path);
  const decoder = await opened(t, path);
  for (const frame of [0, 1000, 44_099]) {
    const offset = decoder.byteOffsetOf(frameCount(frame));
    t.ok(offset >= 0 && offset <= size);
    t.ok(Math.abs(decoder.frameAt(offset) - frame) < 10, `frame ${frame} at ${offset}`);
  }
  t.ok(decoder.frameAt(byteOffset(size * 2)) <= 44_100);
  t.equal(decoder.frameAt(byteOffset(-1)), 0);
});
