/** How a person wants the texts of tags to be understood: settings, which the scan keeps beside what it found. Pure. */

/** Code pages that a person can name for texts that do not say their encoding; `auto` recognises the file's own. */
export const TAG_ENCODINGS = [
  'auto',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'koi8-r',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
] as const;

export type TagEncoding = (typeof TAG_ENCODINGS)[number];

export interface TagRules {
  /** What parts the artists of one text, such as `;`; its case does not matter. */
  readonly artistSeparators: readonly string[];
  /** Names of artists that hold a separator; their case does not matter. */
  readonly artistExceptions: readonly string[];
  readonly tagEncoding: TagEncoding;
}

export const DEFAULT_TAG_RULES: TagRules = Object.freeze({
  artistSeparators: Object.freeze([';', ' / ']),
  artistExceptions: Object.freeze([]),
  tagEncoding: 'auto',
});

/** Raised when files have to be read again although neither they nor the settings changed. */
const READERS = 1;

/** Two rules are the same, and so are the readers of this version, when this text is. */
export function textOfRules({ artistSeparators, artistExceptions, tagEncoding }: TagRules): string {
  return JSON.stringify([READERS, artistSeparators, artistExceptions, tagEncoding]);
}

/** The artists of a text or of several, each once and in order. */
export type SplitArtists = (texts: readonly string[]) => readonly string[];

function alternatives(texts: readonly string[]): string {
  const byLength = texts.filter((text) => text !== '').toSorted((one, other) => other.length - one.length);
  return byLength.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
}

export function artistSplitter({ artistSeparators, artistExceptions }: TagRules): SplitArtists {
  const separators = alternatives(artistSeparators);
  const whole = alternatives(artistExceptions);
  if (separators === '') return (texts) => [...new Set(texts)];
  const separator = new RegExp(separators, 'iu');
  // An exception is the whole of an artist: it stands between separators, or at an end.
  const kept = `(?<=^\\s*|(?:${separators})\\s*)(?:${whole})(?=\\s*$|\\s*(?:${separators}))`;
  const parts = new RegExp(whole === '' ? separators : `${kept}|${separators}`, 'giu');
  const exceptions = new Set(artistExceptions.map((name) => name.toLowerCase()));
  return (texts) => (texts.some((text) => separator.test(text)) ? [...new Set(texts.flatMap(split))] : unique(texts));

  function split(text: string): string[] {
    const artists: string[] = [];
    let artist = '';
    let at = 0;
    for (const { 0: found, index } of text.matchAll(parts)) {
      artist += text.slice(at, index);
      at = index + found.length;
      if (exceptions.has(found.toLowerCase())) artist += found;
      else {
        artists.push(artist);
        artist = '';
      }
    }
    const named = [...artists, artist + text.slice(at)].map((each) => each.trim()).filter((each) => each !== '');
    // Something has to be shown for a text of nothing but separators.
    return named.length === 0 ? [text] : named;
  }
}

function unique(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}
