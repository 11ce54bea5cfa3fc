/** Writes iTunes' gapless note into an MP4 (freeform `----` item below `moov.udta.meta.ilst`). */

/** An MP4 whose `moov` stands behind its audio, with an `iTunSMPB` item more. */
export function withItunSmpb(mp4: Buffer, delay: number, padding: number, frames: number): Buffer {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, '0');
  const value = ` 00000000 ${hex(delay)} ${hex(padding)} ${hex(frames, 16)} 00000000 00000000`;
  const item = atom(
    '----',
    atom('mean', Buffer.from('\0\0\0\0com.apple.iTunes', 'latin1')),
    atom('name', Buffer.from('\0\0\0\0iTunSMPB', 'latin1')),
    atom('data', Buffer.from('0000000100000000', 'hex'), Buffer.from(value, 'latin1')),
  );
  const parents = ['moov', 'udta', 'meta', 'ilst'].map((name) => mp4.lastIndexOf(name) - 4);
  const end = parents[3]! + mp4.readUInt32BE(parents[3]);
  const longer = Buffer.concat([mp4.subarray(0, end), item, mp4.subarray(end)]);
  for (const at of parents) longer.writeUInt32BE(longer.readUInt32BE(at) + item.length, at);
  return longer;
}

function atom(name: string, ...body: readonly Buffer[]): Buffer {
  const content = Buffer.concat(body);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}
