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

const UNUSUAL_KEYS = new Set([
  'ARTISTS',
  'ALBUMARTIST',
  'ALBUM_ARTIST',
  'COVER ART (FRONT)',
  'COVER ART (BACK)',
  'LYRICS',
  'CUESHEET',
]);

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
  COMPILATION: (common, value) => (common.compilation = value === '1'),
  COPYRIGHT: (common, value) => (common.copyright = value),
};
/** Names for one thing. */
const SAME: Readonly<Record<string, string>> = { DATE: 'YEAR', DISCNUMBER: 'DISC' };

const SEVERAL: Readonly<Record<string, (common: FoundCommon, values: readonly string[]) => unknown>> = {
  GENRE: (common, values) => (common.genre = addUnique(undefined, values)),
  COMPOSER: (common, values) => (common.composer = addUnique(undefined, values)),
  LABEL: (common, values) => (common.label = addUnique(undefined, values)),
};

/** The tag before `footer`. @returns where it begins, or 'unusual' */
export function readApe(window: FileWindow, footer: Buffer, end: number, common: FoundCommon): number | Unusual {
  const size = footer.readUInt32LE(12);
  const count = footer.readUInt32LE(16);
  const start = end - size;
  if ((footer.readUInt32LE(20) & IS_HEADER) !== 0 || size <= FOOTER || size > TAG_LIMIT) return UNUSUAL;
  const items = window.bytes(start, size - FOOTER);
  if (items === undefined || count > MOST_ITEMS) return UNUSUAL;
  const seen = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + ITEM_HEADER > items.length) return UNUSUAL;
    const length = items.readUInt32LE(at);
    const flags = items.readUInt32LE(at + 4);
    const zero = items.indexOf(0, at + ITEM_HEADER);
    const key = items.toString('latin1', at + ITEM_HEADER, zero).toUpperCase();
    if (zero < 0 || zero + 1 + length > items.length || (flags & IS_BINARY) !== 0) return UNUSUAL;
    const text = decodeUtf8(items.subarray(zero + 1, zero + 1 + length));
    at = zero + 1 + length;
    const name = SAME[key] ?? key;
    if (text === undefined || seen.has(name) || !isKey(key) || !addItem(common, key, text)) return UNUSUAL;
    seen.add(name);
  }
  return at === items.length ? start : UNUSUAL;
}

function isKey(key: string): boolean {
  return /^[\x20-\x7e]{2,255}$/.test(key) && !UNUSUAL_KEYS.has(key);
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
