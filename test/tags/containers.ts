/** Files of other formats than MP3 around tags of any content: as much of them as a reader of tags looks at. */
import { readFile } from 'node:fs/promises';

/** Names and values, in their order; a name may stand twice. */
export type Pairs = readonly (readonly [name: string, value: string])[];

function number(value: number, bytes: 2 | 4, bigEndian = false): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bigEndian) buffer.writeUIntBE(value, 0, bytes);
  else buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

/** A page of Ogg (RFC 3533 section 6), without its checksum. */
export function page(flags: number, granule: number, data: Buffer): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head.writeUInt8(flags, 5);
  head.writeUInt32LE(granule, 6);
  head.writeUInt32LE(77, 14);
  const whole = Math.floor(data.length / 255);
  head.writeUInt8(whole + 1, 26);
  return Buffer.concat([head, Buffer.alloc(whole, 255), Buffer.from([data.length % 255]), data]);
}

function vorbisComments(pairs: Pairs): Buffer {
  const comments = pairs.map(([name, value]) => {
    const text = Buffer.from(`${name}=${value}`, 'utf8');
    return Buffer.concat([number(text.length, 4), text]);
  });
  return Buffer.concat([number(0, 4), number(comments.length, 4), ...comments]);
}

/** Opus, or Vorbis, of a second; comments in as many pages as they need with so many bytes in each. */
export function oggFile(comments: Pairs, isOpus: boolean, pageBytes = 20_000): Buffer {
  const first = Buffer.alloc(30);
  first.write(isOpus ? 'OpusHead' : '\x01vorbis', 'latin1');
  first.writeUInt16LE(312, 10);
  first.writeUInt32LE(48_000, 12);
  const packet = Buffer.concat([Buffer.from(isOpus ? 'OpusTags' : '\x03vorbis', 'latin1'), vorbisComments(comments)]);
  const pages = Array.from({ length: Math.ceil(packet.length / pageBytes) }, (_, index) =>
    page(index === 0 ? 0 : 1, 0, packet.subarray(index * pageBytes, (index + 1) * pageBytes)),
  );
  const sound = Buffer.alloc(200, 1);
  return Buffer.concat([page(2, 0, first), ...pages, page(0, 20_000, sound), page(4, 48_312, sound)]);
}

/** FLAC of a second, by its header. */
export function flacFile(comments: Pairs): Buffer {
  const stream = Buffer.alloc(34);
  stream.set([0x0a, 0xc4, 0x42, 0xf0, 0x00, 0x00, 0xac, 0x44], 10);
  const block = (type: number, content: Buffer) => {
    const head = number(content.length, 4, true);
    head.writeUInt8(type, 0);
    return Buffer.concat([head, content]);
  };
  const blocks = [block(0, stream), block(0x84, vorbisComments(comments))];
  return Buffer.concat([Buffer.from('fLaC'), ...blocks, Buffer.alloc(400, 1)]);
}

/** WAV with a list of texts, which are written byte by byte. */
export function wavFile(texts: Pairs): Buffer {
  const chunk = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), number(content.length, 4), content, Buffer.alloc(content.length % 2)]);
  const format = Buffer.concat([number(1, 2), number(2, 2), number(44_100, 4), number(176_400, 4), number(4, 2)]);
  const list = texts.map(([name, value]) => chunk(name, Buffer.from(`${value}\0`, 'latin1')));
  const chunks = [
    chunk('fmt ', Buffer.concat([format, number(16, 2)])),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...list])),
    chunk('data', Buffer.alloc(400)),
  ];
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF'), number(body.length, 4), body]);
}

/** Before the name of an item of iTunes' own. */
export const OWN_ITEM = '----:com.apple.iTunes:';
/** `type`: Apple's well-known types. */
export type Item = readonly [name: string, type: number, value: Buffer];

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([number(bytes.length + 8, 4, true), Buffer.from(name, 'latin1'), bytes]);
}

function itemBox([name, type, value]: Item): Buffer {
  const data = box('data', number(type, 4, true), number(0, 4), value);
  if (!name.startsWith('----')) return box(name, data);
  const [, mean = '', own = ''] = name.split(':');
  const text = (of: string, content: string) => box(of, number(0, 4), Buffer.from(content, 'utf8'));
  return box('----', text('mean', mean), text('name', own), data);
}

/** An MP4 file of ffmpeg, its movie the last box, with other items. @returns what makes the file */
export async function mp4Maker(path: string): Promise<(items: readonly Item[]) => Buffer> {
  const bytes = await readFile(path);
  const movie = bytes.lastIndexOf('moov') - 4;
  const user = bytes.lastIndexOf('udta') - 4;
  const handler = box('hdlr', Buffer.alloc(25));
  return (items) => {
    const meta = box('meta', number(0, 4), handler, box('ilst', ...items.map(itemBox)));
    return Buffer.concat([bytes.subarray(0, movie), box('moov', bytes.subarray(movie + 8, user), box('udta', meta))]);
  };
}
