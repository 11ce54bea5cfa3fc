/** Saved playlists, smart playlists, and how often tracks were played. */
import { playlistTracks } from '../../http/playlist-tracks.js';
import { EVERYTHING } from '../../http/wire/list.js';
import { toSmartPlaylist } from '../../http/wire/smart-playlists.js';
import { listOf } from '../../library/store/lists.js';
import { nextTurn } from '../../library/turn.js';
import { orNull, toGraphql, toRest } from '../names.js';
import { rowsOf } from '../record-rows.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';
import { rulesOf } from './library.js';

const text = `
type SavedPlaylistFolder {
  id: String!
  name: String!
  """In Unix seconds, as all times of playlists."""
  createdAt: Int!
  updatedAt: Int!
}

type SavedPlaylist {
  id: String!
  name: String!
  description: String
  image: String
  folderId: String
  trackCount: Int!
  createdAt: Int!
  updatedAt: Int!
}

type SmartPlaylist {
  id: String!
  name: String!
  description: String
  image: String
  folderId: String
  isSystem: Boolean!
  """JSON."""
  rules: String!
  createdAt: Int!
  updatedAt: Int!
  trackCount: Int!
}

type TrackStats {
  trackId: String!
  playCount: Int!
  skipCount: Int!
  lastPlayed: Int
  lastSkipped: Int
  updatedAt: Int!
}

type Query {
  savedPlaylists(folderId: String): [SavedPlaylist!]!
  savedPlaylist(id: String!): SavedPlaylist
  savedPlaylistTracks(playlistId: String!): [Track!]!
  savedPlaylistTrackIds(playlistId: String!): [String!]!
  playlistFolders: [SavedPlaylistFolder!]!
  smartPlaylists: [SmartPlaylist!]!
  smartPlaylist(id: String!): SmartPlaylist
  smartPlaylistTracks(id: String!): [Track!]!
  smartPlaylistTrackIds(id: String!): [String!]!
  trackStats(trackId: String!): TrackStats
}

type Mutation {
  createPlaylistFolder(name: String!): SavedPlaylistFolder!
  deletePlaylistFolder(id: String!): Boolean!
  createSavedPlaylist(name: String!, description: String, image: String, folderId: String, trackIds: [String!]): SavedPlaylist!
  """What is left out becomes null."""
  updateSavedPlaylist(id: String!, name: String!, description: String, image: String, folderId: String): Boolean!
  deleteSavedPlaylist(id: String!): Boolean!
  addTracksToSavedPlaylist(playlistId: String!, trackIds: [String!]!): Boolean!
  """Every occurrence of it."""
  removeTrackFromSavedPlaylist(playlistId: String!, trackId: String!): Boolean!
  playSavedPlaylist(playlistId: String!): Boolean!
  createSmartPlaylist(name: String!, description: String, image: String, folderId: String, rules: String!): SmartPlaylist!
  updateSmartPlaylist(id: String!, name: String!, description: String, image: String, folderId: String, rules: String!): Boolean!
  deleteSmartPlaylist(id: String!): Boolean!
  playSmartPlaylist(id: String!): Boolean!
  recordTrackPlayed(trackId: String!): Boolean!
  recordTrackSkipped(trackId: String!): Boolean!
}
`;

interface ById {
  readonly id: string;
}

interface ByPlaylist {
  readonly playlistId: string;
}

interface ByTrack {
  readonly trackId: string;
}

type Texts = Readonly<Record<string, unknown>>;

/** A smart playlist of REST: its rules become a text. */
function smart(playlist: unknown): unknown {
  const { rules, ...rest } = playlist as { readonly rules: unknown };
  return { ...(toGraphql(rest) as object), rules: JSON.stringify(rules) };
}

/** Ids of the tracks of a smart playlist. */
async function smartIds(id: string, { box }: GraphqlRequest): Promise<readonly string[]> {
  const { library, smartPlaylists } = box.deps;
  const keys = await smartPlaylists.tracksOf(id, '');
  const ids: string[] = [];
  for (let at = 0; at < keys.length; at += IDS) {
    await nextTurn();
    const rows = JSON.parse((await library.records('track', keys.subarray(at, at + IDS), ID)).toString()) as ById[];
    for (const row of rows) ids.push(row.id);
  }
  return ids;
}

const ID = { id: 'id' } as const;
/** Ids that are read in one turn of the event loop. */
const IDS = 1000;

function savedTracks({ playlistId }: ByPlaylist, { box }: GraphqlRequest) {
  const { library, savedPlaylists } = box.deps;
  const { list, rows } = playlistTracks(library, () => savedPlaylists.tracks(playlistId), undefined, EVERYTHING);
  return rowsOf(library, 'track', list, rows);
}

async function smartBody({ rules, ...texts }: Texts): Promise<object> {
  return { ...toRest(texts), rules: await rulesOf(rules as string) };
}

/** Runs a command, and answers true. */
async function done(request: GraphqlRequest, operationId: string, params: Record<string, string>, body?: unknown) {
  await call(request, operationId, { params, body });
  return true;
}

export const PLAYLISTS: SchemaPart = {
  text,
  Query: {
    async savedPlaylists({ folderId }: { folderId?: string | null }, request) {
      return toGraphql(await call(request, 'listSavedPlaylists', { query: { folder_id: folderId ?? undefined } }));
    },
    async savedPlaylist(params: ById, request) {
      return toGraphql(await orNull(call(request, 'getSavedPlaylist', { params: { id: params.id } })));
    },
    savedPlaylistTracks: savedTracks,
    savedPlaylistTrackIds: ({ playlistId }: ByPlaylist, { box }) => box.deps.savedPlaylists.tracks(playlistId),
    async playlistFolders(_, request) {
      return toGraphql(await call(request, 'listPlaylistFolders'));
    },
    async smartPlaylists(_, { box }) {
      return (await box.deps.smartPlaylists.all()).map((each) => smart(toSmartPlaylist(each)));
    },
    async smartPlaylist({ id }: ById, request) {
      const found = await orNull(call(request, 'getSmartPlaylist', { params: { id } }));
      return found === null ? null : smart(found);
    },
    async smartPlaylistTracks({ id }: ById, { box }) {
      const { library, smartPlaylists } = box.deps;
      return rowsOf(library, 'track', listOf(await smartPlaylists.tracksOf(id, '')));
    },
    smartPlaylistTrackIds: ({ id }: ById, request) => smartIds(id, request),
    async trackStats({ trackId }: ByTrack, request) {
      return toGraphql(await orNull(call(request, 'getTrackStats', { params: { id: trackId } })));
    },
  },
  Mutation: {
    async createPlaylistFolder(body: { name: string }, request) {
      return toGraphql(await call(request, 'createPlaylistFolder', { body: { name: body.name } }));
    },
    deletePlaylistFolder: ({ id }: ById, request) => done(request, 'deletePlaylistFolder', { id }),
    async createSavedPlaylist(texts: Texts, request) {
      return toGraphql(await call(request, 'createSavedPlaylist', { body: toRest(texts) }));
    },
    updateSavedPlaylist: ({ id, ...texts }: ById & Texts, request) =>
      done(request, 'updateSavedPlaylist', { id }, toRest(texts)),
    deleteSavedPlaylist: ({ id }: ById, request) => done(request, 'deleteSavedPlaylist', { id }),
    addTracksToSavedPlaylist: ({ playlistId, trackIds }: ByPlaylist & { trackIds: readonly string[] }, request) =>
      done(request, 'addTracksToSavedPlaylist', { id: playlistId }, { track_ids: trackIds }),
    removeTrackFromSavedPlaylist: ({ playlistId, trackId }: ByPlaylist & ByTrack, request) =>
      done(request, 'removeTrackFromSavedPlaylist', { id: playlistId, track_id: trackId }),
    playSavedPlaylist: ({ playlistId }: ByPlaylist, request) => done(request, 'playSavedPlaylist', { id: playlistId }),
    async createSmartPlaylist(texts: Texts, request) {
      return smart(await call(request, 'createSmartPlaylist', { body: await smartBody(texts) }));
    },
    updateSmartPlaylist: async ({ id, ...texts }: ById & Texts, request) =>
      done(request, 'updateSmartPlaylist', { id }, await smartBody(texts)),
    deleteSmartPlaylist: ({ id }: ById, request) => done(request, 'deleteSmartPlaylist', { id }),
    playSmartPlaylist: ({ id }: ById, request) => done(request, 'playSmartPlaylist', { id }),
    recordTrackPlayed: ({ trackId }: ByTrack, request) => done(request, 'recordTrackPlayed', { id: trackId }),
    recordTrackSkipped: ({ trackId }: ByTrack, request) => done(request, 'recordTrackSkipped', { id: trackId }),
  },
};
