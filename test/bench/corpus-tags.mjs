/** Writers of ID3v1, ID3v2.2 to 2.4 and APEv2 tags, after id3.org and the APEv2 specification. */

const ENCODINGS = {
  latin1: { byte: 0, encode: (text) => Buffer.from(text, 'latin1'), end: Buffer.alloc(1) },
  utf16: {
    byte: 1,
    encode: (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    end: Buffer.alloc(2),
  },
  utf8: { byte: 3, encode: (text) => Buffer.from(text, 'utf8'), end: Buffer.alloc(1) },
};

const SHORT_NAMES = {
  TIT2: 'TT2',
  TPE1: 'TP1',
  TPE2: 'TP2',
  TALB: 'TAL',
  TRCK: 'TRK',
  TPOS: 'TPA',
  TYER: 'TYE',
  TCON: 'TCO',
  TCOM: 'TCM',
  TCMP: 'TCP',
};

const synchSafe = (size) => Buffer.from([size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127]);

/**
 * Inserts a zero after each FF that is followed by a zero or could be read as an MPEG frame sync (ID3v2.4 section 6.1).
 */
function unsynchronised(bytes) {
  const out = [];
  for (const [index, byte] of bytes.entries()) {
    out.push(byte);
    const next = bytes[index + 1] ?? 0;
    if (byte === 0xff && (next >= 0xe0 || next === 0)) out.push(0);
  }
  return Buffer.from(out);
}

function frame(version, name, content, unsynchronise) {
  if (version === 2) {
    const size = Buffer.alloc(3);
    size.writeUIntBE(content.length, 0, 3);
    return Buffer.concat([Buffer.from(name, 'latin1'), size, content]);
  }
  const written = unsynchronise ? Buffer.concat([synchSafe(content.length), unsynchronised(content)]) : content;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(written.length);
  const flags = Buffer.from([0, unsynchronise ? 3 : 0]);
  return Buffer.concat([Buffer.from(name, 'latin1'), version === 4 ? synchSafe(written.length) : size, flags, written]);
}

/** @param cover JPEG file. @param texts frame name of ID3v2.3 and 2.4 → text, or list of texts */
export function id3v2({ version, encoding, texts, own = {}, cover, padding = 0, unsynchronise = false }) {
  const { byte, encode, end } = ENCODINGS[encoding];
  const frames = [];
  const add = (name, content) => frames.push(frame(version, name, content, unsynchronise && version === 4));
  for (const [name, value] of Object.entries(texts)) {
    const known = version === 2 ? SHORT_NAMES[name] : name;
    if (known === undefined) continue;
    const values = [value].flat();
    const text = values.join(version === 4 ? '\0' : '/');
    add(known, Buffer.concat([Buffer.from([byte]), encode(text)]));
  }
  if (version > 2) {
    for (const [name, value] of Object.entries(own)) {
      add('TXXX', Buffer.concat([Buffer.from([byte]), encode(name), end, encode(value)]));
    }
  }
  if (cover !== undefined) {
    const head = version === 2 ? '\0JPG\x03\0' : '\0image/jpeg\0\x03\0';
    add(version === 2 ? 'PIC' : 'APIC', Buffer.concat([Buffer.from(head, 'latin1'), cover]));
  }
  const body = Buffer.concat([...frames, Buffer.alloc(padding)]);
  const flags = unsynchronise && version === 4 ? 0x80 : 0;
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags]), synchSafe(body.length), body]);
}

export function id3v1({ title, artist, album, year, track = 0, genre = 255 }) {
  const tag = Buffer.alloc(128);
  tag.write('TAG', 0, 'latin1');
  tag.write(title.slice(0, 30), 3, 'latin1');
  tag.write(artist.slice(0, 30), 33, 'latin1');
  tag.write(album.slice(0, 30), 63, 'latin1');
  tag.write(String(year), 93, 'latin1');
  tag[126] = track;
  tag[127] = genre;
  return tag;
}

export function apeV2(items) {
  const parts = Object.entries(items).map(([key, text]) => {
    const value = Buffer.from(text, 'utf8');
    const head = Buffer.alloc(8);
    head.writeUInt32LE(value.length);
    return Buffer.concat([head, Buffer.from(`${key}\0`, 'latin1'), value]);
  });
  const body = Buffer.concat(parts);
  const footer = Buffer.alloc(32);
  footer.write('APETAGEX', 0, 'latin1');
  footer.writeUInt32LE(2000, 8);
  footer.writeUInt32LE(body.length + 32, 12);
  footer.writeUInt32LE(parts.length, 16);
  return Buffer.concat([body, footer]);
}
