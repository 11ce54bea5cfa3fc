/**
 * Files for the tests of Xiph's formats: seeded noise, encoded by Debian's flac, vorbis-tools, opus-tools and ffmpeg; and
 * what the tools themselves decode.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { readHead } from '../../../../src/decode/formats/file-head.js';
import { FlacDecoder } from '../../../../src/decode/formats/flac-decoder.js';
import { OggDecoder } from '../../../../src/decode/formats/ogg/ogg-decoder.js';
import { XiphLibraries } from '../../../../src/decode/formats/ogg/xiph-libraries.js';
import { cachedFile, copyCached } from '../../../fixtures/cache.js';
import { decodedBy, noise, temporaryDirectory, type Stereo } from '../fixtures.js';

const run = promisify(execFile);

export interface Sound {
  readonly frames: number;
  readonly rate?: number;
  readonly channels?: number;
  /** Bits of the integers. */
  readonly bits?: number;
  readonly seed?: number;
}

/** Integers of smoothed noise, of which no two stretches are alike: `channels × frames`, one array a channel. */
export function soundOf({ frames, channels = 2, bits = 16, seed = 7 }: Sound): Int32Array[] {
  const peak = 2 ** (bits - 2);
  return Array.from({ length: channels }, (_, channel) => {
    const bytes = noise(frames * 4, seed * 31 + channel + 1);
    const samples = new Int32Array(frames);
    let smooth = 0;
    for (let at = 0; at < frames; at++) {
      smooth = 0.7 * smooth + 0.3 * (bytes.readInt32LE(at * 4) / 2 ** 31);
      samples[at] = Math.round(smooth * peak);
    }
    return samples;
  });
}

/** WAVE's integers have a sign from 16 bits on. */
function putSample(bytes: Buffer, at: number, width: number, value: number): void {
  if (width === 1) bytes.writeUInt8(value + 128, at);
  else bytes.writeIntLE(value, at, width);
}

/** The sound as raw little-endian PCM; `bits` is rounded up to whole bytes, with the integers in the upper ones. */
export function rawOf(sound: Sound): Buffer {
  const { bits = 16 } = sound;
  const channels = soundOf(sound);
  const width = Math.ceil(bits / 8);
  const bytes = Buffer.alloc(sound.frames * channels.length * width);
  for (const [channel, samples] of channels.entries())
    for (const [at, value] of samples.entries())
      putSample(bytes, (at * channels.length + channel) * width, width, value * 2 ** (8 * width - bits));
  return bytes;
}

/** A WAV of the sound (extensible where it has more than two channels or an odd depth). */
export function wavOf(sound: Sound): Buffer {
  const { rate = 44_100, channels = 2, bits = 16 } = sound;
  const data = rawOf(sound);
  const width = Math.ceil(bits / 8);
  const head = Buffer.alloc(68);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(60 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(40, 16);
  head.writeUInt16LE(0xfffe, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * width, 28);
  head.writeUInt16LE(channels * width, 32);
  head.writeUInt16LE(width * 8, 34);
  head.writeUInt16LE(22, 36);
  head.writeUInt16LE(bits, 38);
  head.writeUInt32LE([0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f][channels] ?? 0, 40);
  head.write('0100000000001000800000aa00389b71', 44, 'hex');
  head.write('data', 60, 'latin1');
  head.writeUInt32LE(data.length, 64);
  return Buffer.concat([head, data]);
}

/** A FLAC by `flac`, whose integers are those of `soundOf`. */
export async function flacFile(t: Test, sound: Sound, ...options: readonly string[]): Promise<string> {
  return encoded(t, sound, 'sound.flac', 'flac', ['-s', '-f', ...options, '-o', OUTPUT, INPUT]);
}

/** An Ogg Vorbis file by `oggenc`. */
export async function vorbisFile(t: Test, sound: Sound, ...options: readonly string[]): Promise<string> {
  const serial = ['--serial', String(sound.seed ?? 7)];
  return encoded(t, sound, 'sound.ogg', 'oggenc', ['-Q', ...serial, ...options, '-o', OUTPUT, INPUT]);
}

/** An Ogg Opus file by `opusenc`. */
export async function opusFile(t: Test, sound: Sound, ...options: readonly string[]): Promise<string> {
  const serial = ['--serial', String(sound.seed ?? 7)];
  return encoded(t, sound, 'sound.opus', 'opusenc', ['--quiet', ...serial, ...options, INPUT, OUTPUT]);
}

/** Whatever ffmpeg makes of the sound with these options. */
export async function ffmpegFile(t: Test, sound: Sound, name: string, ...options: readonly string[]): Promise<string> {
  return encoded(t, sound, name, 'ffmpeg', ['-v', 'error', '-y', '-bitexact', '-i', INPUT, ...options, OUTPUT]);
}

const INPUT = '<input>';
const OUTPUT = '<output>';

/** Encodes once and copies from then on; `INPUT` and `OUTPUT` stand for the paths among the arguments. */
async function encoded(t: Test, sound: Sound, name: string, program: string, args: readonly string[]): Promise<string> {
  const path = join(await temporaryDirectory(t), name);
  const recipe = { programs: [program], args, sound: { ...sound }, wavOf, rawOf, soundOf, putSample, noise };
  await copyCached(path, extname(name).slice(1), recipe, async (draft) => {
    const wav = `${draft}.wav`;
    await writeFile(wav, wavOf(sound));
    await run(
      program,
      args.map((arg) => (arg === INPUT ? wav : arg === OUTPUT ? draft : arg)),
    );
    await rm(wav);
  });
  return path;
}

/** The first and the second channel of a sound (or the only one twice) at full scale 1.0. */
export function floatsOf(sound: Sound): Stereo {
  const [left = new Int32Array(), right = left] = soundOf(sound);
  const scale = 2 ** (1 - (sound.bits ?? 16));
  return { left: Float32Array.from(left, (x) => x * scale), right: Float32Array.from(right, (x) => x * scale) };
}

/** What libopus decodes, by opus-tools and then ffmpeg, which only takes the WAV apart. */
export async function opusDecode(path: string, channels = 2): Promise<Stereo> {
  const args = ['--quiet', '--float', '--rate', '48000'];
  const recipe = { programs: ['opusdec'], args, file: await readFile(path) };
  const decode = (wav: string) => run('opusdec', [...args, path, wav]);
  return ffmpegDecode(await cachedFile('wav', recipe, decode), channels);
}

/** What ffmpeg decodes, as 32-bit floats; one channel comes as two. */
export async function ffmpegDecode(path: string, channels = 2): Promise<Stereo> {
  const twice = `pan=stereo|c0=c0|c1=c${channels - 1}`;
  return decodedBy('ffmpeg', ['-v', 'error', '-i'], path, ['-af', twice, '-f', 'f32le', '-']);
}

/** What libvorbis decodes, by vorbis-tools: 16 bits only. */
export async function vorbisDecode(path: string): Promise<Stereo> {
  const recipe = { programs: ['oggdec'], file: await readFile(path) };
  return ffmpegDecode(await cachedFile('wav', recipe, (wav) => run('oggdec', ['-Q', '-o', wav, path])));
}

export async function bytesOf(path: Promise<string> | string): Promise<Buffer> {
  return readFile(await path);
}

const libraries = new XiphLibraries();

/** A decoder of the file, with the libraries that all tests of a file share. */
export async function openFlac(t: Test, path: string): Promise<FlacDecoder> {
  const decoder = FlacDecoder.open(path, readHead(path).start, await libraries.flac());
  t.teardown(() => decoder.close());
  return decoder;
}

export async function openOgg(t: Test, path: string): Promise<OggDecoder> {
  const decoder = await OggDecoder.open(path, readHead(path).start, libraries);
  t.teardown(() => decoder.close());
  return decoder;
}
