/** What tags leave out, filled in from the path of their file (`path-names.ts`). Pure. */
import { type Family, factsOfFolders, factsOfName } from '../../tags/path-names.js';
import type { TrackTag } from '../../tags/track-tag.js';

export interface CompleteTag {
  readonly tag: TrackTag;
  /** The file said neither title nor artist nor album. */
  readonly isUntagged: boolean;
}

/**
 * The name of the file tells title and numbers where there is no title; its folders tell the album where there is none,
 * and then the artist and the year that are missing too. The folder of a disc tells the number of the disc.
 * @param path absolute @param folder that it lies in @param volume that it lies in: folders above are nobody's
 */
export function completeTag(tag: TrackTag, path: string, folder: Family, volume: string): CompleteTag {
  const { path: family, disc } = folder;
  const isNumbered = tag.trackNumber > 0 && (tag.discNumber > 0 || (disc === 0 && tag.hasTitle));
  if (isNumbered && tag.album !== '' && tag.artist !== '') return { tag, isUntagged: false };
  const name = tag.hasTitle ? undefined : factsOfName(path);
  const folders = tag.album === '' ? factsOfFolders(family, volume) : undefined;
  const isNobodys = tag.artist === '' && tag.albumArtist === '';
  const artist = isNobodys ? (folders?.artist ?? '') : tag.artist;
  const year = tag.year || (folders?.year ?? 0);
  return {
    tag: {
      ...tag,
      artist,
      artists: isNobodys && artist !== '' ? [artist] : tag.artists,
      album: tag.album || (folders?.album ?? ''),
      trackNumber: tag.trackNumber || (name?.trackNumber ?? 0),
      discNumber: tag.discNumber || name?.discNumber || disc,
      year,
      yearString: tag.yearString || (year === 0 ? '' : String(year)),
    },
    isUntagged: name !== undefined && isNobodys && tag.album === '',
  };
}
