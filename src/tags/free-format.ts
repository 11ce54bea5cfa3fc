/** Headers of layer III frames. Source: ISO/IEC 11172-3 section 2.4.1.3 and 13818-3; MPEG 2.5 is Fraunhofer's own. */

const FULL_RATES = [44_100, 48_000, 32_000];
const FULL_KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_KILOBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** The bits that tell a layer III frame: 11 of synchronisation, and the layer's two. */
const SYNC_AND_LAYER = 0xffe6;
const LAYER_3 = 0xffe2;

export interface MpegFrame {
  /** As the header has it: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1. */
  readonly version: number;
  readonly hasChecksum: boolean;
  /** bit/s. */
  readonly bitrate: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Bytes. */
  readonly size: number;
  /** Bytes of a frame on average, where all are of this rate: not a whole number. */
  readonly averageSize: number;
  /** Samples of each channel. */
  readonly samples: number;
  /** Where the Xing header is, if there is one: behind the side information. */
  readonly headerAt: number;
}

/** Undefined when there is none at `at`, or one of free or forbidden rate. @param bytes four of them at least */
export function mpegFrame(bytes: Buffer, at = 0): MpegFrame | undefined {
  if (at + 4 > bytes.length || (bytes.readUInt16BE(at) & SYNC_AND_LAYER) !== LAYER_3) return undefined;
  const version = (bytes.readUInt8(at + 1) >> 3) & 3;
  const full = version === 3;
  const rates = bytes.readUInt8(at + 2);
  const fullRate = FULL_RATES[(rates >> 2) & 3];
  const kilobits = (full ? FULL_KILOBITS : LOW_KILOBITS)[rates >> 4] ?? 0;
  if (version === 1 || fullRate === undefined || kilobits === 0) return undefined;
  const mono = bytes.readUInt8(at + 3) >> 6 === 3;
  const sampleRate = full ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4;
  const samples = full ? 1152 : 576;
  const bitrate = kilobits * 1000;
  const averageSize = ((samples / 8) * bitrate) / sampleRate;
  return {
    version,
    hasChecksum: (bytes.readUInt8(at + 1) & 1) === 0,
    bitrate,
    sampleRate,
    size: Math.floor(averageSize + ((rates >> 1) & 1)),
    averageSize,
    samples,
    headerAt: 4 + (full ? (mono ? 17 : 32) : mono ? 9 : 17),
  };
}

/** Bytes of the header that are the same in all frames of a file: padding may change. */
const SAME = [0xff, 0xff, 0xfd];
/** Some encoders go up to 640 kbit/s. */
const MOST_FREE_BYTES = 4096;
const FRAMES = 3;

/**
 * Layer III of free format (ISO/IEC 11172-3 section 2.4.2.3): no rate is told, and all frames are equally long but for
 * their padding. Undefined where not three of them follow each other. @param head from the first frame on
 */
export function freeFormatOf(head: Buffer): Pick<MpegFrame, 'sampleRate' | 'samples' | 'averageSize'> | undefined {
  const like = head.length < 4 || head.readUInt8(2) >> 4 !== 0 ? undefined : mpegFrame(withRate(head));
  if (like === undefined) return undefined;
  const isFrame = (at: number): boolean =>
    SAME.every((mask, byte) => ((head[at + byte] ?? 0) & mask) === ((head[byte] ?? 0) & mask));
  const padding = (at: number): number => ((head[at + 2] ?? 0) >> 1) & 1;
  for (let first = 4; first < MOST_FREE_BYTES; first++) {
    const size = first - padding(0);
    let count = 0;
    let at = 0;
    for (; at + 3 <= head.length && isFrame(at); count++) at += size + padding(at);
    const isEnd = at + 3 > head.length;
    if (count > FRAMES || (count === FRAMES && isEnd)) {
      return { sampleRate: like.sampleRate, samples: like.samples, averageSize: at / count };
    }
  }
  return undefined;
}

/** A header that says a rate, to be read as others are. */
function withRate(head: Buffer): Buffer {
  const header = Buffer.from(head.subarray(0, 4));
  header.writeUInt8(header.readUInt8(2) | 0x10, 2);
  return header;
}
