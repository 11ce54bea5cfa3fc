/** WavPack with an APEv2 tag, or none (WavPack 5 file format). Every block's header is looked at, for the bit rate. */
import { readLastApe } from './ape.js';
import { nothingFound, UNUSUAL, type Found, type Unusual } from './found.js';
import type { FileWindow } from './window.js';

const BLOCK_HEADER = 32;
/** Of a block, its size counts from here. */
const SIZE_FROM = 8;
/** Some hours; a longer file is for another reader. */
const MOST_BLOCKS = 50_000;
/** Of all blocks that are looked into: an honest file has some dozens. */
const MOST_PARTS = 4096;
const BLOCK_LIMIT = 2 ** 20;
const RATES = [6, 8, 9.6, 11.025, 12, 16, 22.05, 24, 32, 44.1, 48, 64, 88.2, 96, 192].map(
  (kilohertz) => kilohertz * 1000,
);
const DSD = 0x80000000;
/** What tells sub-blocks apart, and the one of DSD sound, which is no part of any other. */
const FUNCTION = 0x3f;
const DSD_BLOCK = 0x0e;
const UNKNOWN = 0xffffffff;

interface Stream {
  readonly rate: number;
  readonly samples: number;
}

function streamOf(header: Buffer): Stream | undefined {
  const flags = header.readUInt32LE(24);
  const rate = RATES[(flags >>> 23) & 15];
  const samples = header.readUInt32LE(12);
  if (rate === undefined || (flags & DSD) !== 0 || samples === 0 || samples === UNKNOWN) return undefined;
  return header.readUInt32LE(16) === 0 ? { rate, samples } : undefined;
}

/** How many sub-blocks fill a block; undefined when they do not, one of them is of DSD, or there are more than `most`. */
function partsIn(window: FileWindow, start: number, end: number, most: number): number | undefined {
  let at = start;
  let parts = 0;
  while (at + 1 < end) {
    if (parts++ === most) return undefined;
    const part = window.read(at, 4);
    if (part.length < 2) return undefined;
    const id = part.readUInt8(0);
    const isLarge = (id & 0x80) !== 0;
    if ((id & FUNCTION) === DSD_BLOCK || (isLarge && (at + 4 > end || part.length < 4))) return undefined;
    const words = isLarge ? part.readUIntLE(1, 3) : part.readUInt8(1);
    if (words === 0 && (id & 0x40) !== 0) return undefined;
    at += (isLarge ? 4 : 2) + 2 * words;
  }
  return at === end ? parts : undefined;
}

export function readWavPack(window: FileWindow): Found | Unusual {
  let stream: Stream | undefined;
  let sound = 0;
  let at = 0;
  let parts = 0;
  for (let block = 0; at + BLOCK_HEADER <= window.size; block++) {
    const header = window.read(at, BLOCK_HEADER);
    if (header.toString('latin1', 0, 4) !== 'wvpk') break;
    const size = header.readUInt32LE(4);
    const end = at + SIZE_FROM + size;
    if (block >= MOST_BLOCKS || size < BLOCK_HEADER - SIZE_FROM || end > window.size) return UNUSUAL;
    stream ??= streamOf(header);
    if (stream === undefined) return UNUSUAL;
    const samples = header.readUInt32LE(20);
    if (header.readUInt32LE(16) === 0) {
      const more = size > BLOCK_LIMIT ? undefined : partsIn(window, at + BLOCK_HEADER, end, MOST_PARTS - parts);
      if (more === undefined) return UNUSUAL;
      parts += more;
    }
    if (samples > 0) sound += size;
    at = end;
  }
  if (stream === undefined) return UNUSUAL;
  const common = nothingFound();
  if (at < window.size && readLastApe(window, at, common) === UNUSUAL) return UNUSUAL;
  const { rate, samples } = stream;
  return { common, format: { sampleRate: rate, numberOfSamples: samples, bitrate: (sound * 8) / (samples / rate) } };
}
