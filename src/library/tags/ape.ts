/**
 * An APEv2 tag of texts at the end of an MP3 file, as mp3gain and foobar2000 write them; what it says wins over ID3.
 * Pictures and several artists are for another reader. Source: the APEv2 specification of the Hydrogenaudio wiki.
 */
import { addUnique, isReplayGain, numbered, setReplayGain, UNUSUAL, type FoundCommon, type Unusual } from './found.js';
import { decodeUtf8 } from './id3-text.js';
import type { FileWindow } from './window.js';

const FOOTER = 32;
const ITEM_HEADER = 8;
/** Larger tags hold pictures. */
const TAG_LIMIT = 16_384;
const MOST_ITEMS = 256;
/** Flags of a header, and of an item that is no text. */
const IS_HEADER = 0x20000000;
const IS_BINARY = 6;

const UNUSUAL_KEYS = new Set(['ARTISTS', 'COVER ART (FRONT)', 'COVER ART (BACK)', 'LYRICS', 'CUESHEET']);

type Add = (common: FoundCommon, value: string) => unknown;

const date: Add = (common, value) => {
  common.date = value;
  const year = Number.parseInt(value.slice(0, 4), 10);
  if (!Number.isNaN(year)) common.year = year;
};
const disk: Add = (common, value) => (common.disk = numbered(value));

const SINGLE: Readonly<Record<string, Add>> = {
  TITLE: (common, value) => (common.title = value),
  ARTIST: (common, value) => {
    common.artists ??= [value];
    common.artist = value;
  },
  'ALBUM ARTIST': (common, value) => (common.albumartist = value),
  ALBUM: (common, value) => (common.album = value),
  YEAR: date,
  DATE: date,
  TRACK: (common, value) => (common.track = numbered(value)),
  DISC: disk,
  DISCNUMBER: disk,
  WORK: (common, value) => (common.work = value),
  GROUPING: (common, value) => (common.grouping = value),
  MUSICBRAINZ_ALBUMID: (common, value) => (common.musicbrainz_albumid = value),
  COMPILATION: (common, value) => (common.compilation = value === '1'),
  COPYRIGHT: (common, value) => (common.copyright = value),
  ARTISTSORT: (common, value) => (common.artistSorts = [value]),
  ALBUMSORT: (common, value) => (common.albumsort = value),
  ALBUMARTISTSORT: (common, value) => (common.albumartistsort = value),
};
/** As ffmpeg and others call the album artist: it counts where nothing else says it. */
const OTHER_ALBUM_ARTIST = 'ALBUM_ARTIST';
/** Names for one thing. */
const SAME: Readonly<Record<string, string>> = {
  DATE: 'YEAR',
  DISCNUMBER: 'DISC',
  ALBUMARTIST: OTHER_ALBUM_ARTIST,
};

const SEVERAL: Readonly<Record<string, (common: FoundCommon, values: readonly string[]) => unknown>> = {
  GENRE: (common, values) => (common.genre = addUnique(undefined, values)),
  COMPOSER: (common, values) => (common.composer = addUnique(undefined, values)),
  LABEL: (common, values) => (common.label = addUnique(undefined, values)),
};

/** The tag before `footer`, which ends at `end`. @returns where it begins, or 'unusual' */
export function readApe(window: FileWindow, footer: Buffer, end: number, common: FoundCommon): number | Unusual {
  const size = footer.readUInt32LE(12);
  const start = end - size;
  if ((footer.readUInt32LE(20) & IS_HEADER) !== 0 || size <= FOOTER || size > TAG_LIMIT) return UNUSUAL;
  const items = window.bytes(start, size - FOOTER);
  return items !== undefined && addItems(common, items, footer.readUInt32LE(16)) ? start : UNUSUAL;
}

/** The tag from `start` to the end of the file, with a header or without. @returns where it begins, or 'unusual' */
export function readLastApe(window: FileWindow, start: number, common: FoundCommon): number | Unusual {
  const tail = window.tail();
  const head = window.bytes(start, FOOTER);
  if (tail === undefined || head === undefined) return UNUSUAL;
  const hasHeader = head.toString('latin1', 0, 8) === 'APETAGEX';
  const footer = tail.subarray(tail.length - FOOTER);
  const isWhole = footer.toString('latin1', 0, 8) === 'APETAGEX';
  if (!isWhole || footer.readUInt32LE(12) !== window.size - start - (hasHeader ? FOOTER : 0)) return UNUSUAL;
  if (hasHeader && !head.subarray(8, 20).equals(footer.subarray(8, 20))) return UNUSUAL;
  return readApe(window, footer, window.size, common);
}

/** @returns whether there are so many items, all of them understood, and nothing else */
function addItems(common: FoundCommon, items: Buffer, count: number): boolean {
  const seen = new Set<string>();
  let otherArtist: string | undefined;
  let at = 0;
  if (count > MOST_ITEMS) return false;
  for (let index = 0; index < count; index++) {
    if (at + ITEM_HEADER > items.length) return false;
    const length = items.readUInt32LE(at);
    const flags = items.readUInt32LE(at + 4);
    const zero = items.indexOf(0, at + ITEM_HEADER);
    const written = items.toString('latin1', at + ITEM_HEADER, zero);
    const key = written.toUpperCase();
    if (zero < 0 || zero + 1 + length > items.length || (flags & IS_BINARY) !== 0) return false;
    const text = decodeUtf8(items.subarray(zero + 1, zero + 1 + length));
    at = zero + 1 + length;
    const name = SAME[key] ?? key;
    if (text === undefined || seen.has(name) || !isKey(written) || !addItem(common, key, text)) return false;
    seen.add(name);
    if (name === OTHER_ALBUM_ARTIST) {
      if (text.includes('\0')) return false;
      otherArtist = text;
    }
  }
  if (otherArtist !== undefined) common.albumartist ??= otherArtist;
  return at === items.length;
}

/** @param key as it is written: what is no ASCII may be so in capitals */
function isKey(key: string): boolean {
  return /^[\x20-\x7e]{2,255}$/.test(key) && !UNUSUAL_KEYS.has(key.toUpperCase());
}

function addItem(common: FoundCommon, key: string, text: string): boolean {
  const values = text.split('\0');
  if (values.includes('')) return false;
  if (Object.hasOwn(SEVERAL, key)) SEVERAL[key]?.(common, values);
  else if (isReplayGain(key)) return values.length === 1 && setReplayGain(common, key, text);
  else if (Object.hasOwn(SINGLE, key)) {
    if (values.length > 1) return false;
    SINGLE[key]?.(common, text);
  }
  return true;
}
