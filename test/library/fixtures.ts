/** MP3 files made on the spot: a sine written as WAV, encoded by Debian's `lame`; and the tag worker as one bundle. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { LibraryPaths } from '../../src/library/paths.js';
import { copyCached } from '../fixtures/cache.js';

const run = promisify(execFile);

/** For tests in which every folder is the library. */
export const EVERYWHERE = new LibraryPaths(['/']);

/** A mono 16-bit WAV with a sine of 440 Hz (RIFF, `WAVE_FORMAT_PCM`). */
export function sineWav(seconds: number, rate = 44_100): Buffer {
  const frames = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + 2 * frames);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 2 * frames, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(2 * rate, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(2 * frames, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    wav.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * frame) / rate)), 44 + 2 * frame);
  }
  return wav;
}

/** Encodes a sine to `path`. @param options of lame, such as `--tt`, `title`, `-t` (no Xing header) */
export async function makeMp3(path: string, seconds: number, ...options: string[]): Promise<void> {
  await copyCached(path, 'mp3', { programs: ['lame'], seconds, options, sineWav }, async (draft) => {
    const wav = `${draft}.wav`;
    await writeFile(wav, sineWav(seconds));
    await run('lame', ['--quiet', ...options, wav, draft]);
    await rm(wav);
  });
}

/** Bundles a worker's source as the build does. @returns the path of the bundle */
export async function bundleWorker(directory: string, source = 'src/tags/tag-worker.ts'): Promise<string> {
  const outfile = join(directory, 'tag-worker.cjs');
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}

/** A worker of our own writing, for the ways in which workers fail. */
export async function writeWorker(directory: string, source: string): Promise<string> {
  const path = join(directory, 'fake-worker.cjs');
  await writeFile(path, `const { parentPort } = require('node:worker_threads');\n${source}`);
  return path;
}
