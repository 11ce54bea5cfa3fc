/**
 * What a search answers (contract section 3): tracks as lists have them, albums without their copyright notice, artists
 * without their genres.
 */
import type { Shape } from '../../library/store/records.js';
import { type TextParameter, text } from '../schema.js';
import { AlbumSchema } from './album.js';
import { TracksSchema } from './track.js';

export const SEARCH_QUERY = {
  q: {
    type: 'string',
    maxLength: 4096,
    default: '',
    description: 'Words, or their beginnings, in any order; case and accents make no difference.',
  },
} as const satisfies Record<string, TextParameter>;

const { id, title, artist, year, year_string, album_art, md5, artist_id, label } = AlbumSchema.properties;
const ALBUM_PROPERTIES = { id, title, artist, year, year_string, album_art, md5, artist_id, label } as const;

const ARTIST_PROPERTIES = {
  id: text('Names the artist for good.'),
  name: text('Its name.'),
  image: text("Path of the picture that lies in the artist's folder; missing when there is none."),
} as const;

export const FoundAlbumSchema = {
  type: 'object',
  description: 'An album that was found.',
  required: Object.keys(ALBUM_PROPERTIES),
  properties: ALBUM_PROPERTIES,
} as const;

export const FoundArtistSchema = {
  type: 'object',
  description: 'An artist that was found.',
  required: ['id', 'name'],
  properties: ARTIST_PROPERTIES,
} as const;

export const SearchResultsSchema = {
  type: 'object',
  description: 'At most 50 of each kind, the best first: the title itself, titles that begin with it, the others.',
  required: ['tracks', 'albums', 'artists'],
  properties: {
    tracks: TracksSchema,
    albums: { type: 'array', items: FoundAlbumSchema },
    artists: { type: 'array', items: FoundArtistSchema },
  },
} as const;

export const FOUND_ALBUM = {
  id: 'id',
  title: 'title',
  artist: 'artist',
  year: 'year',
  year_string: 'yearString',
  album_art: 'cover',
  md5: 'md5',
  artist_id: 'artistId',
  label: 'label',
} as const satisfies Shape<'album'> & Record<keyof typeof ALBUM_PROPERTIES, string>;

export const FOUND_ARTIST = { id: 'id', name: 'name', image: 'image' } as const satisfies Shape<'artist'> &
  Record<keyof typeof ARTIST_PROPERTIES, string>;
