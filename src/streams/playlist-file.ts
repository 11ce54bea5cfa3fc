/** Playlists that stations hand out instead of their stream: M3U, PLS and XSPF. Only their addresses are of use here. */
import { InvalidInput } from '../errors.js';
import { readM3u } from '../formats/m3u.js';
import { readPls } from '../formats/pls.js';
import { readXspf } from '../formats/xspf.js';

const MOST_ENTRIES = 32;

const PLAYLIST_TYPES =
  /^(?:audio|application)\/(?:x-)?(?:mpegurl|vnd\.apple\.mpegurl|scpls|pls\+xml|xspf\+xml|mpegurl)\b/i;

/** Whether an answer is a playlist: by its type, its name or its first bytes. HLS counts too. */
export function isPlaylist(contentType: string, path: string, start: string): boolean {
  if (PLAYLIST_TYPES.test(contentType)) return true;
  if (/^\s*(?:#EXTM3U|\[playlist\])/i.test(start) || /<playlist[^<>]*xspf/i.test(start)) return true;
  const isNamed = /\.(?:m3u8?|pls|xspf)$/i.test(path);
  return (
    isNamed && /^(?:text\/plain|application\/octet-stream)?(?:;|$)/i.test(contentType) && /^[\t\r\n -~]*$/.test(start)
  );
}

/**
 * The addresses in a playlist, absolute and in their order; at most 32. Their guard is asked when they are fetched.
 * However it is written, it is read in one go: a text from a stranger must not be able to hold the thread up.
 */
export function playlistEntries(text: string, base: URL): string[] {
  return locationsIn(text.replace(/^\ufeff/, ''))
    .filter((location) => URL.canParse(location, base.href))
    .map((location) => new URL(location, base))
    .filter(({ protocol }) => protocol === 'http:' || protocol === 'https:')
    .map(({ href }) => href)
    .slice(0, MOST_ENTRIES);
}

/** Those before the damage, where there is any. */
function locationsIn(text: string): string[] {
  const read = /<playlist[\s>]/i.test(text) ? readXspf : /^\s*\[playlist\]/i.test(text) ? readPls : readM3u;
  const locations: string[] = [];
  try {
    for (const entry of read(text)) if (entry !== undefined) locations.push(entry.location.trim());
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
  }
  return locations.filter((location) => location !== '' && !location.startsWith('#'));
}
