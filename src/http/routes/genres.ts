/** Genres of the library. */
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALBUM, AlbumsSchema } from '../wire/album.js';
import { ARTIST, ArtistsSchema } from '../wire/artist.js';
import { GENRE, GenreSchema, GenresSchema } from '../wire/genre.js';
import { ALBUMS_QUERY, LIST_QUERY } from '../wire/list.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const api = routesOf('/genres', { tag: 'Genres', segments: { id: 'Id of the genre.' }, refusals: UNREADABLE });

export function genreRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  return [
    api.get('', 'getGenres', 'List genres by name', {
      query: LIST_QUERY,
      answers: listAnswer('The genres.', GenresSchema),
      handler: ({ query }, ctx) =>
        lists.answer(ctx, { kind: 'genre', shape: GENRE, list: library.all('genre'), part: query }),
    }),
    api.get('/{id}', 'getGenre', 'Get a genre', {
      answers: jsonAnswer('The genre.', GenreSchema),
      refusals: { 404: 'There is no genre with this id.', ...UNREADABLE },
      handler: ({ params: { id } }, ctx) => answerRecord(ctx, library, 'genre', id, GENRE),
    }),
    api.get('/{id}/tracks', 'getGenreTracks', 'List the tracks of a genre by title', {
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: ({ query, params: { id } }, ctx) =>
        lists.answer(ctx, { kind: 'track', shape: TRACK, list: library.tracksOf('genre', id), part: query }),
    }),
    api.get('/{id}/albums', 'getGenreAlbums', 'List the albums of a genre', {
      description: 'None for an unknown id.',
      query: ALBUMS_QUERY,
      answers: listAnswer('The albums.', AlbumsSchema),
      handler: ({ query: { sort, ...part }, params: { id } }, ctx) =>
        lists.answer(ctx, {
          ...{ kind: 'album', shape: ALBUM, list: library.albumsOf('genre', id, sort), part, state: sort },
        }),
    }),
    api.get('/{id}/artists', 'getGenreArtists', 'List the artists of a genre by name', {
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The artists.', ArtistsSchema),
      handler: ({ query, params: { id } }, ctx) =>
        lists.answer(ctx, { kind: 'artist', shape: ARTIST, list: library.artistsOfGenre(id), part: query }),
    }),
  ];
}
