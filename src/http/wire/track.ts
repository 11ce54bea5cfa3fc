/** A track of the library, or a stream that a client has told of, as the wire names it (contract section 3, Track). */
import { md5 } from '../../library/ids.js';
import type { Shape } from '../../library/store/records.js';
import type { StoredStream } from '../../library/store/streams.js';
import { count, type Static, text } from '../schema.js';

const PROPERTIES = {
  id: text('Names the track for good.'),
  path: text('Absolute path of the file, or the URL of a stream: what the queue takes.'),
  title: text('Title; the file name when the file has none.'),
  artist: text('Artists, as the file names them.'),
  album: text('Title of the album.'),
  album_artist: text('Artist of the album.'),
  bitrate: count('Mean bit rate in kbit/s.'),
  composer: text('Composer.'),
  disc_number: count('Number of its disc.'),
  filesize: count('Bytes.'),
  frequency: count('Sample rate in Hz.'),
  length: count('Duration in milliseconds.'),
  track_number: count('Number on its disc.'),
  year: count('Year of release.'),
  year_string: text('Date of release: YYYY-MM-DD, or as much of it as is known.'),
  genre: text('Genres as the file names them, separated by a comma and a space.'),
  md5: text('MD5 of the path, in lower-case hexadecimal.'),
  album_art: text('Name of the cover image below `/covers`.'),
  artist_id: text('Id of its first artist.'),
  album_id: text('Id of its album.'),
  genre_id: text('Id of its first genre.'),
  is_remote: { type: 'boolean', description: 'Whether it is a stream.' },
  created_at: count('When it was first found, in Unix seconds.'),
  updated_at: count('When it was last read, in Unix seconds.'),
} as const;

export const TrackSchema = {
  type: 'object',
  description: 'A track. An unknown text is `""`, an unknown number 0.',
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
} as const;

export const TracksSchema = { type: 'array', items: TrackSchema } as const;

type Track = { readonly [Key in keyof typeof PROPERTIES]: Static<(typeof PROPERTIES)[Key]> };

export const TRACK = {
  id: 'id',
  path: 'location',
  title: 'title',
  artist: 'artist',
  album: 'album',
  album_artist: 'albumArtist',
  bitrate: 'bitrate',
  composer: 'composer',
  disc_number: 'discNumber',
  filesize: 'size',
  frequency: 'frequency',
  length: 'length',
  track_number: 'trackNumber',
  year: 'year',
  year_string: 'yearString',
  genre: 'genre',
  md5: 'md5',
  album_art: 'cover',
  artist_id: 'artistId',
  album_id: 'albumId',
  genre_id: 'genreId',
  is_remote: 'isRemote',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Shape<'track'> & Record<keyof Track, string>;

/** A stream as a track. */
export function toRemoteTrack(stream: StoredStream): Track {
  return {
    id: stream.id,
    path: stream.url,
    title: stream.title,
    artist: stream.artist,
    album: stream.album,
    album_artist: '',
    bitrate: 0,
    composer: '',
    disc_number: 0,
    filesize: 0,
    frequency: 0,
    length: stream.length,
    track_number: 0,
    year: 0,
    year_string: '',
    genre: '',
    md5: md5(stream.url),
    album_art: '',
    artist_id: '',
    album_id: '',
    genre_id: '',
    is_remote: true,
    created_at: stream.createdAt,
    updated_at: stream.updatedAt,
  };
}

/** Contract section 3: all five are required. */
export const StreamMetadataSchema = {
  type: 'object',
  required: ['url', 'title', 'artist', 'album', 'duration_ms'],
  properties: {
    url: { type: 'string', maxLength: 4096, description: 'The http or https address of the stream.' },
    title: text('Title.'),
    artist: text('Artist.'),
    album: text('Title of the album, or what else it belongs to.'),
    duration_ms: {
      type: 'integer',
      minimum: 0,
      maximum: 2 ** 32 - 1,
      description: 'Duration in milliseconds; 0 when it has no end.',
    },
  },
} as const;
