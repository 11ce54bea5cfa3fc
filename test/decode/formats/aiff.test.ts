/** AIFF and AIFC: samples bit for bit, headers that lie, and exact seeks. */
import t, { type Test } from 'tap';
import type { Decoder } from '../../../src/decode/decoder.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { anyAiff, playsOrIsRefused } from './any-bytes.js';
import { decoderKit } from './decoder-kit.js';
import { frameCount } from '../../../src/units.js';
import { decodeAll, dice, difference, fileOf, noise, stretch } from './fixtures.js';
import { aiff, chunk, comm, ssnd } from './pcm-fixtures.js';

const kit = await decoderKit(t);

async function opened(t: Test, bytes: Uint8Array): Promise<Decoder> {
  const decoder = await openFile(await fileOf(t, bytes), kit);
  t.teardown(() => decoder.close());
  return decoder;
}

for (const bits of [8, 12, 16, 20, 24, 32]) {
  t.test(`${bits}-bit samples come out bit for bit`, async (t) => {
    const width = Math.ceil(bits / 8);
    const full = 2 ** (8 * width - 1);
    const roll = dice(bits);
    const values = [0, 1, -1, full - 1, -full, ...Array.from({ length: 500 }, () => roll(2 * full) - full)];
    const bytes = Buffer.alloc(values.length * width);
    values.forEach((value, at) => bytes.writeIntBE(value, at * width, width));
    const format = { channels: 1, bits, frames: values.length, rate: 96_000 };
    const decoder = await opened(t, aiff('AIFF', comm(format), ssnd(bytes)));
    t.match(decoder.facts, { format: 'AIFF', bitsPerSample: bits, sampleRate: 96_000, totalFrames: values.length });
    const { left } = await decodeAll(decoder);
    t.strictSame(
      left,
      Float32Array.from(values, (value) => value / full),
    );
  });
}

const HALF = [0.5, -0.25];
const ENCODINGS: Readonly<Record<string, { bits: number; bytes: Buffer }>> = {
  NONE: { bits: 16, bytes: Buffer.from('4000e000', 'hex') },
  twos: { bits: 16, bytes: Buffer.from('4000e000', 'hex') },
  sowt: { bits: 16, bytes: Buffer.from('004000e0', 'hex') },
  'raw ': { bits: 8, bytes: Buffer.from('c060', 'hex') },
  in24: { bits: 24, bytes: Buffer.from('400000e00000', 'hex') },
  in32: { bits: 32, bytes: Buffer.from('40000000e0000000', 'hex') },
  fl32: { bits: 32, bytes: Buffer.from('3f000000be800000', 'hex') },
  FL32: { bits: 32, bytes: Buffer.from('3f000000be800000', 'hex') },
  fl64: { bits: 64, bytes: Buffer.from('3fe0000000000000bfd0000000000000', 'hex') },
};

for (const [compression, { bits, bytes }] of Object.entries(ENCODINGS)) {
  t.test(`AIFC of type ${compression} is read`, async (t) => {
    const decoder = await opened(t, aiff('AIFC', comm({ bits, frames: 1, compression }), ssnd(bytes)));
    const { left, right } = await decodeAll(decoder);
    t.strictSame([left[0], right[0]], HALF);
  });
}

for (const rate of [8000, 11_025, 44_100, 192_000]) {
  t.test(`${rate} Hz is read from 80 bits`, async (t) => {
    t.equal((await opened(t, aiff('AIFF', comm({ rate, frames: 10 }), ssnd(noise(40))))).facts.sampleRate, rate);
  });
}

for (const [name, sound, frames] of [
  ['a size of 0', { size: 0 }, 1000],
  ['a size of 2^32-1', { size: 0xffff_ffff }, 1000],
  ['a size beyond the end', { size: 90_000 }, 1000],
  ['samples at a distance', { distance: 10 }, 1000],
] as const) {
  t.test(`${name} plays what is there`, async (t) => {
    for (const promised of [1000, 0, 5_000_000]) {
      const decoder = await opened(t, aiff('AIFF', comm({ frames: promised }), ssnd(noise(4000), sound)));
      t.equal((await decodeAll(decoder)).left.length, frames, `${promised} frames promised`);
    }
  });
}

t.test('the samples may stand before their description', async (t) => {
  const name = chunk('NAME', Buffer.from('odd'), { big: true });
  const decoder = await opened(t, aiff('AIFF', ssnd(noise(4000)), name, comm({ frames: 1000 })));
  t.equal(decoder.facts.totalFrames, 1000);
});

t.test('a seek lands on the exact frame', async (t) => {
  const decoder = await opened(t, aiff('AIFF', comm({ bits: 24, frames: 20_000 }), ssnd(noise(120_000))));
  const whole = await decodeAll(decoder);
  const roll = dice(9);
  for (let i = 0; i < 50; i++) {
    const frame = roll(20_000);
    await decoder.seek(frameCount(frame));
    const length = Math.min(roll(5000) + 1, 20_000 - frame);
    t.equal(difference(await decodeAll(decoder, length), stretch(whole, frame, length)), 0, `frame ${frame}`);
  }
});

t.test('whatever the bytes are, an AIFF plays to its end or is refused', (t) =>
  playsOrIsRefused(t, kit, anyAiff(), 40),
);
