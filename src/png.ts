/** The frame of a PNG (W3C PNG, third edition), and the checksum that its chunks carry. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One file of chunks, type and data, with the last one behind them. */
export function pngFile(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const end = ['IEND', Buffer.alloc(0)] as const;
  return Buffer.concat([SIGNATURE, ...[...chunks, end].map(([type, data]) => chunk(type, data))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** CRC-32 (ISO 3309), bit by bit: for what is small, and not reckoned often. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
