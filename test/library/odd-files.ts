/** A second or less of sound in formats that few readers of tags know, and files that are no sound at all. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { makeMp3 } from './fixtures.js';

const SINE = ['-f', 'lavfi', '-i', 'sine=duration=1:sample_rate=44100'];
/** Options of ffmpeg for an extension. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '.dts': ['-strict', '-2', '-ar', '48000', '-ac', '2'],
  '.thd': ['-strict', '-2', '-f', 'truehd', '-c:a', 'truehd'],
  '.ac3': ['-ar', '48000'],
  '.eac3': ['-ar', '48000'],
  '.webm': ['-c:a', 'libopus', '-ar', '48000'],
};

/** What a file holds whatever its ending says. */
export type OddContent = 'mp3' | 'freeformat' | 'cut' | 'empty' | 'text' | 'vbr' | 'flac in ogg' | 'rf64';

/** Tags by ffmpeg's names. */
type Tags = Readonly<Record<string, string>>;

const CONTENTS: Readonly<Record<OddContent, (path: string, tags: Tags) => Promise<void>>> = {
  mp3: (path) => makeMp3(path, 1, '-t'),
  freeformat: (path) => makeMp3(path, 1, '--freeformat', '-b', '400', '-t'),
  async cut(path) {
    await ffmpegWrites(path, ...SINE, '-c:a', 'aac', '-movflags', '+faststart', '-map_metadata', '-1');
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.8)));
  },
  // Without a Xing header: only counting the frames gives the length.
  vbr: (path) => makeMp3(path, 3, '-V', '5', '-t'),
  'flac in ogg': (path, tags) => ffmpegWrites(path, ...SINE, ...metadataArgs(tags), '-c:a', 'flac', '-f', 'ogg'),
  rf64: (path, tags) => ffmpegWrites(path, ...SINE, ...metadataArgs(tags), '-rf64', 'always'),
  empty: (path) => writeFile(path, ''),
  text: (path) => writeFile(path, 'Good evening. This is a text and no music at all.\n'.repeat(200)),
};

const metadataArgs = (tags: Tags): string[] =>
  Object.entries(tags).flatMap(([name, text]) => ['-metadata', `${name}=${text}`]);

/** Writes a file of the format that its ending says, or with another content. */
export async function putOdd(path: string, content?: OddContent, tags: Tags = {}): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const ending = extname(path);
  if (content !== undefined) await CONTENTS[content](path, tags);
  else if (ending === '.mp3') await makeMp3(path, 1, '-t');
  else await ffmpegWrites(path, ...SINE, '-map_metadata', '-1', ...metadataArgs(tags), ...(OPTIONS[ending] ?? []));
  return path;
}
