/** AIFF with an ID3v2 tag, or none: sizes from its common chunk (AIFF 1.3). Compressed ones are for another reader. */
import { nothingFound, UNUSUAL, type Found, type FoundCommon, type Unusual } from './found.js';
import { readId3v2 } from './id3v2.js';
import type { FileWindow } from './window.js';

const CHUNK_HEADER = 8;
const MOST_CHUNKS = 64;
const COMMON_BYTES = 18;
/** Texts of their own, as a title is (`NAME`), over which an ID3v2 tag wins where it has the same. */
const UNUSUAL_CHUNKS = new Set(['AUTH', '(c) ']);
/** Four printable characters, the first of them no space ("EA IFF 85", section 3): music-metadata reads no file with another. */
const CHUNK_NAME = /^[!-~][ -~]{3}$/;
/** Exponent of a number of which the first 16 bits are whole (SANE, bias 16383). */
const WHOLE_BITS = 16_398;

/** Hz, from the first bits of an 80-bit number. */
function rateOf(bytes: Buffer): number {
  const shift = bytes.readUInt16BE(8) - WHOLE_BITS;
  const bits = bytes.readUInt16BE(10);
  return shift < 0 ? bits >> -shift : bits << shift;
}

export function readAiff(window: FileWindow): Found | Unusual {
  const head = window.bytes(0, 12);
  if (head?.toString('latin1', 0, 4) !== 'FORM' || head.toString('latin1', 8, 12) !== 'AIFF') return UNUSUAL;
  let common: FoundCommon = nothingFound();
  let isUnlabelled = false;
  const seen = new Set<string>();
  let frames = 0;
  let rate = 0;
  let bitrate = 0;
  let at = 12;
  while (at + CHUNK_HEADER <= window.size) {
    const header = window.bytes(at, CHUNK_HEADER);
    if (header === undefined || seen.size >= MOST_CHUNKS) return UNUSUAL;
    const id = header.toString('latin1', 0, 4);
    if (!CHUNK_NAME.test(id)) return UNUSUAL;
    const length = header.readUInt32BE(4);
    const start = at + CHUNK_HEADER;
    if (start + length > window.size || UNUSUAL_CHUNKS.has(id) || seen.has(id)) return UNUSUAL;
    seen.add(id);
    if (id === 'COMM') {
      const bytes = length === COMMON_BYTES ? window.bytes(start, COMMON_BYTES) : undefined;
      if (bytes === undefined) return UNUSUAL;
      frames = bytes.readUInt32BE(2);
      rate = rateOf(bytes);
      if (frames === 0 || rate <= 0) return UNUSUAL;
    } else if (id === 'SSND') {
      if (rate === 0) return UNUSUAL;
      bitrate = (8 * length) / (frames / rate);
    } else if (id === 'ID3 ') {
      const tag = readId3v2(window, start, start + length);
      if (tag === UNUSUAL || tag.end === start) return UNUSUAL;
      ({ common, isUnlabelled } = tag);
    }
    at = start + length + (length & 1);
  }
  if (at !== window.size || bitrate === 0 || (seen.has('NAME') && common.title === undefined)) return UNUSUAL;
  return { common, isUnlabelled, format: { sampleRate: rate, numberOfSamples: frames, bitrate } };
}
