/** What the library keeps of a tag: nothing is missing, and whatever a tag leaves out is settled here. Pure. */
import type { TrackTag } from '../../tags/track-tag.js';
import { artistSplitter, DEFAULT_TAG_RULES, type SplitArtists } from '../../tags/tag-rules.js';

export const UNKNOWN_ARTIST = 'Unknown Artist';
export const VARIOUS_ARTISTS = 'Various Artists';
export const UNKNOWN_ALBUM = 'Unknown album';

export interface TrackRecord {
  readonly tag: TrackTag;
  /** As the tag writes it. */
  readonly artistName: string;
  /** Each by itself, the first being whom the track is listed under; one at least. */
  readonly artists: readonly string[];
  /** How they are sorted; empty where the tag does not say it. */
  readonly artistSorts: readonly string[];
  readonly genres: readonly string[];
  readonly album: string;
  /** As far as the track itself names it: the other tracks of its album may make it another one. */
  readonly albumArtist: string;
  /** Whether the tag names the album artist. */
  readonly namesAlbumArtist: boolean;
}

const splitUsually = artistSplitter(DEFAULT_TAG_RULES);

/** An album without an album artist belongs to the first artist, and to nobody when the tag calls it a compilation. */
export function trackRecord(tag: TrackTag, split: SplitArtists = splitUsually): TrackRecord {
  const artistName = tag.artist || tag.albumArtist || UNKNOWN_ARTIST;
  const artists = split(tag.artists.length > 0 ? tag.artists : [artistName]);
  const named = tag.albumArtist || (tag.compilation ? VARIOUS_ARTISTS : '');
  return {
    tag,
    artistName,
    artists,
    artistSorts: sortsOf(artists, tag, split),
    genres: unique(tag.genres),
    album: tag.album || UNKNOWN_ALBUM,
    albumArtist: named || (artists[0] ?? artistName),
    namesAlbumArtist: named !== '',
  };
}

/** One for each artist, or that of the album artist where it is the same; none where it is not clear whose they are. */
function sortsOf(artists: readonly string[], tag: TrackTag, split: SplitArtists): readonly string[] {
  if (tag.artistSorts.length > 0) {
    const sorts = artists.length === tag.artistSorts.length ? tag.artistSorts : split(tag.artistSorts);
    if (sorts.length === artists.length) return sorts;
  }
  if (tag.albumArtistSort === '') return [];
  return artists.map((name) => (name === tag.albumArtist ? tag.albumArtistSort : ''));
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

/** Ending of a picture's file name by its MIME type; undefined without one, or for one that nothing can show. */
export function pictureEnding(mime: string): string | undefined {
  return ENDINGS[mime.toLowerCase()];
}
