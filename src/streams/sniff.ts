/** What kind of audio an answer holds, by its first bytes, and by its content type where they say nothing. */
import { demuxerOf } from '../formats/containers.js';
import { adtsFrame } from '../formats/frame-headers.js';
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

/** What is known by its mark. The rest is joined anywhere, and is known by frames that fit one another. */
const MARKED = ['ogg', 'flac', 'wav', 'aiff', 'mov', 'matroska', 'asf', 'mpegts'] as const satisfies AudioKind[];

export function isHtml(start: Uint8Array): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(Buffer.from(start.subarray(0, 256)).toString('latin1'));
}

/** Undefined when it is no audio that is known. */
export function sniffAudio(start: Buffer, contentType: string): AudioKind | undefined {
  if (isHtml(start)) return undefined;
  const demuxer = demuxerOf(start);
  return (
    MARKED.find((kind) => kind === demuxer) ?? framesIn(start) ?? TYPES.find(([type]) => type.test(contentType))?.[1]
  );
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
    } else {
      const frame = adtsFrame(bytes, at);
      if (frame !== undefined && adtsFrame(bytes, at + frame.length) !== undefined) return 'aac';
    }
  }
  return undefined;
}
