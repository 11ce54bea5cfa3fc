/** An album as the wire names it. */
import type { Shape } from '../../library/store/records.js';
import { count, listOf, named, text, textOrNull } from '../schema.js';
import { fieldsOf } from './names.js';

export const AlbumSchema = named('Album').record('An album.', {
  id: text('Names the album for good.'),
  title: text('Title.'),
  artist: text('The album artist.'),
  year: count('Year of release, 0 when unknown.'),
  year_string: text('Date of release: YYYY-MM-DD, or as much of it as is known.'),
  album_art: text('Name of the cover image below `/covers`; `""` when there is none.'),
  md5: text('MD5 of album artist, title and year, one after the other, in lower-case hexadecimal.'),
  artist_id: text("Id of the artist of the album's first track."),
  label: textOrNull('The record label.'),
  copyright_message: textOrNull('The copyright notice.'),
});

export const AlbumsSchema = listOf(AlbumSchema);

export const ALBUM = fieldsOf(AlbumSchema, {
  album_art: 'cover',
  copyright_message: 'copyright',
}) satisfies Shape<'album'>;
