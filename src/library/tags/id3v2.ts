/**
 * ID3v2.2, 2.3 and 2.4 tags, as most files have them: without an extended header, compression or encryption. What header
 * and frame flags say of unsynchronisation is understood as music-metadata does. Source: id3.org, the three structures.
 */
import { nothingFound, UNUSUAL, type FoundCommon, type Unusual } from './found.js';
import { TagReading, TEXT_LIMIT } from './id3-frames.js';
import { frameHeader, frameOf, TAG_HEADER, tagHeader } from './id3-layout.js';
import type { FileWindow } from './window.js';

const UNSYNCHRONISED = 0x80;
const ZEROS = Buffer.alloc(TEXT_LIMIT);

export interface Id3v2 {
  /** Where the audio begins. */
  readonly end: number;
  readonly common: FoundCommon;
  readonly isUnlabelled: boolean;
  /** It says a year that is none of a date. */
  readonly hasYear: boolean;
}

/** The tag that begins at `start`, if there is one, and ends at `limit` at the latest. */
export function readId3v2(window: FileWindow, start = 0, limit = window.size): Id3v2 | Unusual {
  const header = window.bytes(start, TAG_HEADER);
  if (header === undefined) return UNUSUAL;
  if (header.toString('latin1', 0, 3) !== 'ID3') {
    return { end: start, common: nothingFound(), isUnlabelled: false, hasYear: false };
  }
  const tag = tagHeader(header);
  if (tag === undefined) return UNUSUAL;
  const { version, flags } = tag;
  if (flags !== 0 && !(version === 4 && flags === UNSYNCHRONISED)) return UNUSUAL;
  const end = start + TAG_HEADER + tag.length;
  if (end > limit) return UNUSUAL;
  const reading = new TagReading(window, version);
  const headerBytes = frameHeader(version);
  for (let at = start + TAG_HEADER; at + headerBytes <= end;) {
    const head = window.bytes(at, headerBytes);
    if (head === undefined) return UNUSUAL;
    if (head[0] === 0) {
      if (!isPadding(window, at, end)) return UNUSUAL;
      break;
    }
    const frame = frameOf(head, at, version);
    if (frame === undefined || frame.at + frame.length > end || !isGivenLength(window, at + headerBytes, frame.at))
      return UNUSUAL;
    if (!reading.add(frame)) return UNUSUAL;
    at = frame.at + frame.length;
  }
  const { common, isUnlabelled, hasYear } = reading;
  return reading.complete ? { end, common, isUnlabelled, hasYear } : UNUSUAL;
}

/** What stands between a frame's header and its content is nothing that unsynchronisation changes. */
function isGivenLength(window: FileWindow, from: number, to: number): boolean {
  return from === to || window.bytes(from, to - from)?.includes(0xff) === false;
}

function isPadding(window: FileWindow, from: number, end: number): boolean {
  const rest = window.bytes(from, end - from);
  return rest?.equals(ZEROS.subarray(0, rest.length)) === true;
}
