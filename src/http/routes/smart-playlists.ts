/** Smart playlists: playlists that are rules. */
import { createHash } from 'node:crypto';

import { Unprocessable } from '../../errors.js';
import { type Keys, listOf } from '../../library/store/lists.js';
import { FROM_START } from '../../playback/state.js';
import { answerList, answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import type { RecordLists } from '../record-list.js';
import * as route from '../route.js';
import { LIST_QUERY } from '../wire/list.js';
import { toTexts } from '../wire/playlist-texts.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import * as wire from '../wire/smart-playlists.js';
import { TRACK, TracksSchema } from '../wire/track.js';

const api = route.routesOf('/smart-playlists', { tag: 'Smart playlists', segments: { id: 'Id of the playlist.' } });

const UNKNOWN = { 404: 'There is no smart playlist with this id.' };
const UNCHANGEABLE = { 404: 'There is no smart playlist with this id, or it is one of the system.' };

type Deps = Pick<HttpDeps, 'smartPlaylists' | 'library' | 'player'>;

/** Another one for other tracks or another order of them, whatever was played or liked meanwhile. */
function digestOf({ buffer, byteOffset, byteLength }: Keys): string {
  return createHash('sha1')
    .update(Buffer.from(buffer, byteOffset, byteLength))
    .digest('base64url');
}

export function smartPlaylistRoutes(deps: Deps, lists: RecordLists): route.Route[] {
  return [...recordRoutes(deps), ...trackRoutes(deps, lists)];
}

function recordRoutes({ smartPlaylists }: Deps): route.Route[] {
  return [
    api.get('', 'listSmartPlaylists', 'List smart playlists, system ones first, then by name', {
      query: LIST_QUERY,
      answers: route.pageAnswer('The playlists.', wire.SmartPlaylistsSchema),
      refusals: route.UNREADABLE,
      handler: async ({ query }, ctx) => answerList(ctx, await smartPlaylists.all(), wire.toSmartPlaylist, query),
    }),
    api.post('', 'createSmartPlaylist', 'Create a smart playlist', {
      body: wire.NewSmartPlaylistSchema,
      answers: route.madeAnswer('The playlist.', wire.SmartPlaylistSchema),
      refusals: { 409: 'There are too many smart playlists, or too much stands in them.', ...route.REFUSED },
      async handler({ body }, ctx) {
        const playlist = await smartPlaylists.create(toTexts(body), body.rules);
        answerMade(ctx, `/smart-playlists/${playlist.playlist.id}`, wire.toSmartPlaylist(playlist));
      },
    }),
    api.get('/{id}', 'getSmartPlaylist', 'Get a smart playlist', {
      answers: route.jsonAnswer('The playlist.', wire.SmartPlaylistSchema),
      refusals: { ...UNKNOWN, ...route.UNREADABLE },
      handler: async ({ params: { id } }) => wire.toSmartPlaylist(await smartPlaylists.find(id)),
    }),
    api.put('/{id}', 'updateSmartPlaylist', 'Replace a smart playlist', {
      protected: 'changes',
      description: 'All of it: what is left out becomes null.',
      body: wire.NewSmartPlaylistSchema,
      answers: { 204: { description: 'Done.' } },
      refusals: { ...UNCHANGEABLE, 409: 'Too much would stand in all smart playlists together.', ...route.REFUSED },
      handler: ({ params: { id }, body }) => smartPlaylists.replace(id, toTexts(body), body.rules),
    }),
    api.delete('/{id}', 'deleteSmartPlaylist', 'Delete a smart playlist', {
      protected: 'changes',
      answers: { 204: { description: 'Done.' } },
      refusals: { ...UNCHANGEABLE, ...route.REFUSED },
      handler: ({ params: { id } }) => smartPlaylists.remove(id),
    }),
  ];
}

function trackRoutes({ smartPlaylists, library, player }: Deps, lists: RecordLists): route.Route[] {
  return [
    api.get('/{id}/tracks', 'getSmartPlaylistTracks', 'List the tracks of a smart playlist in its order', {
      description: 'A random order stays the same for a day, or as long as the client asks with the same seed.',
      query: wire.SMART_LIST_QUERY,
      answers: route.listAnswer('The tracks.', TracksSchema),
      refusals: { ...UNKNOWN, ...route.UNREADABLE },
      async handler({ params: { id }, query: { seed, ...part } }, ctx) {
        const keys = await smartPlaylists.tracksOf(id, seed);
        const state = digestOf(keys);
        await lists.answer(ctx, { kind: 'track', shape: TRACK, list: listOf(keys), part, state });
      },
    }),
    api.post('/{id}/play', 'playSmartPlaylist', 'Replace the queue with a smart playlist and start it', {
      description: 'The tracks as they are listed for this seed, as many as the queue can hold.',
      query: wire.SEED_QUERY,
      answers: { 204: { description: 'It plays.' } },
      refusals: { ...UNKNOWN, 422: 'Nothing is in it now; the queue stays as it is.', ...route.NOT_SAVED },
      async handler({ params: { id }, query: { seed } }) {
        const keys = await smartPlaylists.tracksOf(id, seed);
        const locations = await library.locations(keys.subarray(0, player.queue().capacity));
        if (locations.length === 0) {
          throw new Unprocessable('NOTHING_TO_PLAY', 'No track follows the rules of this playlist now.');
        }
        await player.replaceQueue(locations);
        await player.startAt(0, FROM_START);
      },
    }),
    api.post('/preview', 'previewSmartPlaylist', 'List the tracks that match rules, without saving them', {
      query: wire.SMART_LIST_QUERY,
      body: RuleCriteriaSchema,
      answers: route.pageAnswer('The tracks, in their order.', TracksSchema),
      refusals: route.UNREADABLE,
      async handler({ query: { seed, ...part }, body }, ctx) {
        const keys = await smartPlaylists.preview(body, seed);
        await lists.answerOnce(ctx, { kind: 'track', shape: TRACK, list: listOf(keys), part });
      },
    }),
  ];
}
