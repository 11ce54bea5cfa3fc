export interface Id3v2Options {
  readonly version: 2 | 3 | 4;
  readonly encoding: 'latin1' | 'utf16' | 'utf8';
  /** Frame name of ID3v2.3 and 2.4 → text, or list of texts. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  /** User-defined texts (TXXX): description → text. */
  readonly own?: Readonly<Record<string, string>>;
  /** JPEG file. */
  readonly cover?: Buffer | undefined;
  readonly padding?: number;
  /** Applies to ID3v2.4 only. */
  readonly unsynchronise?: boolean;
}

export function id3v2(options: Id3v2Options): Buffer;

export function id3v1(tag: {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly year: number;
  readonly track?: number;
  readonly genre?: number;
}): Buffer;

/** @param items key → text; several texts are separated by zero bytes */
export function apeV2(items: Readonly<Record<string, string>>): Buffer;
