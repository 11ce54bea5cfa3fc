/**
 * What the first four frames of a layer III file say. Four frames of one bit rate make a constant rate, whose length the
 * file's size tells; else a Xing header must give the number of frames. Everything else, VBRI headers and checksums
 * among it, is for another reader. Sources: ISO/IEC 11172-3 section 2.4.1.3, Xing's VBR header SDK, the LAME tag.
 */
import { mpegFrame, type MpegFrame } from '../mpeg-frame.js';
import { UNUSUAL, type Found, type Unusual } from './found.js';
import { ID3V1 } from './id3v1.js';
import type { FileWindow } from './window.js';

/** Bytes of a frame that are looked at: its header, side information and Xing header, and room for a parser's look ahead. */
const FRAME_HEAD = 256;
/** What is looked for behind a frame's side information: an encoder's name and version. */
const NAME = 10;
/** Searched for a false start of a frame behind an information frame's header. */
const REST_LIMIT = 1000;
const COUNTED = 4;

/** Without a checksum, and with room for a name behind the side information. */
function frameOf(head: Buffer): MpegFrame | undefined {
  const frame = mpegFrame(head);
  return frame === undefined || frame.hasChecksum || frame.size < frame.headerAt + NAME ? undefined : frame;
}

interface Information {
  /** Seconds. */
  readonly duration: number;
  readonly variable: boolean;
}

/** The Xing header of the first frame, 'none', or undefined when it is not a plain one. */
function informationOf(
  head: Buffer,
  frame: MpegFrame,
  window: FileWindow,
  start: number,
): Information | 'none' | undefined {
  const { headerAt } = frame;
  const name = head.toString('latin1', headerAt, headerAt + 4);
  if (name === 'Xtra' || head.toString('latin1', 36, 40) === 'VBRI') return undefined;
  if (name !== 'Xing' && name !== 'Info') return 'none';
  const flags = head.readUInt32BE(headerAt + 4);
  const frames = head.readUInt32BE(headerAt + 8);
  if (flags > 15 || (flags & 3) !== 3 || frames === 0 || head.readUInt32BE(headerAt + 12) === 0) return undefined;
  let end = headerAt + 16 + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  if (head.toString('latin1', end, end + 4) === 'LAME') {
    if (!/^3\.(?:9\d|\d{3})/.test(head.toString('latin1', end + 4, end + 9))) return undefined;
    end += 36;
  }
  const rest = window.bytes(start + end, frame.size - end + 1);
  if (frame.size <= end || rest === undefined || rest.length > REST_LIMIT || hasSync(rest)) return undefined;
  return { duration: (frames * frame.samples) / frame.sampleRate, variable: name === 'Xing' && (flags & 8) !== 0 };
}

function hasSync(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (((bytes[at + 1] ?? 0) & 0xe0) === 0xe0) return true;
  }
  return false;
}

/** @param start where the audio begins, exactly */
export function readMpeg(window: FileWindow, start: number, hasId3v1: boolean): Found['format'] | Unusual {
  const head = window.bytes(start, FRAME_HEAD);
  const first = head && frameOf(head);
  if (head === undefined || first === undefined) return UNUSUAL;
  const information = informationOf(head, first, window, start);
  if (information === undefined) return UNUSUAL;
  let at = start;
  let frame = first;
  let constant = true;
  for (let count = 1; count < COUNTED; count++) {
    at += frame.size;
    const next = window.bytes(at, FRAME_HEAD);
    const following = next && frameOf(next);
    if (following?.version !== first.version || following.sampleRate !== first.sampleRate) return UNUSUAL;
    const name = next?.toString('latin1', following.headerAt, following.headerAt + 4);
    if (name === 'Xing' || name === 'Info') return UNUSUAL;
    constant &&= following.bitrate === first.bitrate;
    frame = following;
  }
  if (at + FRAME_HEAD + ID3V1 > window.size) return UNUSUAL;
  const bytes = window.size - start - (hasId3v1 ? ID3V1 : 0);
  const { sampleRate, bitrate } = frame;
  if (constant) return { sampleRate, bitrate, numberOfSamples: Math.round(bytes / frame.size) * frame.samples };
  if (information === 'none') return UNUSUAL;
  const { duration, variable } = information;
  return { sampleRate, duration, bitrate: variable ? (bytes * 8) / duration : bitrate };
}
