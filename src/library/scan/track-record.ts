/** What the library keeps of a tag: nothing is missing, and whatever a tag leaves out is settled here. Pure. */
import type { TrackTag } from '../track-tag.js';
import { albumMd5 } from '../ids.js';

export const UNKNOWN_ARTIST = 'Unknown Artist';
export const VARIOUS_ARTISTS = 'Various Artists';

export interface TrackRecord {
  readonly tag: TrackTag;
  /** As the tag writes it. */
  readonly artistName: string;
  /** Each by itself, the first being whom the track is listed under; one at least. */
  readonly artists: readonly string[];
  readonly genres: readonly string[];
  readonly album: string;
  readonly albumArtist: string;
  /** Names the album. */
  readonly albumMd5: string;
}

/** An album without an album artist belongs to the first artist, and to nobody when the tag calls it a compilation. */
export function trackRecord(tag: TrackTag): TrackRecord {
  const artistName = tag.artist || tag.albumArtist || UNKNOWN_ARTIST;
  const artists = tag.artists.length > 0 ? unique(tag.artists) : [artistName];
  const album = tag.album || tag.title;
  const albumArtist = tag.albumArtist || (tag.compilation ? VARIOUS_ARTISTS : (artists[0] ?? artistName));
  const md5 = albumMd5(albumArtist, album, tag.year);
  return { tag, artistName, artists, genres: unique(tag.genres), album, albumArtist, albumMd5: md5 };
}

function unique(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
};

/** Of a picture by its MIME type; undefined without one, or for one that nothing can show. */
export function pictureEnding(mime: string): string | undefined {
  return ENDINGS[mime.toLowerCase()];
}
