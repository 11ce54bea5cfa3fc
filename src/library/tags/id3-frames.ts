/**
 * What the frames of an ID3v2 tag say. Frames that a `TrackTag` is not made of are stepped over, unless music-metadata
 * might fail at them. Source: id3.org, ID3v2.2.0, ID3v2.3.0 and ID3v2.4.0 native frames.
 */
import {
  addReplayGain,
  addUnique,
  BETWEEN_ARTISTS,
  BEYOND_ASCII,
  FRONT_COVER,
  isReplayGain,
  nothingFound,
  numbered,
  type FoundCommon,
} from './found.js';
import { genresOfText } from './genres.js';
import { SHORT_NAME, type Frame, type Id3Version } from './id3-layout.js';
import { decodeText, terminator, withoutZeroPadding } from './id3-text.js';
import { FRONT, framePicture, PICTURE_HEADER } from './picture-header.js';
import type { FileWindow } from './window.js';

/** Longer texts are for another reader. */
export const TEXT_LIMIT = 16_384;

/** Frames without anything for us, which no reader can stumble over. */
const IGNORED = new Set('PRIV UFID MCDI RVA2 RVAD RGAD NCON WCOM WCOP WOAF WOAR WOAS WORS WPAY WPUB'.split(' '));
const IGNORED_SHORT = new Set('UFI MCI RVA WXX WAF WAR WAS WCM WCP WPB'.split(' '));
/** Comments and objects in an encoding that can fail are for another reader. */
const ENCODED = new Set(['COMM', 'USLT', 'WXXX', 'GEOB', 'COM', 'ULT']);
/** What counts how often it was played, with bytes for a text before: a count of more is for another reader. */
const COUNTER_BYTES = 4;
const UNUSUAL_TEXTS = new Set(['TDRV', 'TIPL', 'TMCL', 'TDR']);
/** Own descriptions that other taggers use for what has a frame. */
const UNUSUAL_OWN_TEXTS = new Set(
  'DISCOGS_ARTISTS DISCOGS_ARTIST_NAME DISCOGS_ALBUM_ARTISTS DISCOGS_LABEL DISCOGS_RELEASED STYLE CUESHEET'.split(' '),
);
/** Picard's name of MusicBrainz' id of the release. */
const RELEASE_ID = 'MUSICBRAINZ ALBUM ID';
/** Spaces at the ends of these do not count. */
const TRIMMED = new Set(['TPE1', 'TCOM', 'TCON', 'TXXX']);
/** Texts that are one, whatever they hold. */
const WHOLE = new Set(['TIT2', 'TRCK', 'TPOS']);
/** The names of ID3v2.2, which iTunes also put into tags of ID3v2.3. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  TT1: 'TIT1',
  TT2: 'TIT2',
  TP1: 'TPE1',
  TP2: 'TPE2',
  TAL: 'TALB',
  TYE: 'TYER',
  TRK: 'TRCK',
  TPA: 'TPOS',
  TCO: 'TCON',
  TCM: 'TCOM',
  TPB: 'TPUB',
  TCR: 'TCOP',
  TCP: 'TCMP',
  TSP: 'TSOP',
  TSA: 'TSOA',
  TS2: 'TSO2',
};

type Add = (common: FoundCommon, values: readonly string[]) => boolean;

/** How a text frame's values are added; false hands the file over. */
const TEXTS: Readonly<Record<string, Add>> = {
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
    common.artist = values.join(BETWEEN_ARTISTS);
    common.artists ??= addUnique(undefined, values);
  }),
  TSOP: several((common, values) => (common.artistSorts = addUnique(undefined, values))),
  TSOA: single((common, value) => (common.albumsort = value)),
  TSO2: single((common, value) => (common.albumartistsort = value)),
  TPE2: several((common, [artist]) => {
    if (artist !== undefined) common.albumartist = artist;
  }),
  TCOM: several((common, values) => (common.composer = addUnique(undefined, values))),
  TPUB: several((common, values) => (common.label = addUnique(undefined, values))),
  TCON: (common, values) => {
    const genres = values.flatMap(genresOfText);
    if (genres.length > 0) common.genre = addUnique(undefined, genres);
    return !genres.includes('');
  },
};

/** Adds a text of a frame by its name of ID3v2.2. @param isThere whether the tag has the frame by its later name */
export function addShortNamed(
  common: FoundCommon,
  short: string,
  text: string,
  isThere: (name: string) => boolean,
): void {
  const name = LONG_NAMES[short];
  if (name !== undefined && !isThere(name)) TEXTS[name]?.(common, [text]);
}

function single(add: (common: FoundCommon, value: string) => unknown): Add {
  return (common, values) => {
    const [value] = values;
    if (value === undefined || values.length > 1) return false;
    add(common, value);
    return true;
  };
}

function several(add: (common: FoundCommon, values: readonly string[]) => unknown): Add {
  return (common, values) => {
    add(common, values);
    return true;
  };
}

/** Values of a text: undefined when one of them is empty or where zeros do not belong. */
function valuesOf(text: string, id: string, version: Id3Version): string[] | undefined {
  const padded = withoutZeroPadding(text);
  if (padded === '') return undefined;
  if (version === 4 && !WHOLE.has(id)) return nonEmpty(padded.split('\0'));
  if (padded.includes('\0')) return undefined;
  return TRIMMED.has(id) ? nonEmpty([padded]) : [padded];
}

function nonEmpty(values: readonly string[]): string[] | undefined {
  const trimmed = values.map((value) => value.trim());
  return trimmed.includes('') ? undefined : trimmed;
}

/** UTF-16 that is little endian throughout. */
function isSafe(bytes: Buffer): boolean {
  return bytes[0] === 1 && !bytes.includes('\xfe\xff', 1, 'latin1');
}

/** Behind a text that ends with a zero and one byte, if there is `text`, no more than the count. */
function hasSmallCount(bytes: Buffer, text: boolean): boolean {
  const before = text ? bytes.indexOf(0) + 2 : 0;
  return before !== 1 && bytes.length >= before && bytes.length <= before + COUNTER_BYTES;
}

function resynchronised(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    copy[length++] = bytes[at] ?? 0;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1;
  }
  return copy.subarray(0, length);
}

export class TagReading {
  readonly common = nothingFound();
  /** A text that is used has bytes beyond ASCII and is labelled as ISO-8859-1. */
  isUnlabelled = false;
  readonly #window: FileWindow;
  readonly #version: Id3Version;
  readonly #seen = new Set<string>();

  constructor(window: FileWindow, version: Id3Version) {
    this.#window = window;
    this.#version = version;
  }

  /** @returns whether the frame is understood */
  add(frame: Frame): boolean {
    const { id } = frame;
    const short = id.length === SHORT_NAME;
    if (id === (short ? 'PIC' : 'APIC')) return this.#addPicture(frame, short);
    const name = short ? (LONG_NAMES[id] ?? '') : id;
    const used = Object.hasOwn(TEXTS, name);
    if (id.startsWith('T') && id !== 'TXXX' && !used) return !UNUSUAL_TEXTS.has(id);
    if ((short ? IGNORED_SHORT : IGNORED).has(id)) return true;
    const bytes = frame.length > TEXT_LIMIT ? undefined : this.#content(frame, TEXT_LIMIT);
    if (bytes === undefined || bytes.length === 0) return false;
    if (id === 'TXXX') return this.#addOwnText(bytes);
    if (used) return this.#addText(name, bytes);
    if (id === 'PCNT' || id === 'POPM') return hasSmallCount(bytes, id === 'POPM');
    const encoding = bytes.readUInt8(0);
    return ENCODED.has(id) && bytes.length > 4 && (encoding === 0 || encoding === 3 || isSafe(bytes));
  }

  /** False for artists without an artist, which only music-metadata knows how to join, and for two kinds of year. */
  get complete(): boolean {
    return (
      (this.common.artists === undefined || this.common.artist !== undefined) &&
      !(this.hasYear && this.#seen.has('TDRC'))
    );
  }

  /** A year that is none of a date. */
  get hasYear(): boolean {
    return this.#seen.has('TYER');
  }

  #content({ at, length, unsynchronised }: Frame, most: number): Buffer | undefined {
    const bytes = this.#window.bytes(at, Math.min(length, most));
    return bytes !== undefined && unsynchronised ? resynchronised(bytes) : bytes;
  }

  #addText(id: string, bytes: Buffer): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const text = this.#decode(bytes.subarray(1), bytes.readUInt8(0));
    const values = text === undefined ? undefined : valuesOf(text, id, this.#version);
    return values !== undefined && TEXTS[id]?.(this.common, values) === true;
  }

  #decode(bytes: Buffer, encoding: number): string | undefined {
    const text = decodeText(bytes, encoding);
    this.isUnlabelled ||= encoding === 0 && text !== undefined && BEYOND_ASCII.test(text);
    return text;
  }

  #addOwnText(bytes: Buffer): boolean {
    const encoding = bytes.readUInt8(0);
    const content = bytes.subarray(1);
    const end = terminator(content, encoding);
    if (end < 0 || (encoding !== 0 && encoding !== 3 && !isSafe(bytes))) return false;
    const key = decodeText(content.subarray(0, end), encoding)?.toUpperCase();
    if (key === undefined || UNUSUAL_OWN_TEXTS.has(key)) return false;
    if (key !== 'ARTISTS' && key !== 'WORK' && key !== RELEASE_ID && !isReplayGain(key)) return true;
    const text = this.#decode(content.subarray(end + (encoding === 1 ? 2 : 1)), encoding);
    const values = text === undefined ? undefined : valuesOf(text, 'TXXX', this.#version);
    const [value] = values ?? [];
    if (values === undefined || value === undefined || this.#seen.has(key)) return false;
    this.#seen.add(key);
    if (isReplayGain(key)) return values.length === 1 && addReplayGain(this.common, key, value);
    if (key === 'WORK') this.common.work = value;
    else if (key === RELEASE_ID) this.common.musicbrainz_albumid = value;
    else this.common.artists = addUnique(undefined, values);
    return true;
  }

  #addPicture(frame: Frame, short: boolean): boolean {
    const content = this.#content(frame, PICTURE_HEADER);
    const header = content && framePicture(content, short);
    if (header === undefined || !(short ? /^(?:jpg|png)$/ : /^image\/[a-z]+$/).test(header.format)) return false;
    const { format } = header;
    const type = header.kind === FRONT ? FRONT_COVER : '';
    const isJpeg = format === 'jpg' || format === 'image/jpg';
    (this.common.picture ??= []).push({ format: isJpeg ? 'image/jpeg' : short ? 'image/png' : format, type });
    return true;
  }
}
