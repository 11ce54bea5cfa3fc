/**
 * From an address to sound: asks for it, follows playlists, and says what is there; redirects are followed
 * and checked by `GuardedHttp`. Everything is bounded:
 * how deep playlists nest, how many addresses are tried, how long a list is, how long a server may think. Thread: main.
 */
import { BodyReader } from '../net/body-reader.js';
import { failureOf, RemoteFailure } from '../net/failure.js';
import type { GuardedHttp, HttpAnswer } from '../net/guarded-http.js';
import { isHls, readM3u } from '../formats/m3u.js';
import { isStation, metaintOf, stationOf, type Station } from './icy.js';
import { sniffAudio, type AudioKind } from './sniff.js';
import { InvalidInput } from '../errors.js';
import { readPls } from '../formats/pls.js';
import { readXspf } from '../formats/xspf.js';

export type Located =
  /** Sound that comes as it comes. */
  | {
      readonly kind: 'stream';
      readonly reader: BodyReader;
      readonly audio: AudioKind;
      readonly station: Station;
      /** The stream never ends, and carries what is on now. */
      readonly isLive: boolean;
      readonly metaint: number | undefined;
    }
  /** A file of known length; its body has begun. */
  | {
      readonly kind: 'file';
      readonly reader: BodyReader;
      readonly audio: AudioKind;
      readonly url: string;
      readonly size: number;
      readonly seekable: boolean;
    }
  | { readonly kind: 'hls'; readonly url: URL; readonly text: string };

const MOST_DEPTH = 3;
const MOST_ADDRESSES = 12;
const MOST_PLAYLIST_BYTES = 256 * 1024;
const PEEK_BYTES = 2048;

interface Search {
  readonly http: GuardedHttp;
  readonly signal: AbortSignal;
  /** Ask for titles in the stream. */
  readonly titles: boolean;
  addresses: number;
}

/** @throws RemoteFailure the last one, where a playlist names several addresses */
export async function locate(
  http: GuardedHttp,
  address: string,
  options: { readonly signal: AbortSignal; readonly titles: boolean },
): Promise<Located> {
  return look({ http, ...options, addresses: 0 }, address, 0);
}

async function look(search: Search, address: string, depth: number): Promise<Located> {
  if (++search.addresses > MOST_ADDRESSES) throw new RemoteFailure('STREAM_PROTOCOL', 'too many addresses');
  const headers = search.titles ? { 'icy-metadata': '1' } : {};
  const answer = await search.http.get(address, { headers, signal: search.signal });
  const reader = new BodyReader(answer.body);
  try {
    requireFine(answer.status);
    const type = answer.headers['content-type'] ?? '';
    const start = await reader.peek(PEEK_BYTES);
    if (isPlaylist(type, answer.url.pathname, start.toString('latin1'))) {
      return await lookInto(search, answer, await reader.text(MOST_PLAYLIST_BYTES), depth);
    }
    const audio = sniffAudio(start, type);
    if (audio === undefined)
      throw new RemoteFailure('NOT_AUDIO', `the server sends no sound but ${type || 'nothing known'}`);
    return soundIn(answer, reader, audio);
  } catch (error) {
    reader.close();
    throw failureOf(error);
  }
}

function soundIn({ url, headers }: HttpAnswer, reader: BodyReader, audio: AudioKind): Located {
  const size = Number(headers['content-length']);
  if (
    Number.isSafeInteger(size) &&
    size > 0 &&
    headers['content-encoding'] === undefined &&
    metaintOf(headers) === undefined
  ) {
    const seekable = /\bbytes\b/i.test(headers['accept-ranges'] ?? '');
    return { kind: 'file', reader, audio, url: url.href, size, seekable };
  }
  const station = stationOf(headers);
  return { kind: 'stream', reader, audio, station, isLive: isStation(headers), metaint: metaintOf(headers) };
}

async function lookInto(search: Search, { url }: HttpAnswer, text: string, depth: number): Promise<Located> {
  if (isHls(text)) return { kind: 'hls', url, text };
  if (depth >= MOST_DEPTH) throw new RemoteFailure('STREAM_PROTOCOL', 'playlists inside playlists without end');
  let failure = new RemoteFailure('NOT_AUDIO', 'an empty playlist');
  for (const entry of playlistEntries(text, url)) {
    try {
      return await look(search, entry, depth + 1);
    } catch (error) {
      failure = failureOf(error);
      if (search.signal.aborted || search.addresses >= MOST_ADDRESSES) break;
    }
  }
  throw failure;
}

/** @throws RemoteFailure */
export function requireFine(status: number): void {
  if (status === 200 || status === 206) return;
  const retry = status >= 500 || status === 408 || status === 429;
  throw new RemoteFailure('STREAM_REFUSED', `the server answers ${status}`, { retry });
}

/** Playlists that stations hand out instead of their stream: M3U, PLS and XSPF. Only their addresses are of use here. */
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
