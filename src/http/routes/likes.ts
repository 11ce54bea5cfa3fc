/** What a person likes; not in rockboxd. */
import type { LikedKind } from '../../library/store/likes.js';
import type { Shape } from '../../library/store/records.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import type { JsonSchema } from '../schema.js';
import { ALBUM, AlbumsSchema } from '../wire/album.js';
import { LikesAmongSchema, LikesQuestionSchema } from '../wire/likes.js';
import { LIST_QUERY } from '../wire/list.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const api = routesOf('', { tag: 'Likes' });

export function likeRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  const marking = (kind: LikedKind, name: string, words: string): Route[] => {
    const common = {
      segments: { id: `Id of the ${kind}.` },
      answers: { 204: { description: 'Done, or it was so already.' } },
      refusals: { 404: `There is no ${kind} with this id.`, ...REFUSED },
    };
    const path = `/${kind}s/{id}/like` as const;
    return [
      api.put(path, `like${name}`, `Like ${words}`, {
        ...common,
        handler: ({ params }) => library.like(kind, params.id),
      }),
      api.delete(path, `unlike${name}`, `Remove the like of ${words}`, {
        ...common,
        handler: ({ params }) => library.unlike(kind, params.id),
      }),
    ];
  };
  const liked = <Kind extends LikedKind>(kind: Kind, shape: Shape<Kind>, rows: JsonSchema): Route =>
    api.get(
      `/likes/${kind}s`,
      kind === 'track' ? 'getLikedTracks' : 'getLikedAlbums',
      `The ${kind}s that are liked, the newest like first`,
      {
        query: LIST_QUERY,
        refusals: UNREADABLE,
        answers: listAnswer(`The ${kind}s.`, rows),
        handler: ({ query }, ctx) =>
          lists.answer(ctx, {
            ...{ kind, shape, list: library.liked(kind), part: query },
            state: library.likesRevision,
          }),
      },
    );
  return [
    ...marking('track', 'Track', 'a track'),
    ...marking('album', 'Album', 'an album'),
    liked('track', TRACK, TracksSchema),
    liked('album', ALBUM, AlbumsSchema),
    api.post('/likes/among', 'getLikesAmong', 'Find which tracks and albums are liked', {
      description:
        'For a client that shows some of a list. The event `likes` says when another answer may be due. Changes nothing.',
      body: LikesQuestionSchema,
      answers: jsonAnswer('Those that are liked.', LikesAmongSchema),
      refusals: { 503: 'The likes cannot be read.' },
      async handler({ body: { tracks = [], albums = [] } }) {
        return {
          tracks: await library.likedAmong('track', tracks),
          albums: await library.likedAmong('album', albums),
        };
      },
    }),
  ];
}
