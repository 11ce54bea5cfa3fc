/** WAV and AIFF files written by hand, so that every field can be wrong. */

/** A chunk of RIFF (little-endian) or IFF (big-endian) with its pad byte. */
export function chunk(id: string, body: Uint8Array, { big = false, size = body.length } = {}): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  if (big) head.writeUInt32BE(size >>> 0, 4);
  else head.writeUInt32LE(size >>> 0, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

export interface WavFormat {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  /** Bits of the container. */
  readonly bits?: number;
  /** With these the format is WAVE_FORMAT_EXTENSIBLE. */
  readonly valid?: number;
  readonly mask?: number;
}

export function fmt({ tag = 1, channels = 2, rate = 44_100, bits = 16, valid, mask = 0 }: WavFormat = {}): Buffer {
  const isExtensible = valid !== undefined;
  const body = Buffer.alloc(isExtensible ? 40 : 16);
  const frame = Math.ceil(bits / 8) * channels;
  body.writeUInt16LE(isExtensible ? 0xfffe : tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE((rate * frame) >>> 0, 8);
  body.writeUInt16LE(frame & 0xffff, 12);
  body.writeUInt16LE(bits, 14);
  if (isExtensible) {
    body.writeUInt16LE(22, 16);
    body.writeUInt16LE(valid, 18);
    body.writeUInt32LE(mask, 20);
    body.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(body, 26);
  }
  return chunk('fmt ', body);
}

export function wav(...chunks: readonly Uint8Array[]): Buffer {
  return riff('RIFF', ...chunks);
}

export function riff(mark: string, ...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return chunk(mark, body, { size: mark === 'RIFF' ? body.length : 0xffff_ffff });
}

/** An 80-bit extended number (SANE). */
export function extendedBytes(value: number): Buffer {
  const exponent = Math.floor(Math.log2(value));
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16BE(exponent + 16383, 0);
  bytes.writeBigUInt64BE(BigInt(value) << BigInt(63 - exponent), 2);
  return bytes;
}

export interface AiffFormat {
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly frames?: number;
  /** With it the file is AIFC. */
  readonly compression?: string;
}

export function comm({ channels = 2, rate = 44_100, bits = 16, frames = 0, compression }: AiffFormat): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt16BE(channels, 0);
  numbers.writeUInt32BE(frames >>> 0, 2);
  numbers.writeUInt16BE(bits, 6);
  const kind = compression === undefined ? Buffer.alloc(0) : Buffer.from(`${compression}\0\0`, 'latin1');
  return chunk('COMM', Buffer.concat([numbers, extendedBytes(rate), kind]), { big: true });
}

export function ssnd(samples: Uint8Array, { distance = 0, size }: { distance?: number; size?: number } = {}): Buffer {
  const head = Buffer.alloc(8 + distance);
  head.writeUInt32BE(distance, 0);
  const body = Buffer.concat([head, samples]);
  return chunk('SSND', body, { big: true, size: size ?? body.length });
}

export function aiff(kind: 'AIFF' | 'AIFC', ...chunks: readonly Uint8Array[]): Buffer {
  return chunk('FORM', Buffer.concat([Buffer.from(kind), ...chunks]), { big: true });
}
