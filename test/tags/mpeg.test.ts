/** Frames of MPEG layer III, made byte by byte, at the borders of what the native reader takes: what is unusual is handed over. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { readNative } from './compare.js';

const path = join(await temporaryDirectory(t), 'x.mp3');

/** MPEG 1, 48 kHz, stereo: 128 kbit/s have 384 bytes, 160 kbit/s 480; its Xing header is at 36. */
function frame(kilobits: 128 | 160, change: (bytes: Buffer) => void = () => undefined): Buffer {
  const bytes = Buffer.alloc(kilobits === 128 ? 384 : 480);
  bytes.set([0xff, 0xfb, kilobits === 128 ? 0x94 : 0xa4, 0]);
  change(bytes);
  return bytes;
}

interface Xing {
  readonly name?: string;
  readonly flags?: number;
  readonly frames?: number;
  readonly bytes?: number;
  readonly encoder?: string;
}

/** Behind the header lie an index of 100 bytes where flag 4 says so, and a quality of 4 where 8 does. */
function xing({ name = 'Xing', flags = 15, frames = 100, bytes = 50_000, encoder = 'LAME3.100' }: Xing = {}) {
  return frame(160, (buffer) => {
    buffer.write(name, 36, 'latin1');
    buffer.writeUInt32BE(flags, 40);
    buffer.writeUInt32BE(frames, 44);
    buffer.writeUInt32BE(bytes, 48);
    buffer.write(encoder, 52 + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0), 'latin1');
  });
}

function read(frames: readonly Buffer[]) {
  writeFileSync(path, Buffer.concat(frames));
  return readNative(path);
}

const many = (kilobits: 128 | 160, count: number): Buffer[] => Array.from({ length: count }, () => frame(kilobits));
const VARIABLE = [frame(128), frame(160), ...many(128, 8)];

/** An ID3v1 tag without a text. */
const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(124), Buffer.from([255])]);

t.test('four frames of one rate make a constant rate, whose length is that of the file', async (t) => {
  const expected = { sampleRate: 48_000, bitrate: 128, length: 240 };
  t.match(read(many(128, 10)), expected);
  t.match(read([...many(128, 10), ID3V1]), expected);
  t.equal(read([...many(128, 10), Buffer.alloc(2000)]), undefined, 'what lies behind them is no frame');
});

t.test('a variable rate needs a header that gives its number of frames', async (t) => {
  t.equal(read(VARIABLE), undefined);
  const duration = (100 * 1152) / 48_000;
  const size = 480 + VARIABLE.reduce((sum, { length }) => sum + length, 0);
  const expected = { sampleRate: 48_000, length: 2400, bitrate: Math.round((8 * size) / duration / 1000) };
  t.match(read([xing(), ...VARIABLE]), expected);
  t.match(read([xing(), ...VARIABLE, ID3V1]), expected);
  for (const other of [xing({ name: 'Info' }), xing({ flags: 7 })]) {
    t.match(read([other, ...VARIABLE]), { ...expected, bitrate: 128 }, 'the rate of a frame');
  }
  t.match(read([xing({ name: 'Info' }), ...many(160, 9)]), { bitrate: 160, length: 2400 });
});

t.test('a header with other members, or none, is unusual', async (t) => {
  for (const [what, first] of [
    ['of flags that are not known', xing({ flags: 31 })],
    ['without a number of frames', xing({ flags: 14 })],
    ['without a number of bytes', xing({ flags: 13 })],
    ['of no frames', xing({ frames: 0 })],
    ['of no bytes', xing({ bytes: 0 })],
    ['of an old encoder', xing({ encoder: 'LAME3.89 ' })],
    ['of another name', xing({ name: 'Xtra' })],
    ['of Fraunhofer', frame(160, (bytes) => void bytes.write('VBRI', 36))],
    [
      'with something like a frame behind it',
      Buffer.concat([xing().subarray(0, 400), Buffer.from([0xff, 0xe0]), Buffer.alloc(78)]),
    ],
  ] as const) {
    t.equal(read([first, ...VARIABLE]), undefined, what);
  }
  for (const encoder of ['LAME3.90 ', 'LAME3.100', 'Lavf58.29']) {
    t.match(read([xing({ encoder }), ...VARIABLE]), { sampleRate: 48_000 }, encoder);
  }
});

t.test('what is no such frame, and a second header, are unusual', async (t) => {
  for (const [what, second] of [
    ['a checksum', frame(128, (bytes) => void bytes.writeUInt8(0xfa, 1))],
    ['another rate', frame(128, (bytes) => void bytes.writeUInt8(0x90, 2))],
    ['another version', frame(128, (bytes) => void bytes.writeUInt8(0xf3, 1))],
    ['a second Xing header', xing()],
    ['a second Info header', xing({ name: 'Info' })],
    ['nothing', Buffer.alloc(384)],
  ] as const) {
    for (const before of [1, 2, 3]) {
      t.equal(read([...many(128, before), second, ...many(128, 8)]), undefined, `${what} at ${before}`);
    }
  }
});

t.test('behind the beginning of the fourth frame there is room for its head and an ID3v1 tag', async (t) => {
  const just = [...many(128, 3), frame(128).subarray(0, 256 + 128)];
  t.match(read(just), { bitrate: 128 });
  t.equal(read([...just.slice(0, 3), just[3]!.subarray(1)]), undefined);
  t.equal(read(many(128, 3)), undefined);
});
