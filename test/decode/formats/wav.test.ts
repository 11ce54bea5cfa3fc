/** WAV: samples bit for bit, all kinds of headers, also those that lie, and exact seeks. */
import t, { type Test } from 'tap';
import { UndecodableFile, type Decoder } from '../../../src/decode/decoder.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { anyWav, playsOrIsRefused } from './any-bytes.js';
import { decoderKit } from './decoder-kit.js';
import { byteOffset, frameCount } from '../../../src/units.js';
import { decodeAll, dice, difference, fileOf, id3v2, noise, stretch } from './fixtures.js';
import { chunk, fmt, riff, wav, type WavFormat } from './pcm-fixtures.js';

const kit = await decoderKit(t);

async function opened(t: Test, ...parts: Uint8Array[]): Promise<Decoder> {
  const decoder = await openFile(await fileOf(t, ...parts), kit);
  t.teardown(() => decoder.close());
  return decoder;
}

async function refusal(t: Test, ...parts: Uint8Array[]): Promise<string> {
  try {
    (await openFile(await fileOf(t, ...parts), kit)).close();
    return 'none';
  } catch (error) {
    t.type(error, UndecodableFile);
    return (error as UndecodableFile).code;
  }
}

/** A plain WAV of these samples. */
const plain = (format: WavFormat, samples: Uint8Array) => wav(fmt(format), chunk('data', samples));

/** Values of an integer sample that matter, and some between them. */
function integers(bits: number): number[] {
  const full = 2 ** (bits - 1);
  const roll = dice(bits);
  return [0, 1, -1, full - 1, -full, ...Array.from({ length: 1000 }, () => roll(2 * full) - full)];
}

for (const bits of [8, 16, 24, 32]) {
  t.test(`${bits}-bit samples come out bit for bit`, async (t) => {
    const values = integers(bits);
    const bytes = Buffer.alloc((values.length * bits) / 8);
    values.forEach((value, at) => {
      if (bits === 8) bytes.writeUInt8(value + 128, at);
      else bytes.writeIntLE(value, (at * bits) / 8, bits / 8);
    });
    const decoder = await opened(t, plain({ channels: 1, bits }, bytes));
    t.match(decoder.facts, { format: 'WAV', bitsPerSample: bits, channels: 1, totalFrames: values.length });
    const block = await decoder.read();
    if (block === undefined || block === 'later') throw new Error('no block');
    t.equal(block.samples instanceof Int32Array, bits === 32, 'only 32-bit ones stay integers');
    const scale = bits === 32 ? 1 : 2 ** (bits - 1);
    const left = block.samples.slice(block.left, block.left + block.frames);
    t.strictSame(
      Array.from(left, (value) => value * scale),
      values.slice(0, block.frames),
    );
    t.strictSame(block.samples.slice(block.right, block.right + block.frames), left, 'mono is heard on both sides');
  });
}

t.test('float samples come out as they are, and what is no number is silence', async (t) => {
  const values = [0, 1, -1, 0.1, 1.5, -2.5, NaN, Infinity, 1e-30];
  const decoded = values.map((value) => (Number.isFinite(value) ? Math.fround(value) : 0));
  const singles = Buffer.from(Float32Array.from(values).buffer);
  const doubles = Buffer.from(Float64Array.from(values).buffer);
  for (const [bits, bytes] of [
    [32, singles],
    [64, doubles],
  ] as const) {
    const decoder = await opened(t, plain({ tag: 3, channels: 1, bits }, bytes));
    t.equal(decoder.facts.bitsPerSample, undefined);
    t.strictSame(Array.from((await decodeAll(decoder)).left), decoded);
  }
});

t.test('WAVE_FORMAT_EXTENSIBLE says how many bits of a sample are used', async (t) => {
  const decoder = await opened(t, plain({ bits: 24, valid: 20, mask: 3 }, Buffer.from('000010000020', 'hex')));
  t.match(decoder.facts, { bitsPerSample: 20, totalFrames: 1 });
  const { left, right } = await decodeAll(decoder);
  t.strictSame([left[0], right[0]], [0x100000 / 2 ** 23, 0x200000 / 2 ** 23]);
});

t.test('chunks of odd length in front are passed with their pad byte', async (t) => {
  const odd = chunk('LIST', Buffer.alloc(1001, 1));
  const decoder = await opened(t, wav(odd, fmt({ channels: 1 }), odd, chunk('data', Buffer.from([1, 0, 2, 0])), odd));
  t.strictSame(Array.from((await decodeAll(decoder)).left), [1 / 2 ** 15, 2 / 2 ** 15]);
});

t.test('a WAV behind an ID3v2 tag plays', async (t) => {
  const decoder = await opened(t, id3v2(300_000), plain({}, noise(4000)));
  t.equal(decoder.facts.totalFrames, 1000);
});

for (const [name, size, frames] of [
  ['0', 0, 1000],
  ['2^32-1', 0xffff_ffff, 1000],
  ['beyond the end', 8000, 1000],
  ['no whole number of frames', 3999, 999],
] as const) {
  t.test(`a data size of ${name} plays what is there`, async (t) => {
    const decoder = await opened(t, wav(fmt({}), chunk('data', noise(4000), { size })));
    t.equal(decoder.facts.totalFrames, frames);
    t.equal((await decodeAll(decoder)).left.length, frames);
  });
}

for (const mark of ['RF64', 'BW64']) {
  t.test(`the sizes of ${mark} stand in its ds64 chunk`, async (t) => {
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(4000n, 8);
    const samples = chunk('data', noise(4000), { size: 0xffff_ffff });
    const decoder = await opened(t, riff(mark, chunk('ds64', sizes), fmt({}), samples, chunk('LIST', noise(500))));
    t.equal(decoder.facts.totalFrames, 1000);
  });
}

t.test('5.1 is mixed as ITU-R BS.775 says, and cannot clip', async (t) => {
  const channels = 6;
  const gain = 1 / (1 + 2 * Math.SQRT1_2);
  const expected = [
    [gain, 0],
    [0, gain],
    [gain * Math.SQRT1_2, gain * Math.SQRT1_2],
    [0, 0],
    [gain * Math.SQRT1_2, 0],
    [0, gain * Math.SQRT1_2],
  ];
  const frames = Buffer.alloc(2 * channels * (channels + 1));
  for (let channel = 0; channel < channels; channel++) {
    frames.writeInt16LE(-32_768, 2 * (channel * channels + channel));
    frames.writeInt16LE(-32_768, 2 * (channels * channels + channel));
  }
  const decoder = await opened(t, plain({ channels, valid: 16, mask: 0x3f }, frames));
  t.equal(decoder.facts.channels, 6);
  const { left, right } = await decodeAll(decoder);
  for (const [at, [wantLeft = 0, wantRight = 0]] of expected.entries()) {
    t.ok(Math.abs(left[at]! + wantLeft) < 1e-6 && Math.abs(right[at]! + wantRight) < 1e-6, `channel ${at}`);
  }
  t.ok(Math.abs(left[6]! + 1) < 1e-6 && Math.abs(right[6]! + 1) < 1e-6, 'all at full scale are full scale');
});

t.test('32-bit surround is mixed to full scale at 1.0', async (t) => {
  const frame = Buffer.from(Int32Array.from([-(2 ** 31), 0, -(2 ** 31)]).buffer);
  const { left, right } = await decodeAll(await opened(t, plain({ channels: 3, bits: 32 }, frame)));
  t.ok(Math.abs(left[0]! + 1) < 1e-6);
  t.ok(Math.abs(right[0]! + Math.SQRT1_2 / (1 + Math.SQRT1_2)) < 1e-6);
});

t.test('a seek lands on the exact frame, and a byte position belongs to its frame', async (t) => {
  const samples = noise(6 * 100_000);
  const decoder = await opened(t, plain({ bits: 24, rate: 192_000 }, samples));
  t.equal(decoder.facts.length, 520);
  const whole = await decodeAll(decoder);
  t.equal(whole.left.length, 100_000);
  const roll = dice(5);
  for (let i = 0; i < 100; i++) {
    const frame = frameCount(roll(100_000));
    await decoder.seek(frame);
    const length = Math.min(roll(20_000) + 1, 100_000 - frame);
    t.equal(difference(await decodeAll(decoder, length), stretch(whole, frame, length)), 0, `frame ${frame}`);
    const offset = await decoder.byteOffsetOf(frame);
    t.equal(offset, 44 + 6 * frame);
    t.equal(await decoder.frameAt(offset), frame);
  }
  await decoder.seek(frameCount(100_000));
  t.equal(await decoder.read(), undefined);
  t.equal(await decoder.frameAt(byteOffset(0)), 0);
  t.equal(await decoder.frameAt(byteOffset(1e9)), 100_000);
});

t.test('a WAV without sound, or with numbers that make no sense, is refused', async (t) => {
  const samples = chunk('data', noise(4000));
  t.equal(await refusal(t, wav()), 'NOT_AUDIO', 'no chunks');
  t.equal(await refusal(t, wav(fmt({}))), 'NOT_AUDIO', 'no data');
  t.equal(await refusal(t, wav(samples, fmt({}))), 'NOT_AUDIO', 'data in front of its format');
  t.equal(await refusal(t, wav(fmt({}), chunk('data', noise(3)))), 'NOT_AUDIO', 'less than a frame');
  const empty = wav(fmt({}), chunk('data', Buffer.alloc(0)), chunk('LIST', noise(100)));
  t.equal(await refusal(t, empty), 'NOT_AUDIO', 'an empty data chunk before another');
  t.equal(await refusal(t, wav(fmt({ channels: 0 }), samples)), 'UNSUPPORTED_FORMAT', 'no channels');
  t.equal(await refusal(t, wav(fmt({ channels: 300, bits: 8 }), samples)), 'UNSUPPORTED_FORMAT', 'too many channels');
  t.equal(await refusal(t, wav(fmt({ rate: 0 }), samples)), 'UNSUPPORTED_FORMAT', 'no rate');
});

t.test('a WAV of another codec without sound is refused when it is read', async (t) => {
  for (const codec of [2, 80, 85]) {
    const decoder = await opened(t, wav(fmt({ tag: codec }), chunk('data', noise(20))));
    await t.rejects(decodeAll(decoder), { code: 'NOT_AUDIO' }, `codec ${codec}`);
  }
});

t.test('whatever the bytes are, a WAV plays to its end or is refused', (t) => playsOrIsRefused(t, kit, anyWav(), 40));
