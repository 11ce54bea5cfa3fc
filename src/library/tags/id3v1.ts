/** The end of an MP3 file: ID3v1 fills what the other tags left open (id3.org/ID3v1); Lyrics3 is for another reader. */
import { BEYOND_ASCII, numbered, UNUSUAL, type FoundCommon, type Unusual } from './found.js';
import { genreOfNumber } from './genres.js';

/** Bytes of an ID3v1 tag. */
export const ID3V1 = 128;
/** Bytes of an APE tag's footer. */
const FOOTER = 32;
export const TAIL = ID3V1 + FOOTER;

export interface Ending {
  readonly hasId3v1: boolean;
  /** The footer of an APE tag, before the ID3v1 tag if there is one. */
  readonly footer: Buffer | undefined;
}

/** @param tail the last 160 bytes of the file */
export function endingOf(tail: Buffer): Ending | Unusual {
  const hasId3v1 = tail.toString('latin1', FOOTER, FOOTER + 3) === 'TAG';
  if (hasId3v1 && tail.toString('latin1', FOOTER - 9, FOOTER) === 'LYRICS200') return UNUSUAL;
  const footer = hasId3v1 ? tail.subarray(0, FOOTER) : tail.subarray(ID3V1);
  return { hasId3v1, footer: footer.toString('latin1', 0, 8) === 'APETAGEX' ? footer : undefined };
}

/**
 * The track number is taken from here even if another tag has one, and the year unless another has a year that is none of
 * a date (`hasYear`). @returns whether a text that is used has bytes beyond ASCII, or 'unusual'
 */
export function addId3v1(common: FoundCommon, tail: Buffer, hasYear: boolean): boolean | Unusual {
  const tag = tail.subarray(FOOTER);
  const field = (from: number, length: number) => {
    const text = tag.toString('latin1', from, from + length);
    const zero = text.indexOf('\0');
    return (zero < 0 ? text : text.slice(0, zero)).trim() || undefined;
  };
  const [title, artist, album, year] = [field(3, 30), field(33, 30), field(63, 30), field(93, 4)];
  const open = { title: common.title, artist: common.artist, album: common.album };
  if (title !== undefined) common.title ??= title;
  if (artist !== undefined) {
    common.artists ??= [artist];
    common.artist ??= artist;
  }
  if (album !== undefined) common.album ??= album;
  const track = tag.readUInt8(126);
  if (tag.readUInt8(125) === 0 && track !== 0) common.track = numbered(String(track));
  if (year !== undefined && !hasYear) common.year = Number.parseInt(year, 10);
  const genre = genreOfNumber(tag.readUInt8(127));
  if (genre !== undefined) common.genre ??= [genre];
  if (common.genre?.[0] === '') return UNUSUAL;
  const used = [open.title ?? title, open.artist ?? artist, open.album ?? album];
  return used.some((text, at) => text !== Object.values(open)[at] && text !== undefined && BEYOND_ASCII.test(text));
}
