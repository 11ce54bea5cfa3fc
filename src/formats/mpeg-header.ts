/**
 * MPEG audio frame headers and the Xing/Info, LAME and VBRI tags in the first frame.
 * Sources: ISO/IEC 11172-3 section 2.4.1.3 and 13818-3 (header); Xing's VBR header SDK; the LAME tag specification
 * (http://gabriel.mp3-tech.org/mp3infotag.html); Fraunhofer's VBRI header.
 */
import { textAt } from './bytes.js';

export interface MpegHeader {
  /** 1 for MPEG-1, 2 for the half and 2.5 for the quarter sampling rates. */
  readonly version: 1 | 2 | 2.5;
  readonly layer: 1 | 2 | 3;
  readonly sampleRate: number;
  /** kbit/s */
  readonly bitrate: number;
  readonly channels: 1 | 2;
  /** Bytes of the whole frame. */
  readonly length: number;
  readonly samplesPerFrame: number;
}

const VERSIONS = [2.5, undefined, 2, 1] as const;
const RATES: Readonly<Record<1 | 2 | 2.5, readonly number[]>> = {
  1: [44100, 48000, 32000],
  2: [22050, 24000, 16000],
  2.5: [11025, 12000, 8000],
};
// kbit/s by bitrate index; index 0 is "free format", which states no frame length and is not supported.
const BITRATES: Readonly<Record<string, readonly number[]>> = {
  '1/1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** The headers that were seen, by the bits that count: a file has few of them, thousands of times. */
const seen = new Map<number, MpegHeader | undefined>();

/** The header at `at`, or undefined when there is none (or a free-format one). Needs four bytes. */
export function parseMpegHeader(bytes: Uint8Array, at: number): MpegHeader | undefined {
  const second = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const third = bytes[at + 2] ?? 0;
  const isMono = (bytes[at + 3] ?? 0) >> 6 === 3;
  const bits = (second << 9) | (third << 1) | (isMono ? 1 : 0);
  let header = seen.get(bits);
  if (header === undefined && !seen.has(bits)) seen.set(bits, (header = headerOf(second, third, isMono)));
  return header;
}

function headerOf(second: number, third: number, isMono: boolean): MpegHeader | undefined {
  const version = VERSIONS[(second >> 3) & 3];
  const layerBits = (second >> 1) & 3;
  if (version === undefined || layerBits === 0) return undefined;
  const layer = (4 - layerBits) as 1 | 2 | 3;
  const sampleRate = RATES[version][(third >> 2) & 3];
  const bitrate = BITRATES[`${version === 1 ? 1 : 2}/${version === 1 ? layer : Math.min(layer, 2)}`]?.[third >> 4];
  if (sampleRate === undefined || bitrate === undefined || bitrate === 0) return undefined;
  const padding = (third >> 1) & 1;
  const samplesPerFrame = layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152;
  const slot = layer === 1 ? 4 : 1;
  const length = (Math.floor((samplesPerFrame * bitrate * 125) / slot / sampleRate) + padding) * slot;
  if (length < 8) return undefined;
  return { version, layer, sampleRate, bitrate, channels: isMono ? 1 : 2, length, samplesPerFrame };
}

/** Whether two headers can belong to one stream. */
export function isSameStream(one: MpegHeader, other: MpegHeader): boolean {
  return one.version === other.version && one.layer === other.layer && one.sampleRate === other.sampleRate;
}

/** What the information frame at the head of a file says. */
export interface StreamInformation {
  /** Audio frames that follow; undefined when not said. */
  readonly frames: number | undefined;
  /** Encoder delay and padding in samples, when a LAME tag (or one of its kind) gives them. */
  readonly gapless: { readonly delay: number; readonly padding: number } | undefined;
}

const FLAG_FRAMES = 1;
const FLAG_BYTES = 2;
const FLAG_TOC = 4;
const FLAG_QUALITY = 8;
const VBRI_OFFSET = 36;

/** The information frame in `frame` (a whole MPEG frame), or undefined when it is an ordinary one. */
export function parseStreamInformation(frame: Uint8Array, header: MpegHeader): StreamInformation | undefined {
  if (header.layer !== 3) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const sideInformation = header.version === 1 ? (header.channels === 1 ? 17 : 32) : header.channels === 1 ? 9 : 17;
  const xing = 4 + sideInformation;
  if (textAt(frame, VBRI_OFFSET, 4) === 'VBRI' && frame.length >= VBRI_OFFSET + 18) {
    return { frames: view.getUint32(VBRI_OFFSET + 14) || undefined, gapless: undefined };
  }
  const name = textAt(frame, xing, 4);
  if ((name !== 'Xing' && name !== 'Info') || frame.length < xing + 8) return undefined;
  const flags = view.getUint32(xing + 4);
  const bytesAt = xing + 8 + (flags & FLAG_FRAMES ? 4 : 0);
  const frames = flags & FLAG_FRAMES && frame.length >= bytesAt ? view.getUint32(xing + 8) || undefined : undefined;
  const lame = bytesAt + (flags & FLAG_BYTES ? 4 : 0) + (flags & FLAG_TOC ? 100 : 0) + (flags & FLAG_QUALITY ? 4 : 0);
  // Nine letters name the encoder: `LAME3.100`, `Lavc58.54`, `L3.99r1`.
  if (frame.length < lame + 24 || !/^[A-Za-z][\w.]{3}/.test(textAt(frame, lame, 4)))
    return { frames, gapless: undefined };
  const packed = (view.getUint8(lame + 21) << 16) | (view.getUint8(lame + 22) << 8) | view.getUint8(lame + 23);
  return { frames, gapless: { delay: packed >> 12, padding: packed & 0xfff } };
}
