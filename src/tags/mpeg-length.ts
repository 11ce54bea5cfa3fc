/**
 * The exact length of a layer III file. An information frame tells it: audio frames counted by the encoder, less the delay
 * and padding that it added; music-metadata counts whole frames, the information frame among them. Where there is none,
 * frames of one bit rate throughout are counted without reading them, and others one by one.
 * Sources: ISO/IEC 11172-3 section 2.4.1.3 (header), Xing's VBR header SDK, Fraunhofer's VBRI header, the LAME tag
 * specification. Synchronous: it runs in the workers that read tags.
 */
import { ID3V2_HEADER_BYTES, id3v2Bytes } from '../formats/id3v2.js';
import { isSameStream, parseMpegHeader, parseStreamInformation, type MpegHeader } from '../formats/mpeg-header.js';
import { withFile, type ReadAt } from './read-at.js';

/** Longer than header, side information, Xing tag with its table, and LAME tag together. */
const FRAME_HEAD = 256;
/** Frames that are looked at to find all of them of one bit rate, and the last ones: a file may end within one. */
const LOOKS = 4;
const LAST = 3;
const CHUNK = 65_536;
/** Larger files are not counted frame by frame. */
const COUNT_LIMIT = 512 * 2 ** 20;
const ID3V1 = 128;
const APE_FOOTER = 32;

function millisecondsOf(samples: number, rate: number): number {
  return Math.floor((samples * 1000) / rate);
}

/** The header of a layer III frame at `at`; undefined when there is none. */
function layer3At(bytes: Buffer, at = 0): MpegHeader | undefined {
  const header = at + 4 > bytes.length ? undefined : parseMpegHeader(bytes, at);
  return header?.layer === 3 ? header : undefined;
}

/** Milliseconds, rounded down, from the head of the first frame; undefined when it does not tell the number of frames. */
export function lengthOfInformationFrame(head: Buffer): number | undefined {
  const header = head.length < FRAME_HEAD ? undefined : layer3At(head);
  if (header === undefined) return undefined;
  const information = parseStreamInformation(head.subarray(0, header.length), header);
  if (information?.frames === undefined) return undefined;
  const { delay, padding } = information.gapless ?? { delay: 0, padding: 0 };
  const coded = information.frames * header.samplesPerFrame;
  return millisecondsOf(delay + padding < coded ? coded - delay - padding : coded, header.sampleRate);
}

/** Milliseconds, rounded down, of the frames from `start` to `end`; undefined when there are not two at least. */
export function lengthOfFrames(readAt: ReadAt, start: number, end: number): number | undefined {
  const head = readAt(start, FRAME_HEAD);
  const first = layer3At(head);
  if (first === undefined || end - start < 2 * first.length) return undefined;
  const isInformation = parseStreamInformation(head.subarray(0, first.length), first) !== undefined;
  const from = isInformation ? start + first.length : start;
  const count = constantCount(readAt, first, from, end) ?? counted(readAt, first, from, end);
  return count === undefined || count < 2 ? undefined : millisecondsOf(count * first.samplesPerFrame, first.sampleRate);
}

/**
 * How many frames there are, if those that are looked at are where they must be when all are of one bit rate: a single
 * other one before the last would have moved it.
 */
function constantCount(readAt: ReadAt, first: MpegHeader, start: number, end: number): number | undefined {
  // Not a whole number: a bit of padding makes up for the rest.
  const averageSize = (first.samplesPerFrame * first.bitrate * 125) / first.sampleRate;
  const most = Math.round((end - start) / averageSize);
  const isThere = (index: number) => isFrameNear(readAt, first, start + Math.floor(index * averageSize));
  for (let look = 1; look < LOOKS; look++) if (!isThere(Math.floor((look * most) / LOOKS))) return undefined;
  for (let index = most - 1; index >= most - LAST && index > 0; index--) if (isThere(index)) return index + 1;
  return undefined;
}

/** Whether a frame of the same kind and bit rate begins at `at`, or a byte or two beside it: padding moves frames. */
function isFrameNear(readAt: ReadAt, first: MpegHeader, at: number): boolean {
  const bytes = readAt(at - 1, 7);
  for (let shift = 0; shift < 4; shift++) {
    const other = layer3At(bytes, shift);
    if (other !== undefined && isSameStream(other, first) && other.bitrate === first.bitrate) return true;
  }
  return false;
}

/** How many frames there are, one after the other; what is between them is stepped over. */
function counted(readAt: ReadAt, first: MpegHeader, start: number, end: number) {
  if (end - start > COUNT_LIMIT) return undefined;
  let count = 0;
  let base = start;
  let chunk = readAt(base, CHUNK);
  for (let at = start; at + 4 <= end;) {
    if (at + 4 > base + chunk.length) {
      base = at;
      chunk = readAt(base, CHUNK);
      if (chunk.length < 4) break;
    }
    const frame = layer3At(chunk, at - base);
    if (frame !== undefined && isSameStream(frame, first)) {
      count += 1;
      at += frame.length;
    } else {
      const next = chunk.indexOf(0xff, at - base + 1);
      at = next < 0 ? base + chunk.length : base + next;
    }
  }
  return count;
}

/** Where the audio ends: before an ID3v1 tag, and an APE tag before that. */
export function audioEnd(readAt: ReadAt, size: number): number {
  const tail = readAt(Math.max(size - ID3V1, 0), ID3V1);
  const end = tail.toString('latin1', 0, 3) === 'TAG' ? size - ID3V1 : size;
  const footer = readAt(Math.max(end - APE_FOOTER, 0), APE_FOOTER);
  const isTag = footer.length === APE_FOOTER && footer.toString('latin1', 0, 8) === 'APETAGEX';
  return isTag ? Math.max(end - footer.readUInt32LE(12), 0) : end;
}

/** The length of a file in ms, or undefined when it is none of layer III. @throws the file system's errors */
export function readMpegLength(path: string): number | undefined {
  return withFile(path, (readAt, size) => {
    const start = id3v2Bytes(readAt(0, ID3V2_HEADER_BYTES));
    const informed = lengthOfInformationFrame(readAt(start, FRAME_HEAD));
    return informed ?? lengthOfFrames(readAt, start, audioEnd(readAt, size));
  });
}
