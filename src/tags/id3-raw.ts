/**
 * Texts of ID3v2 frames as they stand in a file, for tags that music-metadata reads: it cuts those of ID3v2.3 at each
 * slash, and does not tell how they were labelled. Frames are looked for by their names at both ends of the file, where
 * tags are. Source: id3.org, ID3v2.3.0 section 3.3 and ID3v2.4.0 section 4.
 */
import { BEYOND_ASCII } from './found.js';
import { decodeText, terminator, withoutZeroPadding } from './id3-text.js';
import { withFile } from './read-at.js';

/** Bytes of either end that are looked at. */
const END = 262_144;
const HEADER = 10;
const TEXT_LIMIT = 16_384;
const FRAME = /TIT2|TPE1|TPE2|TALB|TCOM|TXXX/g;

export interface RawTexts {
  /** By frame, of own texts by `TXXX:` and their name in capitals; the first of each. */
  readonly texts: ReadonlyMap<string, string>;
  /** One of them has bytes beyond ASCII and is labelled as ISO-8859-1. */
  readonly isUnlabelled: boolean;
}

interface Text {
  readonly name: string;
  readonly text: string;
  readonly encoding: number;
}

function textAt(bytes: Buffer, at: number, name: string): Text | undefined {
  if (at + HEADER + 2 > bytes.length) return undefined;
  const length = bytes.readUInt32BE(at + 4);
  const encoding = bytes.readUInt8(at + HEADER);
  if (length < 2 || length > TEXT_LIMIT || encoding > 3 || at + HEADER + length > bytes.length) return undefined;
  const content = bytes.subarray(at + HEADER + 1, at + HEADER + length);
  if (name !== 'TXXX') return { name, text: decodeText(content, encoding) ?? '', encoding };
  const end = terminator(content, encoding);
  if (end < 0) return undefined;
  const key = decodeText(content.subarray(0, end), encoding) ?? '';
  const text = decodeText(content.subarray(end + (encoding === 1 || encoding === 2 ? 2 : 1)), encoding) ?? '';
  return { name: `TXXX:${key.toUpperCase()}`, text, encoding };
}

/** @throws the file system's errors */
export function rawTexts(path: string): RawTexts {
  const texts = new Map<string, string>();
  let isUnlabelled = false;
  for (const bytes of endsOf(path)) {
    for (const { 0: name, index } of bytes.toString('latin1').matchAll(FRAME)) {
      const found = textAt(bytes, index, name);
      if (found === undefined || found.text === '' || texts.has(found.name)) continue;
      texts.set(found.name, withoutZeroPadding(found.text));
      isUnlabelled ||= found.encoding === 0 && BEYOND_ASCII.test(found.text);
    }
  }
  return { texts, isUnlabelled };
}

/** Both ends of a file, or all of a small one. */
function endsOf(path: string): Buffer[] {
  return withFile(path, (readAt, size) =>
    size <= 2 * END ? [readAt(0, size)] : [readAt(0, END), readAt(size - END, END)],
  );
}
