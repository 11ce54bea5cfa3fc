/**
 * WAV: format, size of the sound and a LIST of INFO texts, as RIFF has them (Microsoft's Multimedia Data Standards
 * Update), and RF64 and BW64, which are the same for more than 4 GiB (EBU Tech 3306). Every other chunk with tags, other
 * codes than PCM, and a file that is not as long as it says are for another reader.
 */
import {
  addUnique,
  BEYOND_ASCII,
  nothingFound,
  numbered,
  UNUSUAL,
  type Found,
  type FoundCommon,
  type Unusual,
} from './found.js';
import { readId3v2 } from './id3v2.js';
import type { FileWindow } from './window.js';

const CHUNK_HEADER = 8;
const FORM_HEADER = 12;
const MOST_CHUNKS = 64;
const INFO_LIMIT = 16_384;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const UNUSUAL_CHUNKS = new Set(['CSET', 'fact', 'id3 ', 'ID3 ', 'bext', '\0\0\0\0']);

type Add = (common: FoundCommon, value: string) => unknown;

const title: Add = (common, value) => (common.title = value);
const album: Add = (common, value) => (common.album = value);
const track: Add = (common, value) => (common.track = numbered(value));
const genre: Add = (common, value) => (common.genre = addUnique(common.genre, [value]));

const TEXTS: Readonly<Record<string, Add>> = {
  INAM: title,
  TITL: title,
  IPRD: album,
  IRPD: album,
  ITRK: track,
  IPRT: track,
  IGNR: genre,
  GNRE: genre,
  IART: (common, value) => {
    common.artist = value;
    common.artists = [value];
  },
  ICRD: (common, value) => {
    common.date = value;
    const year = Number.parseInt(value.slice(0, 4), 10);
    if (!Number.isNaN(year)) common.year = year;
  },
};

/** @returns whether all texts are understood: each of them once */
function addTexts(common: FoundCommon, bytes: Buffer): boolean {
  const seen = new Set<unknown>();
  let at = 0;
  while (at + CHUNK_HEADER <= bytes.length) {
    const id = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER;
    if (start + length > bytes.length || id === 'YEAR') return false;
    const add = Object.hasOwn(TEXTS, id) ? TEXTS[id] : undefined;
    if (add !== undefined) {
      const value = bytes.toString('latin1', start, start + length).split('\0', 1)[0] ?? '';
      if (value === '' || seen.has(add)) return false;
      seen.add(add);
      add(common, value);
    }
    at = start + length + (length & 1);
  }
  return at === bytes.length;
}

/** Sizes in a file of more than 4 GiB, where its other size fields leave them open (EBU Tech 3306, section 3). */
interface LargeSizes {
  readonly file: number;
  readonly sound: number;
}

/** A size that stands elsewhere. */
const ELSEWHERE = 0xffffffff;

/** The chunk `ds64`, which is the first; undefined when there is none. */
function largeSizes(window: FileWindow): LargeSizes | undefined {
  const bytes = window.bytes(FORM_HEADER, CHUNK_HEADER + 16);
  if (bytes?.toString('latin1', 0, 4) !== 'ds64') return undefined;
  const [file, sound] = [8, 16].map((at) => Number(bytes.readBigUInt64LE(at)));
  return { file: file ?? 0, sound: sound ?? 0 };
}

export function readWav(window: FileWindow): Found | Unusual {
  const head = window.bytes(0, FORM_HEADER);
  const kind = head?.toString('latin1', 0, 4);
  if (head === undefined || head.toString('latin1', 8, FORM_HEADER) !== 'WAVE') return UNUSUAL;
  // music-metadata does not know it: what is not understood of it is stepped over.
  const large = kind === 'RF64' || kind === 'BW64' ? largeSizes(window) : undefined;
  if (large === undefined && kind !== 'RIFF') return UNUSUAL;
  if ((large?.file ?? head.readUInt32LE(4)) + CHUNK_HEADER !== window.size) return UNUSUAL;
  let common = nothingFound();
  let isUnlabelled = false;
  const seen = new Set<string>();
  let rate = 0;
  let byteRate = 0;
  let frameBytes = 0;
  let sound = 0;
  let at = FORM_HEADER;
  while (at + CHUNK_HEADER <= window.size) {
    const header = window.bytes(at, CHUNK_HEADER);
    if (header === undefined || seen.size >= MOST_CHUNKS) return UNUSUAL;
    const id = header.toString('latin1', 0, 4);
    const told = header.readUInt32LE(4);
    const length = id === 'data' && told === ELSEWHERE && large !== undefined ? large.sound : told;
    const start = at + CHUNK_HEADER;
    const isUnusual = large === undefined && (UNUSUAL_CHUNKS.has(id) || seen.has(id));
    if (start + length > window.size || isUnusual) return UNUSUAL;
    seen.add(id);
    if (id === 'fmt ') {
      const format = length < 16 ? undefined : window.bytes(start, 16);
      if (format === undefined || ![PCM, FLOAT, EXTENSIBLE].includes(format.readUInt16LE(0))) return UNUSUAL;
      rate = format.readUInt32LE(4);
      byteRate = format.readUInt32LE(8);
      frameBytes = format.readUInt16LE(12);
    } else if (id === 'data') {
      if (frameBytes === 0) return UNUSUAL;
      sound = length;
    } else if (id === 'LIST') {
      const list = length < 4 || length > INFO_LIMIT ? undefined : window.bytes(start, length);
      const isInfo = list?.toString('latin1', 0, 4) === 'INFO';
      if ((list === undefined || !isInfo || !addTexts(common, list.subarray(4))) && large === undefined) return UNUSUAL;
      isUnlabelled ||= BEYOND_ASCII.test([common.title, common.artist, common.album, common.genre].join());
    } else if (id === 'id3 ' || id === 'ID3 ') {
      const tag = readId3v2(window, start, start + length);
      if (tag !== UNUSUAL && tag.end !== start) ({ common, isUnlabelled } = tag);
    }
    at = start + length + (length & 1);
  }
  if (at !== window.size || sound === 0 || rate === 0 || byteRate === 0) return UNUSUAL;
  const format = { sampleRate: rate, numberOfSamples: sound / frameBytes, bitrate: byteRate * 8 };
  return { common, isUnlabelled, format };
}
