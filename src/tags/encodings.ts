/**
 * Texts of bytes that do not say their encoding, for whoever must do without the detector of `code-pages.ts`: a playlist
 * that a client sends is read in the main thread. Cautious: what could be a Western name is taken for one. Pure.
 */

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Undefined for bytes that the encoding does not have. */
export function decoded(bytes: Uint8Array, encoding: string): string | undefined {
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

/** Japanese or Chinese of some few characters; undefined for what leaves a doubt. */
export function asEastern(bytes: Buffer): string | undefined {
  return asShiftJis(bytes) ?? asGbk(bytes);
}

/** What windows-1252 has at 80 to 9F, where ISO-8859-1 has control characters. Node 20 decodes one as the other. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** ISO-8859-1 as windows-1252. */
export function asWestern(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (each) => WINDOWS_1252[each.charCodeAt(0) - 0x80] ?? each);
}

/** The text behind a byte order mark of UTF-16; undefined without one. */
export function decodeMarked(bytes: Buffer): string | undefined {
  const mark = bytes.toString('latin1', 0, 2);
  if (mark !== '\xff\xfe' && mark !== '\xfe\xff') return undefined;
  return new TextDecoder(mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** The text of a whole file: a byte order mark, UTF-8, Shift-JIS, GBK, else windows-1252. */
export function decodeBytes(bytes: Buffer): string {
  return decodeMarked(bytes) ?? decoded(bytes, 'utf-8') ?? asEastern(bytes) ?? asWestern(bytes.toString('latin1'));
}
