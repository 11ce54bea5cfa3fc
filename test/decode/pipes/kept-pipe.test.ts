/** A stream that is decoded again from what the pipe has kept. */
import { readFile } from 'node:fs/promises';

import t from 'tap';

import type { Decoder } from '../../../src/decode/decoder.js';
import { createPipeMemory, PipeReader, PipeWriter } from '../../../src/decode/pipes/byte-pipe.js';
import { LiveMpegDecoder } from '../../../src/decode/pipes/live-mpeg-decoder.js';
import { PcmPipeDecoder } from '../../../src/decode/pipes/pcm-pipe-decoder.js';
import { frameCount } from '../../../src/units.js';
import { decoderKit } from '../formats/decoder-kit.js';
import { dice, difference, noiseMp3, stretch, type Stereo } from '../formats/fixtures.js';

const RATE = 44_100;
const LATEST = 6 * RATE;

/** What comes out until nothing more does, or until so many frames came. */
async function drain(decoder: Decoder, most = Infinity): Promise<Stereo> {
  const left: number[] = [];
  const right: number[] = [];
  while (left.length < most) {
    const block = await decoder.read();
    if (block === undefined || block === 'later') break;
    for (let at = 0; at < block.frames; at++) {
      left.push(block.samples[block.left + at] ?? 0);
      right.push(block.samples[block.right + at] ?? 0);
    }
  }
  return { left: Float32Array.from(left), right: Float32Array.from(right) };
}

/** Another decoder each round, which begins at a frame that may not have been heard yet. */
async function goBack(
  open: () => Promise<Decoder>,
  feed: () => boolean,
  whole: Stereo,
  base: number,
): Promise<{ worst: number; rounds: number }> {
  const roll = dice(9);
  feed();
  let decoder = await open();
  await decoder.seek(frameCount(base));
  let at = base;
  let worst = 0;
  let rounds = 0;
  for (let more = true; more; rounds++) {
    more = feed();
    const next = await drain(decoder);
    worst = Math.max(worst, difference(next, stretch(whole, at - base, next.left.length)));
    at += next.left.length;
    decoder.close();
    decoder = await open();
    at = Math.max(at - roll(LATEST), base);
    await decoder.seek(frameCount(at));
  }
  return { worst, rounds };
}

t.test('a decoder that is opened anew begins at any frame that is not heard yet: MPEG', async (t) => {
  const { mpg123 } = await decoderKit(t);
  const bytes = await readFile(await noiseMp3(t, 40, ['-b', '320']));
  const reference = createPipeMemory(2 ** 21);
  const all = new PipeWriter(reference);
  all.write(bytes);
  all.end();
  const whole = await drain(await LiveMpegDecoder.open(reference, mpg123));
  const memory = createPipeMemory(2 ** 20);
  const writer = new PipeWriter(memory);
  let sent = 0;
  const { worst, rounds } = await goBack(
    async () => {
      mpg123.reset();
      return LiveMpegDecoder.open(memory, mpg123);
    },
    () => {
      sent += writer.write(bytes.subarray(sent, sent + 60_000));
      return sent < bytes.length;
    },
    whole,
    2 ** 32 - 5 * RATE,
  );
  t.ok(rounds > 20);
  t.ok(worst < 1e-4, `${worst} apart`);
  const reader = new PipeReader(memory);
  t.ok(reader.fill < 8 * 40_000, `${reader.fill} bytes are kept`);
});

t.test('a decoder that is opened anew begins at any frame that is not heard yet: what ffmpeg decodes', async (t) => {
  const frames = 30 * RATE;
  const sound = Float32Array.from({ length: 2 * frames }, (_, at) => Math.fround(Math.sin(at * at)));
  const whole = {
    left: sound.filter((_, at) => at % 2 === 0),
    right: sound.filter((_, at) => at % 2 === 1),
  };
  const bytes = Buffer.from(sound.buffer);
  const memory = createPipeMemory(2 ** 23);
  const writer = new PipeWriter(memory);
  let sent = 0;
  const input = { kind: 'pcm', memory, sampleRate: RATE, format: 'AAC', bitrate: 0 } as const;
  const { worst } = await goBack(
    () => Promise.resolve(new PcmPipeDecoder(input)),
    () => {
      sent += writer.write(bytes.subarray(sent, sent + 500_001));
      return sent < bytes.length;
    },
    whole,
    0,
  );
  t.equal(worst, 0);
  t.ok(new PipeReader(memory).fill < 8 * RATE * 8);
});
