/**
 * Files of seeded noise in the formats that only ffmpeg reads: written by Debian's `ffmpeg` and `mpcenc` (package
 * musepack-tools), DSF by hand; and what ffmpeg makes of a file when nobody tells it how.
 */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { copyCached } from '../../fixtures/cache.js';
import { noiseWav } from '../../fixtures/mp3.js';
import { decodedBy, dice, temporaryDirectory, type Stereo } from './fixtures.js';

const run = promisify(execFile);

export interface FfmpegRecipe {
  readonly extension: string;
  /** Options of ffmpeg for the output; undefined for what ffmpeg does not write. */
  readonly options: readonly string[] | undefined;
  /** What the facts say. */
  readonly format: string;
  readonly bitsPerSample?: number;
  /** The samples come back as they were, and the number of frames is known beforehand. */
  readonly lossless?: boolean;
  readonly isCounted?: boolean;
  /** Frames in front of the sound that ffmpeg, left to itself, does not drop. */
  readonly lead?: number;
  /** Options of the decoder. */
  readonly decoding?: readonly string[];
}

// Perceptual noise substitution would make noise of its own, another one after each seek.
const AAC = ['-c:a', 'aac', '-aac_pns', '0'];

/** Noise that AC-3 puts in place of what was left out. */
const SAME_NOISE = ['-cons_noisegen', '1'];

export const RECIPES: Readonly<Record<string, FfmpegRecipe>> = {
  'AAC in M4A': { extension: 'm4a', options: AAC, format: 'AAC', isCounted: true },
  'AAC in ADTS': { extension: 'aac', options: AAC, format: 'AAC' },
  'AAC in Matroska': { extension: 'mka', options: AAC, format: 'AAC' },
  'ALAC in M4A': {
    extension: 'm4a',
    options: ['-c:a', 'alac'],
    format: 'ALAC',
    bitsPerSample: 16,
    lossless: true,
    isCounted: true,
  },
  'ALAC in CAF': {
    extension: 'caf',
    options: ['-c:a', 'alac'],
    format: 'ALAC',
    bitsPerSample: 16,
    lossless: true,
  },
  'AC-3': { extension: 'ac3', options: ['-b:a', '192k'], format: 'AC-3', decoding: SAME_NOISE },
  'E-AC-3': { extension: 'eac3', options: ['-b:a', '192k'], format: 'E-AC-3', decoding: SAME_NOISE },
  DTS: { extension: 'dts', options: ['-c:a', 'dca', '-strict', '-2'], format: 'DTS' },
  'Opus in Matroska': { extension: 'webm', options: ['-c:a', 'libopus'], format: 'Opus' },
  'Vorbis in Matroska': { extension: 'mka', options: ['-c:a', 'libvorbis'], format: 'Vorbis' },
  WMA: { extension: 'wma', options: ['-c:a', 'wmav2'], format: 'WMA' },
  WavPack: {
    extension: 'wv',
    options: ['-c:a', 'wavpack'],
    format: 'WavPack',
    bitsPerSample: 16,
    lossless: true,
    isCounted: true,
  },
  TTA: { extension: 'tta', options: [], format: 'TTA', bitsPerSample: 16, lossless: true, isCounted: true },
  AU: { extension: 'au', options: [], format: 'PCM', bitsPerSample: 16, lossless: true, isCounted: true },
  'PCM in W64': { extension: 'w64', options: [], format: 'PCM', bitsPerSample: 16, lossless: true, isCounted: true },
  'ADPCM in WAV': { extension: 'wav', options: ['-c:a', 'adpcm_ms'], format: 'ADPCM' },
  'A-law in AIFF': { extension: 'aiff', options: ['-c:a', 'pcm_alaw'], format: 'PCM', isCounted: true },
  Musepack: { extension: 'mpc', options: undefined, format: 'Musepack', isCounted: true, lead: 481 },
  DSD: { extension: 'dsf', options: undefined, format: 'DSD', bitsPerSample: 1, isCounted: true },
};

/** A file of this kind. @param source a WAV to encode instead of noise */
export async function encoded(t: Test, recipe: FfmpegRecipe, seconds: number, source?: Buffer): Promise<string> {
  const { extension, options = [] } = recipe;
  const path = join(await temporaryDirectory(t), `file.${extension}`);
  if (extension === 'dsf') {
    await copyCached(path, 'dsf', { seconds, dsf, modulated, dice }, (draft) => writeFile(draft, dsf(seconds)));
    return path;
  }
  const program = extension === 'mpc' ? 'mpcenc' : 'ffmpeg';
  await copyCached(path, extension, { programs: [program], options, seconds, source, noiseWav }, async (draft) => {
    const wav = `${draft}.wav`;
    await writeFile(wav, source ?? noiseWav({ seconds, seed: 99 }));
    if (program === 'mpcenc') await run(program, ['--silent', '--overwrite', wav, draft]);
    else await run(program, ['-v', 'error', '-nostdin', '-i', wav, ...options, draft]);
    await rm(wav);
  });
  return path;
}

/** What ffmpeg makes of a file, left to itself. @param output more options, such as a filter */
export async function ffmpegDecode(path: string, ...output: readonly string[]): Promise<Stereo> {
  return ffmpegDecodeWith([], path, ...output);
}

/** What ffmpeg decodes, with options of the decoder. */
export async function ffmpegDecodeWith(
  decoding: readonly string[],
  path: string,
  ...output: readonly string[]
): Promise<Stereo> {
  const before = ['-v', 'error', '-nostdin', ...decoding, '-i'];
  return decodedBy('ffmpeg', before, path, [...output, '-ac', '2', '-f', 'f32le', '-']);
}

/** The samples of a plain 16-bit stereo WAV. */
export function wavSamples(wav: Buffer): Stereo {
  const frames = (wav.length - 44) / 4;
  const side = (from: number) =>
    Float32Array.from({ length: frames }, (_, frame) => wav.readInt16LE(from + 4 * frame) / 2 ** 15);
  return { left: side(44), right: side(46) };
}

const DSD_RATE = 2_822_400;
const DSF_BLOCK = 4096;

/** Stereo DSD64 of smoothed noise by a first-order modulator (Sony's "DSF File Format Specification 1.01"). */
export function dsf(seconds: number): Buffer {
  const samples = Math.round((seconds * DSD_RATE) / 8) * 8;
  const blocks = Math.ceil(samples / 8 / DSF_BLOCK);
  const head = Buffer.alloc(92);
  head.write('DSD ', 0, 'latin1');
  head.writeBigUInt64LE(28n, 4);
  head.writeBigUInt64LE(BigInt(92 + blocks * 2 * DSF_BLOCK), 12);
  head.write('fmt ', 28, 'latin1');
  head.writeBigUInt64LE(52n, 32);
  [1, 0, 2, 2, DSD_RATE, 1].forEach((value, at) => head.writeUInt32LE(value, 40 + 4 * at));
  head.writeBigUInt64LE(BigInt(samples), 64);
  head.writeUInt32LE(DSF_BLOCK, 72);
  head.write('data', 80, 'latin1');
  head.writeBigUInt64LE(BigInt(12 + blocks * 2 * DSF_BLOCK), 84);
  const channels = [dice(1), dice(2)].map((roll) => modulated(blocks * DSF_BLOCK, roll));
  const parts: Buffer[] = [head];
  for (let block = 0; block < blocks; block++) {
    for (const bits of channels) parts.push(bits.subarray(block * DSF_BLOCK, (block + 1) * DSF_BLOCK));
  }
  return Buffer.concat(parts);
}

function modulated(bytes: number, roll: (limit: number) => number): Buffer {
  const bits: Buffer = Buffer.alloc(bytes);
  let value = 0;
  let error = 0;
  for (let at = 0; at < bytes; at++) {
    value = 0.95 * value + 0.05 * (roll(2001) / 1000 - 1);
    for (let bit = 0; bit < 8; bit++) {
      error += value;
      if (error < 0) {
        error += 1;
        continue;
      }
      error -= 1;
      bits[at] = (bits[at] ?? 0) | (1 << bit);
    }
  }
  return bits;
}
