/**
 * MP4 audio as iTunes and ffmpeg write it: one track of sound, tags of texts, numbers and covers in `ilst`. Fragments,
 * chapters and pictures that move are for another reader. Sources: ISO/IEC 14496-12 sections 4.2 and 8, Apple's
 * QuickTime file format (metadata item list), iTunes' own items as the field knows them.
 */
import { addUnique, nothingFound, numbered, setReplayGain, isReplayGain, UNUSUAL } from './found.js';
import type { Found, FoundCommon, Unusual } from './found.js';
import { genreOfNumber } from './genres.js';
import { decodeUtf8 } from './id3-text.js';
import type { FileWindow } from './window.js';

const BOX_HEADER = 8;
const MOST_BOXES = 512;
const TEXT_LIMIT = 16_384;
/** Some hours of frames. */
const TABLE_LIMIT = 4 * 2 ** 20;
/** Of a length, in ms: what a tag holds. */
const LENGTH_LIMIT = 2 ** 31 - 1;
const TOP = new Set(['ftyp', 'moov', 'mdat', 'free', 'wide']);
const IN_MOVIE = new Set(['mvhd', 'trak', 'udta', 'free', 'iods']);
const ITUNES = 'com.apple.iTunes:';

/** Types of a value (Apple's well-known types). */
const BARE = 0;
const TEXT = 1;
const JPEG = 13;
const PNG = 14;
const INTEGER = 21;
const INTEGER_BYTES = [1, 2, 4, 8];
/** Tables of a track's samples, by name: bytes of an entry. */
const TABLES: Readonly<Record<string, number>> = { stts: 8, stsc: 12, stco: 4 };

interface Box {
  readonly name: string;
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

class TooUnusual extends Error {}

function unusual(): never {
  throw new TooUnusual();
}

function bytesAt(window: FileWindow, from: number, length: number): Buffer {
  const bytes = window.read(from, length);
  return bytes.length === length ? bytes : unusual();
}

function boxesIn(window: FileWindow, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    if (at + BOX_HEADER > end || boxes.length >= MOST_BOXES) unusual();
    const header = bytesAt(window, at, BOX_HEADER);
    const size = header.readUInt32BE(0);
    if (size < BOX_HEADER || at + size > end) unusual();
    boxes.push({ name: header.toString('latin1', 4, 8), start: at + BOX_HEADER, end: at + size });
    at += size;
  }
  return boxes;
}

function only(boxes: readonly Box[], name: string): Box {
  const found = boxes.filter((box) => box.name === name);
  return found.length === 1 && found[0] !== undefined ? found[0] : unusual();
}

type Add = (common: FoundCommon, value: string) => unknown;
const TEXTS: Readonly<Record<string, Add>> = {
  '\xa9nam': (common, value) => (common.title = value),
  '\xa9ART': (common, value) => {
    common.artists ??= [value];
    common.artist = value;
  },
  aART: (common, value) => (common.albumartist = value),
  '\xa9alb': (common, value) => (common.album = value),
  '\xa9day': (common, value) => {
    common.date = value;
    const year = Number.parseInt(value.slice(0, 4), 10);
    if (!Number.isNaN(year)) common.year = year;
  },
  '\xa9gen': (common, value) => (common.genre = addUnique(common.genre, [value])),
  '\xa9wrt': (common, value) => (common.composer = addUnique(common.composer, [value])),
  '\xa9grp': (common, value) => (common.grouping = value),
  '\xa9wrk': (common, value) => (common.work = value),
  soar: (common, value) => (common.artistSorts = [value]),
  soal: (common, value) => (common.albumsort = value),
  soaa: (common, value) => (common.albumartistsort = value),
  cprt: (common, value) => (common.copyright = value),
  '\xa9cpy': (common, value) => (common.copyright = value),
};
/** Items that are understood. In letters of the other case they mean the same to music-metadata, but to few others. */
const ITEMS = new Set(['covr', 'trkn', 'disk', 'gnre', 'cpil', ...Object.keys(TEXTS)]);
const ITEMS_IN_CAPITALS = new Set([...ITEMS].map((name) => name.toUpperCase()));
/** Own items that hold what has an item, or several values. */
const UNUSUAL_OWN = new Set(['BAND', 'ARTISTS']);
/** Picard's name of MusicBrainz' id of the release. */
const RELEASE_ID = 'MUSICBRAINZ ALBUM ID';

/** One item of the list. */
function addItem(window: FileWindow, item: Box, common: FoundCommon): void {
  const boxes = boxesIn(window, item.start, item.end);
  const data = only(boxes, 'data');
  const head = data.end - data.start < 8 ? unusual() : bytesAt(window, data.start, 8);
  const type = head.readUIntBE(1, 3);
  if (head[0] !== 0) unusual();
  const { name } = item;
  if (!ITEMS.has(name) && ITEMS_IN_CAPITALS.has(name.toUpperCase())) unusual();
  if (name === 'covr') {
    if ((type !== JPEG && type !== PNG) || data.end - data.start === 8 || boxes.length !== 1) unusual();
    (common.picture ??= []).push({ format: type === JPEG ? 'image/jpeg' : 'image/png' });
    return;
  }
  if (data.end - data.start - 8 > TEXT_LIMIT) unusual();
  const value = bytesAt(window, data.start + 8, data.end - data.start - 8);
  if (name === '----') addOwn(window, boxes, data, type, value, common);
  else if (boxes.length !== 1) unusual();
  else if (name === 'trkn' || name === 'disk') {
    if (type !== BARE || value.length < 6) unusual();
    const number = numbered(String(value[3]));
    if (name === 'trkn') common.track = number;
    else common.disk = number;
  } else if (name === 'gnre') {
    const genre = type === BARE && value.length >= 2 ? genreOfNumber((value[1] ?? 0) - 1) : undefined;
    if (!genre) unusual();
    else common.genre = addUnique(common.genre, [genre]);
  } else if (name === 'cpil') {
    if (type !== INTEGER || value.length !== 1) unusual();
    common.compilation = value[0] === 1;
  } else if (Object.hasOwn(TEXTS, name)) {
    const text = type === TEXT ? decodeUtf8(value) : undefined;
    if (!text) unusual();
    else TEXTS[name]?.(common, text);
  } else if (type !== TEXT && type !== BARE && !(type === INTEGER && INTEGER_BYTES.includes(value.length))) unusual();
}

/** An item with a name of its own: what encloses it, its name, its value. */
function addOwn(
  window: FileWindow,
  boxes: readonly Box[],
  data: Box,
  type: number,
  value: Buffer,
  common: FoundCommon,
): void {
  const [mean, name] = boxes;
  if (boxes.length !== 3 || mean?.name !== 'mean' || name?.name !== 'name' || boxes[2] !== data) unusual();
  const textOf = ({ start, end }: Box): string => {
    const length = end - start - 4;
    if (length < 0 || length > TEXT_LIMIT) unusual();
    return decodeUtf8(bytesAt(window, start + 4, length)) ?? unusual();
  };
  const key = `${textOf(mean)}:${textOf(name)}`;
  if (type !== TEXT && type !== BARE) unusual();
  if (!key.startsWith(ITUNES)) {
    if (key.toUpperCase().startsWith(ITUNES.toUpperCase())) unusual();
    return;
  }
  const own = key.slice(ITUNES.length).toUpperCase();
  if (UNUSUAL_OWN.has(own)) unusual();
  if (type === BARE || !(own === 'LABEL' || own === RELEASE_ID || isReplayGain(own))) return;
  const text = decodeUtf8(value);
  if (!text) unusual();
  else if (isReplayGain(own)) {
    if (!setReplayGain(common, own, text)) unusual();
  } else if (own === RELEASE_ID) {
    if (common.musicbrainz_albumid !== undefined) unusual();
    common.musicbrainz_albumid = text;
  } else common.label = addUnique(common.label, [text]);
}

/** Names that stand twice in the list, covers and own items apart. */
function hasTwice(items: readonly Box[]): boolean {
  const names = items.map(({ name }) => name).filter((name) => name !== 'covr' && name !== '----');
  return new Set(names).size !== names.length;
}

function addTags(window: FileWindow, movie: readonly Box[], common: FoundCommon): void {
  if (!movie.some(({ name }) => name === 'udta')) return;
  const user = only(movie, 'udta');
  const inside = boxesIn(window, user.start, user.end);
  if (inside.some(({ name }) => name !== 'meta' && name !== 'free' && name !== 'chpl')) unusual();
  if (inside.every(({ name }) => name !== 'meta')) return;
  const meta = only(inside, 'meta');
  if (bytesAt(window, meta.start, BOX_HEADER).toString('latin1', 4, 8) === 'hdlr') unusual();
  const boxes = boxesIn(window, meta.start + 4, meta.end);
  if (boxes.some(({ name }) => name !== 'hdlr' && name !== 'ilst' && name !== 'free')) unusual();
  if (boxes.every(({ name }) => name !== 'ilst')) return;
  const list = only(boxes, 'ilst');
  const items = boxesIn(window, list.start, list.end);
  if (hasTwice(items)) unusual();
  for (const item of items) addItem(window, item, common);
}

interface Media {
  readonly timescale: number;
  /** In `timescale`. */
  readonly length: number;
}

function mediaOf(window: FileWindow, inMedia: readonly Box[]): Media {
  const { start, end } = only(inMedia, 'mdhd');
  const bytes = end - start === 24 ? bytesAt(window, start, 24) : unusual();
  const timescale = bytes.readUInt32BE(12);
  const length = bytes.readUInt32BE(16);
  if (bytes[0] !== 0 || timescale === 0 || length === 0 || length === 0xffffffff) unusual();
  return { timescale, length };
}

/** Seconds and bytes of the sound, and its rate. */
function formatOf(window: FileWindow, inTrack: readonly Box[]): Found['format'] {
  if (inTrack.some(({ name }) => !['tkhd', 'mdia', 'edts'].includes(name))) unusual();
  const tkhd = only(inTrack, 'tkhd');
  const media = only(inTrack, 'mdia');
  if (![84, 96].includes(tkhd.end - tkhd.start)) unusual();
  const inMedia = boxesIn(window, media.start, media.end);
  const handler = only(inMedia, 'hdlr');
  if (handler.end - handler.start < 24) unusual();
  if (bytesAt(window, handler.start + 8, 4).toString('latin1') !== 'soun') unusual();
  const information = only(inMedia, 'minf');
  const inInformation = boxesIn(window, information.start, information.end);
  if (inInformation.some(({ name }) => name === 'hdlr')) unusual();
  const samples = only(inInformation, 'stbl');
  const tables = boxesIn(window, samples.start, samples.end);
  for (const { name, start, end } of tables) {
    const bytes = TABLES[name];
    if (bytes === undefined) continue;
    if (end - start < 8 || end - start !== 8 + bytes * bytesAt(window, start, 8).readUInt32BE(4)) unusual();
  }
  const { timescale, length } = mediaOf(window, inMedia);
  const duration = length / timescale;
  const size = sizeOf(window, only(tables, 'stsz'));
  return { sampleRate: rateOf(window, only(tables, 'stsd')), duration, bitrate: (8 * size) / duration };
}

/** What is played of the track: an edit list leaves out what the encoder put before and behind. Undefined without one. */
function editedLength(window: FileWindow, movie: readonly Box[]): number | undefined {
  const mvhd = only(movie, 'mvhd');
  const track = only(movie, 'trak');
  const inTrack = boxesIn(window, track.start, track.end);
  const edits = inTrack.find(({ name }) => name === 'edts');
  const list = edits && boxesIn(window, edits.start, edits.end).find(({ name }) => name === 'elst');
  if (list === undefined || list.end - list.start < 20) return undefined;
  const bytes = bytesAt(window, list.start, 20);
  const edit = bytes.readUInt32BE(8);
  const from = bytes.readInt32BE(12);
  const movieScale = bytesAt(window, mvhd.start, 16).readUInt32BE(12);
  if (bytes[0] !== 0 || bytes.readUInt32BE(4) !== 1 || edit === 0 || from < 0 || movieScale === 0) return undefined;
  const media = only(inTrack, 'mdia');
  const { timescale, length } = mediaOf(window, boxesIn(window, media.start, media.end));
  if (from >= length) return undefined;
  return Math.min(Math.floor(Math.min(edit / movieScale, (length - from) / timescale) * 1000), LENGTH_LIMIT);
}

/** Of one sample description, version 0 or 1. */
function rateOf(window: FileWindow, { start, end }: Box): number {
  const bytes = end - start < 44 ? unusual() : bytesAt(window, start, 44);
  const size = bytes.readUInt32BE(8);
  const kind = bytes.toString('latin1', 12, 16);
  if (bytes.readUInt32BE(4) !== 1 || bytes.readUInt16BE(42) !== 0 || size < 36 || start + 8 + size > end) unusual();
  if ((kind !== 'mp4a' && kind !== 'alac') || bytes.readUInt16BE(24) > 1) unusual();
  return bytes.readUInt16BE(40);
}

/** Bytes of all samples. */
function sizeOf(window: FileWindow, { start, end }: Box): number {
  const length = end - start;
  if (length < 16 || length > TABLE_LIMIT) unusual();
  const bytes = bytesAt(window, start, length);
  const count = bytes.readUInt32BE(8);
  if (bytes.readUInt32BE(4) !== 0 || length !== 12 + 4 * count) unusual();
  let sum = 0;
  for (let at = 12; at < length; at += 4) sum += bytes.readInt32BE(at);
  return sum > 0 ? sum : unusual();
}

/** The boxes of the movie. */
function movieOf(window: FileWindow): Box[] {
  const boxes = boxesIn(window, 0, window.size);
  const [first] = boxes;
  if (first?.name !== 'ftyp' || boxes.some(({ name }) => !TOP.has(name))) unusual();
  const types = first.end - first.start;
  if (types < 8 || types % 4 !== 0 || types > TEXT_LIMIT) unusual();
  const moov = only(boxes, 'moov');
  const movie = boxesIn(window, moov.start, moov.end);
  const mvhd = only(movie, 'mvhd');
  if (movie.some(({ name }) => !IN_MOVIE.has(name)) || mvhd.end - mvhd.start !== 100) unusual();
  return movie;
}

function unless<Result>(read: () => Result): Result | Unusual {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooUnusual) return UNUSUAL;
    throw error;
  }
}

/** Whole ms that are played; undefined when the file does not say, or is unusual. */
export function mp4Length(window: FileWindow): number | undefined {
  const length = unless(() => editedLength(window, movieOf(window)));
  return length === UNUSUAL ? undefined : length;
}

export function readMp4(window: FileWindow): Found | Unusual {
  return unless(() => {
    const movie = movieOf(window);
    const track = only(movie, 'trak');
    const format = formatOf(window, boxesIn(window, track.start, track.end));
    const common = nothingFound();
    addTags(window, movie, common);
    return { common, format };
  });
}
