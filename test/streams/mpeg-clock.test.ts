/** Seconds of MPEG audio, counted as the bytes go by. */
import t from 'tap';

import { MpegClock } from '../../src/streams/mpeg-clock.js';
import { junk, layer2Frames } from '../decode/formats/fixtures.js';

const FRAME_SECONDS = 1152 / 44_100;

t.test('frames are counted however the bytes are cut', async (t) => {
  const bytes = layer2Frames(40);
  for (const size of [1, 3, 417, 1000, bytes.length]) {
    const clock = new MpegClock();
    for (let at = 0; at < bytes.length; at += size) clock.take(bytes.subarray(at, at + size));
    t.ok(Math.abs(clock.seconds - 40 * FRAME_SECONDS) < 1e-9, `in chunks of ${size}`);
  }
});

t.test('a stream that is joined inside a frame, and damage in it, count for nothing', async (t) => {
  const clock = new MpegClock();
  clock.take(Buffer.concat([junk(300), layer2Frames(10), junk(5000, 2), layer2Frames(5)]));
  t.ok(Math.abs(clock.seconds - 15 * FRAME_SECONDS) < 1e-9);
});
