/**
 * Playlists that stations hand out instead of their stream: M3U, PLS and XSPF. Only their addresses are of use here.
 * Sources: the XSPF version 1 specification, section 4; PLS and M3U have none, and are read as players do.
 */

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

/** An M3U that Apple's HTTP Live Streaming (RFC 8216) reads as a list of segments or variants. */
export function isHls(text: string): boolean {
  return /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text);
}

function unescapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => names[name] ?? all);
}

const rows = (text: string): string[] => text.split(/\r\n|\n|\r/).map((row) => row.replace(/^\ufeff/, '').trim());

function xspfLocations(text: string): string[] {
  const found = text.matchAll(/<location>([^<]*)<\/location>/gi);
  return [...found].map(([, location = '']) => unescapeXml(location.trim()));
}

function plsLocations(text: string): string[] {
  return rows(text).flatMap((row) => /^File\d+\s*=(.*)$/i.exec(row)?.[1]?.trim() ?? []);
}

/**
 * The addresses in a playlist, absolute and in their order; at most 32. Their guard is asked when they are fetched.
 * However it is written, it is read in one go: a text from a stranger must not be able to hold the thread up.
 */
export function playlistEntries(text: string, base: URL): string[] {
  const found = /<playlist[\s>]/i.test(text)
    ? xspfLocations(text)
    : /^\s*\[playlist\]/i.test(text)
      ? plsLocations(text)
      : rows(text).filter((row) => row !== '' && !row.startsWith('#'));
  return found
    .filter((location) => URL.canParse(location, base.href))
    .map((location) => new URL(location, base))
    .filter(({ protocol }) => protocol === 'http:' || protocol === 'https:')
    .map(({ href }) => href)
    .slice(0, MOST_ENTRIES);
}
