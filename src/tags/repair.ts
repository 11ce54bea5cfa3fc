/**
 * Makes texts readable whose bytes were labelled as ISO-8859-1, or not at all, but are UTF-8 or of a code page, as ID3v1
 * and careless taggers leave them. Cautious: what could be a Western name stays as it is. Applied after either reader and
 * before control characters, which such texts are full of, are taken out.
 */
import { codePageOf, isSuspicious } from './code-pages.js';
import { asEastern, asWestern, decoded, decodeMarked } from './encodings.js';
import { BEYOND_ASCII, type Found, type FoundCommon } from './found.js';
import type { TagEncoding } from './tag-rules.js';

/** Nothing but characters that one byte can stand for. */
const BYTES = /^[\0-\xff]*$/;

/** What UTF-8 may look like: asked first, because a decoder that throws costs a hundred times as much. */
const UTF_8 = /^(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*$/;

/** In front of a line of a cue sheet. */
const KEYWORD = /^\s*(?:REM\s+)?[A-Z]+\s+/i;

function asUtf8(text: string): string | undefined {
  return isSuspicious(text) && UTF_8.test(text) ? decoded(Buffer.from(text, 'latin1'), 'utf-8') : undefined;
}

/** Bytes beyond ASCII that are not UTF-8. */
function isOfPage(text: string): boolean {
  return BEYOND_ASCII.test(text) && BYTES.test(text) && asUtf8(text) === undefined;
}

/** A text as it was meant. @param page code page of its bytes; undefined for Western ones */
function readable(text: string, page: string | undefined): string {
  if (!BEYOND_ASCII.test(text)) return text;
  if (!BYTES.test(text)) return asWestern(text);
  const meant = asUtf8(text);
  if (meant !== undefined) return meant;
  const bytes = Buffer.from(text, 'latin1');
  if (page === undefined) return asEastern(bytes) ?? asWestern(text);
  // Node 20 decodes windows-1252 as ISO-8859-1.
  return (page === 'windows-1252' ? undefined : decoded(bytes, page)) ?? asWestern(text);
}

/** The text of a cue sheet, which does not say its encoding: a byte order mark, UTF-8, or the code page of its lines. */
export async function decodeSheet(bytes: Buffer, encoding: TagEncoding): Promise<string> {
  const text = decodeMarked(bytes) ?? decoded(bytes, 'utf-8');
  if (text !== undefined) return text;
  const raw = bytes.toString('latin1');
  // Keywords, and lines of ASCII, say nothing of the rest.
  const lines = raw.split(/[\r\n]+/).filter((line) => BEYOND_ASCII.test(line));
  return readable(
    raw,
    await pageOf(
      lines.map((line) => line.replace(KEYWORD, '')),
      encoding,
      true,
    ),
  );
}

const TEXTS = ['title', 'artist', 'album', 'albumartist', 'copyright', 'work', 'grouping'] as const;
const SORTS = ['albumsort', 'albumartistsort'] as const;
const LISTS = ['artists', 'composer', 'genre', 'label', 'artistSorts'] as const;

/** Texts of a file, each once. */
function textsOf(common: FoundCommon): string[] {
  const texts = new Set<string>();
  for (const field of [...TEXTS, ...SORTS]) texts.add(common[field] ?? '');
  for (const field of LISTS) for (const text of common[field] ?? []) texts.add(text);
  return [...texts].filter((text) => text !== '');
}

async function pageOf(
  texts: readonly string[],
  encoding: TagEncoding,
  isUnlabelled: boolean,
): Promise<string | undefined> {
  if (!texts.some(isOfPage)) return undefined;
  const isSet = encoding !== 'auto' && isUnlabelled;
  return isSet ? encoding : codePageOf(texts.filter(isOfPage), isUnlabelled);
}

/**
 * Common tags with every text as it was meant; the same object where nothing is to be repaired.
 * @param encoding code page of what does not say its encoding
 */
export async function repairEncodings({ common, isUnlabelled }: Found, encoding: TagEncoding): Promise<FoundCommon> {
  const texts = textsOf(common);
  if (!texts.some((text) => BEYOND_ASCII.test(text))) return common;
  const page = await pageOf(texts, encoding, isUnlabelled === true);
  const repaired = { ...common };
  for (const field of [...TEXTS, ...SORTS]) {
    const text = common[field];
    if (text !== undefined) repaired[field] = readable(text, page);
  }
  for (const field of LISTS) {
    const list = common[field];
    if (list !== undefined) repaired[field] = list.map((text) => readable(text, page));
  }
  return repaired;
}
