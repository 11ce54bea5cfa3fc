/** The live queue, which the wire calls a playlist. `{id}` is ignored: there is one queue. */
import { Conflict } from '../../errors.js';
import { findAudioFiles } from '../../library/files.js';
import { admitTracks } from '../admission.js';
import { answerJsonPieces, TOTAL_HEADER } from '../answer.js';
import { queueRows } from '../entries.js';
import { tagged } from '../etag.js';
import { type Expanded, withoutPlaylists } from '../named-playlists.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, NOT_SAVED, type Route, routesOf, taggedAnswer, textAnswer } from '../route.js';
import { toStartPosition } from '../wire/player.js';
import type { Static } from '../schema.js';
import * as wire from '../wire/playlists.js';

const api = routesOf('/playlists', { tag: 'Playlist' });

type InsertTracks = Static<typeof wire.InsertTracksSchema>;

/** Looked at before ten thousand paths are. @throws Conflict QUEUE_FULL */
function requireRoom(tracks: number, capacity: number): void {
  if (tracks > capacity) throw new Conflict('QUEUE_FULL', `The queue holds at most ${capacity} entries.`);
}

const FULL = 'More tracks than the queue can hold; nothing is changed.';
const BAD_FILE =
  'A playlist among the tracks is missing, too large or damaged, or names nothing that can be played; nothing is changed.';
const LEFT_OUT = 'Tonearm-Left-Out';
const DONE = { 200: { description: 'Done.' } };

export function playlistRoutes(deps: HttpDeps): Route[] {
  const { player, tags, library, sentTracks, paths, streams } = deps;
  const sources = { tags, library, sentTracks };

  /** @throws InvalidInput, Conflict, Unprocessable */
  async function locationsNamed(tracks: readonly string[]): Promise<Expanded> {
    const { capacity } = player.queue();
    requireRoom(tracks.length, capacity);
    const admitted = await admitTracks(tracks, paths, streams);
    return withoutPlaylists(admitted, deps, (count) => {
      requireRoom(count, capacity);
    });
  }

  /** What a body names: the files below its directory when it has one, else its tracks. */
  async function locationsOf({ tracks, directory }: InsertTracks): Promise<Expanded> {
    if (directory === undefined || directory === null) return locationsNamed(tracks);
    const { capacity } = player.queue();
    const files = await findAudioFiles(await paths.resolve(directory.trim()), capacity + 1);
    requireRoom(files.length, capacity);
    // Links below it that lead out of the library are passed over.
    const locations = (await paths.resolveAll(files)).filter((path) => typeof path === 'string');
    return { locations, leftOut: 0 };
  }

  return [
    api.post('', 'createPlaylist', 'Replace the queue', {
      description:
        'Nothing starts, and a sounding track goes on. Without tracks the queue stays as it is. To play a playlist ' +
        'that `GET /browse/tree-entries` lists, send its name as the only track, then `PUT /playlists/start`.',
      body: wire.NewPlaylistSchema,
      answers: textAnswer('The start index of the new queue.', wire.StartIndexSchema, [LEFT_OUT]),
      refusals: { 409: FULL, 422: BAD_FILE, ...NOT_SAVED },
      async handler({ body }, ctx) {
        const { locations, leftOut } = await locationsNamed(body.tracks);
        const index = locations.length === 0 ? 0 : await player.replaceQueue(locations);
        ctx.set(LEFT_OUT, String(leftOut));
        return String(index);
      },
    }),
    api.put('/start', 'startPlaylist', 'Start the queue at an index', {
      description: 'An empty queue stays stopped.',
      query: wire.START_AT_QUERY,
      answers: { 200: { description: 'Accepted.' } },
      refusals: NOT_SAVED,
      handler: ({ query }) => player.startAt(query.start_index, toStartPosition(query)),
    }),
    api.put('/shuffle', 'shufflePlaylist', 'Shuffle the queue', {
      description: 'Playing goes on, and the setting `playlist_shuffle` stays what it is.',
      query: wire.SHUFFLE_QUERY,
      answers: textAnswer('The new index of the entry that is logically first now.', wire.IndexTextSchema),
      refusals: NOT_SAVED,
      handler: async ({ query }) => String(await player.shuffle(query.start_index)),
    }),
    api.put('/resume', 'resumePlaylist', 'Check whether the saved queue can be resumed', {
      description: 'The queue is always there again after a start: nothing is loaded, and nothing starts.',
      answers: jsonAnswer('The code.', wire.ResumeSchema),
      handler: () => wire.toResumeCode(player.resumePoint(), player.status().kind === 'playing'),
    }),
    api.put('/resume-track', 'resumeTrack', 'Resume at the saved position', {
      description: 'Stopped: starts the saved track at its place. Paused: goes on. Nothing saved: no effect.',
      answers: DONE,
      refusals: { 503: `The output is away, or: ${NOT_SAVED[503]}` },
      handler: () => player.resumeTrack(),
    }),
    api.put('/undo', 'undoPlaylistEdit', 'Undo the last edit of the queue', {
      description: 'A new queue, an insertion, a removal, a move or a shuffle, once. The sounding track goes on.',
      answers: DONE,
      refusals: { 409: 'There is nothing to undo.', ...NOT_SAVED },
      handler: () => player.undo(),
    }),
    api.get('/amount', 'getPlaylistAmount', 'Count the entries of the queue', {
      answers: jsonAnswer('The number of entries.', wire.AmountSchema),
      handler: () => ({ amount: player.queue().entries.length }),
    }),
    api.get('/{id}', 'getPlaylist', 'Get the queue with its entries', {
      answers: taggedAnswer('The queue.', wire.PlaylistInfoSchema),
      async handler(_input, ctx) {
        const queue = player.queue();
        const { pieces, material, facts } = await queueRows(queue.entries, sources);
        const info = wire.toPlaylistFacts(queue);
        if (tagged(ctx, [info, facts]) !== undefined) {
          await answerJsonPieces(ctx, wire.playlistInfo(info, pieces), material);
        }
      },
    }),
    api.get('/{id}/tracks', 'getPlaylistTracks', 'List the entries of the queue', {
      query: wire.PAGE_QUERY,
      answers: listAnswer('The entries in queue order.', { type: 'array', items: wire.QueueRowSchema }),
      async handler({ query }, ctx) {
        const { entries } = player.queue();
        const { pieces, material, facts } = await queueRows(entries, sources, query);
        if (tagged(ctx, facts) === undefined) return;
        ctx.set(TOTAL_HEADER, String(entries.length));
        await answerJsonPieces(ctx, pieces, material);
      },
    }),
    api.post('/{id}/tracks', 'insertTracks', 'Insert tracks into the queue', {
      description: 'The current track stays. An empty queue becomes a new one, which is not started.',
      body: wire.InsertTracksSchema,
      answers: textAnswer('The index of the first of them, 0 when there are none.', wire.IndexTextSchema, [LEFT_OUT]),
      refusals: { 409: FULL, 422: BAD_FILE, ...NOT_SAVED },
      async handler({ body }, ctx) {
        const { locations, leftOut } = await locationsOf(body);
        const index = await player.insert(locations, body.position);
        ctx.set(LEFT_OUT, String(leftOut));
        return String(index);
      },
    }),
    api.delete('/{id}/tracks', 'removeTracks', 'Remove tracks from the queue', {
      description: 'A sounding track that is removed goes on to its end; the entry that took its place follows.',
      body: wire.DeleteTracksSchema,
      protects: {
        words: 'its level is `changes`, and the request removes all tracks',
        need: ({ positions }: Static<typeof wire.DeleteTracksSchema>) =>
          positions.length === 0 || positions.length >= player.queue().entries.length ? 'changes' : undefined,
      },
      answers: textAnswer('Always 0.', wire.IndexTextSchema),
      refusals: NOT_SAVED,
      async handler({ body: { positions } }) {
        await (positions.length === 0 ? player.clear() : player.remove(positions));
        return '0';
      },
    }),
    api.put('/{id}/tracks/move', 'moveTracks', 'Move tracks within the queue', {
      body: wire.MoveTracksSchema,
      answers: DONE,
      refusals: NOT_SAVED,
      handler: ({ body: { from, to, count } }) => player.move(from, to, count ?? 1),
    }),
  ];
}
