/** Saved playlists and their folders. */
import { recordId } from '../../library/ids.js';
import { rememberStreams } from '../../library/remembered-streams.js';
import { requireRoom, unknownPlaylist } from '../../playlists/saved/saved-playlists.js';
import { admitTracks } from '../admission.js';
import { answerList, answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { withoutPlaylists } from '../named-playlists.js';
import { playTracks } from '../play-music.js';
import { playlistTracks } from '../playlist-tracks.js';
import type { RecordLists } from '../record-list.js';
import * as route from '../route.js';
import { LIST_QUERY } from '../wire/list.js';
import { MoveTracksSchema } from '../wire/playlists.js';
import { toTexts } from '../wire/playlist-texts.js';
import * as wire from '../wire/saved-playlists.js';
import { TracksSchema } from '../wire/track.js';

const folderApi = route.routesOf('/saved-playlists/folders', {
  tag: 'Saved playlists',
  segments: { id: 'Id of the folder.' },
});
const api = route.routesOf('/saved-playlists', {
  tag: 'Saved playlists',
  segments: { id: 'Id of the playlist.', track_id: 'Id of the track.' },
});

const DONE = { 204: { description: 'Done.' } };
const DONE_IF_KNOWN = { 204: { description: 'Done; or there is none with this id.' } };
const UNKNOWN = { 404: 'There is no saved playlist with this id.' };
const BAD_FILE = {
  422: 'A playlist among the paths is missing, too large or damaged, or names nothing; nothing is changed.',
};
const FULL = { 409: 'More tracks or more playlists than can be kept; nothing is changed.' };

type Deps = Pick<HttpDeps, 'savedPlaylists' | 'playlistEvents' | 'library' | 'player' | 'streams' | 'paths' | 'log'>;

export function savedPlaylistRoutes(deps: Deps, lists: RecordLists): route.Route[] {
  return [...folderRoutes(deps), ...recordRoutes(deps), ...trackRoutes(deps, lists)];
}

function folderRoutes({ savedPlaylists }: Deps): route.Route[] {
  return [
    folderApi.get('', 'listPlaylistFolders', 'List playlist folders by name', {
      answers: route.pageAnswer('The folders.', wire.PlaylistFoldersSchema),
      refusals: route.UNREADABLE,
      handler: async (_input, ctx) => answerList(ctx, await savedPlaylists.folders(), wire.toPlaylistFolder),
    }),
    folderApi.post('', 'createPlaylistFolder', 'Create a playlist folder', {
      body: wire.PlaylistFolderNameSchema,
      answers: route.madeAnswer('The folder.', wire.PlaylistFolderSchema),
      refusals: { 409: 'There are too many folders.', ...route.REFUSED },
      async handler({ body: { name } }, ctx) {
        const folder = await savedPlaylists.createFolder(name);
        answerMade(ctx, `/saved-playlists/folders/${folder.id}`, wire.toPlaylistFolder(folder));
      },
    }),
    folderApi.put('/{id}', 'renamePlaylistFolder', 'Rename a playlist folder', {
      body: wire.PlaylistFolderNameSchema,
      answers: DONE,
      refusals: { 404: 'There is no folder with this id.', ...route.REFUSED },
      handler: ({ params: { id }, body: { name } }) => savedPlaylists.renameFolder(id, name),
    }),
    folderApi.delete('/{id}', 'deletePlaylistFolder', 'Delete a playlist folder and keep its playlists', {
      protected: 'changes',
      answers: DONE_IF_KNOWN,
      refusals: route.REFUSED,
      handler: ({ params: { id } }) => savedPlaylists.removeFolder(id),
    }),
  ];
}

/** Ids of tracks by their locations; a stream that nobody has told of is remembered by its address. */
async function idsAt(locations: readonly string[], { library }: Pick<Deps, 'library'>): Promise<string[]> {
  await rememberStreams(locations, library);
  return locations.map((location) => recordId('track', location));
}

interface NamedTracks {
  readonly track_ids?: readonly string[] | null;
  readonly paths?: readonly string[] | null;
}

/** Ids of the tracks that a body names by id and by path. @throws InvalidInput, Conflict, Unprocessable */
async function idsNamed({ track_ids: ids, paths }: NamedTracks, deps: Deps): Promise<readonly string[]> {
  if (!paths?.length) return ids ?? [];
  const admitted = await admitTracks(paths, deps.paths, deps.streams, 'paths');
  const { locations } = await withoutPlaylists(admitted, deps, requireRoom);
  return [...(ids ?? []), ...(await idsAt(locations, deps))];
}

function recordRoutes(deps: Deps): route.Route[] {
  const { savedPlaylists, player } = deps;
  return [
    api.get('', 'listSavedPlaylists', 'List saved playlists, newest first', {
      query: { ...wire.FOLDER_QUERY, ...LIST_QUERY },
      answers: route.pageAnswer('The playlists.', wire.SavedPlaylistsSchema),
      refusals: route.UNREADABLE,
      handler: async ({ query }, ctx) =>
        answerList(ctx, await savedPlaylists.list(query.folder_id), wire.toSavedPlaylist, query),
    }),
    api.post('', 'createSavedPlaylist', 'Create a saved playlist', {
      body: wire.NewSavedPlaylistSchema,
      answers: route.madeAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...FULL, ...BAD_FILE, ...route.REFUSED },
      async handler({ body }, ctx) {
        const playlist = await savedPlaylists.create(toTexts(body), await idsNamed(body, deps));
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
    api.post('/from-queue', 'saveQueue', 'Save the queue as a playlist', {
      description: 'In the order of the array. Streams that are not known yet are remembered by their addresses.',
      body: wire.NewSavedPlaylistTextsSchema,
      answers: route.madeAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...FULL, ...route.REFUSED },
      async handler({ body }, ctx) {
        const locations = player.queue().entries.map(({ location }) => location);
        const playlist = await savedPlaylists.create(toTexts(body), await idsAt(locations, deps));
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
    api.get('/{id}', 'getSavedPlaylist', 'Get a saved playlist', {
      answers: route.jsonAnswer('The playlist.', wire.SavedPlaylistSchema),
      refusals: { ...UNKNOWN, ...route.UNREADABLE },
      async handler({ params: { id } }) {
        const playlist = await savedPlaylists.find(id);
        if (playlist === undefined) throw unknownPlaylist();
        return wire.toSavedPlaylist(playlist);
      },
    }),
    api.put('/{id}', 'updateSavedPlaylist', 'Replace the texts of a saved playlist', {
      description: 'What is left out becomes null.',
      body: wire.PlaylistTextsSchema,
      answers: DONE_IF_KNOWN,
      refusals: route.REFUSED,
      handler: ({ params: { id }, body }) => savedPlaylists.replace(id, toTexts(body)),
    }),
    api.delete('/{id}', 'deleteSavedPlaylist', 'Delete a saved playlist', {
      protected: 'changes',
      answers: DONE_IF_KNOWN,
      refusals: route.REFUSED,
      handler: ({ params: { id } }) => savedPlaylists.remove(id),
    }),
    api.post('/{id}/duplicate', 'duplicateSavedPlaylist', 'Duplicate a saved playlist', {
      query: wire.COPY_QUERY,
      answers: route.madeAnswer('The new one.', wire.SavedPlaylistSchema),
      refusals: { ...UNKNOWN, ...FULL, ...route.REFUSED },
      async handler({ params: { id }, query: { name } }, ctx) {
        const playlist = await savedPlaylists.duplicate(id, wire.requirePrintable(name));
        answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toSavedPlaylist(playlist));
      },
    }),
  ];
}

function trackRoutes(deps: Deps, lists: RecordLists): route.Route[] {
  const { savedPlaylists, playlistEvents, library } = deps;
  return [
    api.get('/{id}/tracks', 'getSavedPlaylistTracks', 'List the tracks of a saved playlist', {
      description: 'In order, also those whose root is away; without those that are not known. None of an unknown one.',
      query: LIST_QUERY,
      answers: route.listAnswer('The tracks.', TracksSchema),
      refusals: route.UNREADABLE,
      handler: ({ params: { id }, query }, ctx) =>
        lists.answer(
          ctx,
          playlistTracks(library, () => savedPlaylists.tracks(id), playlistEvents.revision, query),
        ),
    }),
    api.get('/{id}/track-ids', 'getSavedPlaylistTrackIds', 'List the track ids of a saved playlist', {
      description: 'All of them in order, whether they are known or not. None of an unknown playlist.',
      query: LIST_QUERY,
      answers: route.pageAnswer('The ids.', wire.IdsSchema),
      refusals: route.UNREADABLE,
      handler: async ({ params: { id }, query }, ctx) =>
        answerList(ctx, await savedPlaylists.tracks(id), (track) => track, query),
    }),
    api.post('/{id}/tracks', 'addTracksToSavedPlaylist', 'Append tracks to a saved playlist', {
      body: wire.TrackIdsSchema,
      answers: DONE_IF_KNOWN,
      refusals: { 409: 'More tracks than a playlist can hold; nothing is changed.', ...BAD_FILE, ...route.REFUSED },
      handler: async ({ params: { id }, body }) => savedPlaylists.append(id, await idsNamed(body, deps)),
    }),
    api.delete('/{id}/tracks', 'removeSavedPlaylistPositions', 'Remove tracks by their positions', {
      protected: 'changes',
      description: 'So that one of several that are the same can be removed.',
      body: wire.RemovePositionsSchema,
      answers: DONE,
      refusals: { ...UNKNOWN, ...route.REFUSED },
      handler: ({ params: { id }, body: { positions } }) => savedPlaylists.removePositions(id, positions),
    }),
    api.delete('/{id}/tracks/{track_id}', 'removeTrackFromSavedPlaylist', 'Remove every occurrence of a track', {
      protected: 'changes',
      answers: { 204: { description: 'Done, or it was so already.' } },
      refusals: route.REFUSED,
      handler: ({ params: { id, track_id: track } }) => savedPlaylists.removeTrack(id, track),
    }),
    api.put('/{id}/tracks/move', 'moveSavedPlaylistTracks', 'Move tracks within a saved playlist', {
      body: MoveTracksSchema,
      answers: DONE,
      refusals: { ...UNKNOWN, ...route.REFUSED },
      handler: ({ params: { id }, body: { from, to, count } }) => savedPlaylists.move(id, from, to, count ?? 1),
    }),
    api.post('/{id}/play', 'playSavedPlaylist', 'Replace the queue with a playlist and start it', {
      description: 'At its first track.',
      answers: { 204: { description: 'Accepted.' } },
      refusals: { 422: 'No track of it is there, or there is no such playlist; the queue stays.', ...route.NOT_SAVED },
      async handler({ params: { id } }) {
        await playTracks(await savedPlaylists.tracks(id), deps);
      },
    }),
  ];
}
