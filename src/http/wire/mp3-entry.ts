/** A queue entry or the current track as the wire names it (contract section 4, Mp3Entry: the 21 documented fields). */
import type { EntryFacts, EntryIds } from '../../library/store/entries.js';
import type { CurrentTrack } from '../../player/types.js';
import { count, type Static, text, textOrNull } from '../schema.js';

const PROPERTIES = {
  path: text('Absolute path of the file, or the URL of a stream.'),
  title: text('Title; the file name when the file has none.'),
  artist: text('Artist of the track.'),
  album: text('Title of the album.'),
  albumartist: text('Artist of the album.'),
  composer: text('Composer.'),
  genre_string: text('Genres as the file names them, separated by a comma and a space.'),
  tracknum: count('Number on its disc.'),
  discnum: count('Number of its disc.'),
  year: count('Year of release.'),
  year_string: text('Date of release: YYYY-MM-DD, or as much of it as is known.'),
  length: count('Duration in milliseconds.'),
  elapsed: count('Position of what is heard now, in milliseconds; 0 for entries that are not current.'),
  filesize: count('Bytes.'),
  bitrate: count('Mean bit rate in kbit/s.'),
  frequency: count('Sample rate in Hz.'),
  id: textOrNull('Id of the track in the library, null when it is not in there.'),
  album_id: textOrNull('Id of its album in the library.'),
  artist_id: textOrNull('Id of its artist in the library.'),
  genre_id: textOrNull('Id of its genre in the library.'),
  album_art: textOrNull('Name of the cover image.'),
} as const;

export const Mp3EntrySchema = {
  type: 'object',
  description: 'One entry of the live queue. An unknown text is `""`, an unknown number 0.',
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
} as const;

export const NullableMp3EntrySchema = { anyOf: [Mp3EntrySchema, { type: 'null' }] } as const;

export type Mp3Entry = { readonly [Key in keyof typeof PROPERTIES]: Static<(typeof PROPERTIES)[Key]> };

/** What a location is: what is known of it, and where it stands in the library unless it is not in there. */
export interface KnownEntry {
  readonly facts: EntryFacts;
  readonly ids: EntryIds | undefined;
}

/** An entry that is not current: elapsed 0. */
export function toMp3Entry(location: string, { facts, ids }: KnownEntry): Mp3Entry {
  return {
    path: location,
    title: facts.title,
    artist: facts.artist,
    album: facts.album,
    albumartist: facts.albumArtist,
    composer: facts.composer,
    genre_string: facts.genre,
    tracknum: facts.trackNumber,
    discnum: facts.discNumber,
    year: facts.year,
    year_string: facts.yearString,
    length: facts.length,
    elapsed: 0,
    filesize: facts.fileSize,
    bitrate: facts.bitrate,
    frequency: facts.sampleRate,
    id: ids?.id ?? null,
    album_id: ids?.albumId ?? null,
    artist_id: ids?.artistId ?? null,
    genre_id: ids?.genreId ?? null,
    album_art: ids?.cover ?? null,
  };
}

/**
 * The current track: what its decoder knows wins over what was known of it before. A station gives title and artist of what is on,
 * its own name as the album, and as the title while it names none.
 */
export function toCurrentMp3Entry({ entry, elapsed, facts, stream }: CurrentTrack, known: KnownEntry): Mp3Entry {
  const tag = known.facts;
  const decoded = facts && {
    length: facts.length === 0 ? tag.length : facts.length,
    frequency: facts.sampleRate,
    bitrate: facts.bitrate,
  };
  const { station = '', genre = '', artist = '', title = '' } = stream ?? {};
  const heard = {
    title: title || station || tag.title,
    artist: artist || tag.artist,
    album: station || tag.album,
    genre_string: genre || tag.genre,
  };
  return { ...toMp3Entry(entry.location, known), ...heard, ...decoded, elapsed };
}
