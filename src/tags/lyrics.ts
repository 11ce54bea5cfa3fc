/**
 * Lyrics in the tags of a file, read when somebody wants to see them: by music-metadata, which knows every kind of tag.
 * Thread: the tag worker's. Sources: ID3v2.3.0 sections 4.9 (USLT) and 4.10 (SYLT); Vorbis comments, APEv2, MP4 and
 * ASF by the names that taggers use.
 */
import type { ILyricsTag, IAudioMetadata } from 'music-metadata';
import { codePageOf } from './code-pages.js';
import { asWestern, decoded } from './encodings.js';
import { BEYOND_ASCII } from './found.js';
import { parseAt } from './parse-at.js';
import type { TagEncoding } from './tag-rules.js';

/** Lyrics as tags have them: unparsed, and with limits on their size. */
export interface TagLyrics {
  /** Each may be plain or LRC. */
  readonly texts: readonly string[];
  /** Lines of a frame that has times, in milliseconds. */
  readonly timed: readonly { readonly at: number; readonly text: string }[];
}

/** Characters of a text, and texts and lines, that are taken. */
const TEXT_LIMIT = 256 * 1024;
const MOST_TEXTS = 8;
const MOST_LINES = 5000;

/** ffmpeg writes a text of its own that is called USLT. */
const NAME =
  /^(?:(?:TXXX:|TRACK:|ALBUM:|WM\/|----:com\.apple\.iTunes:)?(?:UN)?(?:SYNC(?:ED)?)?[ _]?LYRICS|\xa9lyr|(?:TXXX:)?USLT|ULT|SYLT)$/i;
/** `contentType` of words that are sung or spoken, and not chords, trivia or addresses. */
const SUNG: readonly number[] = [0, 1, 2];
/** `timeStampFormat` in milliseconds. */
const MILLISECONDS = 2;

/** Undefined where there are none. Rejects for what is no audio. */
export async function readLyrics(path: string, encoding: TagEncoding): Promise<TagLyrics | undefined> {
  const { native } = await parseAt(path, { skipCovers: true });
  return lyricsIn(native, encoding);
}

/** What native tags have of lyrics. @param encoding code page of texts that do not say theirs */
export async function lyricsIn(
  native: IAudioMetadata['native'],
  encoding: TagEncoding,
): Promise<TagLyrics | undefined> {
  const texts = new Set<string>();
  let timed: TagLyrics['timed'] = [];
  for (const { id, value } of Object.values(native).flat()) {
    if (!NAME.test(id)) continue;
    const { text, ...frame } = (typeof value === 'string' ? { text: value } : (value ?? {})) as Partial<ILyricsTag>;
    if (isTimed(frame) && timed.length === 0) timed = linesOf(frame.syncText);
    if (typeof text === 'string' && text.trim() !== '') texts.add(text.slice(0, TEXT_LIMIT));
  }
  if (texts.size === 0 && timed.length === 0) return undefined;
  const readable: string[] = [];
  for (const text of [...texts].slice(0, MOST_TEXTS)) readable.push(await meant(text, encoding));
  return { texts: readable, timed };
}

function isTimed({ syncText, timeStampFormat, contentType = 1 }: Partial<ILyricsTag>): boolean {
  return (
    Array.isArray(syncText) && syncText.length > 0 && timeStampFormat === MILLISECONDS && SUNG.includes(contentType)
  );
}

/** Syllables are joined to lines: the first of a line then begins with a line feed. */
function linesOf(syncText: ILyricsTag['syncText'] = []): TagLyrics['timed'] {
  const entries = syncText.slice(0, MOST_LINES);
  const isOfSyllables = entries.slice(1).some(({ text }) => /^[\r\n]/.test(text));
  const lines: { at: number; text: string }[] = [];
  for (const { text, timestamp = 0 } of entries) {
    const last = lines.at(-1);
    if (last === undefined || !isOfSyllables || /^[\r\n]/.test(text)) lines.push({ at: timestamp, text });
    else last.text += text;
  }
  return lines;
}

/** A text as it was meant whose bytes were labelled as ISO-8859-1: UTF-8, or a code page. */
async function meant(text: string, encoding: TagEncoding): Promise<string> {
  if (!BEYOND_ASCII.test(text) || !/^[\0-\xff]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  const page = encoding === 'auto' ? await codePageOf([text], true) : encoding;
  return decoded(bytes, 'utf-8') ?? (page === undefined ? undefined : decoded(bytes, page)) ?? asWestern(text);
}
