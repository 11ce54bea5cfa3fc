/** Tracks of one album, decoded by ffmpeg, follow each other without a frame more or less. */
import { readFile, writeFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { Decoder } from '../../../src/decode/decoder.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { frameCount } from '../../../src/units.js';
import { noiseWav } from '../../fixtures/mp3.js';
import { decoderKit } from './decoder-kit.js';
import { encoded, ffmpegDecode, RECIPES, wavSamples, type FfmpegRecipe } from './ffmpeg-fixtures.js';
import { decodeAll, difference, fileOf, noise, stretch, type Stereo } from './fixtures.js';
import { withItunSmpb } from './itunes-tag.js';
import { chunk, fmt, wav } from './pcm-fixtures.js';

const kit = await decoderKit(t);

async function opened(t: Test, path: string): Promise<Decoder> {
  const decoder = await openFile(path, kit);
  t.teardown(() => decoder.close());
  return decoder;
}

/** A part of a plain 16-bit stereo WAV, as a WAV. */
function cut(source: Buffer, from: number, frames: number): Buffer {
  return wav(fmt({}), chunk('data', source.subarray(44 + 4 * from, 44 + 4 * (from + frames))));
}

function joined(parts: readonly Stereo[]): Stereo {
  const side = (name: 'left' | 'right') => Float32Array.from(parts.flatMap((part) => [...part[name]]));
  return { left: side('left'), right: side('right') };
}

for (const name of ['ALAC in M4A', 'ALAC in CAF', 'WavPack', 'TTA']) {
  t.test(`${name}: an album that was cut into tracks of odd lengths is whole again`, async (t) => {
    const source = noiseWav({ seconds: 2, seed: 5 });
    const parts: Stereo[] = [];
    let at = 0;
    for (const frames of [30_001, 17_777, 88_200 - 47_778]) {
      const decoder = await opened(t, await encoded(t, RECIPES[name]!, 0, cut(source, at, frames)));
      t.equal(decoder.facts.totalFrames ?? frames, frames);
      parts.push(await decodeAll(decoder));
      at += frames;
    }
    t.equal(difference(joined(parts), wavSamples(source)), 0);
  });
}

const PLAIN_AAC = ['-c:a', 'aac', '-aac_pns', '0', '-use_editlist', '0'];

t.test("iTunes' note cuts what its encoder put in front and behind", async (t) => {
  const recipe: FfmpegRecipe = { extension: 'm4a', options: PLAIN_AAC, format: 'AAC' };
  const path = await encoded(t, recipe, 2);
  const untrimmed = await ffmpegDecode(path);
  await writeFile(path, withItunSmpb(await readFile(path), 1024, 876, 88_200));
  const decoder = await opened(t, path);
  t.match(decoder.facts, { totalFrames: 88_200, length: 2000, encoderDelay: 1024, padding: 876 });
  const whole = await decodeAll(decoder);
  t.equal(difference(whole, stretch(untrimmed, 1024, 88_200)), 0);
  for (const frame of [0, 1, 1023, 44_100, 60_001, 88_000]) {
    await decoder.seek(frameCount(frame));
    t.equal(difference(await decodeAll(decoder, 200), stretch(whole, frame, 200)), 0, `frame ${frame}`);
  }
});

t.test('a note of iTunes that contradicts the file is not believed', async (t) => {
  const recipe: FfmpegRecipe = { extension: 'm4a', options: PLAIN_AAC, format: 'AAC' };
  const path = await encoded(t, recipe, 1);
  await writeFile(path, withItunSmpb(await readFile(path), 1024, 0, 5_000_000));
  t.ok((await decodeAll(await opened(t, path))).left.length >= 44_100);
});

t.test('32-bit integers stay integers', async (t) => {
  const samples = noise(8 * 20_000, 12);
  const source = wav(fmt({ bits: 32 }), chunk('data', samples));
  for (const [extension, codec] of [
    ['wv', 'wavpack'],
    ['au', 'pcm_s32be'],
  ] as const) {
    const recipe: FfmpegRecipe = { extension, options: ['-c:a', codec], format: '' };
    const decoder = await opened(t, await encoded(t, recipe, 0, source));
    t.equal(decoder.facts.bitsPerSample, 32);
    await decoder.seek(frameCount(7));
    let block = await decoder.read();
    while (block === 'later') block = await decoder.read();
    if (!(block?.samples instanceof Int32Array)) throw new Error('no integers');
    const values = [block.samples[block.left], block.samples[block.right], block.samples[block.left + 1]];
    t.strictSame(
      values,
      [7, 7.5, 8].map((frame) => samples.readInt32LE(8 * frame)),
    );
  }
});

t.test('5.1 is mixed to stereo like the same in WAV', async (t) => {
  const source = wav(fmt({ channels: 6, valid: 16, mask: 0x3f }), chunk('data', noise(12 * 30_000, 4)));
  const recipe: FfmpegRecipe = { extension: 'mka', options: ['-c:a', 'flac'], format: 'FLAC' };
  const decoder = await opened(t, await encoded(t, recipe, 0, source));
  t.equal(decoder.facts.channels, 6);
  const plain = await opened(t, await fileOf(t, source));
  t.ok(difference(await decodeAll(decoder), await decodeAll(plain)) < 1e-6);
});
