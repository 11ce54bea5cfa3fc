/** Encodes the covers of the demo library. */
import { deflateSync } from 'node:zlib';
import { pngFile } from '../png.js';

/** A PNG of 8-bit RGB pixels (W3C PNG, third edition), row by row from the top; `pixels` is width × height × 3. */
export function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, deflate, adaptive filters, not interlaced
  const stride = 3 * width;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    rows[to] = 2; // filter "Up": each byte minus the one above it, modulo 256
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + at] ?? 0);
      rows[to + 1 + at] = (pixels[row * stride + at] ?? 0) - above;
    }
  }
  return pngFile([
    ['IHDR', header],
    ['IDAT', deflateSync(rows, { level: 9 })],
  ]);
}
