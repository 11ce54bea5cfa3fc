/** What a location in a playlist file may mean: the ways in which players of other systems spell a path. */
import { isPlaylist } from '../../library/files.js';
import type { FileEntry } from './file-entry.js';

/** PATH_MAX of Linux, `limits.h`. */
const PATH_LIMIT = 4096;

/** Beginning of an absolute path of Linux or Windows. */
const ABSOLUTE = /^(?:[/\\]|[a-z]:[/\\])/i;

export type Meaning =
  | { readonly kind: 'track'; readonly id: string }
  | { readonly kind: 'stream'; readonly url: string }
  /** Paths to look for, the likeliest first. */
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'nothing'; readonly code: 'TOO_LONG' | 'UNSUPPORTED_ADDRESS' | 'NESTED_PLAYLIST' };

/** As it is when its escapes are not UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Without a drive or a server's name, doubled slashes, dots, and steps that lead out at the top. */
function normalized(path: string): string {
  const kept: string[] = [];
  const isAbsolute = path.startsWith('/');
  for (const segment of path.replace(/^\/?[a-z]:(?=\/)/i, '').split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `${isAbsolute ? '/' : ''}${kept.join('/')}`;
}

export function meaningOf(entry: FileEntry, urn: string): Meaning {
  const meaning = anyMeaningOf(entry, urn);
  const isNested = meaning.kind === 'paths' && meaning.paths.some(isPlaylist);
  return isNested ? { kind: 'nothing', code: 'NESTED_PLAYLIST' } : meaning;
}

/** Paths that an entry may mean, the likeliest first; none for an address or an id. */
export function pathsOf(entry: FileEntry, urn: string): readonly string[] {
  const meaning = anyMeaningOf(entry, urn);
  return meaning.kind === 'paths' ? meaning.paths : [];
}

function anyMeaningOf({ location, isUri, folder }: FileEntry, urn: string): Meaning {
  const trimmed = location.trim();
  if (trimmed.length > PATH_LIMIT) return { kind: 'nothing', code: 'TOO_LONG' };
  if (trimmed.startsWith(urn)) {
    const id = trimmed.slice(urn.length);
    return /^[!-~]{1,100}$/.test(id) ? { kind: 'track', id } : { kind: 'nothing', code: 'UNSUPPORTED_ADDRESS' };
  }
  if (/^https?:\/\//i.test(trimmed)) return { kind: 'stream', url: trimmed };
  if (/^file:/i.test(trimmed)) {
    const path = trimmed.slice('file:'.length).replace(/^\/\/[^/]*(?=\/)/, '');
    return { kind: 'paths', paths: variants([decoded(path), path], folder) };
  }
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(trimmed)) return { kind: 'nothing', code: 'UNSUPPORTED_ADDRESS' };
  const ways = isUri ? [decoded(trimmed), trimmed] : [location, trimmed, decoded(trimmed)];
  return { kind: 'paths', paths: variants(ways, folder) };
}

/** Each as it is, and with the slashes of Windows turned; below `folder` first, unless it is absolute. */
function variants(ways: readonly string[], folder: string | undefined): string[] {
  const all = ways.flatMap((way) => [way, way.replaceAll('\\', '/')]);
  const below = folder === undefined ? [] : all.filter((way) => !ABSOLUTE.test(way)).map((way) => `${folder}/${way}`);
  return [...new Set([...below, ...all].map(normalized))].filter((path) => path.replaceAll('/', '') !== '');
}
