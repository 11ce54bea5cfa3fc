/** Playlists as files for other players: M3U8 and XSPF, which all of them read. */

/** What a playlist is written from. */
export interface WrittenEntry {
  /** Relative to the library, or a URL. */
  readonly location: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Milliseconds; 0 when it has no end. */
  readonly length: number;
}

/** C0 and C1 control characters would end a line, or a document. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|\p{Cs}/gu, ' ');
}

/** What a line could not hold, or would be taken for something else, is escaped as in a URI. */
function rowOf(location: string): string {
  if (/\p{Cc}/u.test(location)) return encodeURI(location);
  return /^[#\s]/.test(location) ? `./${location}` : location;
}

function m3uHead(name: string): string {
  return `#EXTM3U\n#PLAYLIST:${oneLine(name)}\n`;
}

function m3uRow({ location, title, artist, length }: WrittenEntry): string {
  const words = artist === '' ? title : `${artist} - ${title}`;
  const seconds = length === 0 ? -1 : Math.round(length / 1000);
  return `#EXTINF:${seconds},${oneLine(words)}\n${rowOf(location)}\n`;
}

function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[each] ?? '&quot;');
}

/** A URI reference (RFC 3986): of a URL as it is. */
function uriOf(location: string): string {
  if (/^(?:https?|urn):/i.test(location)) return location;
  return location.split('/').map(encodeURIComponent).join('/');
}

function xspfHead(name: string): string {
  const title = `<title>${escaped(name)}</title>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/">\n${title}\n<trackList>\n`;
}

function xspfRow({ location, title, artist, album, length }: WrittenEntry): string {
  const creator = artist === '' ? '' : `<creator>${escaped(artist)}</creator>`;
  const from = album === '' ? '' : `<album>${escaped(album)}</album>`;
  const duration = length === 0 ? '' : `<duration>${length}</duration>`;
  const what = `<title>${escaped(title)}</title>${creator}${from}${duration}`;
  return `<track><location>${escaped(uriOf(location))}</location>${what}</track>\n`;
}

/** By the ending of the file: what stands before the entries, an entry, and what stands behind them. */
export const PLAYLIST_WRITERS = {
  m3u8: { head: m3uHead, row: m3uRow, end: '' },
  xspf: { head: xspfHead, row: xspfRow, end: '</trackList>\n</playlist>\n' },
} as const;
