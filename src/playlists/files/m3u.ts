/**
 * M3U and M3U8: a location a line; lines with `#` say something of the next one. There is no specification: written as
 * players read it, read as players write it. RFC 8216 makes lists of segments of it, which are no playlists of tracks.
 */

import { InvalidInput } from '../../errors.js';
import {
  type FileEntry,
  oneLine,
  type PlaylistFile,
  requireRoom,
  textOf,
  TURN,
  type WrittenEntry,
} from './file-entry.js';
import { nextTurn } from '../../library/turn.js';

const SEGMENTS = /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m;
const LENGTH = /^#EXTINF:\s{0,8}(\d{1,7})/i;
const TITLE = /^#EXTINF:[^,]{0,1000},(.{0,1000})/i;
const NAME = /^#PLAYLIST:(.{0,1000})/i;

/** @param bytes UTF-8, UTF-16 with a mark, or an older encoding @throws InvalidInput NO_PLAYLIST */
export async function readM3u(bytes: Buffer): Promise<PlaylistFile> {
  const text = textOf(bytes);
  if (SEGMENTS.test(text)) throw new InvalidInput('NO_PLAYLIST', 'This is a list of segments of one stream.');
  const entries: FileEntry[] = [];
  let name = '';
  let seconds = 0;
  let title = '';
  for (const [at, row] of text.split(/\r\n|\n|\r/).entries()) {
    if (at % TURN === TURN - 1) await nextTurn();
    if (row.startsWith('#')) {
      seconds = Number(LENGTH.exec(row)?.[1] ?? seconds);
      title = TITLE.exec(row)?.[1]?.trim() ?? title;
      name = NAME.exec(row)?.[1]?.trim() ?? name;
    } else if (row.trim() !== '') {
      entries.push({ line: at + 1, location: row, isUri: false, seconds, title });
      requireRoom(entries.length);
      seconds = 0;
      title = '';
    }
  }
  return { name, entries };
}

/** What a line could not hold, or would be taken for something else, is escaped as in a URI. */
function rowOf(location: string): string {
  if (/\p{Cc}/u.test(location)) return encodeURI(location);
  return /^[#\s]/.test(location) ? `./${location}` : location;
}

export function m3uHead(name: string): string {
  return `#EXTM3U\n#PLAYLIST:${oneLine(name)}\n`;
}

export function m3uRow({ location, title, artist, length }: WrittenEntry): string {
  const words = artist === '' ? title : `${artist} - ${title}`;
  const seconds = length === 0 ? -1 : Math.round(length / 1000);
  return `#EXTINF:${seconds},${oneLine(words)}\n${rowOf(location)}\n`;
}
