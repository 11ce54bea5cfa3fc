/** A queue entry or the current track as the wire names it: the 21 documented fields of `Mp3Entry`. */
import type { Shape } from '../../library/store/records.js';
import type { StoredStream } from '../../library/store/streams.js';
import { fallbackTag, isStream, type TrackTag } from '../../tags/track-tag.js';
import type { CurrentTrack } from '../../playback/types.js';
import type { ShownTrack } from '../../radio/sent-tracks.js';
import { count, named, orNull, type Static, text, textOrNull } from '../schema.js';
import { fieldsOf, shaped } from './names.js';

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

export const Mp3EntrySchema = named('Mp3Entry').record(
  'One entry of the live queue. An unknown text is `""`, an unknown number 0.',
  PROPERTIES,
);

export const NullableMp3EntrySchema = orNull(Mp3EntrySchema);

export type Mp3Entry = { readonly [Key in keyof typeof PROPERTIES]: Static<(typeof PROPERTIES)[Key]> };

/** An entry that is in the library, and not current. */
export const ENTRY = fieldsOf(Mp3EntrySchema, {
  ...{ path: 'location', albumartist: 'albumArtist', genre_string: 'genre', tracknum: 'trackNumber' },
  ...{ discnum: 'discNumber', elapsed: 'zero', filesize: 'size', album_art: 'cover' },
}) satisfies Shape<'track'>;

const NOT_IN_LIBRARY = { zero: 0, id: null, albumId: null, artistId: null, genreId: null, cover: null };

/** An entry that is not in the library, and not current. */
export function toMp3Entry(location: string, tag: TrackTag): Mp3Entry {
  const { fileSize: size, sampleRate: frequency } = tag;
  return shaped(ENTRY, { ...NOT_IN_LIBRARY, ...tag, location, size, frequency });
}

/** A stream that a client has told of. */
export function toStreamEntry({ id, url, title, artist, album, length }: StoredStream): Mp3Entry {
  const known = { id, title, artist, album, length, album_id: '', artist_id: '', genre_id: '', album_art: '' };
  return { ...toMp3Entry(url, fallbackTag(url)), ...known };
}

/** A track that a UPnP controller has sent; what it does not say is as if nobody had told of it. */
export function toSentEntry({ url, title, artist, album, genre, length, cover }: ShownTrack): Mp3Entry {
  const entry = toMp3Entry(url, fallbackTag(url));
  return { ...entry, title: title || entry.title, artist, album, genre_string: genre, length, album_art: cover };
}

/**
 * The current track: what its decoder knows wins over what was known of it before. A station gives title and artist of what is on,
 * its own name as the album, and as the title while it names none; a device that plays into the box also gives the album.
 */
export function toCurrentMp3Entry({ elapsed, facts, stream }: CurrentTrack, known: Mp3Entry): Mp3Entry {
  const decoded = facts && {
    // That of a file was counted by the scan, where its decoder may have guessed: one length in every answer.
    length: isStream(known.path) ? facts.length || known.length : known.length || facts.length,
    frequency: facts.sampleRate,
    bitrate: facts.bitrate,
  };
  const { station = '', genre = '', artist = '', title = '', album = '', cover } = stream ?? {};
  const technical = {
    title: title || station || known.title,
    artist: artist || known.artist,
    album: album || station || known.album,
    genre_string: genre || known.genre_string,
    album_art: cover ?? known.album_art,
  };
  return { ...known, ...technical, ...decoded, elapsed };
}

/** An entry without the wire's names. */
export function toTrackFacts(entry: Mp3Entry) {
  const { id, path, title, artist, album, albumartist, composer, length } = entry;
  const { genre_string, tracknum, discnum, year_string, album_art } = entry;
  return {
    id,
    location: path,
    title,
    artist,
    album,
    albumArtist: albumartist,
    composer,
    genre: genre_string,
    trackNumber: tracknum,
    discNumber: discnum,
    yearString: year_string,
    length,
    cover: album_art,
  };
}
