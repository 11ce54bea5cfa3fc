/** Parts of a file as tracks of their own: together they are the file, sample by sample. */
import t, { type Test } from 'tap';
import type { Decoder } from '../../../src/decode/decoder.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { PartDecoder, PartFiles } from '../../../src/decode/formats/part-decoder.js';
import { frameCount, milliseconds } from '../../../src/units.js';
import { decoderKit } from './decoder-kit.js';
import { encoded, type FfmpegRecipe, RECIPES } from './ffmpeg-fixtures.js';
import { decodeAll, difference, noiseMp3, stretch } from './fixtures.js';
import { flacFile, vorbisFile } from './ogg/xiph-fixtures.js';

const SECONDS = 4;
/** Index 1 of the second and of the third track: 1 s and 33 frames, 2 s and 20 frames of 1/75 s, as whole ms. */
const STARTS = [0, 1440, 2267];

/** mpg123 rounds in another order behind a seek: less than half a step of 22 bits. */
const MP3_ROUNDING = 2 ** -22;

function recipe(name: string): FfmpegRecipe {
  const found = RECIPES[name];
  if (found === undefined) throw new Error(`no recipe: ${name}`);
  return found;
}

const FILES: Readonly<Record<string, (t: Test) => Promise<string>>> = {
  FLAC: (t) => flacFile(t, { frames: SECONDS * 44_100 }),
  Vorbis: (t) => vorbisFile(t, { frames: SECONDS * 44_100 }),
  MP3: (t) => noiseMp3(t, SECONDS, ['-V', '4']),
  ALAC: (t) => encoded(t, recipe('ALAC in M4A'), SECONDS),
};

for (const [name, make] of Object.entries(FILES)) {
  t.test(`the parts of a file are the whole, sample by sample: ${name}`, async (t) => {
    const path = await make(t);
    const most = name === 'MP3' ? MP3_ROUNDING : 0;
    const open = async () => openFile(path, await decoderKit(t));
    const whole = await decodeAll(await open());
    const rate = (await open()).facts.sampleRate;
    const bounds = STARTS.map((start) => Math.round((Math.round((start * 75) / 1000) * rate) / 75));
    for (const [index, start] of STARTS.entries()) {
      const end = STARTS[index + 1];
      const part = { path, start: milliseconds(start), end: end === undefined ? undefined : milliseconds(end) };
      const decoder = PartDecoder.of(await open(), part);
      const from = bounds[index] ?? 0;
      const length = (bounds[index + 1] ?? whole.left.length) - from;
      t.ok(difference(await decodeAll(decoder), stretch(whole, from, length)) <= most, `part ${index + 1}`);
      t.equal(await decoder.read(), undefined, 'and nothing more');
      t.equal(decoder.facts.totalFrames, length);
      t.equal(decoder.facts.length, Math.floor((length * 1000) / rate));
      decoder.seek(frameCount(1000));
      t.ok(difference(await decodeAll(decoder, 5000), stretch(whole, from + 1000, 5000)) <= most, 'after a seek');
      decoder.seek(frameCount(length + 9));
      t.equal(await decoder.read(), undefined, 'nothing behind its end');
      decoder.close();
    }
  });
}

for (const [name, make] of Object.entries(FILES)) {
  t.test(`parts that are read one after the other are read in one go: ${name}`, async (t) => {
    const path = await make(t);
    const kit = await decoderKit(t);
    const whole = await decodeAll(await openFile(path, await decoderKit(t)));
    const files = new PartFiles();
    let opened = 0;
    let before: Decoder | undefined;
    let at = 0;
    for (const [index, start] of STARTS.entries()) {
      const end = STARTS[index + 1];
      const span = { path, start: milliseconds(start), end: end === undefined ? undefined : milliseconds(end) };
      const part = await files.open(span, () => {
        opened++;
        return openFile(path, kit);
      });
      before?.close();
      const read = await decodeAll(part);
      t.equal(difference(read, stretch(whole, at, read.left.length)), 0, 'also where a seek would round');
      at += read.left.length;
      before = part;
    }
    before?.close();
    t.equal(at, whole.left.length);
    t.equal(opened, 1);
  });
}

t.test('a part shares the open file of no other than the one that was read up to it', async (t) => {
  const path = await flacFile(t, { frames: SECONDS * 44_100 });
  const kit = await decoderKit(t);
  const whole = await decodeAll(await openFile(path, await decoderKit(t)));
  const files = new PartFiles();
  let opened = 0;
  const openWhole = () => {
    opened++;
    return openFile(path, kit);
  };
  const open = async (start: number, end: number) => {
    const part = await files.open({ path, start: milliseconds(start), end: milliseconds(end) }, openWhole);
    t.teardown(() => part.close());
    return part;
  };
  let last = await open(0, 1000);
  const then = async (what: string, start: number, end: number) => {
    const before = opened;
    last = await open(start, end);
    t.equal(opened, before + 1, what);
    t.equal(difference(await decodeAll(last, 5000), stretch(whole, (start / 1000) * 44_100, 5000)), 0);
  };
  await then('not read to its end', 1000, 2000);
  await decodeAll(last);
  await then('the next but one', 3000, 4000);
  await decodeAll(last);
  await then('one in front of it', 2000, 3000);
  await decodeAll(last);
  last.close();
  await then('closed', 3000, 4000);
  last.close();
  last = await open(0, 1000);
  await decodeAll(last);
  (await files.open(undefined, openWhole)).close();
  await then('another file was opened meanwhile', 1000, 2000);
});

t.test('bytes are those of the file, frames those of the part', async (t) => {
  const path = await flacFile(t, { frames: SECONDS * 44_100 });
  const whole = await openFile(path, await decoderKit(t));
  const kit = await decoderKit(t);
  const part = { path, start: milliseconds(1440), end: milliseconds(2267) };
  const decoder = PartDecoder.of(await openFile(path, kit), part);
  t.equal(await decoder.byteOffsetOf(frameCount(0)), await whole.byteOffsetOf(frameCount(108 * 588)));
  t.equal(await decoder.frameAt(await whole.byteOffsetOf(frameCount(0))), 0, 'before the part');
  t.equal(await decoder.frameAt(await whole.byteOffsetOf(frameCount(4 * 44_100))), (170 - 108) * 588, 'behind it');
  decoder.close();
  decoder.close();
  whole.close();
});

t.test('a part that begins behind the end of its file has no sound', async (t) => {
  const path = await flacFile(t, { frames: 44_100 });
  const kit = await decoderKit(t);
  const decoder = PartDecoder.of(await openFile(path, kit), { path, start: milliseconds(5000), end: undefined });
  t.equal(decoder.facts.totalFrames, 0);
  t.equal(await decoder.read(), undefined);
  decoder.close();
});
