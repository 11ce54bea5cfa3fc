/**
 * Ogg Vorbis, Ogg Opus and FLAC in Ogg: the first pages, and the last one, whose position is the length. Of a file that
 * fits into the window every page is looked at; damage in the middle of a larger one goes unnoticed. FLAC in Ogg is read
 * here alone: music-metadata does not find its texts. Sources: RFC 3533 (pages), Vorbis I section 4.2, RFC 7845 section 5,
 * RFC 9639 section 10.1.
 */
import { nothingFound, UNUSUAL, type Found, type Unusual } from './found.js';
import { STREAM_INFORMATION_BYTES, streamRate, VORBIS_COMMENT } from './flac.js';
import { addComments } from './vorbis-comments.js';
import { HEAD, type FileWindow } from './window.js';

const PAGE_HEADER = 27;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
/** Where the last page is searched for; a page is no longer. */
const LAST_PAGES = 65_536;
/** Comments that go on over more pages hold pictures. */
const MOST_PAGES = 16;
const OPUS_RATE = 48_000;
const VORBIS_HEADER = '\x01vorbis';
const VORBIS_COMMENTS = '\x03vorbis';
const FLAC_HEADER = '\x7fFLAC';
/** Where the header block of the stream is in its packet, and bytes of a block's header. */
const FLAC_STREAM_AT = 13;
const BLOCK_HEADER = 4;

/** What stands in front of the comments; of FLAC the header of a block, whose kind has one bit more. */
const MARKS = { vorbis: VORBIS_COMMENTS, opus: 'OpusTags', flac: '' } as const;

interface Page {
  readonly flags: number;
  readonly serial: number;
  /** Frames until its end. */
  readonly granule: number;
  readonly data: Buffer;
  /** Where the next begins, from the beginning of `bytes`. */
  readonly end: number;
}

/** Undefined when it is not all there. */
function pageAt(bytes: Buffer, at: number): Page | undefined {
  if (at + PAGE_HEADER > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined;
  const segments = at + PAGE_HEADER + bytes.readUInt8(at + 26);
  if (segments > bytes.length) return undefined;
  let end = segments;
  for (let index = at + PAGE_HEADER; index < segments; index++) end += bytes[index] ?? 0;
  if (end > bytes.length) return undefined;
  return {
    flags: bytes.readUInt8(at + 5),
    serial: bytes.readUInt32LE(at + 14),
    granule: Number(bytes.readBigUInt64LE(at + 6)),
    data: bytes.subarray(segments, end),
    end,
  };
}

interface Beginning {
  readonly kind: 'vorbis' | 'opus' | 'flac';
  readonly sampleRate: number;
  /** bit/s, of Vorbis. */
  readonly nominal: number;
  /** Frames of Opus that are not heard. */
  readonly preSkip: number;
}

function beginningOf({ data, flags }: Page): Beginning | undefined {
  if ((flags & (CONTINUED | FIRST | LAST)) !== FIRST) return undefined;
  if (data.length >= 30 && data.toString('latin1', 0, 7) === VORBIS_HEADER) {
    return { kind: 'vorbis', sampleRate: data.readUInt32LE(12), nominal: data.readUInt32LE(20), preSkip: 0 };
  }
  if (
    data.length >= FLAC_STREAM_AT + BLOCK_HEADER + STREAM_INFORMATION_BYTES &&
    data.toString('latin1', 0, 5) === FLAC_HEADER
  ) {
    const sampleRate = streamRate(data.subarray(FLAC_STREAM_AT + BLOCK_HEADER));
    return { kind: 'flac', sampleRate, nominal: 0, preSkip: 0 };
  }
  if (data.length < 19 || data.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  return { kind: 'opus', sampleRate: data.readUInt32LE(12), nominal: 0, preSkip: data.readUInt16LE(10) };
}

/** The comments' packet, and what stands behind it in its pages; `end` is that of the page which follows those. */
function commentsOf(head: Buffer, first: Page): { readonly bytes: Buffer; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = first.end; parts.length < MOST_PAGES;) {
    const page = pageAt(head, at);
    if (page === undefined || page.serial !== first.serial || (page.flags & FIRST) !== 0) return undefined;
    const continues = (page.flags & CONTINUED) !== 0;
    if (parts.length > 0 && !continues) return { bytes: Buffer.concat(parts), end: page.end };
    if (parts.length === 0 && continues) return undefined;
    if ((page.flags & LAST) !== 0) return undefined;
    parts.push(page.data);
    at = page.end;
  }
  return undefined;
}

export function readOgg(window: FileWindow): Found | Unusual {
  const { head } = window;
  const first = pageAt(head, 0);
  const beginning = first && beginningOf(first);
  const comments = first && commentsOf(head, first);
  if (first === undefined || beginning === undefined || comments === undefined) return UNUSUAL;
  const { kind, sampleRate, nominal, preSkip } = beginning;
  const { bytes } = comments;
  const mark = MARKS[kind];
  const common = nothingFound();
  if (bytes.toString('latin1', 0, mark.length) !== mark || bytes.length < BLOCK_HEADER) return UNUSUAL;
  if (kind === 'flac' && (bytes.readUInt8(0) & 0x7f) !== VORBIS_COMMENT) return UNUSUAL;
  const from = kind === 'flac' ? BLOCK_HEADER : mark.length;
  if (addComments(common, bytes.subarray(from), kind === 'opus') === undefined) return UNUSUAL;
  const granule = window.size <= HEAD ? lastOf(head, first) : lastFrom(window, first);
  if (granule === undefined || granule <= preSkip || sampleRate === 0) return UNUSUAL;
  if (kind === 'vorbis') return { common, format: { sampleRate, numberOfSamples: granule, bitrate: nominal } };
  const duration = (granule - preSkip) / (kind === 'opus' ? OPUS_RATE : sampleRate);
  const bitrate = (8 * (window.size - (comments.end - bytes.length))) / duration;
  return { common, format: { sampleRate, duration, bitrate } };
}

/** Where the last page ends, when all pages follow each other to the end of the file. */
function lastOf(bytes: Buffer, { serial }: Page): number | undefined {
  for (let at = 0; ;) {
    const page = pageAt(bytes, at);
    if (page === undefined || page.serial !== serial || (at > 0 && (page.flags & FIRST) !== 0)) return undefined;
    if ((page.flags & LAST) !== 0) return page.end === bytes.length ? safe(page.granule) : undefined;
    at = page.end;
  }
}

/** The same from the last pages alone. */
function lastFrom(window: FileWindow, { serial }: Page): number | undefined {
  const bytes = window.read(window.size - LAST_PAGES, LAST_PAGES);
  for (let at = bytes.lastIndexOf('OggS', bytes.length, 'latin1'); at >= 0;) {
    const page = pageAt(bytes, at);
    if (page?.end === bytes.length) {
      return page.serial === serial && (page.flags & LAST) !== 0 ? safe(page.granule) : undefined;
    }
    at = at === 0 ? -1 : bytes.lastIndexOf('OggS', at - 1, 'latin1');
  }
  return undefined;
}

function safe(granule: number): number | undefined {
  return Number.isSafeInteger(granule) ? granule : undefined;
}
