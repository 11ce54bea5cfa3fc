/** What a person likes: an addition to the contract. */
import type { LikedKind } from '../../library/store/likes.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { listAnswer, REFUSED, route, type Route, UNREADABLE } from '../route.js';
import { ALBUM, AlbumsSchema } from '../wire/album.js';
import { LIST_QUERY } from '../wire/list.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const NAMES = { track: ['Track', 'a track'], album: ['Album', 'an album'] } as const;

export function likeRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  /** Setting or taking back a like. */
  function marking(kind: LikedKind, method: 'PUT' | 'DELETE'): Route {
    const [name, words] = NAMES[kind];
    const [verb, summary] = method === 'PUT' ? ['like', 'Like'] : ['unlike', 'Take back the like of'];
    return route({
      method,
      path: `/${kind}s/{id}/like`,
      tag: 'Likes',
      operationId: `${verb}${name}`,
      summary: `${summary} ${words}`,
      segments: { id: `Id of the ${kind}.` },
      answers: { 204: { description: 'Done, or it was so already.' } },
      refusals: { 404: `There is no ${kind} with this id.`, ...REFUSED },
      async handler(ctx, { params: { id = '' } }) {
        await (method === 'PUT' ? library.like(kind, id) : library.unlike(kind, id));
        ctx.status = 204;
      },
    });
  }

  return [
    marking('track', 'PUT'),
    marking('track', 'DELETE'),
    marking('album', 'PUT'),
    marking('album', 'DELETE'),
    route({
      ...{ method: 'GET', path: '/likes/tracks', tag: 'Likes', operationId: 'getLikedTracks' },
      summary: 'The tracks that are liked, the newest like first',
      query: LIST_QUERY,
      refusals: UNREADABLE,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: (ctx, { query }) =>
        lists.answer(ctx, {
          ...{ kind: 'track', shape: TRACK, keys: () => library.liked('track'), part: query },
          state: library.likesRevision,
        }),
    }),
    route({
      ...{ method: 'GET', path: '/likes/albums', tag: 'Likes', operationId: 'getLikedAlbums' },
      summary: 'The albums that are liked, the newest like first',
      query: LIST_QUERY,
      refusals: UNREADABLE,
      answers: listAnswer('The albums.', AlbumsSchema),
      handler: (ctx, { query }) =>
        lists.answer(ctx, {
          ...{ kind: 'album', shape: ALBUM, keys: () => library.liked('album'), part: query },
          state: library.likesRevision,
        }),
    }),
  ];
}
