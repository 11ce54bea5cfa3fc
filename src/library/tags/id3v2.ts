/**
 * ID3v2.3 and ID3v2.4 tags without header flags, as most files have them. Frames that a `TrackTag` is not made of are
 * stepped over, unless music-metadata might fail at them. Source: id3.org, ID3v2.3.0 and ID3v2.4.0 structure and frames.
 */
import {
  addReplayGain,
  addUnique,
  FRONT_COVER,
  isReplayGain,
  nothingFound,
  numbered,
  UNUSUAL,
  type FoundCommon,
  type Unusual,
} from './found.js';
import { decodeText, terminator, withoutZeroPadding } from './id3-text.js';
import type { FileWindow } from './window.js';

/** Longer texts are for another reader. */
const TEXT_LIMIT = 16_384;
/** Where a picture's data must have begun. */
const PICTURE_HEADER = 512;
const TOTAL_HEADER = 10;
const FRAME_HEADER = 10;
const ZEROS = Buffer.alloc(TEXT_LIMIT);

/** Frames without anything for us, which no reader can stumble over. */
const IGNORED = new Set('PRIV UFID MCDI RVA2 RVAD RGAD NCON WCOM WCOP WOAF WOAR WOAS WORS WPAY WPUB'.split(' '));
/** Comments in an encoding that can fail are for another reader. */
const COMMENTS = new Set(['COMM', 'USLT', 'WXXX']);
const UNUSUAL_TEXTS = new Set(['TDRV', 'TIPL', 'TMCL']);
/** Own descriptions that other taggers use for what has a frame. */
const UNUSUAL_OWN_TEXTS = new Set(
  'DISCOGS_ARTISTS DISCOGS_ARTIST_NAME DISCOGS_ALBUM_ARTISTS DISCOGS_LABEL DISCOGS_RELEASED STYLE WORK CUESHEET'.split(
    ' ',
  ),
);
/** In ID3v2.3 these hold several values with a slash between them. */
const SLASHED = new Set(['TPE1', 'TCOM']);

export interface Id3v2 {
  /** Where the audio begins. */
  readonly end: number;
  readonly common: FoundCommon;
}

/** How a text frame's values are added; false hands the file over. */
const TEXTS: Readonly<Record<string, (common: FoundCommon, values: readonly string[]) => boolean>> = {
  TIT2: single((common, value) => (common.title = value)),
  TALB: single((common, value) => (common.album = value)),
  TIT1: single((common, value) => (common.grouping = value)),
  TCOP: single((common, value) => (common.copyright = value)),
  TCMP: single((common, value) => (common.compilation = value === '1')),
  TRCK: single((common, value) => (common.track = numbered(value))),
  TPOS: single((common, value) => (common.disk = numbered(value))),
  TYER: single((common, value) => (common.year = Number.parseInt(value, 10))),
  TDRC: single((common, value) => {
    common.date = value;
    const year = Number.parseInt(value.slice(0, 4), 10);
    if (!Number.isNaN(year)) common.year = year;
  }),
  TPE1: several((common, values) => {
    const [artist] = values;
    if (artist !== undefined) common.artist = artist;
    common.artists ??= addUnique(undefined, values);
  }),
  TPE2: several((common, [artist]) => {
    if (artist !== undefined) common.albumartist = artist;
  }),
  TCOM: several((common, values) => (common.composer = addUnique(undefined, values))),
  TPUB: several((common, values) => (common.label = addUnique(undefined, values))),
  TCON: (common, values) => {
    common.genre = addUnique(undefined, values);
    // Numbers stand for names, and parentheses for numbers.
    return !values.some((value) => /[()]|^\d*$/.test(value));
  },
};

function single(add: (common: FoundCommon, value: string) => unknown) {
  return (common: FoundCommon, values: readonly string[]): boolean => {
    const [value] = values;
    if (value === undefined || values.length > 1) return false;
    add(common, value);
    return true;
  };
}

function several(add: (common: FoundCommon, values: readonly string[]) => unknown) {
  return (common: FoundCommon, values: readonly string[]): boolean => {
    add(common, values);
    return true;
  };
}

/** Values of a text: undefined when one of them is empty or where zeros do not belong. */
function valuesOf(text: string, id: string, version: number): string[] | undefined {
  const padded = withoutZeroPadding(text);
  const separated = version === 4 || !padded.includes('\0');
  if (!separated) return undefined;
  const slashed = version === 3 && (SLASHED.has(id) || id === 'TXXX');
  if (version === 3 && !slashed && id !== 'TCON') return padded === '' ? undefined : [padded];
  const values = padded.split(version === 4 ? '\0' : slashed ? '/' : '\0').map((value) => value.trim());
  return values.includes('') ? undefined : values;
}

class TagReading {
  readonly common = nothingFound();
  readonly #version: number;
  readonly #seen = new Set<string>();

  constructor(version: number) {
    this.#version = version;
  }

  /** @returns whether the frame is understood; `length` of at least 1 */
  add(id: string, window: FileWindow, at: number, length: number): boolean {
    if (id === 'APIC') return this.#addPicture(window, at, length);
    const used = Object.hasOwn(TEXTS, id);
    if (id.startsWith('T') && id !== 'TXXX' && !used) return !UNUSUAL_TEXTS.has(id);
    const bytes = window.bytes(at, length);
    if (length > TEXT_LIMIT || bytes === undefined) return false;
    if (id === 'TXXX') return this.#addOwnText(bytes);
    if (used) return this.#addText(id, bytes);
    const encoding = bytes.readUInt8(0);
    return IGNORED.has(id) || (COMMENTS.has(id) && length > 4 && (encoding === 0 || encoding === 3 || isSafe(bytes)));
  }

  /** False for artists without an artist, which only music-metadata knows how to join, and for two kinds of year. */
  get complete(): boolean {
    return (
      (this.common.artists === undefined || this.common.artist !== undefined) &&
      !(this.#seen.has('TYER') && this.#seen.has('TDRC'))
    );
  }

  #addText(id: string, bytes: Buffer): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const text = decodeText(bytes.subarray(1), bytes.readUInt8(0));
    if (text === undefined) return false;
    const whole = id === 'TIT2' || id === 'TRCK' || id === 'TPOS';
    const padded = withoutZeroPadding(text);
    const values = whole && padded !== '' && !padded.includes('\0') ? [padded] : valuesOf(text, id, this.#version);
    return values !== undefined && TEXTS[id]?.(this.common, values) === true;
  }

  #addOwnText(bytes: Buffer): boolean {
    const encoding = bytes.readUInt8(0);
    const content = bytes.subarray(1);
    const end = terminator(content, encoding);
    if (end < 0 || (encoding !== 0 && encoding !== 3 && !isSafe(bytes))) return false;
    const key = decodeText(content.subarray(0, end), encoding)?.toUpperCase();
    if (key === undefined || UNUSUAL_OWN_TEXTS.has(key)) return false;
    if (key !== 'ARTISTS' && !isReplayGain(key)) return true;
    const text = decodeText(content.subarray(end + (encoding === 1 ? 2 : 1)), encoding);
    const values = text === undefined ? undefined : valuesOf(text, 'TXXX', this.#version);
    const [value] = values ?? [];
    if (values === undefined || value === undefined || this.#seen.has(key)) return false;
    this.#seen.add(key);
    if (isReplayGain(key)) return values.length === 1 && addReplayGain(this.common, key, value);
    this.common.artists = addUnique(undefined, values);
    return true;
  }

  #addPicture(window: FileWindow, at: number, length: number): boolean {
    const header = window.bytes(at, Math.min(length, PICTURE_HEADER));
    if (header === undefined) return false;
    const encoding = header.readUInt8(0);
    const typeAt = header.indexOf(0, 1) + 1;
    const end = typeAt === 0 ? -1 : terminator(header, encoding, typeAt + 1);
    const format = header.toString('latin1', 1, typeAt - 1).toLowerCase();
    if (end < 0 || end + 2 >= length || encoding > 3 || !/^image\/[a-z]+$/.test(format)) return false;
    const type = header.readUInt8(typeAt) === 3 ? FRONT_COVER : '';
    (this.common.picture ??= []).push({ format: format === 'image/jpg' ? 'image/jpeg' : format, type });
    return true;
  }
}

/** UTF-16 that is little endian throughout. */
function isSafe(bytes: Buffer): boolean {
  return bytes[0] === 1 && !bytes.includes('\xfe\xff', 1, 'latin1');
}

/** 28 bits in four bytes; undefined when one of them is too large. */
function synchSafe(bytes: Buffer, at: number): number | undefined {
  const raw = bytes.readUInt32BE(at);
  if ((raw & 0x80808080) !== 0) return undefined;
  return ((raw >>> 24) << 21) | (((raw >> 16) & 0x7f) << 14) | (((raw >> 8) & 0x7f) << 7) | (raw & 0x7f);
}

export function readId3v2(window: FileWindow): Id3v2 | Unusual {
  const header = window.bytes(0, TOTAL_HEADER);
  if (header === undefined) return UNUSUAL;
  if (header.toString('latin1', 0, 3) !== 'ID3') return { end: 0, common: nothingFound() };
  const version = header.readUInt8(3);
  const size = synchSafe(header, 6);
  if ((version !== 3 && version !== 4) || header.readUInt8(5) !== 0 || size === undefined) return UNUSUAL;
  const end = TOTAL_HEADER + size;
  if (end > window.size) return UNUSUAL;
  const reading = new TagReading(version);
  for (let at = TOTAL_HEADER; at + FRAME_HEADER <= end;) {
    const frame = window.bytes(at, FRAME_HEADER);
    if (frame === undefined) return UNUSUAL;
    if (frame[0] === 0) {
      if (!isPadding(window, at, end)) return UNUSUAL;
      break;
    }
    const id = frame.toString('latin1', 0, 4);
    const length = version === 4 ? synchSafe(frame, 4) : frame.readUInt32BE(4);
    const whole = length !== undefined && length > 0 && at + FRAME_HEADER + length <= end;
    if (!whole || frame.readUInt8(9) !== 0 || !/^[A-Z0-9]{4}$/.test(id)) return UNUSUAL;
    if (!reading.add(id, window, at + FRAME_HEADER, length)) return UNUSUAL;
    at += FRAME_HEADER + length;
  }
  return reading.complete ? { end, common: reading.common } : UNUSUAL;
}

function isPadding(window: FileWindow, from: number, end: number): boolean {
  const rest = window.bytes(from, end - from);
  return rest?.equals(ZEROS.subarray(0, rest.length)) === true;
}
