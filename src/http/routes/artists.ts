/** Artists of the library. */
import { listOf } from '../../library/store/lists.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALBUM, AlbumsSchema } from '../wire/album.js';
import { ARTIST, ArtistSchema, ArtistsSchema } from '../wire/artist.js';
import { ARTIST_ALBUMS_QUERY, LIST_QUERY } from '../wire/list.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const api = routesOf('/artists', { tag: 'Artists', segments: { id: 'Id of the artist.' }, refusals: UNREADABLE });

export function artistRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  return [
    api.get('', 'getArtists', 'List track artists by name', {
      query: LIST_QUERY,
      answers: listAnswer('The artists.', ArtistsSchema),
      handler: ({ query }, ctx) =>
        lists.answer(ctx, { kind: 'artist', shape: ARTIST, list: library.all('artist'), part: query }),
    }),
    api.get('/{id}', 'getArtist', 'Get an artist', {
      answers: jsonAnswer('The artist.', ArtistSchema),
      refusals: { 404: 'There is no artist with this id.', ...UNREADABLE },
      handler: ({ params: { id } }, ctx) => answerRecord(ctx, library, 'artist', id, ARTIST),
    }),
    api.get('/{id}/albums', 'getArtistAlbums', 'List the albums of an artist', {
      description: 'None for an unknown id.',
      query: ARTIST_ALBUMS_QUERY,
      answers: listAnswer('The albums.', AlbumsSchema),
      async handler({ query: { whose, sort, ...part }, params: { id } }, ctx) {
        const list = whose === 'all' ? library.albumsOf('artist', id, sort) : library.albumsOfArtist(id, whose, sort);
        await lists.answer(ctx, { kind: 'album', shape: ALBUM, list, part, state: [whose, sort] });
      },
    }),
    api.get('/{id}/tracks', 'getArtistTracks', 'List the tracks of an artist by title', {
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: ({ query, params: { id } }, ctx) =>
        lists.answer(ctx, { kind: 'track', shape: TRACK, list: library.tracksOf('artist', id), part: query }),
    }),
    api.post('/filter', 'filterArtists', 'List the artists of the tracks that match rules', {
      description: 'Each once, in the order of its first track.',
      body: RuleCriteriaSchema,
      answers: pageAnswer('The artists.', ArtistsSchema),
      async handler({ body }, ctx) {
        const keys = await library.matching('artist', body);
        await lists.answerOnce(ctx, { kind: 'artist', shape: ARTIST, list: listOf(keys) });
      },
    }),
  ];
}
