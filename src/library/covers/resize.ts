/**
 * Makes a rare kind of picture (GIF, BMP, TIFF) a smaller JPEG with ffmpeg, as a child process: from a pipe into a pipe, by
 * the one demuxer that its first bytes ask for. A picture of too many pixels, one that needs too much memory, or one that
 * takes too long, is given up.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { confined, NOT_INSTALLED } from '../../confined.js';
import { NotFound } from '../../errors.js';
import { type ImageType, imageType } from './image-type.js';

/** A few kilobytes can say that they are millions of pixels, and some kinds take twelve bytes for each. */
const MOST_MEMORY = 128 * 1024 * 1024;
/** Some 7000 × 7000. */
const MOST_PIXELS = 50_000_000;
const PATIENCE_MILLISECONDS = 15_000;
/** A JPEG of 1200 × 1200 pixels has some 300 KiB. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;

function argumentsFor(kind: ImageType, picture: Uint8Array, edge: number): string[] {
  const limits = ['-threads', '1', '-filter_threads', '1'];
  const reading = ['-protocol_whitelist', 'pipe', '-max_pixels', String(MOST_PIXELS), '-f', kind.demuxer];
  // All of it is one picture, which not every format says of itself.
  const whole = ['-frame_size', String(picture.length), '-i', 'pipe:0', '-map', '0:v:0', '-frames:v', '1'];
  const ratio = `min(1,${edge}/max(iw,ih))`;
  const fit = ['-vf', `scale=w='max(1,round(iw*${ratio}))':h='max(1,round(ih*${ratio}))'`];
  const output = ['-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg', 'pipe:1'];
  return ['-hide_banner', '-v', 'error', ...limits, ...reading, ...whole, ...fit, ...output];
}

/** Not at the cost of what is playing. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/**
 * @param confine absolute path of the confining program
 * @param edge pixels of the longer side at most; a smaller picture keeps its size
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
    // Node's own timer would go on where there is no ffmpeg.
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS);
    lower(child.pid);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > OUTPUT_LIMIT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // A program that has seen enough closes its input.
    child.stdin.on('error', () => undefined);
    child.once('error', () => {
      clearTimeout(patience);
      resolve(undefined);
    });
    child.once('close', (code) => {
      clearTimeout(patience);
      const made = Buffer.concat(chunks);
      if (code === NOT_INSTALLED) resolve(undefined);
      else if (code === 0 && imageType(made)?.type === 'image/jpeg') resolve(made);
      else reject(new NotFound('UNREADABLE_PICTURE', 'The picture is damaged, or far too large.'));
    });
    child.stdin.end(picture);
  });
}
