/**
 * The headers of FLAC: STREAMINFO and the frame header. Source: RFC 9639 sections 8.2 and 9.1.
 */

/** Bytes of the longest frame header; fewer are enough where the file ends. */
export const MAX_HEADER_BYTES = 16;
const STREAMINFO_BYTES = 34;

export interface FlacStreamInfo {
  /** Samples of a channel in one frame. */
  readonly maxBlockSize: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Undefined when the encoder did not know. */
  readonly totalFrames: number | undefined;
}

/** The body of a STREAMINFO block, or undefined when it is impossible. */
export function parseStreamInfo(body: Uint8Array): FlacStreamInfo | undefined {
  if (body.length < STREAMINFO_BYTES) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, STREAMINFO_BYTES);
  const packed = view.getUint32(10);
  const sampleRate = packed >>> 12;
  const maxBlockSize = view.getUint16(2);
  const totalFrames = (view.getUint8(13) & 0x0f) * 2 ** 32 + view.getUint32(14);
  const bitsPerSample = ((packed >>> 4) & 0x1f) + 1;
  if (sampleRate === 0 || maxBlockSize < 16 || bitsPerSample < 4) return undefined;
  return {
    maxBlockSize,
    sampleRate,
    channels: ((packed >>> 9) & 7) + 1,
    bitsPerSample,
    totalFrames: totalFrames === 0 ? undefined : totalFrames,
  };
}

export interface FlacFrameHeader {
  /** Bytes of the header, its CRC included. */
  readonly length: number;
  readonly blockSize: number;
  /** Undefined where STREAMINFO is to be asked. */
  readonly sampleRate: number | undefined;
  readonly bitsPerSample: number | undefined;
  readonly channels: number;
  /** The number of the first sample, or of the frame in a stream whose frames are equally long. */
  readonly number: number;
  readonly isVariable: boolean;
}

const RATES = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000] as const;
const BITS = [0, 8, 12, undefined, 16, 20, 24, 32] as const;
const LAST_CHANNEL_CODE = 10;

/** CRC-8 with the polynomial x^8 + x^2 + x + 1. */
const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  return crc;
});

/** The frame header at `at`, whose CRC must hold; `end` is where the bytes end. */
export function parseFrameHeader(bytes: Uint8Array, at: number, end: number): FlacFrameHeader | undefined {
  const byte = (index: number): number => bytes[index] ?? 0;
  const second = byte(at + 1);
  const codes = byte(at + 2);
  const layout = byte(at + 3);
  if (byte(at) !== 0xff || (second & 0xfe) !== 0xf8 || (layout & 1) !== 0) return undefined;
  const rateCode = codes & 0x0f;
  const channelCode = layout >> 4;
  const bitsPerSample = BITS[(layout >> 1) & 7];
  if (codes < 0x10 || rateCode === 15 || channelCode > LAST_CHANNEL_CODE || bitsPerSample === undefined)
    return undefined;
  const coded = codedNumber(bytes, at + 4);
  if (coded === undefined) return undefined;
  let next = coded.next;
  const sizeCode = codes >> 4;
  let blockSize = sizeCode === 1 ? 192 : sizeCode < 6 ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8);
  if (sizeCode === 6) blockSize = byte(next++) + 1;
  if (sizeCode === 7) blockSize = byte(next++) * 256 + byte(next++) + 1;
  let sampleRate: number | undefined = rateCode < RATES.length ? RATES[rateCode] : undefined;
  if (rateCode === 12) sampleRate = byte(next++) * 1000;
  if (rateCode > 12) sampleRate = (byte(next++) * 256 + byte(next++)) * (rateCode === 13 ? 1 : 10);
  if (next >= end) return undefined;
  let crc = 0;
  for (let i = at; i < next; i++) crc = CRC8[crc ^ byte(i)] ?? 0;
  if (crc !== byte(next)) return undefined;
  return {
    length: next + 1 - at,
    blockSize,
    sampleRate: sampleRate === 0 ? undefined : sampleRate,
    bitsPerSample: bitsPerSample === 0 ? undefined : bitsPerSample,
    channels: channelCode < 8 ? channelCode + 1 : 2,
    number: coded.value,
    isVariable: (second & 1) === 1,
  };
}

/** RFC 9639 section 9.1.5: UTF-8's scheme, extended to 36 bits. */
function codedNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } | undefined {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { value: first, next: at + 1 };
  const ones = Math.clz32(~(first << 24));
  if (ones === 1 || ones > 7) return undefined;
  let value = first & (0x7f >> ones);
  for (let i = 1; i < ones; i++) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, next: at + ones };
}
