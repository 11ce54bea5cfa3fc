/** Every kind of damage to a file: it plays what it can, or is refused with a reason. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tap, { type Test } from 'tap';
import { UndecodableFile, type Decoder } from '../../../src/decode/decoder.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { frameCount } from '../../../src/units.js';
import { noiseWav } from '../../fixtures/mp3.js';
import { decoderKit } from './decoder-kit.js';
import { encoded, RECIPES } from './ffmpeg-fixtures.js';
import { apeTag, decodeAll, dice, difference, id3v2, junk, noise, noiseBytes, temporaryDirectory } from './fixtures.js';
import { aiff, comm, ssnd } from './pcm-fixtures.js';
import { bytesOf, ffmpegFile, flacFile, opusFile, vorbisFile } from './ogg/xiph-fixtures.js';

const SECONDS = 1;
const SOUND = { frames: 48_000, rate: 48_000 };
const HUGE_TAG_BYTES = 3_000_000;
const kit = await decoderKit(tap);
const directory = await temporaryDirectory(tap);
let count = 0;

/** Layer I frames of noise: 44.1 kHz, stereo, 384 kbit/s, with small bit allocations, as in `layer2Frames`. */
function layer1Frames(frames: number): Buffer {
  const length = Math.floor((12 * 384_000) / 44_100) * 4;
  return Buffer.concat(
    Array.from({ length: frames }, (_, at) => {
      const frame = junk(length, at + 1);
      frame.set([0xff, 0xff, 0xc0, 0x00]);
      frame.fill(0x11, 4, 36);
      return frame;
    }),
  );
}

const wav = noiseWav({ seconds: SECONDS, seed: 7 });
const samples = Buffer.from(wav.subarray(44)).swap16();

/** What our own decoders play. */
const OWN: Readonly<Record<string, () => Promise<Buffer>>> = {
  MP1: () => Promise.resolve(layer1Frames(120)),
  MP2: () => bytesOf(ffmpegFile(tap, SOUND, 'sound.mp2', '-c:a', 'mp2')),
  MP3: () => noiseBytes(tap, SECONDS, '-V', '2'),
  FLAC: () => bytesOf(flacFile(tap, SOUND)),
  'FLAC in Ogg': () => bytesOf(flacFile(tap, SOUND, '--ogg')),
  Vorbis: () => bytesOf(vorbisFile(tap, SOUND)),
  Opus: () => bytesOf(opusFile(tap, SOUND)),
  WAV: () => Promise.resolve(wav),
  AIFF: () => Promise.resolve(aiff('AIFF', comm({ frames: samples.length / 4 }), ssnd(samples))),
};

/** Where the header counts the sound, and how. */
const DURATIONS: Readonly<Record<string, (bytes: Buffer, value: number) => unknown>> = {
  MP3: (bytes, value) => bytes.writeUInt32BE(value, bytes.indexOf('Xing') + 8),
  FLAC: (bytes, value) => bytes.writeUInt32BE(value, 22),
  WAV: (bytes, value) => bytes.writeUInt32LE(value, 40),
  AIFF: (bytes, value) => bytes.writeUInt32BE(value, bytes.indexOf('COMM') + 10),
  AU: (bytes, value) => bytes.writeUInt32BE(value, 8),
  WavPack: (bytes, value) => bytes.writeUInt32LE(value, 12),
  'ALAC in CAF': (bytes, value) => bytes.writeUInt32BE(value, bytes.indexOf('pakt') + 24),
  DSD: (bytes, value) => bytes.writeUInt32LE(value, 64),
  'AAC in M4A': (bytes, value) => bytes.writeUInt32BE(value, bytes.indexOf('mdhd') + 20),
};

async function fileWith(bytes: Uint8Array, name = `${count++}`): Promise<string> {
  const folder = join(directory, String(count++));
  await mkdir(folder);
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

/** Plays a file whole, and again from its middle. @returns the sound, or the code of the refusal */
async function played(path: string): Promise<Awaited<ReturnType<typeof decodeAll>> | string> {
  let decoder: Decoder | undefined;
  try {
    decoder = await openFile(path, kit);
    const whole = await decodeAll(decoder);
    await decoder.seek(frameCount(whole.left.length >> 1));
    await decodeAll(decoder, 1000);
    if (!whole.left.every(Number.isFinite)) throw new Error('a sample that is no number');
    return whole;
  } catch (error) {
    if (error instanceof UndecodableFile && error.message !== '') return error.code;
    throw error;
  } finally {
    decoder?.close();
  }
}

function flipped(bytes: Buffer, flips: number, reach: number, roll: (limit: number) => number): Buffer {
  const damaged = Buffer.from(bytes);
  for (let i = 0; i < flips; i++) {
    const at = roll(reach);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << roll(8));
  }
  return damaged;
}

/** @returns frames, or 0 when it was refused as agreed */
async function survived(t: Test, what: string, bytes: Uint8Array, most: number): Promise<number> {
  const decoded = await played(await fileWith(bytes));
  const frames = typeof decoded === 'string' ? 0 : decoded.left.length;
  t.ok(frames <= most, `${what}: ${typeof decoded === 'string' ? decoded : frames}`);
  return frames;
}

export const OWN_FORMATS = Object.keys(OWN);

/** @param name of `OWN_FORMATS`, or one that ffmpeg decodes */
export async function survivesDamage(t: Test, name: string): Promise<void> {
  const bytes = (await OWN[name]?.()) ?? (await readFile(await encoded(t, RECIPES[name]!, SECONDS)));
  const whole = await played(await fileWith(bytes));
  if (typeof whole === 'string') throw new Error(whole);
  const { length } = whole.left;
  t.ok(length > 40_000, 'it is sound');
  t.equal(await played(await fileWith(Buffer.alloc(0))), 'EMPTY_FILE');
  for (const extension of ['mp3', 'm4a']) {
    const decoded = await played(await fileWith(bytes, `wrong.${extension}`));
    t.ok(typeof decoded !== 'string' && difference(decoded, whole) === 0, `called .${extension} it is the same`);
  }
  const cut = await survived(t, 'cut off', bytes.subarray(0, Math.floor(bytes.length * 0.6)), length);
  // What keeps its table of samples at the end is lost with it; Musepack and TTA have packets of more than a second.
  if (!/M4A|CAF|Musepack|TTA|Ogg|Vorbis|Opus/.test(name)) t.ok(cut > 20_000, `plays as far as it goes: ${cut}`);
  for (const left of [3, 64]) await survived(t, `${left} bytes`, bytes.subarray(0, left), length);
  const roll = dice(name.length);
  for (let round = 0; round < 2; round++) {
    await survived(t, 'flipped bits', flipped(bytes, 20, bytes.length, roll), 3 * length);
    await survived(t, 'flipped bits in its head', flipped(bytes, 4, 200, roll), 30 * length);
  }
  await survived(t, 'a hole of zeros', Buffer.from(bytes).fill(0, bytes.length >> 2, bytes.length >> 1), 2.5 * length);
  await survived(t, 'noise behind it', Buffer.concat([bytes, noise(50_000)]), 2.5 * length);
  const tagged = await played(await fileWith(Buffer.concat([id3v2(HUGE_TAG_BYTES), bytes])));
  // MP4 says where in the file the sound lies, which is wrong then: noise if it were played.
  if (name.endsWith('M4A')) t.equal(tagged, 'UNSUPPORTED_FORMAT', 'a huge tag in front moves the sound');
  else if (typeof tagged === 'string') t.match(tagged, /^(NOT_AUDIO|UNSUPPORTED_FORMAT)$/, `a huge tag: ${tagged}`);
  else t.equal(difference(tagged, whole), 0, 'a huge tag in front changes nothing');
  const behind = await survived(t, 'a tag behind', Buffer.concat([bytes, apeTag(5000)]), 1.3 * length);
  // ffmpeg takes what lies behind for another chunk of W64, and gives the file up.
  if (name !== 'PCM in W64') t.ok(behind >= length * 0.9, 'a tag behind changes little');
  const lie = DURATIONS[name];
  for (const value of lie === undefined ? [] : [0, 1000, 0x7fff_ffff, 0xffff_ffff]) {
    const lying = Buffer.from(bytes);
    lie?.(lying, value);
    await survived(t, `it says ${value}`, lying, length + 4096);
  }
}
