/** The tags that songs are shown with, by MPD's names (`src/tag/Names.cxx`) and in MPD's order. Pure. */

/** Every name that MPD knows. */
export const TAG_NAMES = [
  ...(['Artist', 'ArtistSort', 'Album', 'AlbumSort', 'AlbumArtist', 'AlbumArtistSort', 'Title', 'TitleSort'] as const),
  ...(['Track', 'Name', 'Genre', 'Mood', 'Date', 'OriginalDate', 'Composer', 'ComposerSort', 'Performer'] as const),
  ...(['Conductor', 'Work', 'Movement', 'MovementNumber', 'ShowMovement', 'Ensemble', 'Location', 'Grouping'] as const),
  ...([
    'Comment',
    'Disc',
    'Label',
    'MUSICBRAINZ_ARTISTID',
    'MUSICBRAINZ_ALBUMID',
    'MUSICBRAINZ_ALBUMARTISTID',
  ] as const),
  ...(['MUSICBRAINZ_TRACKID', 'MUSICBRAINZ_RELEASETRACKID', 'MUSICBRAINZ_WORKID'] as const),
  'MUSICBRAINZ_RELEASEGROUPID',
] as const;

export type TagName = (typeof TAG_NAMES)[number];

/** Tags that the library keeps: what `tagtypes` lists. */
export const KNOWN_TAGS: readonly TagName[] = [
  ...(['Artist', 'Album', 'AlbumArtist', 'Title', 'Track', 'Name', 'Genre', 'Date', 'Composer', 'Disc'] as const),
  'Label',
];

const BY_LOWER_NAME = new Map<string, TagName>(TAG_NAMES.map((name) => [name.toLowerCase(), name]));

/** @param name its case does not matter */
export function tagNamed(name: string): TagName | undefined {
  return BY_LOWER_NAME.get(name.toLowerCase());
}

/** The tags that stand in for one that a song does not have, the first that it has (`src/tag/Fallback.hxx`). */
export const FALLBACKS: Readonly<Partial<Record<TagName, readonly TagName[]>>> = {
  AlbumArtistSort: ['AlbumArtist', 'ArtistSort', 'Artist'],
  AlbumArtist: ['Artist'],
  ArtistSort: ['Artist'],
  AlbumSort: ['Album'],
  TitleSort: ['Title'],
  ComposerSort: ['Composer'],
};
