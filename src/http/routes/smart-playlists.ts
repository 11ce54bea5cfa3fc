/** Smart playlists: playlists that are rules (contract section 8). */
import { createHash } from 'node:crypto';

import { Unprocessable } from '../../errors.js';
import type { Keys } from '../../library/library.js';
import { FROM_START } from '../../playback/state.js';
import { answerJson, answerList, answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import type { RecordLists } from '../record-list.js';
import {
  jsonAnswer,
  listAnswer,
  madeAnswer,
  type Method,
  NOT_SAVED,
  pageAnswer,
  REFUSED,
  route,
  type Route,
  UNREADABLE,
} from '../route.js';
import { LIST_QUERY } from '../wire/list.js';
import { toTexts } from '../wire/playlist-texts.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import * as wire from '../wire/smart-playlists.js';
import { TRACK, TracksSchema } from '../wire/track.js';

/** What the rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  const segments = { id: 'Id of the playlist.' };
  return { method, path: `/smart-playlists${path}`, tag: 'Smart playlists', operationId, summary, segments };
}

const UNKNOWN = { 404: 'There is no smart playlist with this id.' };
const UNCHANGEABLE = { 404: 'There is no smart playlist with this id, or it is one of the system.' };

type Deps = Pick<HttpDeps, 'smartPlaylists' | 'library' | 'player'>;

/** Another one for other tracks or another order of them, whatever was played or liked meanwhile. */
function digestOf({ buffer, byteOffset, byteLength }: Keys): string {
  return createHash('sha1')
    .update(Buffer.from(buffer, byteOffset, byteLength))
    .digest('base64url');
}

export function smartPlaylistRoutes(deps: Deps, lists: RecordLists): Route[] {
  return [...recordRoutes(deps), ...trackRoutes(deps, lists)];
}

function recordRoutes({ smartPlaylists }: Deps): Route[] {
  return [
    route({
      ...row('GET', '', 'listSmartPlaylists', 'The smart playlists, those of the system first, then by name'),
      query: LIST_QUERY,
      answers: pageAnswer('The playlists.', wire.SmartPlaylistsSchema),
      refusals: UNREADABLE,
      handler: async (ctx, { query }) => answerList(ctx, await smartPlaylists.all(), wire.toSmartPlaylist, query),
    }),
    route({
      ...row('POST', '', 'createSmartPlaylist', 'Make a smart playlist'),
      body: wire.NewSmartPlaylistSchema,
      answers: madeAnswer('The playlist.', wire.SmartPlaylistSchema),
      refusals: { 409: 'There are too many smart playlists, or too much stands in them.', ...REFUSED },
      async handler(ctx, { body }) {
        const playlist = await smartPlaylists.create(toTexts(body), body.rules);
        answerMade(ctx, `/smart-playlists/${playlist.playlist.id}`, wire.toSmartPlaylist(playlist));
      },
    }),
    route({
      ...row('GET', '/{id}', 'getSmartPlaylist', 'A smart playlist'),
      answers: jsonAnswer('The playlist.', wire.SmartPlaylistSchema),
      refusals: { ...UNKNOWN, ...UNREADABLE },
      async handler(ctx, { params: { id = '' } }) {
        answerJson(ctx, wire.toSmartPlaylist(await smartPlaylists.find(id)));
      },
    }),
    route({
      ...row('PUT', '/{id}', 'updateSmartPlaylist', 'Replace what a smart playlist is'),
      protected: 'changes',
      description: 'All of it: what is left out becomes null.',
      body: wire.NewSmartPlaylistSchema,
      answers: { 204: { description: 'Done.' } },
      refusals: { ...UNCHANGEABLE, 409: 'Too much would stand in all smart playlists together.', ...REFUSED },
      async handler(ctx, { params: { id = '' }, body }) {
        await smartPlaylists.replace(id, toTexts(body), body.rules);
        ctx.status = 204;
      },
    }),
    route({
      ...row('DELETE', '/{id}', 'deleteSmartPlaylist', 'Remove a smart playlist'),
      protected: 'changes',
      answers: { 204: { description: 'Done.' } },
      refusals: { ...UNCHANGEABLE, ...REFUSED },
      async handler(ctx, { params: { id = '' } }) {
        await smartPlaylists.remove(id);
        ctx.status = 204;
      },
    }),
  ];
}

function trackRoutes({ smartPlaylists, library, player }: Deps, lists: RecordLists): Route[] {
  return [
    route({
      ...row('GET', '/{id}/tracks', 'getSmartPlaylistTracks', 'The tracks of a smart playlist, in its order'),
      description: 'A random order stays the same for a day, or as long as the client asks with the same seed.',
      query: wire.SMART_LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      refusals: { ...UNKNOWN, ...UNREADABLE },
      async handler(ctx, { params: { id = '' }, query: { seed, ...part } }) {
        const keys = await smartPlaylists.tracksOf(id, seed);
        const state = digestOf(keys);
        await lists.answer(ctx, { kind: 'track', shape: TRACK, keys: () => Promise.resolve(keys), part, state });
      },
    }),
    route({
      ...row('POST', '/{id}/play', 'playSmartPlaylist', 'Replace the live queue with a smart playlist, and start it'),
      description: 'The tracks as they are listed for this seed, as many as the queue can hold.',
      query: wire.SEED_QUERY,
      answers: { 204: { description: 'It plays.' } },
      refusals: { ...UNKNOWN, 422: 'Nothing is in it now; the queue stays as it is.', ...NOT_SAVED },
      async handler(ctx, { params: { id = '' }, query: { seed } }) {
        const keys = await smartPlaylists.tracksOf(id, seed);
        const locations = await library.locations(keys.subarray(0, player.queue().capacity));
        if (locations.length === 0) {
          throw new Unprocessable('NOTHING_TO_PLAY', 'No track follows the rules of this playlist now.');
        }
        await player.replaceQueue(locations);
        await player.startAt(0, FROM_START);
        ctx.status = 204;
      },
    }),
    route({
      ...row('POST', '/preview', 'previewSmartPlaylist', 'The tracks that follow rules, without saving these'),
      query: wire.SMART_LIST_QUERY,
      body: RuleCriteriaSchema,
      answers: pageAnswer('The tracks, in their order.', TracksSchema),
      refusals: UNREADABLE,
      async handler(ctx, { query: { seed, ...part }, body }) {
        const keys = await smartPlaylists.preview(body, seed);
        await lists.answerOnce(ctx, { kind: 'track', shape: TRACK, keys: () => Promise.resolve(keys), part });
      },
    }),
  ];
}
