import { deflateSync } from 'node:zlib';

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
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** ISO 3309, bit by bit: covers are small and made once. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
