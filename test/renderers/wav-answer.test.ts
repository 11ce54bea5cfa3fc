/** Decoded sound as a WAV file: which bytes a renderer gets. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import type { PcmSource } from '../../src/renderers/streaming/pcm-streams.js';
import { wavAnswer } from '../../src/renderers/streaming/wav-answer.js';

const FRAMES = 1000;
const SOUND = Buffer.from(Array.from({ length: FRAMES * 4 }, (_, index) => index % 251));
const TOTAL = 44 + SOUND.length;

/** Sound whose bytes are known, as the stream worker would give it. */
function knownSound(): PcmSource {
  let next = 0;
  const read = async (frames: number, at = next): Promise<Uint8Array | undefined> => {
    next = Math.min(at + frames, FRAMES);
    return at < FRAMES ? SOUND.subarray(at * 4, next * 4) : undefined;
  };
  return { facts: { totalFrames: FRAMES, sampleRate: 8000 }, read } as unknown as PcmSource;
}

t.test('ranges of bytes', async (t) => {
  const server = createServer(wavAnswer(knownSound())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const get = async (range?: string) => {
    const headers = { connection: 'close', ...(range !== undefined && { range }) };
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, range: answer.headers.get('content-range'), bytes };
  };
  const whole = await get();
  t.equal(whole.status, 200);
  t.strictSame(whole.bytes.subarray(44), SOUND);
  t.equal(whole.bytes.readUInt32LE(4), TOTAL - 8);
  for (const [range, first, last] of [
    ['bytes=0-43', 0, 43],
    ['bytes=46-', 46, TOTAL - 1],
    ['bytes=-500', TOTAL - 500, TOTAL - 1],
    [`bytes=-${TOTAL + 1}`, 0, TOTAL - 1],
  ] as const) {
    const answer = await get(range);
    t.match(answer, { status: 206, range: `bytes ${first}-${last}/${TOTAL}` }, range);
    t.strictSame(answer.bytes, whole.bytes.subarray(first, last + 1), range);
  }
  t.match(await get(`bytes=${TOTAL}-`), { status: 416, range: `bytes */${TOTAL}` });
  t.match(await get('bytes=9-8'), { status: 200, range: null }, 'no range (RFC 9110 section 14.1.1)');
});
