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
