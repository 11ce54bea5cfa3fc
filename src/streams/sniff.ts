/** What kind of audio an answer holds, by its first bytes, and by its content type where they say nothing. */
import { isSameStream, parseMpegHeader } from '../formats/mpeg-header.js';

/**
 * mpeg: our own mpg123. Otherwise the demuxer that ffmpeg is forced to; never a guess of its own, which could be told
 * by a stranger to open other files.
 */
export type AudioKind =
  'mpeg' | 'aac' | 'loas' | 'ogg' | 'flac' | 'mpegts' | 'mov' | 'matroska' | 'wav' | 'aiff' | 'asf';

const TYPES: readonly (readonly [RegExp, AudioKind])[] = [
  [/^audio\/(?:mpeg|mp3|x-mpeg|x-mp3|mpeg3)\b/i, 'mpeg'],
  [/^audio\/(?:aacp?|x-aacp?|aac-adts)\b/i, 'aac'],
  [/^(?:audio|application|video)\/(?:x-)?ogg\b|^audio\/opus\b/i, 'ogg'],
  [/^audio\/(?:x-)?flac\b/i, 'flac'],
  [/^video\/mp2t\b/i, 'mpegts'],
];

const MARKS: readonly (readonly [at: number, mark: string, kind: AudioKind])[] = [
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [8, 'WAVE', 'wav'],
  [0, 'FORM', 'aiff'],
  [4, 'ftyp', 'mov'],
  [4, 'styp', 'mov'],
  [4, 'moof', 'mov'],
  [0, '\x1a\x45\xdf\xa3', 'matroska'],
  [0, '\x30\x26\xb2\x75', 'asf'],
];
const TS_PACKET = 188;

export function isHtml(start: Uint8Array): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(Buffer.from(start.subarray(0, 256)).toString('latin1'));
}

/** Undefined when it is no audio that is known. */
export function sniffAudio(start: Buffer, contentType: string): AudioKind | undefined {
  if (isHtml(start)) return undefined;
  const marked = MARKS.find(([at, mark]) => start.toString('latin1', at, at + mark.length) === mark);
  if (marked !== undefined) return marked[2];
  if (start[0] === 0x47 && start[TS_PACKET] === 0x47 && start[2 * TS_PACKET] === 0x47) return 'mpegts';
  return framesIn(start) ?? TYPES.find(([type]) => type.test(contentType))?.[1];
}

/** A stream is joined anywhere: two headers that fit each other are looked for. */
function framesIn(bytes: Buffer): AudioKind | undefined {
  for (let at = 0; at + 8 < bytes.length; at++) {
    if (bytes[at] === 0x56 && ((bytes[at + 1] ?? 0) & 0xe0) === 0xe0) {
      const next = at + 3 + ((((bytes[at + 1] ?? 0) & 0x1f) << 8) | (bytes[at + 2] ?? 0));
      if (bytes[next] === 0x56 && ((bytes[next + 1] ?? 0) & 0xe0) === 0xe0) return 'loas';
    }
    if (bytes[at] !== 0xff) continue;
    const header = parseMpegHeader(bytes, at);
    if (header !== undefined) {
      const next = at + header.length + 4 <= bytes.length ? parseMpegHeader(bytes, at + header.length) : undefined;
      if (next !== undefined && isSameStream(header, next)) return 'mpeg';
    } else if (isAdts(bytes, at)) {
      // ISO/IEC 13818-7, 6.2: the frame's length is 13 bits from bit 30 on.
      const length = (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5);
      if (length > 7 && isAdts(bytes, at + length)) return 'aac';
    }
  }
  return undefined;
}

function isAdts(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
}
