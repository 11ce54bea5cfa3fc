/** The real addon's producer: what lands in the ring's memory. */
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { loadNative, SampleFormat } from '../../src/native.js';
import { createRing, ringWords, Word } from '../../src/output/ring-layout.js';
import { RingWriter } from '../../src/decode/ring-writer.js';
import { sampleRateHz } from '../../src/units.js';

const native = loadNative(fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url)));
const HEADER_BYTES = 256;
const FULL_SCALE = 2 ** 31;

function rig(format: SampleFormat, first = 0) {
  const ring = createRing(sampleRateHz(1000), format, native.createEventFd());
  const words = ringWords(ring);
  for (const word of [Word.head, Word.tail]) words[word] = first;
  return { ring, writer: new RingWriter(ring, native) };
}

t.test('integers lie in a ring of 32 bits as they were, around its end too', async (t) => {
  const samples = Int32Array.from({ length: 2000 }, (_, at) => (at * 2_654_435_761) | 0);
  const { ring, writer } = rig(SampleFormat.S32, 8192 - 300);
  t.equal(ring.capacity, 8192);
  writer.push({ samples, left: 0, right: 1000, frames: 1000 }, 1000);
  const memory = new Int32Array(ring.memory, HEADER_BYTES);
  const frame = (at: number) => [memory[2 * (at % 8192)], memory[2 * (at % 8192) + 1]];
  const got = Array.from({ length: 1000 }, (_, at) => frame(8192 - 300 + at));
  t.strictSame(
    got,
    Array.from({ length: 1000 }, (_, at) => [samples[at], samples[1000 + at]]),
  );
});

t.test('a part of a block of floats or integers is rounded to 16 bits', async (t) => {
  const values = [0.25, -0.5, 100.5 / 32_768, -1, 0.75];
  const floats = Float32Array.from([9, ...values, 9, ...values.map((value) => value / 2)]);
  const integers = Int32Array.from(floats, (value) => value * FULL_SCALE);
  for (const samples of [floats, integers]) {
    const { ring, writer } = rig(SampleFormat.S16);
    writer.push({ samples, left: 1, right: 7, frames: 5 }, 4);
    t.equal(writer.head, 4);
    const memory = new Int16Array(ring.memory, HEADER_BYTES, 10);
    t.strictSame([...memory], [8192, 4096, -16_384, -8192, 100, 50, -32_768, -16_384, 0, 0]);
  }
});

t.test('dither moves what is rounded, and nothing that is not', async (t) => {
  const samples = new Int32Array(2000).fill(0x0001_8000);
  const sixteen = rig(SampleFormat.S16);
  sixteen.writer.push({ samples, left: 0, right: 1000, frames: 1000 }, 1000, true);
  const levels = new Set(new Int16Array(sixteen.ring.memory, HEADER_BYTES, 2000));
  t.strictSame([...levels].sort(), [1, 2]);
  const wide = rig(SampleFormat.S32);
  wide.writer.push({ samples, left: 0, right: 1000, frames: 1000 }, 1000, true);
  t.strictSame(new Int32Array(wide.ring.memory, HEADER_BYTES, 2000), samples);
});
