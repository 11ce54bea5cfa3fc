/**
 * Makes texts readable whose bytes were labelled as ISO-8859-1 but are UTF-8, Shift-JIS or GBK, as ID3v1 and careless
 * taggers leave them. It is cautious: what could be a Western name stays as it is. Pure; applied after either reader and
 * before control characters, which such texts are full of, are taken out.
 */
import type { FoundCommon } from './found.js';

/**
 * Nothing but characters that one byte of ISO-8859-1 can stand for, and two beyond ASCII side by side, or one that is no
 * letter: every encoding that is repaired here has such.
 */
function looksLikeBytes(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- bytes, whatever they are
  return /[\x80-\xff]{2}|[\x81-\x9f]/.test(text) && /^[\x00-\xff]*$/.test(text);
}

/** What UTF-8 may look like: asked first, because a decoder that throws costs a hundred times as much. */
const UTF_8 = /^(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*$/;

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    let decoder = decoders.get(encoding);
    if (decoder === undefined) decoders.set(encoding, (decoder = new TextDecoder(encoding, { fatal: true })));
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const share = (text: string, pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / text.length;

/**
 * Kana, common punctuation and ideographs, two in a row on average: the bytes 80 to 9F, which start most of them, are no
 * Western letters, but single quotes in windows-1252.
 */
function asShiftJis(bytes: Buffer): string | undefined {
  if (!bytes.some((byte) => byte >= 0x81 && byte <= 0x9f)) return undefined;
  const text = decoded(bytes, 'shift_jis');
  const runs = text?.match(/[^\0-\x7f]+/g) ?? [];
  const foreign = runs.join('');
  if (foreign.length < 2 * runs.length || foreign === '') return undefined;
  return share(foreign, /[\u3000-\u30ff\u4e00-\u9fff]/g) > 0.8 ? text : undefined;
}

/**
 * Pairs of bytes beyond A1 only, four in five of them among the frequent ideographs of GB 2312 (B0 to D7); not if all
 * bytes are C0 to FF, as in Cyrillic words.
 */
function asGbk(bytes: Buffer): string | undefined {
  let pairs = 0;
  let frequent = 0;
  let cyrillic = true;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    if (lead < 0xa1 || trail < 0xa1) return undefined;
    pairs += 1;
    if (lead >= 0xb0 && lead <= 0xd7) frequent += 1;
    if (lead < 0xc0 || trail < 0xc0) cyrillic = false;
  }
  if (pairs < 2 || cyrillic || frequent < pairs * 0.8) return undefined;
  return decoded(bytes, 'gbk');
}

/** A text as it was meant, as far as its bytes leave no doubt. */
export function repairText(text: string): string {
  if (!looksLikeBytes(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return (UTF_8.test(text) ? decoded(bytes, 'utf-8') : undefined) ?? asShiftJis(bytes) ?? asGbk(bytes) ?? text;
}

/** What windows-1252 has at 80 to 9F, where ISO-8859-1 has control characters. Node 20 decodes one as the other. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (each) => WINDOWS_1252[each.charCodeAt(0) - 0x80] ?? each);
}

/** The text of a whole file that does not say its encoding: a byte order mark, UTF-8, Shift-JIS, GBK, else windows-1252. */
export function decodeBytes(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') {
    return new TextDecoder(mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  return decoded(bytes, 'utf-8') ?? asShiftJis(bytes) ?? asGbk(bytes) ?? asWindows1252(bytes);
}

const TEXTS = ['title', 'artist', 'album', 'albumartist', 'copyright', 'work', 'grouping'] as const;
const LISTS = ['artists', 'composer', 'genre', 'label'] as const;

/** A copy with every text repaired. */
export function repairEncodings(common: FoundCommon): FoundCommon {
  const repaired = { ...common };
  for (const field of TEXTS) {
    const text = common[field];
    if (text !== undefined) repaired[field] = repairText(text);
  }
  for (const field of LISTS) {
    const list = common[field];
    if (list !== undefined) repaired[field] = list.map(repairText);
  }
  return repaired;
}
