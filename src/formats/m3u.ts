/**
 * M3U and M3U8: a location a line; lines with `#` say something of the next one. There is no specification: read as
 * players write it. RFC 8216 makes lists of segments of it, which are no playlists of tracks.
 */
import { InvalidInput } from '../errors.js';
import { rowsOf, type PlaylistEntry, type PlaylistReading } from './playlist.js';

const LENGTH = /^#EXTINF:\s{0,8}(\d{1,7})/i;
const TITLE = /^#EXTINF:[^,]{0,1000},(.{0,1000})/i;
const NAME = /^#PLAYLIST:(.{0,1000})/i;

/** An M3U that Apple's HTTP Live Streaming (RFC 8216) reads as a list of segments or variants. */
export function isHls(text: string): boolean {
  return /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text);
}

export function* readM3u(text: string): PlaylistReading {
  if (isHls(text)) throw new InvalidInput('NO_PLAYLIST', 'This is a list of segments of one stream.');
  let name = '';
  let seconds = 0;
  let title = '';
  for (const [at, row] of rowsOf(text).entries()) {
    let entry: PlaylistEntry | undefined;
    if (row.startsWith('#')) {
      seconds = Number(LENGTH.exec(row)?.[1] ?? seconds);
      title = TITLE.exec(row)?.[1]?.trim() ?? title;
      name = NAME.exec(row)?.[1]?.trim() ?? name;
    } else if (row.trim() !== '') {
      entry = { line: at + 1, location: row, isUri: false, seconds, title };
      seconds = 0;
      title = '';
    }
    yield entry;
  }
  return name;
}
