/**
 * Converts a GIF, BMP or TIFF to a smaller JPEG with ffmpeg, a child process that reads and writes pipes and uses only the
 * demuxer of the detected type. A picture that exceeds the limit of pixels, memory or time fails as UNREADABLE_PICTURE.
 */
import { spawn } from 'node:child_process';
import { confined, NOT_INSTALLED } from '../../confined.js';
import { NotFound } from '../../errors.js';
import { type ImageType, imageType } from './image-type.js';
import { lowerPriority } from './lower-priority.js';

/** Memory of ffmpeg, in bytes: a file of a few kilobytes can claim millions of pixels of up to twelve bytes each. */
const MOST_MEMORY = 128 * 1024 * 1024;
/** Limit of pixels, about 7000 × 7000. */
const MOST_PIXELS = 50_000_000;
const TIMEOUT_MS = 15_000;
/** Limit of the result, in bytes; a JPEG of 1200 × 1200 pixels has about 300 KiB. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;

function argumentsFor(kind: ImageType, picture: Uint8Array, edge: number): string[] {
  const limits = ['-threads', '1', '-filter_threads', '1'];
  const reading = ['-protocol_whitelist', 'pipe', '-max_pixels', String(MOST_PIXELS), '-f', kind.demuxer];
  // The input is one picture of this length, which not every format says in its header.
  const whole = ['-frame_size', String(picture.length), '-i', 'pipe:0', '-map', '0:v:0', '-frames:v', '1'];
  const ratio = `min(1,${edge}/max(iw,ih))`;
  const fit = ['-vf', `scale=w='max(1,round(iw*${ratio}))':h='max(1,round(ih*${ratio}))'`];
  const output = ['-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg', 'pipe:1'];
  return ['-hide_banner', '-v', 'error', ...limits, ...reading, ...whole, ...fit, ...output];
}

/**
 * Converts one picture.
 * @param confine absolute path of the confining program
 * @param edge limit of the longer side in pixels; a smaller picture keeps its size
 * @returns a JPEG; undefined when ffmpeg is not installed
 * @throws NotFound UNREADABLE_PICTURE
 */
export function resize(
  confine: string,
  picture: Uint8Array,
  kind: ImageType,
  edge: number,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const args = confined('ffmpeg', argumentsFor(kind, picture, edge), { memory: MOST_MEMORY });
    const child = spawn(confine, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    // The `timeout` option of spawn would keep its timer where ffmpeg is not installed.
    const timeout = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    lowerPriority(child.pid);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > OUTPUT_LIMIT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // ffmpeg closes its input once it has read enough: that is no error.
    child.stdin.on('error', () => undefined);
    child.once('error', () => {
      clearTimeout(timeout);
      resolve(undefined);
    });
    child.once('close', (code) => {
      clearTimeout(timeout);
      const made = Buffer.concat(chunks);
      if (code === NOT_INSTALLED) resolve(undefined);
      else if (code === 0 && imageType(made)?.type === 'image/jpeg') resolve(made);
      else reject(new NotFound('UNREADABLE_PICTURE', 'The picture is damaged, or far too large.'));
    });
    child.stdin.end(picture);
  });
}
