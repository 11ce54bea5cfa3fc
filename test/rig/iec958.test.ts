import t from 'tap';
import { rateIn, readSubframes } from './iec958.js';

/** The subframes of silence with channel status, as a receiver expects them. */
function subframes(frames: number, status: readonly number[], sample = 0): Buffer {
  const bytes = Buffer.alloc(frames * 8);
  for (let frame = 0; frame < frames; frame++) {
    const bit = frame % 192;
    for (const channel of [0, 1]) {
      let word = ((sample & 0xff_ffff) << 4) >>> 0;
      if (((status[bit >> 3] ?? 0) >> (bit & 7)) & 1) word |= 0x4000_0000;
      let parity = 0;
      for (let at = 4; at < 31; at++) parity ^= (word >>> at) & 1;
      if (parity === 1) word |= 0x8000_0000;
      word |= channel === 1 ? 4 : bit === 0 ? 8 : 2;
      bytes.writeUInt32LE(word >>> 0, frame * 8 + channel * 4);
    }
  }
  return bytes;
}

t.test('samples and channel status are read from subframes', async (t) => {
  const { samples, statuses, mistakes } = readSubframes(subframes(400, [4, 0x82, 0, 2], -3));
  t.strictSame(mistakes, []);
  t.equal(samples.readInt32LE(8), -3 * 256);
  t.equal(statuses.length, 2);
  t.equal(statuses[1]?.subarray(0, 5).toString('hex'), '0482000200');
  t.equal(rateIn(statuses[0] ?? Buffer.alloc(24)), 48_000);
});

t.test('a flip of any single bit is reported', async (t) => {
  const whole = subframes(400, [4, 0x82, 0, 2], 12_345);
  for (let bit = 0; bit < 32; bit++) {
    const broken = Buffer.from(whole);
    broken.writeUInt32LE((broken.readUInt32LE(1000) ^ (1 << bit)) >>> 0, 1000);
    t.not(readSubframes(broken).mistakes.length, 0, `bit ${bit}`);
  }
  t.match(readSubframes(whole.subarray(8)).mistakes, [/preamble|start/]);
  const cut = Buffer.concat([whole.subarray(0, 800), whole.subarray(808)]);
  t.match(readSubframes(cut).mistakes, [/a block of 191 frames/]);
});
