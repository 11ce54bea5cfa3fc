import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import {
  Attached,
  Command,
  createRing,
  frameAfter,
  frameDistance,
  RING_SECONDS,
  ringWords,
  Word,
  WriterState,
} from '../../src/output/ring-layout.js';
import { sampleRateHz } from '../../src/units.js';

const header = await readFile(new URL('../../native/core/ring.h', import.meta.url), 'utf8');
const formats = await readFile(new URL('../../native/core/sample_format.h', import.meta.url), 'utf8');

/** The words of `struct RingHeader` with their place, as a compiler lays them out. */
function nativeWords(): Map<string, number> {
  const body = /struct RingHeader \{([^}]*)\}/.exec(header)?.[1] ?? '';
  const words = new Map<string, number>();
  let at = 0;
  for (const [, name = '', count = '1'] of body.matchAll(/^\s*Word (\w+)(?:\[(\d+)\])?;/gm)) {
    words.set(name, at);
    at += Number(count);
  }
  words.set('end', at);
  return words;
}

/** `enum class name { A = 0, … }` with names that begin in lower case. */
function nativeEnum(source: string, name: string): Record<string, number> {
  const body = new RegExp(`enum class ${name}[^{]*\\{([^}]*)\\}`).exec(source)?.[1] ?? '';
  return Object.fromEntries([...body.matchAll(/(\w+) = (\d+)/g)].map(([, key = '', value]) => [key, Number(value)]));
}

const lowerCase = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]));

t.test('every word lies where the native header has it', async (t) => {
  const native = nativeWords();
  t.equal(native.get('end'), 256 / 4, 'the whole header was read');
  for (const [name, at] of Object.entries(Word)) t.equal(at, native.get(name), name);
});

t.test('no word of the native header is forgotten', async (t) => {
  const notOurs = ['unused', 'reserved', 'end'];
  const missing = [...nativeWords().keys()].filter((name) => !(name in Word) && !notOurs.includes(name));
  t.strictSame(missing, []);
});

t.test('the numbers in the comments of the native header are right', async (t) => {
  const native = nativeWords();
  for (const [, name = '', at] of header.matchAll(/^\s*Word (\w+);\s*\/\/\s*(\d+)\b/gm)) {
    t.equal(native.get(name), Number(at), name);
  }
});

t.test('commands, states and sample formats have the native values', async (t) => {
  t.strictSame(lowerCase(nativeEnum(header, 'Command')), { ...Command });
  t.strictSame(lowerCase(nativeEnum(header, 'WriterState')), { ...WriterState });
  t.strictSame(nativeEnum(formats, 'SampleFormat'), { ...SampleFormat });
  const [, no, writer, producerResets] =
    /kDetached = (\d), kAttached = (\d), kProducerResets = (\d)/.exec(header) ?? [];
  t.strictSame({ ...Attached }, { no: Number(no), writer: Number(writer), producerResets: Number(producerResets) });
});

t.test('a new ring is empty, at unity gain, and holds at least five seconds', async (t) => {
  for (const format of Object.values(SampleFormat)) {
    for (const rate of [8000, 22_050, 44_100, 48_000, 192_000]) {
      const ring = createRing(sampleRateHz(rate), format, 7);
      const words = ringWords(ring);
      t.equal(words.length, 64);
      t.strictSame(
        [...words].filter((word) => word !== 0),
        [0x3f800000],
      );
      t.equal(words[Word.gain], 0x3f800000);
      t.ok(ring.capacity >= RING_SECONDS * rate);
      const bytesAFrame = { S16: 4, S24: 8, S24_3: 6, S32: 8 };
      const name = Object.entries(SampleFormat).find(([, value]) => value === format)?.[0] as keyof typeof bytesAFrame;
      t.equal(ring.memory.byteLength, 256 + ring.capacity * bytesAFrame[name]);
      t.match(ring, { rate, format, eventFd: 7 });
    }
  }
});

t.test('a ring has no seam where its counters wrap: its size divides 2^32', async (t) => {
  for (const rate of [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]) {
    t.equal(2 ** 32 % createRing(sampleRateHz(rate), SampleFormat.S16, 0).capacity, 0, `${rate} Hz`);
  }
});

t.test('distances and sums of frame counters hold around 2^32', async () => {
  const counter = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const near = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(counter, near, (from, frames) => {
      const to = frameAfter(from, frames);
      return to >= 0 && to < 2 ** 32 && frameDistance(from, to) === frames && frameDistance(from | 0, to) === frames;
    }),
  );
});
