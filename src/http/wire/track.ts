/** A track of the library, or a stream that a client has described, as the wire names it. */
import { md5 } from '../../library/ids.js';
import type { Shape } from '../../library/store/records.js';
import type { StoredStream } from '../../library/store/streams.js';
import { LYRICS_SOURCES, type TrackLyrics } from '../../lyrics/lyrics.js';
import { boolean, choice, count, countOrNull, listOf, named, record, text, whole, words } from '../schema.js';
import { fieldsOf, shaped } from './names.js';

export const TrackSchema = named('Track').record('A track. An unknown text is `""`, an unknown number 0.', {
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
  is_remote: boolean('Whether it is a stream.'),
  created_at: count('When it was first found, in Unix seconds.'),
  updated_at: count('When it was last read, in Unix seconds.'),
});

export const TracksSchema = listOf(TrackSchema);

export const TRACK = fieldsOf(TrackSchema, {
  path: 'location',
  filesize: 'size',
  album_art: 'cover',
}) satisfies Shape<'track'>;

const UNKNOWN = {
  ...{ albumArtist: '', composer: '', genre: '', yearString: '', cover: '', artistId: '', albumId: '', genreId: '' },
  ...{ bitrate: 0, discNumber: 0, size: 0, frequency: 0, trackNumber: 0, year: 0 },
};

/** A stream as a track. */
export function toRemoteTrack(stream: StoredStream) {
  const { url } = stream;
  return shaped(TRACK, { ...UNKNOWN, ...stream, location: url, md5: md5(url), isRemote: true });
}

export const LyricsSchema = named('Lyrics').record('The words of a track.', {
  track_id: text('Id of the track.'),
  source: choice(LYRICS_SOURCES, '`file`: a file next to the music. `tag`: inside the file. `lrclib`: looked up.'),
  synced: boolean('Whether every line has its time.'),
  instrumental: boolean('Nothing is sung: there are no lines.'),
  lines: listOf(
    record('', {
      at_ms: countOrNull('When it is sung, in milliseconds into the track; null in lyrics without times.'),
      text: text('`""` for a pause.'),
    }),
    'In their order.',
  ),
});

export const toLyrics = ({ trackId, source, isSynced, isInstrumental, lines }: TrackLyrics) => ({
  ...{ track_id: trackId, source, synced: isSynced, instrumental: isInstrumental },
  lines: lines.map(({ at = null, text: line }) => ({ at_ms: at, text: line })),
});

/** The members of a track that clients must be given. */
export const StreamMetadataSchema = named('StreamMetadata').record('', {
  url: words(4096, 'The http or https address of the stream.'),
  title: text('Title.'),
  artist: text('Artist.'),
  album: text('Title of the album, or what else it belongs to.'),
  duration_ms: whole(0, 2 ** 32 - 1, 'Duration in milliseconds; 0 when it has no end.'),
});
