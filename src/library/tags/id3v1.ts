/** The end of an MP3 file: ID3v1 fills what ID3v2 left open (id3.org/ID3v1); APE and Lyrics3 tags are for another reader. */
import { numbered, UNUSUAL, type FoundCommon, type Unusual } from './found.js';

/** Genres that have a name, in the list that music-metadata keeps. */
const NAMED_GENRES = 192;

export type Ending = 'plain' | 'id3v1';

/** @param tail the last 160 bytes of the file */
export function endingOf(tail: Buffer): Ending | Unusual {
  const tagged = tail.toString('latin1', 32, 35) === 'TAG';
  if (tail.toString('latin1', tagged ? 0 : 128, tagged ? 8 : 136) === 'APETAGEX') return UNUSUAL;
  if (!tagged) return 'plain';
  return tail.toString('latin1', 23, 32) === 'LYRICS200' ? UNUSUAL : 'id3v1';
}

/** The track number is taken from here even if ID3v2 has one, and the year unless ID3v2 has a year without a date. */
export function addId3v1(common: FoundCommon, tail: Buffer): Unusual | undefined {
  const tag = tail.subarray(32);
  const field = (from: number, length: number) => {
    const text = tag.toString('latin1', from, from + length);
    const zero = text.indexOf('\0');
    return (zero < 0 ? text : text.slice(0, zero)).trim() || undefined;
  };
  const [title, artist, album, year] = [field(3, 30), field(33, 30), field(63, 30), field(93, 4)];
  if (title !== undefined) common.title ??= title;
  if (artist !== undefined) {
    common.artists ??= [artist];
    common.artist ??= artist;
  }
  if (album !== undefined) common.album ??= album;
  const track = tag.readUInt8(126);
  if (tag.readUInt8(125) === 0 && track !== 0) common.track = numbered(String(track));
  if (year !== undefined && (common.year === undefined || common.date !== undefined)) {
    common.year = Number.parseInt(year, 10);
  }
  return common.genre === undefined && tag.readUInt8(127) < NAMED_GENRES ? UNUSUAL : undefined;
}
