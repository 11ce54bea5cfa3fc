/** The Xing, Info, LAME and VBRI headers in the first frame of MPEG audio. */
import t from 'tap';
import { parseMpegHeader, parseStreamInformation } from '../../src/formats/mpeg-header.js';

interface Tag {
  readonly name: 'Xing' | 'Info';
  readonly frames?: number;
  readonly bytes?: number;
  readonly toc?: boolean;
  readonly quality?: boolean;
  readonly encoder?: string;
  readonly delay?: number;
  readonly padding?: number;
}

/** Second byte, fourth byte and place of the Xing tag: behind 4 bytes of header and the side information. */
const KINDS = {
  'MPEG-1 stereo': [0xfb, 0x00, 36],
  'MPEG-1 mono': [0xfb, 0xc0, 21],
  'MPEG-2 stereo': [0xf3, 0x00, 21],
  'MPEG-2 mono': [0xf3, 0xc0, 13],
  'MPEG-2.5 stereo': [0xe3, 0x40, 21],
} as const;

function frameWith(kind: keyof typeof KINDS, tag: Tag): Buffer {
  const [second, fourth, at] = KINDS[kind];
  const head = Buffer.from([0xff, second, 0xe0, fourth]);
  const frame = Buffer.alloc(parseMpegHeader(head, 0)?.length ?? 0);
  head.copy(frame);
  frame.write(tag.name, at, 'latin1');
  const has = [tag.frames !== undefined, tag.bytes !== undefined, tag.toc === true, tag.quality === true];
  frame.writeUInt32BE(
    has.reduce((flags, set, bit) => flags + (set ? 2 ** bit : 0), 0),
    at + 4,
  );
  let next = at + 8;
  if (tag.frames !== undefined) next = frame.writeUInt32BE(tag.frames, next);
  if (tag.bytes !== undefined) next = frame.writeUInt32BE(tag.bytes, next);
  if (tag.toc === true) next += 100;
  if (tag.quality === true) next = frame.writeUInt32BE(57, next);
  if (tag.encoder !== undefined) {
    frame.write(tag.encoder, next, 'latin1');
    const { delay = 0, padding = 0 } = tag;
    frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], next + 21);
  }
  return frame;
}

function parsed(frame: Buffer) {
  const header = parseMpegHeader(frame, 0);
  if (header === undefined) throw new Error('no header');
  return parseStreamInformation(frame, header);
}

t.test('a Xing or Info tag is found behind the side information of every kind of stream', async (t) => {
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    for (const name of ['Xing', 'Info'] as const) {
      t.strictSame(parsed(frameWith(kind, { name, frames: 1234 })), { frames: 1234, gapless: undefined }, kind);
    }
  }
});

t.test('the LAME tag gives delay and padding behind whatever fields are present', async (t) => {
  for (let fields = 0; fields < 16; fields++) {
    const frame = frameWith('MPEG-1 stereo', {
      name: 'Xing',
      ...(fields & 1 ? { frames: 99 } : {}),
      ...(fields & 2 ? { bytes: 4096 } : {}),
      toc: (fields & 4) !== 0,
      quality: (fields & 8) !== 0,
      encoder: 'LAME3.100',
      delay: 576,
      padding: 1337,
    });
    const wanted = { frames: fields & 1 ? 99 : undefined, gapless: { delay: 576, padding: 1337 } };
    t.strictSame(parsed(frame), wanted, `fields ${fields.toString(2)}`);
  }
});

t.test('the largest delay and padding fit', async (t) => {
  const frame = frameWith('MPEG-1 mono', { name: 'Info', frames: 9, encoder: 'Lavc58.13', delay: 4095, padding: 4095 });
  t.strictSame(parsed(frame)?.gapless, { delay: 4095, padding: 4095 });
});

t.test('a Xing tag of another encoder has no delay', async (t) => {
  t.strictSame(parsed(frameWith('MPEG-1 stereo', { name: 'Xing', frames: 5, encoder: '\0\0\0\0' })), {
    frames: 5,
    gapless: undefined,
  });
});

t.test('a promise of no frames is none', async (t) => {
  t.equal(parsed(frameWith('MPEG-1 stereo', { name: 'Xing', frames: 0 }))?.frames, undefined);
});

t.test('a VBRI tag tells the frames', async (t) => {
  const frame = frameWith('MPEG-1 stereo', { name: 'Xing' });
  frame.write('VBRI', 36, 'latin1');
  frame.writeUInt32BE(777, 36 + 14);
  t.strictSame(parsed(frame), { frames: 777, gapless: undefined });
});

t.test('an ordinary frame, and one of layer I or II, tells nothing', async (t) => {
  const frame = frameWith('MPEG-1 stereo', { name: 'Xing', frames: 5 });
  frame.fill(0, 36, 40);
  t.equal(parsed(frame), undefined);
  const layer2 = frameWith('MPEG-1 stereo', { name: 'Xing', frames: 5 });
  layer2[1] = 0xfd;
  t.equal(parsed(layer2), undefined);
});

t.test('a tag that the frame is too short for is read as far as it goes', async (t) => {
  const whole = frameWith('MPEG-1 stereo', { name: 'Xing', frames: 5, bytes: 6, toc: true, encoder: 'LAME3.100' });
  const header = parseMpegHeader(whole, 0);
  if (header === undefined) throw new Error('no header');
  for (let length = 4; length < whole.length; length++) {
    t.doesNotThrow(() => parseStreamInformation(whole.subarray(0, length), header));
  }
  t.strictSame(parseStreamInformation(whole.subarray(0, 60), header), { frames: 5, gapless: undefined });
});
