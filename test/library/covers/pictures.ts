/** Pictures, and audio files that hold them, made on the spot: no test depends on a file from elsewhere. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ffmpegWrites } from '../../fixtures/ffmpeg.js';

const run = promisify(execFile);

/** Runs ffmpeg; its last argument is the file that it writes. */
export async function ffmpeg(...args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...args]);
}

/** A picture of stripes, in the format that the ending of `path` says. */
export async function makePicture(path: string, width: number, height: number): Promise<Buffer> {
  await ffmpegWrites(path, '-f', 'lavfi', '-i', `testsrc=size=${width}x${height}`, '-frames:v', '1');
  return readFile(path);
}

/** Width and height by the frame header of a JPEG (ITU-T T.81, B.2.2). */
export function measuresOf(jpeg: Buffer): readonly [width: number, height: number] {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  throw new Error('no frame header');
}

export interface PlainJpeg {
  readonly progressive?: boolean;
  /** Four colours, as Adobe's programs write them for printers. */
  readonly cmyk?: boolean;
}

/**
 * A JPEG of one grey (ITU-T T.81, annexes B and F), written by hand: no common tool here writes these kinds. Every block
 * is a difference of 0 to the one before, and in a sequential file an end of block: one bit each.
 */
export function plainJpeg(
  width: number,
  height: number,
  { progressive = false, cmyk = false }: PlainJpeg = {},
): Buffer {
  const ids = cmyk ? [1, 2, 3, 4] : [1, 2, 3];
  const segment = (marker: number, ...content: readonly number[]): Buffer =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content]);
  const short = (value: number): number[] => [value >> 8, value & 0xff];
  const oneBitCode = (table: number): number[] => [table, 1, ...Array<number>(15).fill(0), 0];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * ids.length;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xee, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, cmyk ? 0 : 1),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(
      progressive ? 0xc2 : 0xc0,
      8,
      ...short(height),
      ...short(width),
      ids.length,
      ...ids.flatMap((id) => [id, 0x11, 0]),
    ),
    segment(0xc4, ...oneBitCode(0x00), ...oneBitCode(0x10)),
    segment(0xda, ids.length, ...ids.flatMap((id) => [id, 0]), 0, progressive ? 0 : 63, 0),
    Buffer.alloc(Math.ceil((blocks * (progressive ? 1 : 2)) / 8)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function synchSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}

export interface Embedded {
  readonly bytes: Buffer;
  /** What the tag claims. */
  readonly mime?: string;
  /** 3 is the front cover. */
  readonly kind?: number;
  /** What the header says of the length, instead of the truth. */
  readonly length?: number;
}

/** An ID3v2.3 tag that holds these pictures, with a little padding. */
export function id3With(...pictures: readonly Embedded[]): Buffer {
  const frames = pictures.map(({ bytes, mime = 'image/jpeg', kind = 3, length }) => {
    const content = Buffer.concat([
      Buffer.from(`\0${mime}\0`, 'latin1'),
      Buffer.from([kind]),
      Buffer.from('\0'),
      bytes,
    ]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(length ?? content.length);
    return Buffer.concat([Buffer.from('APIC'), size, Buffer.alloc(2), content]);
  });
  const content = Buffer.concat([...frames, Buffer.alloc(64)]);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0]), synchSafe(content.length), content]);
}

/** The metadata of a FLAC file that holds these pictures; no audio behind it. */
export function flacWith(...pictures: readonly Embedded[]): Buffer {
  const number = (value: number): Buffer => {
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(value);
    return buffer;
  };
  const block = (type: number, content: Buffer, last = false): Buffer => {
    const header = number(content.length);
    header.writeUInt8(type | (last ? 0x80 : 0), 0);
    return Buffer.concat([header, content]);
  };
  const blocks = pictures.map(({ bytes, mime = 'image/jpeg', kind = 3, length }) => {
    const texts = [number(mime.length), Buffer.from(mime), number(0)];
    return block(6, Buffer.concat([number(kind), ...texts, Buffer.alloc(16), number(length ?? bytes.length), bytes]));
  });
  return Buffer.concat([Buffer.from('fLaC'), block(0, Buffer.alloc(34)), ...blocks, block(1, Buffer.alloc(8), true)]);
}
