/**
 * music-metadata's answer, with what it leaves in the native tags. It reads every format, and is loaded when the first file
 * comes that the native reader hands over. Threads: the workers that read tags.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { IAudioMetadata } from 'music-metadata';
import { isOnShare } from '../files/files.js';
import * as finding from './found.js';
import { genresOfText } from './genres.js';
import { rawTexts, type RawTexts } from './id3-raw.js';
import { parseAt, parseContent } from './parse-at.js';

type Native = IAudioMetadata['native'];

/** The first of each, as the specification has one at most. */
function addR128Gains(found: finding.FoundCommon, native: Native): void {
  for (const [name, field] of Object.entries(R128_FIELDS)) {
    const value = native['vorbis']?.find(({ id }) => id.toUpperCase() === name)?.value;
    const gain = typeof value === 'string' ? r128Gain(value) : undefined;
    if (gain !== undefined) found[field] = { dB: gain, ratio: 10 ** (gain / 20) };
  }
}

/** Texts of a kind of tag by the name of their field. */
function textsIn(native: Native, kind: string, name: string): string[] {
  const tags = native[kind]?.filter(({ id }) => id.toUpperCase() === name) ?? [];
  return tags.flatMap(({ value }) => (typeof value === 'string' ? value : []));
}

/** Fields of the artists and of how they are sorted, by kind of tag; the first kind that has one counts. */
const ARTISTS = [
  ['matroska', 'TRACK:ARTIST', 'TRACK:ARTISTSORT'],
  ['APEv2', 'ARTIST', 'ARTISTSORT'],
  ['vorbis', 'ARTIST', 'ARTISTSORT'],
  ['ID3v2.4', 'TPE1', 'TSOP'],
  ['ID3v2.3', 'TPE1', 'TSOP'],
  ['ID3v2.2', 'TP1', 'TSP'],
  ['asf', 'AUTHOR', 'WM/ARTISTSORTORDER'],
  ['iTunes', '\xa9ART', 'SOAR'],
] as const;

/** All artists as one text, and how they are sorted. */
function addArtists(found: finding.FoundCommon, native: Native): void {
  for (const [kind, name, sortName] of ARTISTS) {
    const artists = textsIn(native, kind, name);
    const sorts = textsIn(native, kind, sortName);
    if (artists.length > 1) found.artist = artists.join(finding.BETWEEN_ARTISTS);
    if (sorts.length > 0) found.artistSorts ??= [...new Set(sorts)];
    if (artists.length > 0) return;
  }
}

/** Texts of ID3v2.3 as they are: music-metadata cuts them at each slash. */
function addWholeTexts(found: finding.FoundCommon, native: Native, { texts }: RawTexts): void {
  const wholeOf = (name: string): string[] | undefined => {
    const cut = textsIn(native, 'ID3v2.3', name);
    if (cut.length < 2) return undefined;
    // A zero between them is in no specification, but some write it.
    const raw = texts.get(name)?.split('\0') ?? [cut.join('/')];
    return raw.map((text) => text.trim()).filter((text) => text !== '');
  };
  const isCut = (list: readonly string[] | undefined, name: string): boolean =>
    list?.[0] === textsIn(native, 'ID3v2.3', name)[0];
  const artists = wholeOf('TPE1');
  const own = wholeOf('TXXX:ARTISTS');
  const composers = wholeOf('TCOM');
  const work = wholeOf('TXXX:WORK');
  if (own !== undefined) found.artists = own;
  else if (artists !== undefined && isCut(found.artists, 'TPE1')) found.artists = artists;
  if (artists !== undefined && native['APEv2']?.some(({ id }) => /^artist$/i.test(id)) !== true) {
    found.artist = artists.join(finding.BETWEEN_ARTISTS);
  }
  if (composers !== undefined && isCut(found.composer, 'TCOM')) found.composer = composers;
  if (work !== undefined && found.work !== undefined) found.work = work.join(finding.BETWEEN_ARTISTS);
}

type AddText = (found: finding.FoundCommon, value: string) => unknown;

/** Frames of ID3v2.2 (id3.org, ID3v2.2.0 section 4.2): the name that each has in ID3v2.3, and what its text says. */
const SHORT_NAMES: Readonly<Record<string, readonly [name: string, add: AddText]>> = {
  TT1: ['TIT1', (found, value) => (found.grouping = value)],
  TT2: ['TIT2', (found, value) => (found.title = value)],
  TP1: [
    'TPE1',
    (found, value) => {
      found.artist = value;
      found.artists ??= [value];
    },
  ],
  TP2: ['TPE2', (found, value) => (found.albumartist = value)],
  TAL: ['TALB', (found, value) => (found.album = value)],
  TYE: ['TYER', (found, value) => (found.year = Number.parseInt(value, 10))],
  TRK: ['TRCK', (found, value) => (found.track = finding.numbered(value))],
  TPA: ['TPOS', (found, value) => (found.disk = finding.numbered(value))],
  TCO: ['TCON', (found, value) => (found.genre = finding.addUnique(undefined, genresOfText(value)))],
  TCM: ['TCOM', (found, value) => (found.composer = [value])],
  TPB: ['TPUB', (found, value) => (found.label = [value])],
  TCR: ['TCOP', (found, value) => (found.copyright = value)],
  TCP: ['TCMP', (found, value) => (found.compilation = value === '1')],
  TSP: ['TSOP', (found, value) => (found.artistSorts = [value])],
  TSA: ['TSOA', (found, value) => (found.albumsort = value)],
  TS2: ['TSO2', (found, value) => (found.albumartistsort = value)],
};

/** Adds texts by names of ID3v2.2, which iTunes left in tags of ID3v2.3: what has a frame of its own wins. */
function addShortNames(found: finding.FoundCommon, native: Native): void {
  const tags = [...(native['ID3v2.3'] ?? []), ...(native['ID3v2.4'] ?? [])];
  for (const { id, value } of tags) {
    const short = /^([A-Z\d]{3})[\0 ]$/.exec(id)?.[1] ?? '';
    const [name, add] = SHORT_NAMES[short] ?? [];
    if (add === undefined || typeof value !== 'string' || tags.some((tag) => tag.id === name)) continue;
    add(found, value);
  }
}

const addDate: AddText = (found, value) => {
  found.date ??= value;
  const year = Number.parseInt(value.slice(0, 4), 10);
  if (!Number.isNaN(year)) found.year ??= year;
};
const addDisc: AddText = (found, value) => {
  if (found.disk.no === null) found.disk = finding.numbered(value);
};

/** What music-metadata has no name for: ffmpeg gives all tags the track as their target, mkvtoolnix the album some. */
const MATROSKA: Readonly<Record<string, AddText>> = {
  'TRACK:ALBUM': (found, value) => (found.album ??= value),
  'TRACK:ALBUM_ARTIST': (found, value) => (found.albumartist ??= value),
  'TRACK:ALBUMARTIST': (found, value) => (found.albumartist ??= value),
  'TRACK:DISC': addDisc,
  'TRACK:DISCNUMBER': addDisc,
  'TRACK:COMPOSER': (found, value) => (found.composer ??= [value]),
  'ALBUM:COMPOSER': (found, value) => (found.composer ??= [value]),
  'ALBUM:GENRE': (found, value) => (found.genre ??= [value]),
  'ALBUM:COPYRIGHT': (found, value) => (found.copyright ??= value),
  'ALBUM:TITLESORT': (found, value) => (found.albumsort ??= value),
  'TRACK:DATE_RELEASED': addDate,
  'TRACK:DATE_RECORDED': addDate,
  'TRACK:DATE': addDate,
  'ALBUM:DATE_RELEASED': addDate,
  'ALBUM:DATE_RECORDED': addDate,
  'ALBUM:DATE': addDate,
};

function addMatroska(found: finding.FoundCommon, native: Native): void {
  for (const { id, value } of native['matroska'] ?? []) {
    if (typeof value === 'string') MATROSKA[id.toUpperCase()]?.(found, value);
  }
  const [albumArtist] = textsIn(native, 'matroska', 'ALBUM:ARTIST');
  if (found.artist === undefined && albumArtist !== undefined) {
    found.artist = albumArtist;
    found.artists = textsIn(native, 'matroska', 'ALBUM:ARTIST');
  }
}

/** Kinds of tags whose fields do not say their encoding, or may be ISO-8859-1. */
const UNLABELLED = ['ID3v2.2', 'ID3v2.3', 'ID3v2.4', 'exif', 'AIFF', 'ID3v1'];

/** Whether a text that is used may have any encoding. */
function hasUnlabelled(found: finding.FoundCommon, native: Native, raw: RawTexts): boolean {
  const used = new Set([found.title, found.artist, found.album, ...(found.artists ?? []), ...(found.genre ?? [])]);
  const isUsed = (value: unknown): boolean =>
    typeof value === 'string' && finding.BEYOND_ASCII.test(value) && used.has(value);
  return UNLABELLED.some((kind) => {
    // The frames themselves say it, where they were found.
    if (kind.startsWith('ID3v2') && raw.texts.size > 0) return native[kind] !== undefined && raw.isUnlabelled;
    return native[kind]?.some(({ value }) => isUsed(value)) === true;
  });
}

const NOTHING_RAW: RawTexts = { texts: new Map(), isUnlabelled: false };

/** The first text of these kinds of tags whose name fits. */
function textNamed(native: Native, kinds: readonly string[], name: RegExp): string | undefined {
  for (const kind of kinds) {
    const value = native[kind]?.find(({ id }) => name.test(id))?.value;
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** music-metadata has no name for what an APE tag says of the album's loudness. */
function addAlbumGain(found: finding.FoundCommon, native: Native): void {
  for (const { id, value } of native['APEv2'] ?? []) {
    const key = id.toUpperCase();
    const isAlbums = key === 'REPLAYGAIN_ALBUM_GAIN' || key === 'REPLAYGAIN_ALBUM_PEAK';
    if (isAlbums && typeof value === 'string') finding.setReplayGain(found, key, value);
  }
}

/** music-metadata gives 64-bit fields of DSF, ASF and Matroska as BigInt: as numbers, wherever they stand. */
function withNumbers<T>(value: T): T;
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withNumbers(item));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}

/** The common tags, and what only the native ones say. */
export function foundIn(read: IAudioMetadata, raw: RawTexts = NOTHING_RAW): finding.Found {
  const { native } = read;
  const common = withNumbers(read.common);
  const format = withNumbers(read.format);
  const found: finding.FoundCommon = { ...common };
  // ID3 has no frame for it (id3.org/id3v2.3.0, section 4.2.1): taggers use a text of their own.
  const work = common.work ?? textNamed(native, ['ID3v2.3', 'ID3v2.4'], /^TXXX:WORK$/i);
  if (work !== undefined) found.work = work;
  // Names that ffmpeg and others give it.
  const albumArtist = common.albumartist ?? textNamed(native, ['APEv2', 'vorbis'], /^ALBUM_?ARTIST$/i);
  if (albumArtist !== undefined) found.albumartist = albumArtist;
  addAlbumGain(found, native);
  addArtists(found, native);
  addWholeTexts(found, native, raw);
  addShortNames(found, native);
  addMatroska(found, native);
  const isUnlabelled = hasUnlabelled(found, native, raw);
  const cueSheet = textNamed(native, ['vorbis', 'APEv2', 'ID3v2.3', 'ID3v2.4'], /^(?:TXXX:)?CUESHEET$/i);
  if (cueSheet !== undefined) found.cueSheet = cueSheet;
  if (format.codec !== 'Opus') return { common: found, format, isUnlabelled };
  addR128Gains(found, native);
  // Samples of Opus are counted at 48 kHz, whatever rate the header remembers.
  const inSeconds: finding.Found['format'] = { ...format };
  delete inSeconds.numberOfSamples;
  return { common: found, format: inSeconds, isUnlabelled };
}

/** `duration`: count the frames of files without a Xing header instead of guessing from the bit rate. */
export async function readFull(path: string): Promise<finding.Found> {
  try {
    return foundAt(path, await parseAt(path, { duration: true }));
  } catch {
    // A picture that lies about its size is no reason to lose the texts.
    return foundAt(path, await parseAt(path, { duration: true, skipCovers: true }));
  }
}

/** Frames themselves are looked at where there are some. */
function foundAt(path: string, read: IAudioMetadata): finding.Found {
  const hasFrames = Object.keys(read.native).some((kind) => kind === 'ID3v2.3' || kind === 'ID3v2.4');
  return foundIn(read, hasFrames ? rawTexts(path) : NOTHING_RAW);
}

/** As `readFull` of a file whose name lies about its format: that is found by the first bytes. @throws for no sound, too */
export async function readByContent(path: string): Promise<finding.Found> {
  if (isOnShare(path)) return withSound(path, foundAt(path, await parseContent(path, { duration: true })));
  const { parseStream } = await import('music-metadata');
  // Without the path, by which a reader would be chosen.
  const stream = Readable.from(createReadStream(path), { objectMode: false });
  try {
    return withSound(path, foundAt(path, await parseStream(stream, undefined, { duration: true })));
  } finally {
    stream.destroy();
  }
}

function withSound(path: string, found: finding.Found): finding.Found {
  if (found.format.sampleRate === undefined) throw new Error(`no sound in ${path}`);
  return found;
}

/** Gains in comments of Opus (RFC 7845 section 5.2.1). */

/** Where ReplayGain wants a sound to be, above EBU R 128: -18 against -23 LUFS. */
const ABOVE_R128 = 5;

const R128_FIELDS = {
  R128_TRACK_GAIN: 'replaygain_track_gain',
  R128_ALBUM_GAIN: 'replaygain_album_gain',
} as const;

/**
 * A whole number of 1/256 dB to EBU R 128, as dB of ReplayGain; undefined for anything else. It counts from the sound as
 * the output gain in the header leaves it, which the decoder has applied.
 */
export function r128Gain(text: string): number | undefined {
  if (!/^\s*[+-]?\d{1,5}\s*$/.test(text)) return undefined;
  const steps = Number(text);
  return steps >= -32_768 && steps <= 32_767 ? steps / 256 + ABOVE_R128 : undefined;
}
