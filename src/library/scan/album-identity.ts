/**
 * Which tracks are one album: those of one release (MusicBrainz), else those of one album artist and title in one folder
 * family. A track whose tag names no album artist is grouped with the tracks of the same folder family and title: by one
 * artist they are that artist's album, by several a compilation. Texts are compared whatever their case. Pure.
 */
import { VARIOUS_ARTISTS } from './track-record.js';

/** No title and no artist contains a control character. */
const BETWEEN = '\n';
/** Behind every identity of a group. */
export const LAST = '\u{10ffff}';
const FEATURED = /\s+[([]?(?:feat\.?|ft\.?|featuring)\s.*$/i;
const PLAIN = /^[\x20-\x7e]*$/;

export function releaseIdentity(release: string): string {
  return `release${BETWEEN}${release}`;
}

/** What the identities of all albums of a folder family and a title begin with. @param family absolute path */
export function groupOf(family: string, title: string): string {
  return `${family}${BETWEEN}${folded(title)}${BETWEEN}`;
}

export function identityIn(group: string, artist: string): string {
  return group + folded(artist);
}

/** The group that an album is of; undefined for a release, and for an album as versions before had it. */
export function groupIn(identity: string): string | undefined {
  return identity.startsWith('/') ? identity.slice(0, identity.lastIndexOf(BETWEEN) + 1) : undefined;
}

/** An artist without featured artists, as identities have it. */
export function leadOf(artist: string): string {
  return folded(withoutFeatured(artist));
}

/** Whose album tracks of these artists are, where no tag says it. @param artists one at least */
export function commonArtist(artists: readonly string[]): string {
  const names = new Set(artists);
  const [first = ''] = names;
  if (names.size < 2) return first;
  return new Set([...names].map(leadOf)).size < 2 ? withoutFeatured(first) : VARIOUS_ARTISTS;
}

function withoutFeatured(artist: string): string {
  return artist.replace(FEATURED, '');
}

function folded(text: string): string {
  return (PLAIN.test(text) ? text : text.normalize()).toLowerCase();
}
