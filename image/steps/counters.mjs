/** The try counters of a fresh card: slot A is confirmed, slot B is empty (see image/boot/boot.cmd). */
const TEXT = ['BOOT_ORDER=A B', 'BOOT_A_LEFT=8', 'BOOT_B_LEFT=0'];
const BLOCK = 512;
const SECOND_COPY = 4 * 1024 * 1024;

/** A U-Boot environment without the redundancy flag: CRC-32 of the rest, little-endian, then NUL-ended variables. */
export function environmentBlock(lines) {
  const block = Buffer.alloc(BLOCK);
  block.write(`${lines.join('\0')}\0\0`, 4, 'latin1');
  block.writeUInt32LE(crc32(block.subarray(4)), 0);
  return block;
}

/** The whole of p5. */
export function countersImage() {
  const image = Buffer.alloc(8 * 1024 * 1024);
  const block = environmentBlock(TEXT);
  block.copy(image, 0);
  block.copy(image, SECOND_COPY);
  return image;
}

/** As in zlib; Node 20.10 has none of its own. */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
