/**
 * The frame headers of coded audio that has no container: how long a frame is, in bytes and in sound.
 * Sources: ISO/IEC 14496-3 annex 1.A (ADTS); ATSC A/52 sections 5.3, 5.4.1 and annex E (AC-3, E-AC-3); ETSI TS 102 114
 * section 5.3 (DTS, as 16-bit big-endian words; the other packings are not read here).
 */

export interface CodedFrame {
  /** Bytes. */
  readonly length: number;
  /** Samples of each channel, at the rate that the header states. */
  readonly samples: number;
  readonly sampleRate: number;
}

/** The header at `at`, of which `CODED_HEADER_BYTES` must be there; undefined when it is none. */
export type FrameHeader = (bytes: Uint8Array, at: number) => CodedFrame | undefined;

/** More than the largest frame of all of these. */
export const MAX_CODED_FRAME_BYTES = 16 * 1024;
export const CODED_HEADER_BYTES = 9;

const ADTS_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

export const adtsFrame: FrameHeader = (bytes, at) => {
  const [sync = 0, kind = 0, rate = 0, high = 0, middle = 0, low = 0, blocks = 0] = bytes.subarray(at, at + 7);
  const sampleRate = ADTS_RATES[(rate & 0x3c) >> 2];
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || sampleRate === undefined || length <= 7) return undefined;
  return { length, samples: 1024 * ((blocks & 3) + 1), sampleRate };
};

const AC3_RATES = [48_000, 44_100, 32_000];
const AC3_KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const AC3_SAMPLES = 1536;
const LAST_AC3_BSID = 10;

export const ac3Frame: FrameHeader = (bytes, at) => {
  const [first = 0, second = 0, , , sizes = 0, bsid = 0] = bytes.subarray(at, at + 6);
  const sampleRate = AC3_RATES[sizes >> 6];
  const kilobits = AC3_KILOBITS[(sizes & 0x3f) >> 1];
  if (first !== 0x0b || second !== 0x77 || bsid >> 3 > LAST_AC3_BSID) return undefined;
  if (sampleRate === undefined || kilobits === undefined) return undefined;
  const words = Math.floor((kilobits * 1000 * AC3_SAMPLES) / 16 / sampleRate);
  return { length: 2 * (words + (sampleRate === 44_100 ? sizes & 1 : 0)), samples: AC3_SAMPLES, sampleRate };
};

const INDEPENDENT = 0;
const BLOCKS = [1, 2, 3, 6];

/** A frame of a substream that adds to another one has no time of its own. */
export const eac3Frame: FrameHeader = (bytes, at) => {
  const [first = 0, second = 0, head = 0, low = 0, codes = 0, bsid = 0] = bytes.subarray(at, at + 6);
  const isHalf = codes >> 6 === 3;
  const sampleRate = isHalf ? (AC3_RATES[(codes >> 4) & 3] ?? 0) / 2 : (AC3_RATES[codes >> 6] ?? 0);
  if (first !== 0x0b || second !== 0x77 || bsid >> 3 <= LAST_AC3_BSID || sampleRate === 0) return undefined;
  const isFirst = head >> 6 === INDEPENDENT && ((head >> 3) & 7) === 0;
  const blocks = isHalf ? 6 : (BLOCKS[(codes >> 4) & 3] ?? 0);
  return { length: 2 * ((((head & 7) << 8) | low) + 1), samples: isFirst ? 256 * blocks : 0, sampleRate };
};

const DTS_SYNC = [0x7f, 0xfe, 0x80, 0x01];
const DTS_RATES: Readonly<Record<number, number>> = {
  ...{ 1: 8000, 2: 16_000, 3: 32_000, 6: 11_025, 7: 22_050, 8: 44_100 },
  ...{ 11: 12_000, 12: 24_000, 13: 48_000 },
};

export const dtsFrame: FrameHeader = (bytes, at) => {
  if (!DTS_SYNC.every((byte, index) => bytes[at + index] === byte)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at + 4, at + 9);
  const samples = 32 * ((((a & 1) << 6) | (b >> 2)) + 1);
  const length = (((b & 3) << 12) | (c << 4) | (d >> 4)) + 1;
  const sampleRate = DTS_RATES[(e >> 2) & 0x0f];
  return sampleRate === undefined || length < 96 ? undefined : { length, samples, sampleRate };
};
