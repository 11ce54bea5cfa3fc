/** Files for the audio tests: MP3s of seeded noise by Debian's `lame`, MPEG frames written by hand, and references. */
import { setTimeout as delay } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import type { Decoder } from '../../../src/decode/decoder.js';
import { cachedBytes } from '../../fixtures/cache.js';
import { makeMp3 } from '../../fixtures/mp3.js';

const run = promisify(execFile);
const GIBIBYTE = 2 ** 30;

export async function temporaryDirectory(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tonearm-audio-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A file with these bytes. */
export async function fileOf(t: Test, ...parts: readonly Uint8Array[]): Promise<string> {
  const path = join(await temporaryDirectory(t), 'file.mp3');
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** An MP3 of noise. @param lame options of lame, such as `-b 128` or `-m m` */
export async function noiseMp3(t: Test, seconds: number, lame: readonly string[], rate = 44_100): Promise<string> {
  const path = join(await temporaryDirectory(t), 'noise.mp3');
  await makeMp3(path, { seconds, seed: 4711, rate, lame });
  return path;
}

export async function noiseBytes(t: Test, seconds: number, ...lame: readonly string[]): Promise<Buffer> {
  return readFile(await noiseMp3(t, seconds, lame));
}

/** Deterministic bytes that look like nothing. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

/** Bytes without 0xff: no frame header can begin in them. */
export function junk(length: number, seed = 1): Buffer {
  return noise(length, seed).map((byte) => (byte === 0xff ? 0 : byte)) as Buffer;
}

/** An ID3v2.4 tag whose body is `length` bytes of padding (ID3v2 section 3.1). */
export function id3v2(length: number, { footer = false } = {}): Buffer {
  const sizes = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f);
  const head = (mark: string) => Buffer.from([...Buffer.from(mark), 4, 0, footer ? 0x10 : 0, ...sizes]);
  return Buffer.concat([head('ID3'), Buffer.alloc(length), footer ? head('3DI') : Buffer.alloc(0)]);
}

/** An ID3v1 tag: 128 bytes at the very end of a file. */
export function id3v1(): Buffer {
  return Buffer.from('TAG'.padEnd(128, 'x'), 'latin1');
}

/** An APEv2 tag with `length` bytes of items between its header and its footer. */
export function apeTag(length: number): Buffer {
  const block = Buffer.alloc(32);
  block.write('APETAGEX', 'latin1');
  block.writeUInt32LE(2000, 8);
  block.writeUInt32LE(length + 32, 12);
  return Buffer.concat([block, junk(length, 3), block]);
}

/**
 * Layer II frames of noise: 44.1 kHz, stereo, 128 kbit/s, without CRC. Any bits are a valid frame to a decoder; the bit
 * allocation (the first bytes) is kept small so that the samples fit into the frame.
 */
export function layer2Frames(count: number): Buffer {
  const length = Math.floor((1152 / 8) * (128_000 / 44_100));
  return Buffer.concat(
    Array.from({ length: count }, (_, at) => {
      const frame = junk(length, at + 1);
      frame.set([0xff, 0xfd, 0x80, 0x00]);
      frame.fill(0x11, 4, 12);
      frame.fill(0x00, 12, 30);
      return frame;
    }),
  );
}

/** Stereo samples as two arrays. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** What Debian's mpg123 makes of a file: with its own gapless trimming, in 32-bit float. */
export async function nativeDecode(path: string): Promise<Stereo> {
  return decodedBy('mpg123', ['-q', '-e', 'f32', '--stereo', '-s'], path);
}

/**
 * What a program decodes from a file: it writes two channels of 32-bit floats to its standard output. Kept for the next
 * run. @param before arguments in front of the path
 */
export async function decodedBy(
  program: string,
  before: readonly string[],
  path: string,
  after: readonly string[] = [],
): Promise<Stereo> {
  const recipe = { programs: [program], before, file: await readFile(path), extension: extname(path), after };
  const bytes = await cachedBytes('f32', recipe, async (draft) => {
    const options = { encoding: 'buffer', maxBuffer: GIBIBYTE } as const;
    const { stdout } = await run(program, [...before, path, ...after], options);
    await writeFile(draft, stdout);
  });
  const frames = Math.floor(bytes.length / 8);
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let i = 0; i < frames; i++) {
    left[i] = bytes.readFloatLE(8 * i);
    right[i] = bytes.readFloatLE(8 * i + 4);
  }
  return { left, right };
}

/** Everything from where the decoder stands to its end, or the first `most` frames of it; full scale is 1.0. */
export async function decodeAll(decoder: Decoder, most = Infinity): Promise<Stereo> {
  const left: Float32Array[] = [];
  const right: Float32Array[] = [];
  for (let frames = 0; frames < most;) {
    const block = await decoder.read();
    if (block === undefined) break;
    if (block === 'later') {
      await delay(5);
      continue;
    }
    left.push(floats(block.samples, block.left, block.frames));
    right.push(floats(block.samples, block.right, block.frames));
    frames += block.frames;
  }
  return { left: joined(left).subarray(0, most), right: joined(right).subarray(0, most) };
}

function floats(samples: Float32Array | Int32Array, at: number, length: number): Float32Array {
  const part = samples.slice(at, at + length);
  return part instanceof Float32Array ? part : Float32Array.from(part, (value) => value / 2 ** 31);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The largest difference of two decodes that must be equally long; Infinity when they are not. */
export function difference(one: Stereo, other: Stereo): number {
  if (one.left.length !== other.left.length || one.right.length !== other.right.length) return Infinity;
  let largest = 0;
  for (const side of ['left', 'right'] as const) {
    one[side].forEach((value, at) => {
      const distance = Math.abs(value - (other[side][at] ?? NaN));
      if (!(distance <= largest)) largest = Number.isNaN(distance) ? Infinity : distance;
    });
  }
  return largest;
}

/** A stretch of a decode. */
export function stretch(whole: Stereo, from: number, length: number): Stereo {
  return { left: whole.left.subarray(from, from + length), right: whole.right.subarray(from, from + length) };
}

/** Pseudo-random integers below `limit`, the same in every run. */
export function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
