/**
 * Ids of library records. They look like the CUIDs that clients know (25 characters, the first a `c`), and are made from
 * what a record is: a library that is made anew gives every record the id it had, so likes and playlists still mean it.
 */
import { createHash } from 'node:crypto';

const LENGTH = 24;
const ALPHABET = 36;

export type RecordKind = 'track' | 'album' | 'artist' | 'genre';

/** @param identity of a track its location; of an album its `albumMd5`; of an artist or a genre its name */
export function recordId(kind: RecordKind, identity: string): string {
  const digest = createHash('sha1').update(`${kind}\0${identity}`).digest('hex');
  return `c${BigInt(`0x${digest}`).toString(ALPHABET).padStart(LENGTH, '0').slice(-LENGTH)}`;
}

/** Lower-case hexadecimal MD5 of a text, as the wire has it for tracks (of the path) and albums. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Names an album: one for each album artist, title and year (0 when unknown). */
export function albumMd5(albumArtist: string, title: string, year: number): string {
  return md5(`${albumArtist}${title}${year}`);
}
