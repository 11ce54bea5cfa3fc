/** What a picture is, by its first bytes and nothing else. */
import t from 'tap';
import { imageType } from '../../../src/library/covers/image-type.js';

/** Copies bytes into memory of their own, so that no other bytes follow them. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const textOf = (bytes: Uint8Array): string => JSON.stringify(Buffer.from(bytes).toString('latin1'));
/** A bitmap whose second header has this size. */
const bitmap = (header: number, length = 19): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set(bytesOf('BM'));
  bytes[14] = header;
  return bytes;
};

t.test('each kind is known by its signature', async (t) => {
  for (const [bytes, type] of [
    [bytesOf('\xff\xd8\xff'), 'image/jpeg'],
    [bytesOf('\x89PNG\r\n\x1a\n'), 'image/png'],
    [bytesOf('GIF87a'), 'image/gif'],
    [bytesOf('GIF89a'), 'image/gif'],
    [bytesOf('RIFF....WEBP'), 'image/webp'],
    [bytesOf('II*\0'), 'image/tiff'],
    [bytesOf('MM\0*'), 'image/tiff'],
    ...[12, 40, 52, 56, 108, 124].map((header) => [bitmap(header), 'image/bmp'] as const),
  ] as const) {
    t.equal(imageType(bytes)?.type, type, textOf(bytes));
    const behind = Buffer.concat([bytesOf('GIF8'), bytes]);
    t.equal(imageType(behind.subarray(4))?.type, type, 'also where it is a part of a larger buffer');
    t.equal(imageType(Buffer.concat([bytesOf('.'), bytes])), undefined, 'and nowhere but at the beginning');
  }
});

t.test('a part of a signature, or the header of another kind of file, is no picture', async (t) => {
  for (const bytes of [
    ...['', '\xff\xd8', '\x89PNG\r\n\x1a', 'GIF88a', 'GIF8', 'II*', 'MM*\0', 'WEBP', 'BM'].map(bytesOf),
    ...['RIFF', 'RIFF.', 'RIFF...', 'RIFF....', 'RIFF....WEB', 'RIFF....WAVE', 'RIFX....WEBP'].map(bytesOf),
    ...['BMW is a car, not a picture', '<svg'].map(bytesOf),
    ...[bitmap(40, 18), bitmap(41), bitmap(0)],
  ]) {
    t.equal(imageType(bytes), undefined, textOf(bytes));
  }
});

t.test('bytes that follow a short picture in memory are not read as part of it', async (t) => {
  t.equal(imageType(bytesOf('RIFF....WEBP').subarray(0, 8)), undefined);
  t.equal(imageType(bytesOf('\xff\xd8\xff').subarray(0, 2)), undefined);
});
