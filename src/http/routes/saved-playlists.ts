/** Saved playlists and their folders (contract section 7). */
import { recordId } from '../../library/ids.js';
import { isStream, streamTitle } from '../../tags/track-tag.js';
import { unknownPlaylist } from '../../playlists/saved/saved-playlists.js';
import { answerJson, answerList, answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { playTracks } from '../play-tracks.js';
import { playlistTracks } from '../playlist-tracks.js';
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
import { MoveTracksSchema } from '../wire/playlists.js';
import { toTexts } from '../wire/playlist-texts.js';
import * as wire from '../wire/saved-playlists.js';
import { TracksSchema } from '../wire/track.js';

/** What the rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  const segments = { id: 'Id of the playlist.', track_id: 'Id of the track.' };
  return { method, path: `/saved-playlists${path}`, tag: 'Saved playlists', operationId, summary, segments };
}

const DONE = { 204: { description: 'Done.' } };
const DONE_IF_KNOWN = { 204: { description: 'Done; or there is none with this id.' } };
const UNKNOWN = { 404: 'There is no saved playlist with this id.' };
const FULL = { 409: 'More tracks or more playlists than can be kept; nothing is changed.' };

type Deps = Pick<HttpDeps, 'savedPlaylists' | 'playlistEvents' | 'library' | 'player' | 'streams'>;

export function savedPlaylistRoutes(deps: Deps, lists: RecordLists): Route[] {
  return [...folderRoutes(deps), ...recordRoutes(deps), ...trackRoutes(deps, lists)];
}

function folderRoutes({ savedPlaylists }: Deps): Route[] {
  const segments = { id: 'Id of the folder.' };
  return [
    route({
      ...row('GET', '/folders', 'listPlaylistFolders', 'The folders of playlists, by name'),
      answers: pageAnswer('The folders.', wire.PlaylistFoldersSchema),
      refusals: UNREADABLE,
      async handler(ctx) {
        await answerList(ctx, await savedPlaylists.folders(), wire.toPlaylistFolder);
      },
    }),
    route({
      ...row('POST', '/folders', 'createPlaylistFolder', 'Make a folder for playlists'),
      body: wire.PlaylistFolderNameSchema,
      answers: madeAnswer('The folder.', wire.PlaylistFolderSchema),
      refusals: { 409: 'There are too many folders.', ...REFUSED },
      async handler(ctx, { body: { name } }) {
        const folder = await savedPlaylists.createFolder(name);
        answerMade(ctx, `/saved-playlists/folders/${folder.id}`, wire.toPlaylistFolder(folder));
      },
    }),
    route({
      ...row('PUT', '/folders/{id}', 'renamePlaylistFolder', 'Rename a folder of playlists'),
      segments,
      body: wire.PlaylistFolderNameSchema,
      answers: DONE,
      refusals: { 404: 'There is no folder with this id.', ...REFUSED },
      async handler(ctx, { params: { id = '' }, body: { name } }) {
        await savedPlaylists.renameFolder(id, name);
        ctx.status = 204;
      },
    }),
    route({
      ...row('DELETE', '/folders/{id}', 'deletePlaylistFolder', 'Remove a folder; its playlists stay'),
      protected: 'changes',
      segments,
      answers: DONE_IF_KNOWN,
      refusals: REFUSED,
      async handler(ctx, { params: { id = '' } }) {
        await savedPlaylists.removeFolder(id);
        ctx.status = 204;
      },
    }),
  ];
}

function recordRoutes({ savedPlaylists, library, player }: Deps): Route[] {
  /** Ids of what is in the queue now; a stream that nobody has told of is remembered by its address. */
  async function queueIds(): Promise<string[]> {
    const locations = player.queue().entries.map(({ location }) => location);
    const urls = [...new Set(locations.filter(isStream))];
    const known = new Set((await library.streamsAt(urls)).map(({ url }) => url));
    const unknown = urls.filter((url) => !known.has(url));
    await library.saveStreams(
      unknown.map((url) => ({ url, title: streamTitle(url), artist: '', album: '', length: 0 })),
    );
    return locations.map((location) => recordId('track', location));
  }

  return [
    route({
      ...row('GET', '', 'listSavedPlaylists', 'The saved playlists, the newest first'),
      query: { ...wire.FOLDER_QUERY, ...LIST_QUERY },
      answers: pageAnswer('The playlists.', wire.SavedPlaylistsSchema),
      refusals: UNREADABLE,
      async handler(ctx, { query }) {
        await answerList(ctx, await savedPlaylists.list(query.folder_id), wire.toSavedPlaylist, query);
      },
    }),
    route({
      ...row('POST', '', 'createSavedPlaylist', 'Make a saved playlist'),
      body: wire.NewSavedPlaylistSchema,
      answers: madeAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...FULL, ...REFUSED },
      async handler(ctx, { body }) {
        const playlist = await savedPlaylists.create(toTexts(body), body.track_ids ?? []);
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
    route({
      ...row('POST', '/from-queue', 'saveQueue', 'Save the live queue as a playlist'),
      description: 'In the order of the array. Streams that are not known yet are remembered by their addresses.',
      body: wire.NewSavedPlaylistTextsSchema,
      answers: madeAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...FULL, ...REFUSED },
      async handler(ctx, { body }) {
        const playlist = await savedPlaylists.create(toTexts(body), await queueIds());
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
    route({
      ...row('GET', '/{id}', 'getSavedPlaylist', 'A saved playlist'),
      answers: jsonAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...UNKNOWN, ...UNREADABLE },
      async handler(ctx, { params: { id = '' } }) {
        const playlist = await savedPlaylists.find(id);
        if (playlist === undefined) throw unknownPlaylist();
        answerJson(ctx, wire.toSavedPlaylist(playlist));
      },
    }),
    route({
      ...row('PUT', '/{id}', 'updateSavedPlaylist', 'Replace all of a saved playlist but its tracks'),
      description: 'What is left out becomes null.',
      body: wire.PlaylistTextsSchema,
      answers: DONE_IF_KNOWN,
      refusals: REFUSED,
      async handler(ctx, { params: { id = '' }, body }) {
        await savedPlaylists.replace(id, toTexts(body));
        ctx.status = 204;
      },
    }),
    route({
      ...row('DELETE', '/{id}', 'deleteSavedPlaylist', 'Remove a saved playlist'),
      protected: 'changes',
      answers: DONE_IF_KNOWN,
      refusals: REFUSED,
      async handler(ctx, { params: { id = '' } }) {
        await savedPlaylists.remove(id);
        ctx.status = 204;
      },
    }),
    route({
      ...row('POST', '/{id}/duplicate', 'duplicateSavedPlaylist', 'Make another playlist with the same tracks'),
      query: wire.COPY_QUERY,
      answers: madeAnswer('The new one.', wire.SavedPlaylistSchema),
      refusals: { ...UNKNOWN, ...FULL, ...REFUSED },
      async handler(ctx, { params: { id = '' }, query: { name } }) {
        const playlist = await savedPlaylists.duplicate(id, wire.requirePrintable(name));
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
  ];
}

function trackRoutes(deps: Deps, lists: RecordLists): Route[] {
  const { savedPlaylists, playlistEvents, library } = deps;
  return [
    route({
      ...row('GET', '/{id}/tracks', 'getSavedPlaylistTracks', 'The tracks of a saved playlist'),
      description: 'In order, also those whose root is away; without those that are not known. None of an unknown one.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      refusals: UNREADABLE,
      handler: (ctx, { params: { id = '' }, query }) =>
        lists.answer(
          ctx,
          playlistTracks(library, () => savedPlaylists.tracks(id), playlistEvents.revision, query),
        ),
    }),
    route({
      ...row('GET', '/{id}/track-ids', 'getSavedPlaylistTrackIds', 'The ids of the tracks of a saved playlist'),
      description: 'All of them in order, whether they are known or not. None of an unknown playlist.',
      query: LIST_QUERY,
      answers: pageAnswer('The ids.', wire.IdsSchema),
      refusals: UNREADABLE,
      async handler(ctx, { params: { id = '' }, query }) {
        await answerList(ctx, await savedPlaylists.tracks(id), (track) => track, query);
      },
    }),
    route({
      ...row('POST', '/{id}/tracks', 'addTracksToSavedPlaylist', 'Add tracks at the end of a saved playlist'),
      body: wire.TrackIdsSchema,
      answers: DONE_IF_KNOWN,
      refusals: { 409: 'More tracks than a playlist can hold; nothing is changed.', ...REFUSED },
      async handler(ctx, { params: { id = '' }, body: { track_ids: tracks } }) {
        await savedPlaylists.append(id, tracks);
        ctx.status = 204;
      },
    }),
    route({
      ...row('DELETE', '/{id}/tracks', 'removeSavedPlaylistPositions', 'Remove tracks by their places'),
      protected: 'changes',
      description: 'So that one of several that are the same can be removed.',
      body: wire.RemovePositionsSchema,
      answers: DONE,
      refusals: { ...UNKNOWN, ...REFUSED },
      async handler(ctx, { params: { id = '' }, body: { positions } }) {
        await savedPlaylists.removePositions(id, positions);
        ctx.status = 204;
      },
    }),
    route({
      ...row(
        'DELETE',
        '/{id}/tracks/{track_id}',
        'removeTrackFromSavedPlaylist',
        'Remove a track wherever it is in it',
      ),
      protected: 'changes',
      answers: { 204: { description: 'Done, or it was so already.' } },
      refusals: REFUSED,
      async handler(ctx, { params: { id = '', track_id: track = '' } }) {
        await savedPlaylists.removeTrack(id, track);
        ctx.status = 204;
      },
    }),
    route({
      ...row('PUT', '/{id}/tracks/move', 'moveSavedPlaylistTracks', 'Move tracks within a saved playlist'),
      body: MoveTracksSchema,
      answers: DONE,
      refusals: { ...UNKNOWN, ...REFUSED },
      async handler(ctx, { params: { id = '' }, body: { from, to, count } }) {
        await savedPlaylists.move(id, from, to, count ?? 1);
        ctx.status = 204;
      },
    }),
    route({
      ...row('POST', '/{id}/play', 'playSavedPlaylist', 'Replace the live queue by a playlist and start it'),
      description: 'At its first track.',
      answers: { 204: { description: 'Accepted.' } },
      refusals: { 422: 'No track of it is there, or there is no such playlist; the queue stays.', ...NOT_SAVED },
      async handler(ctx, { params: { id = '' } }) {
        await playTracks(await savedPlaylists.tracks(id), deps);
        ctx.status = 204;
      },
    }),
  ];
}
