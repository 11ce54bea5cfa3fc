/**
 * ID3v2.2, 2.3 and 2.4 tags, as most files have them: without an extended header, compression or encryption. What header
 * and frame flags say of unsynchronisation is understood as music-metadata does. Source: id3.org, the three structures.
 */
import { nothingFound, UNUSUAL, type FoundCommon, type Unusual } from './found.js';
import { TagReading, TEXT_LIMIT, type Frame, type Id3Version } from './id3-frames.js';
import type { FileWindow } from './window.js';

const TOTAL_HEADER = 10;
const UNSYNCHRONISED = 0x80;
/** Flags of a frame of ID3v2.4: unsynchronisation, and four bytes of its length before the content. */
const FRAME_UNSYNCHRONISED = 2;
const FRAME_LENGTH_GIVEN = 1;
const LENGTH_BYTES = 4;
const ZEROS = Buffer.alloc(TEXT_LIMIT);

export interface Id3v2 {
  /** Where the audio begins. */
  readonly end: number;
  readonly common: FoundCommon;
  /** It says a year that is none of a date. */
  readonly hasYear: boolean;
}

/** 28 bits in four bytes; undefined when one of them is too large. */
function synchSafe(bytes: Buffer, at: number): number | undefined {
  const raw = bytes.readUInt32BE(at);
  if ((raw & 0x80808080) !== 0) return undefined;
  return ((raw >>> 24) << 21) | (((raw >> 16) & 0x7f) << 14) | (((raw >> 8) & 0x7f) << 7) | (raw & 0x7f);
}

function isVersion(version: number): version is Id3Version {
  return version >= 2 && version <= 4;
}

/** The tag that begins at `start`, if there is one, and ends at `limit` at the latest. */
export function readId3v2(window: FileWindow, start = 0, limit = window.size): Id3v2 | Unusual {
  const header = window.bytes(start, TOTAL_HEADER);
  if (header === undefined) return UNUSUAL;
  if (header.toString('latin1', 0, 3) !== 'ID3') return { end: start, common: nothingFound(), hasYear: false };
  const version = header.readUInt8(3);
  const flags = header.readUInt8(5);
  const size = synchSafe(header, 6);
  if (!isVersion(version) || size === undefined) return UNUSUAL;
  if (flags !== 0 && !(version === 4 && flags === UNSYNCHRONISED)) return UNUSUAL;
  const end = start + TOTAL_HEADER + size;
  if (end > limit) return UNUSUAL;
  const reading = new TagReading(window, version);
  const headerBytes = version === 2 ? 6 : 10;
  for (let at = start + TOTAL_HEADER; at + headerBytes <= end;) {
    const head = window.bytes(at, headerBytes);
    if (head === undefined) return UNUSUAL;
    if (head[0] === 0) {
      if (!isPadding(window, at, end)) return UNUSUAL;
      break;
    }
    const frame = version === 2 ? shortFrame(head, at) : longFrame(head, at, version);
    if (frame === undefined || frame.at + frame.length > end || !isGivenLength(window, at + headerBytes, frame.at))
      return UNUSUAL;
    if (!reading.add(frame)) return UNUSUAL;
    at = frame.at + frame.length;
  }
  const { common, hasYear } = reading;
  return reading.complete ? { end, common, hasYear } : UNUSUAL;
}

/** Capital letters and figures. */
function isName(bytes: Buffer, length: number): boolean {
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (!((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39))) return false;
  }
  return true;
}

function shortFrame(head: Buffer, start: number): Frame | undefined {
  const id = head.toString('latin1', 0, 3);
  const length = head.readUIntBE(3, 3);
  if (length === 0 || !isName(head, 3)) return undefined;
  return { id, at: start + head.length, length, unsynchronised: false };
}

function longFrame(head: Buffer, start: number, version: 3 | 4): Frame | undefined {
  const id = head.toString('latin1', 0, 4);
  const length = version === 4 ? synchSafe(head, 4) : head.readUInt32BE(4);
  const flags = head.readUInt8(9);
  const understood = version === 4 ? FRAME_UNSYNCHRONISED | FRAME_LENGTH_GIVEN : 0;
  if (length === undefined || (flags & ~understood) !== 0 || !isName(head, 4)) return undefined;
  const given = flags & FRAME_LENGTH_GIVEN ? LENGTH_BYTES : 0;
  const unsynchronised = (flags & FRAME_UNSYNCHRONISED) !== 0;
  if (length <= given) return undefined;
  return { id, at: start + head.length + given, length: length - given, unsynchronised };
}

/** What stands between a frame's header and its content is nothing that unsynchronisation changes. */
function isGivenLength(window: FileWindow, from: number, to: number): boolean {
  return from === to || window.bytes(from, to - from)?.includes(0xff) === false;
}

function isPadding(window: FileWindow, from: number, end: number): boolean {
  const rest = window.bytes(from, end - from);
  return rest?.equals(ZEROS.subarray(0, rest.length)) === true;
}
