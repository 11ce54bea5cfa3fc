/** mpg123 in WebAssembly: the samples are those of the package, and a reset forgets everything. */
import t, { type Test } from 'tap';
import { MPEGDecoder } from 'mpg123-decoder';
import { MAX_FEED_BYTES, Mpg123 } from '../../../src/decode/formats/mpg123.js';
import { difference, junk, layer2Frames, noise, noiseBytes, type Stereo } from './fixtures.js';
import { naiveWalk } from './naive-walk.js';

async function decoder(t: Test): Promise<Mpg123> {
  const mpg123 = await Mpg123.create();
  t.teardown(() => mpg123.free());
  return mpg123;
}

/** What the package itself gives. */
async function plain(bytes: Uint8Array): Promise<Stereo> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData } = decoder.decode(bytes);
  decoder.free();
  const [left = new Float32Array(0), right = left] = channelData;
  return { left, right };
}

/** Decodes bytes in feeds of `feed` bytes. */
function decoded(mpg123: Mpg123, bytes: Uint8Array, feed: number): Stereo {
  const left: number[] = [];
  const right: number[] = [];
  for (let at = 0; at < bytes.length; at += feed) {
    for (const block of mpg123.decode(bytes.subarray(at, at + feed))) {
      for (let i = 0; i < block.frames; i++) {
        left.push(block.samples[block.left + i] ?? NaN);
        right.push(block.samples[block.right + i] ?? NaN);
      }
    }
  }
  return { left: Float32Array.from(left), right: Float32Array.from(right) };
}

const STREAMS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'VBR stereo': () => noiseBytes(t, 2, '-V', '2', '-t'),
  '320 kbit/s': () => noiseBytes(t, 1, '-b', '320', '-t'),
  mono: () => noiseBytes(t, 2, '-b', '64', '-m', 'm', '-t'),
  '8 kbit/s at 8 kHz': () => noiseBytes(t, 5, '-b', '8', '--resample', '8', '-m', 'm', '-t'),
  'layer II': async () => layer2Frames(100),
};

for (const [name, make] of Object.entries(STREAMS)) {
  t.test(`the samples are those that the package gives: ${name}`, async (t) => {
    const bytes = await make();
    const whole = await plain(bytes);
    t.ok(whole.left.length > 10_000);
    const quick = await decoder(t);
    for (const feed of [700, 4096, MAX_FEED_BYTES]) {
      quick.reset();
      t.equal(difference(decoded(quick, bytes, feed), whole), 0, `feeds of ${feed} bytes`);
    }
  });
}

t.test('mono comes as two equal channels', async (t) => {
  const bytes = await noiseBytes(t, 1, '-b', '64', '-m', 'm', '-t');
  const { left, right } = decoded(await decoder(t), bytes, 4096);
  t.strictSame(left, right);
});

t.test('every frame gives its samples, the first one too', async (t) => {
  const bytes = await noiseBytes(t, 1, '-b', '128', '-t');
  const { left } = decoded(await decoder(t), bytes, 4096);
  t.equal(left.length, naiveWalk(bytes, 0).length * 1152);
});

t.test('after a reset the stream begins anew', async (t) => {
  const bytes = await noiseBytes(t, 1, '-V', '2', '-t');
  const mpg123 = await decoder(t);
  const first = decoded(mpg123, bytes, 4096);
  mpg123.reset();
  t.equal(difference(decoded(mpg123, bytes, 4096), first), 0);
});

t.test('a reset forgets another sampling rate, layer and noise', async (t) => {
  const bytes = await noiseBytes(t, 1, '-V', '2', '-t');
  const mpg123 = await decoder(t);
  const first = decoded(mpg123, bytes, 4096);
  for (const other of [layer2Frames(5), noise(20_000), junk(20_000), await noiseBytes(t, 1, '--resample', '16')]) {
    mpg123.reset();
    decoded(mpg123, other, 4096);
    mpg123.reset();
    t.equal(difference(decoded(mpg123, bytes, 4096), first), 0);
  }
});

t.test('two thousand resets do not make the WebAssembly heap grow', async (t) => {
  const bytes = await noiseBytes(t, 1, '-V', '2', '-t');
  const mpg123 = await decoder(t);
  const heap = (): number => {
    for (const block of mpg123.decode(bytes.subarray(0, 8192))) return block.samples.buffer.byteLength;
    return NaN;
  };
  const before = heap();
  t.ok(before > 0);
  for (let i = 0; i < 2000; i++) {
    mpg123.reset();
    if (i % 20 === 0) heap();
  }
  mpg123.reset();
  t.equal(heap(), before);
  mpg123.reset();
  t.ok(decoded(mpg123, bytes, 4096).left.length > 40_000, 'and it still decodes');
});
