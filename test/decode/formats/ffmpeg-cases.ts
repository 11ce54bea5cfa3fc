/** What must hold of each format that ffmpeg decodes for us. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import type { Decoder } from '../../../src/decode/decoder.js';
import { openFile, type DecoderKit } from '../../../src/decode/formats/open-file.js';
import { byteOffset, frameCount } from '../../../src/units.js';
import { noiseWav } from '../../fixtures/mp3.js';
import { encoded, ffmpegDecodeWith, RECIPES, wavSamples } from './ffmpeg-fixtures.js';
import { decodeAll, dice, difference, stretch } from './fixtures.js';

const SECONDS = 3.3;
/** In Matroska the first ten seconds are decoded from the beginning. */
const LONGER_SECONDS = 14;
const secondsOf = (name: string) => (name.endsWith('in Matroska') ? LONGER_SECONDS : SECONDS);
/** The longest packet: 64 frames of Musepack. */
const MOST_PACKET_FRAMES = 75_000;
const RATES: Readonly<Record<string, number>> = { DSD: 88_200, Opus: 48_000 };
/** Where PCM packets begin is ffmpeg's choice: bytes in front of the sound, and of a frame. */
const PLAIN: Readonly<Record<string, readonly [number, number]>> = {
  AU: [32, 4],
  'PCM in W64': [104, 4],
  'A-law in AIFF': [72, 2],
};
const MOST_PLAIN_BYTES = 8192;
const run = promisify(execFile);

async function opened(t: Test, kit: DecoderKit, path: string): Promise<Decoder> {
  const decoder = await openFile(path, kit);
  t.teardown(() => decoder.close());
  return decoder;
}

/** Where the packets of a file begin, as ffprobe sees them. */
async function packetOffsets(path: string): Promise<ReadonlySet<number>> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'packet=pos', '-of', 'csv=p=0', path]);
  return new Set(stdout.split('\n').map(Number));
}

/** Decodes a file whole, and again from `seeks` frames: one of any, its last, its first two, others of any. */
export async function decodesExactly(t: Test, kit: DecoderKit, name: string, seeks: number): Promise<void> {
  const recipe = RECIPES[name]!;
  const path = await encoded(t, recipe, secondsOf(name));
  const decoder = await opened(t, kit, path);
  const { facts } = decoder;
  t.match(facts, { format: recipe.format, bitsPerSample: recipe.bitsPerSample, channels: 2 });
  t.equal(facts.sampleRate, RATES[recipe.format] ?? 44_100);
  t.equal(facts.totalFrames !== undefined, recipe.isCounted === true, 'whether its frames are counted');
  const whole = await decodeAll(decoder);
  const { length } = whole.left;
  t.equal(await decoder.read(), undefined, 'nothing more');
  t.equal(length, facts.totalFrames ?? length, 'as many frames as promised');
  const filter = recipe.format === 'DSD' ? ['-af', 'aresample=88200:resampler=soxr'] : [];
  const reference = await ffmpegDecodeWith(recipe.decoding ?? [], path, ...filter);
  const { lead = 0 } = recipe;
  t.equal(difference(whole, stretch(reference, lead, length)), 0, 'sample for sample');
  t.ok(reference.left.length - lead - length < 2048, 'all of it');
  if (recipe.lossless) t.equal(difference(whole, wavSamples(noiseWav({ seconds: SECONDS, seed: 99 }))), 0, 'lossless');
  const roll = dice(name.length);
  for (let i = 0; i < seeks; i++) {
    const frame = i === 1 ? length - 1 : i === 2 || i === 3 ? i - 2 : roll(length);
    await decoder.seek(frameCount(frame));
    const wanted = Math.min(roll(3000) + 1, length - frame);
    const distance = difference(await decodeAll(decoder, wanted), stretch(whole, frame, wanted));
    if (distance > 1e-6) t.fail(`frame ${frame} differs by ${distance}`);
  }
  await decoder.seek(frameCount(length + 5));
  t.equal((await decodeAll(decoder)).left.length, 0, 'nothing lies beyond the end');
}

export async function estimatesLength(t: Test, kit: DecoderKit, name: string): Promise<void> {
  const { length, bitrate } = (await opened(t, kit, await encoded(t, RECIPES[name]!, SECONDS))).facts;
  t.ok(Math.abs(length - SECONDS * 1000) < 200, `${name}: ${length} ms`);
  t.ok(bitrate > 50 && bitrate < 300, `${name}: ${bitrate} kbit/s`);
}

/** Asks for the byte positions of frames, and for the frames at those positions. */
export async function bytePositionsLeadBack(t: Test, kit: DecoderKit, name: string): Promise<void> {
  const path = await encoded(t, RECIPES[name]!, secondsOf(name));
  const { size } = await stat(path);
  const packets = await packetOffsets(path);
  const decoder = await opened(t, kit, path);
  const whole = await decodeAll(decoder);
  const { length } = whole.left;
  let last = 0;
  for (const frame of [0, 1000, 44_099, 100_000, length - 1]) {
    const offset = await decoder.byteOffsetOf(frameCount(frame));
    const [head, frameBytes] = PLAIN[name] ?? [];
    if (head === undefined || frameBytes === undefined) {
      t.ok(packets.has(offset), `frame ${frame} at ${offset}`);
    } else {
      const before = head + frame * frameBytes - offset;
      t.ok(before >= 0 && before < MOST_PLAIN_BYTES && before % frameBytes === 0, `frame ${frame} at ${offset}`);
    }
    t.ok(offset >= last && offset < size, 'never further back');
    last = offset;
    const back = await decoder.frameAt(offset);
    t.ok(back <= frame + 30 && back > frame - MOST_PACKET_FRAMES, `frame ${frame} leads to ${back}`);
  }
  if (decoder.facts.totalFrames !== undefined)
    t.equal(await decoder.byteOffsetOf(frameCount(length)), size, 'nothing lies behind the end');
  t.ok((await decoder.frameAt(byteOffset(size * 2))) <= length + 4096);
  t.equal(await decoder.frameAt(byteOffset(-1)), 0);
  await decoder.seek(frameCount(30_000));
  const first = await decodeAll(decoder, 500);
  t.ok(difference(first, stretch(whole, 30_000, 500)) <= 1e-6, 'asking does not disturb the reading');
}
