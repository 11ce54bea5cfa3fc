/**
 * What a search answers (contract section 3): tracks as lists have them, albums without their copyright notice, artists
 * without their genres.
 */
import { MOST } from '../../library/store/search.js';
import type { QueryParameters } from '../schema.js';
import { ALBUM, AlbumSchema } from './album.js';
import { ARTIST, ArtistSchema } from './artist.js';
import { TracksSchema } from './track.js';

export const SEARCH_QUERY = {
  q: {
    type: 'string',
    maxLength: 4096,
    default: '',
    description: 'Words, or their beginnings, in any order; case and accents make no difference.',
  },
  limit: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: MOST,
    description: `How many records of each kind at most; never more than ${MOST}.`,
  },
} as const satisfies QueryParameters;

const foundAlbum = <Album extends { copyright_message: unknown }>({ copyright_message: _notice, ...rest }: Album) =>
  rest;
const foundArtist = <Artist extends { genres: unknown }>({ genres: _names, ...rest }: Artist) => rest;

const ALBUM_PROPERTIES = foundAlbum(AlbumSchema.properties);

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
  properties: foundArtist(ArtistSchema.properties),
} as const;

export const SearchResultsSchema = {
  type: 'object',
  description:
    'At most 50 of each kind, fewer with `limit`, the best first: the title itself, titles that begin with it, the others.',
  required: ['tracks', 'albums', 'artists'],
  properties: {
    tracks: TracksSchema,
    albums: { type: 'array', items: FoundAlbumSchema },
    artists: { type: 'array', items: FoundArtistSchema },
  },
} as const;

export const FOUND_ALBUM = foundAlbum(ALBUM);
export const FOUND_ARTIST = foundArtist(ARTIST);
