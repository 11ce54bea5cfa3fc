/**
 * WAV: format, size of the sound and a LIST of INFO texts, as RIFF has them (Microsoft's Multimedia Data Standards
 * Update). Every other chunk with tags, other codes than PCM, and a file that is not as long as it says are for another
 * reader.
 */
import { addUnique, nothingFound, numbered, UNUSUAL, type Found, type FoundCommon, type Unusual } from './found.js';
import type { FileWindow } from './window.js';

const CHUNK_HEADER = 8;
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

export function readWav(window: FileWindow): Found | Unusual {
  const head = window.bytes(0, 12);
  if (head?.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return UNUSUAL;
  if (head.readUInt32LE(4) + CHUNK_HEADER !== window.size) return UNUSUAL;
  const common = nothingFound();
  const seen = new Set<string>();
  let rate = 0;
  let byteRate = 0;
  let frameBytes = 0;
  let sound = 0;
  let at = 12;
  while (at + CHUNK_HEADER <= window.size) {
    const header = window.bytes(at, CHUNK_HEADER);
    if (header === undefined || seen.size >= MOST_CHUNKS) return UNUSUAL;
    const id = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const start = at + CHUNK_HEADER;
    if (start + length > window.size || UNUSUAL_CHUNKS.has(id) || seen.has(id)) return UNUSUAL;
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
      if (list?.toString('latin1', 0, 4) !== 'INFO' || !addTexts(common, list.subarray(4))) return UNUSUAL;
    }
    at = start + length + (length & 1);
  }
  if (at !== window.size || sound === 0 || rate === 0 || byteRate === 0) return UNUSUAL;
  return { common, format: { sampleRate: rate, numberOfSamples: sound / frameBytes, bitrate: byteRate * 8 } };
}
