/** The live queue, which the wire calls a playlist (contract section 5). `{id}` is ignored: there is one queue. */
import { Conflict } from '../../errors.js';
import { admitTracks } from '../admission.js';
import { answerEmpty, answerJson, answerText } from '../answer.js';
import { queueEntries } from '../entries.js';
import type { HttpParts } from '../parts.js';
import { jsonAnswer, type Method, NOT_SAVED, route, type Route, textAnswer } from '../route.js';
import { Mp3EntrySchema } from '../wire/mp3-entry.js';
import { toStartPosition } from '../wire/player.js';
import * as wire from '../wire/playlists.js';

/** What the queue's rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  return { method, path: `/playlists${path}`, tag: 'Playlist', operationId, summary };
}

/** Looked at before ten thousand paths are. @throws Conflict QUEUE_FULL */
function requireRoom(tracks: number, capacity: number): void {
  if (tracks > capacity) throw new Conflict('QUEUE_FULL', `The queue holds at most ${capacity} entries.`);
}

export function playlistRoutes({ player, tags, paths, streams }: HttpParts): Route[] {
  return [
    route({
      ...row('POST', '', 'createPlaylist', 'Replace the live queue'),
      description: 'Nothing starts, and a sounding track goes on. Without tracks the queue stays as it is.',
      body: wire.NewPlaylistSchema,
      answers: textAnswer('The start index of the new queue.', wire.StartIndexSchema),
      refusals: { 409: 'More tracks than the queue can hold; nothing is changed.', ...NOT_SAVED },
      async handler(ctx, { body }) {
        requireRoom(body.tracks.length, player.queue().capacity);
        const locations = await admitTracks(body.tracks, paths, streams);
        answerText(ctx, String(locations.length === 0 ? 0 : await player.replaceQueue(locations)));
      },
    }),
    route({
      ...row('PUT', '/start', 'startPlaylist', 'Start the live queue at an index'),
      description: 'An empty queue stays stopped.',
      query: wire.START_AT_QUERY,
      answers: { 200: { description: 'Accepted.' } },
      refusals: NOT_SAVED,
      async handler(ctx, { query }) {
        await player.startAt(query.start_index, toStartPosition(query));
        answerEmpty(ctx);
      },
    }),
    route({
      ...row('GET', '/amount', 'getPlaylistAmount', 'How many entries the live queue has'),
      answers: jsonAnswer('The number of entries.', wire.AmountSchema),
      handler: (ctx) => answerJson(ctx, { amount: player.queue().entries.length }),
    }),
    route({
      ...row('GET', '/{id}', 'getPlaylist', 'The live queue with its entries'),
      answers: jsonAnswer('The queue.', wire.PlaylistInfoSchema),
      async handler(ctx) {
        const queue = player.queue();
        answerJson(ctx, wire.toPlaylistInfo(queue, await queueEntries(queue.entries, tags)));
      },
    }),
    route({
      ...row('GET', '/{id}/tracks', 'getPlaylistTracks', 'The entries of the live queue'),
      answers: jsonAnswer('The entries in queue order.', { type: 'array', items: Mp3EntrySchema }),
      handler: async (ctx) => answerJson(ctx, await queueEntries(player.queue().entries, tags)),
    }),
  ];
}
