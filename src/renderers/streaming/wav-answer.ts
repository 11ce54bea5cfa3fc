/**
 * Serves decoded sound as a WAV file, in ranges of bytes where its length is known. The last request has the sound: a renderer
 * asks for a file once, or once more at another position. Source: RIFF/WAVE, RFC 9110 section 14. Thread: main.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type ByteRange, readRange } from '../../byte-range.js';
import { frameAt } from '../../decode/streaming/pcm-stream.js';
import type { FrameCount } from '../../units.js';
import { WAV_HEADER_BYTES, wavHeader } from '../../wav-header.js';
import type { Answer } from '../control/device-door.js';
import type { PcmSource } from './pcm-streams.js';

const CHANNELS = 2;
const FRAME_BYTES = 2 * CHANNELS;
/** Frames that are decoded at a time. */
const PIECE = 8192;
/** Length of sound that goes on and on: the most that fits, with room for the header. */
const ENDLESS = 0x7fffffff - WAV_HEADER_BYTES;
/** What the header can name of more than four gigabytes. */
const LONGEST = 0xffffffff - WAV_HEADER_BYTES;

export function wavAnswer(source: PcmSource): Answer {
  const { totalFrames, sampleRate } = source.facts;
  const sound = totalFrames === undefined ? undefined : totalFrames * FRAME_BYTES;
  const total = sound === undefined ? undefined : sound + WAV_HEADER_BYTES;
  const header = wavHeader(sampleRate, CHANNELS, Math.min(sound ?? ENDLESS, LONGEST));
  let requests = 0;
  return (request, response) => {
    const range = total === undefined ? undefined : readRange(request.headers.range, total);
    if (range === 'none') {
      response.writeHead(416, { 'Content-Range': `bytes */${total}` }).end();
      return;
    }
    response.writeHead(range === undefined ? 200 : 206, headersFor(range, total));
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const number = ++requests;
    const { first, last } = range ?? { first: 0, last: (total ?? Infinity) - 1 };
    void send(source, header, { first, last }, response, () => number === requests);
  };
}

function headersFor(range: ByteRange | undefined, total: number | undefined): Record<string, string> {
  const length = range === undefined ? total : range.last - range.first + 1;
  return {
    'Content-Type': 'audio/wav',
    'transferMode.dlna.org': 'Streaming',
    'Accept-Ranges': total === undefined ? 'none' : 'bytes',
    ...(length === undefined ? { Connection: 'close' } : { 'Content-Length': String(length) }),
    ...(range === undefined ? {} : { 'Content-Range': `bytes ${range.first}-${range.last}/${total}` }),
  };
}

/** Never rejects. @param isLast no other request has come meanwhile */
async function send(
  source: PcmSource,
  header: Buffer,
  { first, last }: ByteRange,
  response: ServerResponse,
  isLast: () => boolean,
): Promise<void> {
  let left = last - first + 1;
  const write = async (bytes: Uint8Array): Promise<void> => {
    const piece = bytes.subarray(0, left);
    left -= piece.length;
    if (!response.write(piece)) await drained(response);
  };
  response.on('error', () => undefined);
  try {
    if (first < WAV_HEADER_BYTES) await write(header.subarray(first));
    let skipped = Math.max(first - WAV_HEADER_BYTES, 0) % FRAME_BYTES;
    let at: FrameCount | undefined = frameAt(Math.max(first - WAV_HEADER_BYTES, 0));
    // A stream that cannot be moved about in goes on where it is.
    if (source.facts.totalFrames === undefined) at = undefined;
    while (left > 0 && isLast() && !response.destroyed) {
      let bytes = await source.read(PIECE, at);
      // The length is what the file promises; a little less may come of it.
      if (bytes === undefined && left <= source.facts.sampleRate * FRAME_BYTES) bytes = Buffer.alloc(left);
      if (bytes === undefined) break;
      await write(bytes.subarray(skipped));
      skipped = 0;
      at = undefined;
    }
  } catch {
    // The connection broke.
  }
  // A renderer that waits for the rest has to learn that there is none.
  if (left > 0 && left !== Infinity) response.destroy();
  else response.end();
}

/** Resolves when more can be written, or the connection is over. */
async function drained(response: ServerResponse): Promise<void> {
  const decided = new AbortController();
  const { signal } = decided;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    decided.abort();
  }
}
