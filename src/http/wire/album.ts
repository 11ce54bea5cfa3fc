/** An album as the wire names it (contract section 3, Album). */
import type { Shape } from '../../library/store/records.js';
import { count, text, textOrNull } from '../schema.js';

const PROPERTIES = {
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
} as const;

export const AlbumSchema = {
  type: 'object',
  description: 'An album.',
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
} as const;

export const AlbumsSchema = { type: 'array', items: AlbumSchema } as const;

export const ALBUM = {
  id: 'id',
  title: 'title',
  artist: 'artist',
  year: 'year',
  year_string: 'yearString',
  album_art: 'cover',
  md5: 'md5',
  artist_id: 'artistId',
  label: 'label',
  copyright_message: 'copyright',
} as const satisfies Shape<'album'> & Record<keyof typeof PROPERTIES, string>;
