/** Albums of the library. */
import { listOf } from '../../library/store/lists.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALBUM, AlbumSchema, AlbumsSchema } from '../wire/album.js';
import { ALL_ALBUMS_QUERY, LIST_QUERY } from '../wire/list.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const api = routesOf('/albums', { tag: 'Albums', segments: { id: 'Id of the album.' }, refusals: UNREADABLE });

export function albumRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  return [
    api.get('', 'getAlbums', 'List albums, by title or in another order', {
      query: ALL_ALBUMS_QUERY,
      answers: listAnswer('The albums.', AlbumsSchema),
      async handler({ query: { sort, q, ...part } }, ctx) {
        const state = [sort, q, sort === 'played' && library.statsRevision];
        const list = await library.orders.albums(sort, q);
        await lists.answer(ctx, { kind: 'album', shape: ALBUM, list, part, state });
      },
    }),
    api.get('/{id}', 'getAlbum', 'Get an album', {
      answers: jsonAnswer('The album.', AlbumSchema),
      refusals: { 404: 'There is no album with this id.', ...UNREADABLE },
      handler: ({ params: { id } }, ctx) => answerRecord(ctx, library, 'album', id, ALBUM),
    }),
    api.get('/{id}/tracks', 'getAlbumTracks', 'List the tracks of an album by disc and number', {
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: ({ query, params: { id } }, ctx) =>
        lists.answer(ctx, { kind: 'track', shape: TRACK, list: library.tracksOf('album', id), part: query }),
    }),
    api.post('/filter', 'filterAlbums', 'List the albums of the tracks that match rules', {
      description: 'Each once, in the order of its first track.',
      body: RuleCriteriaSchema,
      answers: pageAnswer('The albums.', AlbumsSchema),
      async handler({ body }, ctx) {
        const keys = await library.matching('album', body);
        await lists.answerOnce(ctx, { kind: 'album', shape: ALBUM, list: listOf(keys) });
      },
    }),
  ];
}
