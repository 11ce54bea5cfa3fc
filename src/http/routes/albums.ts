/** Albums of the library (contract section 3). */
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, type Method, pageAnswer, route, type Route, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALBUM, AlbumSchema, AlbumsSchema } from '../wire/album.js';
import { LIST_QUERY } from '../wire/list.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import { TRACK, TracksSchema } from '../wire/track.js';

/** What the albums' rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  const segments = { id: 'Id of the album.' };
  return { method, path: `/albums${path}`, tag: 'Albums', operationId, summary, segments, refusals: UNREADABLE };
}

export function albumRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  return [
    route({
      ...row('GET', '', 'getAlbums', 'All albums, by title'),
      query: LIST_QUERY,
      answers: listAnswer('The albums.', AlbumsSchema),
      handler: (ctx, { query }) =>
        lists.answer(ctx, { kind: 'album', shape: ALBUM, keys: () => library.all('album'), part: query }),
    }),
    route({
      ...row('GET', '/{id}', 'getAlbum', 'An album'),
      answers: jsonAnswer('The album.', AlbumSchema),
      refusals: { 404: 'There is no album with this id.', ...UNREADABLE },
      handler: (ctx, { params: { id = '' } }) => answerRecord(ctx, library, 'album', id, ALBUM),
    }),
    route({
      ...row('GET', '/{id}/tracks', 'getAlbumTracks', 'The tracks of an album, by disc and number'),
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: (ctx, { query, params: { id = '' } }) =>
        lists.answer(ctx, { kind: 'track', shape: TRACK, keys: () => library.tracksOfAlbum(id), part: query }),
    }),
    route({
      ...row('POST', '/filter', 'filterAlbums', 'The albums of the tracks that match rules'),
      description: 'Each once, in the order of its first track.',
      body: RuleCriteriaSchema,
      answers: pageAnswer('The albums.', AlbumsSchema),
      async handler(ctx, { body }) {
        const keys = await library.matching('album', body);
        await lists.answerOnce(ctx, { kind: 'album', shape: ALBUM, keys: () => Promise.resolve(keys) });
      },
    }),
  ];
}
