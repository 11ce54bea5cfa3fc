/** Vorbis comments (xiph.org/vorbis/doc/v-comment.html), as FLAC, Ogg Vorbis and Ogg Opus hold them. */
import { addReplayGain, addUnique, BETWEEN_ARTISTS, isReplayGain, numbered, type FoundCommon } from './found.js';
import { decodeUtf8 } from './id3-text.js';
import { isR128Gain, R128_FIELDS, r128Gain } from './r128.js';

/** Comments that are for another reader: other names for what has one, and pictures as text. */
const UNUSUAL_KEYS = new Set([
  ...'DISCOGS_ARTISTS DISCOGS_ARTIST_NAME DISCOGS_ALBUM_ARTISTS DISCOGS_LABEL DISCOGS_RELEASED STYLE'.split(' '),
  'METADATA_BLOCK_PICTURE',
]);

type Add = (common: FoundCommon, value: string) => unknown;

/** The last of these could win; several are for another reader. */
const SINGLE: Readonly<Record<string, Add>> = {
  TITLE: (common, value) => (common.title = value),
  ALBUM: (common, value) => (common.album = value),
  DATE: (common, value) => {
    common.date = value;
    const year = Number.parseInt(value.slice(0, 4), 10);
    if (!Number.isNaN(year)) common.year = year;
  },
  TRACKNUMBER: (common, value) => (common.track = numbered(value)),
  DISCNUMBER: (common, value) => (common.disk = numbered(value)),
  COPYRIGHT: (common, value) => (common.copyright = value),
  COMPILATION: (common, value) => (common.compilation = value === '1'),
  WORK: (common, value) => (common.work = value),
  GROUPING: (common, value) => (common.grouping = value),
  MUSICBRAINZ_ALBUMID: (common, value) => (common.musicbrainz_albumid = value),
  CUESHEET: (common, value) => (common.cueSheet = value),
  ALBUMSORT: (common, value) => (common.albumsort = value),
  ALBUMARTISTSORT: (common, value) => (common.albumartistsort = value),
};

const label: Add = (common, value) => (common.label = addUnique(common.label, [value]));

const albumArtist: Add = (common, value) => (common.albumartist ??= value);

const SEVERAL: Readonly<Record<string, Add>> = {
  ALBUMARTIST: albumArtist,
  'ALBUM ARTIST': albumArtist,
  ARTISTSORT: (common, value) => (common.artistSorts = addUnique(common.artistSorts, [value])),
  COMPOSER: (common, value) => (common.composer = addUnique(common.composer, [value])),
  GENRE: (common, value) => (common.genre = addUnique(common.genre, [value])),
  LABEL: label,
  ORGANIZATION: label,
  PUBLISHER: label,
};

/**
 * @param bytes from the vendor's length on; more may follow
 * @param isOpus whose gains count from another loudness
 * @returns how many bytes they take, or undefined when one of them is not understood or they are not all there
 */
export function addComments(common: FoundCommon, bytes: Buffer, isOpus = false): number | undefined {
  if (bytes.length < 8) return undefined;
  let at = 4 + bytes.readUInt32LE(0);
  if (at + 4 > bytes.length) return undefined;
  const count = bytes.readUInt32LE(at);
  at += 4;
  const seen = new Set<string>();
  const artists: string[] = [];
  const each: string[] = [];
  let otherArtist: string | undefined;
  const gains: [key: keyof typeof R128_FIELDS, value: string][] = [];
  for (let index = 0; index < count; index++) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) return undefined;
    const text = decodeUtf8(bytes.subarray(at + 4, end));
    at = end;
    const equals = text?.indexOf('=') ?? -1;
    if (text === undefined || equals < 1) return undefined;
    const key = text.slice(0, equals).toUpperCase();
    const value = text.slice(equals + 1);
    if (value === '' || UNUSUAL_KEYS.has(key)) return undefined;
    if (key === 'ARTIST') artists.push(value);
    else if (key === 'ALBUM_ARTIST') otherArtist ??= value;
    else if (key === 'ARTISTS') each.push(value);
    else if (isReplayGain(key)) {
      if (!addReplayGain(common, key, value)) return undefined;
    } else if (isOpus && isR128Gain(key)) {
      if (seen.has(key)) return undefined;
      seen.add(key);
      gains.push([key, value]);
    } else if (Object.hasOwn(SEVERAL, key)) SEVERAL[key]?.(common, value);
    else if (Object.hasOwn(SINGLE, key)) {
      if (seen.has(key)) return undefined;
      seen.add(key);
      SINGLE[key]?.(common, value);
    }
  }
  if (otherArtist !== undefined) common.albumartist ??= otherArtist;
  // They win over ReplayGain, wherever that stands.
  for (const [key, value] of gains) {
    const gain = r128Gain(value);
    if (gain !== undefined) common[R128_FIELDS[key]] = { dB: gain, ratio: 10 ** (gain / 20) };
  }
  if (artists.length === 0) return each.length === 0 ? at : undefined;
  common.artist = artists.join(BETWEEN_ARTISTS);
  common.artists = addUnique(undefined, each.length > 0 ? each : artists);
  return at;
}
