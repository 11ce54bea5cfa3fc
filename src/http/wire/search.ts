/**
 * What a search answers: tracks as lists have them, albums without their copyright notice, artists without their
 * genres.
 */
import { MOST } from '../../library/store/search.js';
import { countParameter, listOf, named, type QueryParameters, textParameter } from '../schema.js';
import { ALBUM, AlbumSchema } from './album.js';
import { ARTIST, ArtistSchema } from './artist.js';
import { TracksSchema } from './track.js';

export const SEARCH_QUERY = {
  q: textParameter(4096, 'Words, or their beginnings, in any order; case and accents make no difference.'),
  limit: countParameter(`How many records of each kind at most; never more than ${MOST}.`, MOST),
} as const satisfies QueryParameters;

const foundAlbum = <Album extends { copyright_message: unknown }>({ copyright_message: _notice, ...rest }: Album) =>
  rest;
const foundArtist = <Artist extends { genres: unknown }>({ genres: _names, ...rest }: Artist) => rest;

export const FoundAlbumSchema = named('FoundAlbum').record(
  'An album that was found.',
  foundAlbum(AlbumSchema.properties),
);

export const FoundArtistSchema = named('FoundArtist').object(
  'An artist that was found.',
  ['id', 'name'],
  foundArtist(ArtistSchema.properties),
);

export const SearchResultsSchema = named('SearchResults').record(
  'At most 50 of each kind, fewer with `limit`, the best first: the title itself, titles that begin with it, the others.',
  {
    tracks: TracksSchema,
    albums: listOf(FoundAlbumSchema),
    artists: listOf(FoundArtistSchema),
  },
);

export const FOUND_ALBUM = foundAlbum(ALBUM);
export const FOUND_ARTIST = foundArtist(ARTIST);
