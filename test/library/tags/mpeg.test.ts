/** Frames of MPEG layer III, made byte by byte, at the borders of what the lean reader takes. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readMpeg } from '../../../src/library/tags/mpeg.js';
import { FileWindow } from '../../../src/library/tags/window.js';
import { temporaryDirectory } from '../../http/rig.js';

const path = join(await temporaryDirectory(t), 'x.mp3');

/** MPEG 1, 44.1 kHz, stereo: 128 kbit/s have 417 bytes, 160 kbit/s 522; its Xing header is at 36. */
function frame(kilobits: 128 | 160, change: (bytes: Buffer) => void = () => undefined): Buffer {
  const bytes = Buffer.alloc(kilobits === 128 ? 417 : 522);
  bytes.set([0xff, 0xfb, kilobits === 128 ? 0x90 : 0xa0, 0]);
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

function read(frames: readonly Buffer[], hasId3v1 = false) {
  writeFileSync(path, Buffer.concat(frames));
  const descriptor = openSync(path, 'r');
  const size = frames.reduce((sum, { length }) => sum + length, 0);
  try {
    return readMpeg(new FileWindow(descriptor, size), 0, hasId3v1);
  } finally {
    closeSync(descriptor);
  }
}

const many = (kilobits: 128 | 160, count: number): Buffer[] => Array.from({ length: count }, () => frame(kilobits));
const VARIABLE = [frame(128), frame(160), ...many(128, 8)];

t.test('four frames of one rate make a constant rate, whose length is that of the file', async (t) => {
  t.strictSame(read(many(128, 10)), { sampleRate: 44_100, bitrate: 128_000, numberOfSamples: 11_520 });
  const tagged = [...many(128, 10), Buffer.alloc(128)];
  t.strictSame(read(tagged, true), { sampleRate: 44_100, bitrate: 128_000, numberOfSamples: 11_520 });
  t.match(read([...many(128, 10), Buffer.alloc(300)]), { numberOfSamples: 11 * 1152 });
});

t.test('a variable rate needs a header that gives its number of frames', async (t) => {
  t.equal(read(VARIABLE), 'unusual');
  const duration = (100 * 1152) / 44_100;
  const size = 522 + VARIABLE.reduce((sum, { length }) => sum + length, 0);
  t.strictSame(read([xing(), ...VARIABLE]), { sampleRate: 44_100, duration, bitrate: (8 * size) / duration });
  const id3 = Buffer.alloc(128);
  t.strictSame(read([xing(), ...VARIABLE, id3], true), {
    sampleRate: 44_100,
    duration,
    bitrate: (8 * size) / duration,
  });
  for (const other of [xing({ name: 'Info' }), xing({ flags: 7 })]) {
    t.strictSame(read([other, ...VARIABLE]), { sampleRate: 44_100, duration, bitrate: 128_000 }, 'the rate of a frame');
  }
  t.match(read([xing({ name: 'Info' }), ...many(160, 9)]), { numberOfSamples: 11_520 }, 'a constant one does not');
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
      Buffer.concat([xing().subarray(0, 400), Buffer.from([0xff, 0xe0]), Buffer.alloc(120)]),
    ],
  ] as const) {
    t.equal(read([first, ...VARIABLE]), 'unusual', what);
  }
  for (const encoder of ['LAME3.90 ', 'LAME3.100', 'Lavf58.29']) {
    t.match(read([xing({ encoder }), ...VARIABLE]), { sampleRate: 44_100 }, encoder);
  }
});

t.test('what is no such frame, and a second header, are unusual', async (t) => {
  for (const [what, second] of [
    ['a checksum', frame(128, (bytes) => void bytes.writeUInt8(0xfa, 1))],
    ['another rate', frame(128, (bytes) => void bytes.writeUInt8(0x94, 2))],
    ['another version', frame(128, (bytes) => void bytes.writeUInt8(0xf3, 1))],
    ['a second Xing header', xing()],
    ['a second Info header', xing({ name: 'Info' })],
    ['nothing', Buffer.alloc(417)],
  ] as const) {
    for (const before of [1, 2, 3]) {
      t.equal(read([...many(128, before), second, ...many(128, 8)]), 'unusual', `${what} at ${before}`);
    }
  }
  t.match(read([...many(128, 4), xing(), ...many(128, 8)]), { bitrate: 128_000 }, 'only four frames are looked at');
});

t.test('behind the beginning of the fourth frame there is room for its head and an ID3v1 tag', async (t) => {
  const just = [...many(128, 3), frame(128).subarray(0, 256 + 128)];
  t.match(read(just), { bitrate: 128_000 });
  t.equal(read([...just.slice(0, 3), just[3]!.subarray(1)]), 'unusual');
  t.equal(read(many(128, 3)), 'unusual');
});
