/** The live queue, which the schema calls a playlist. */
import { queueRows } from '../../http/entries.js';
import { toPlaylistFacts } from '../../http/wire/playlists.js';
import { NotFound } from '../../errors.js';
import type { GraphqlDeps } from '../deps.js';
import { Rows } from '../holes.js';
import { toGraphql } from '../names.js';
import { ENTRY_READERS } from '../record-rows.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';

const text = `
"""The live queue. Positions are indices into its tracks."""
type Playlist {
  amount: Int!
  index: Int!
  maxPlaylistSize: Int!
  firstIndex: Int!
  lastInsertPos: Int!
  seed: Int!
  lastShuffledStart: Int!
  tracks: [Track!]!
}

type Query {
  playlistGetCurrent: Playlist!
  playlistAmount: Int!
  """Index of the entry that is logically first, as a text."""
  getFirstIndex: String!
  """Number of the current entry in the order of playing, from 1, as a text."""
  getDisplayIndex: String!
}

type Mutation {
  """0 when there is a saved position, else -1. The queue is always there again after a start."""
  playlistResume: Int!
  """Goes on at the saved position. The text is empty."""
  resumeTrack: String!
  playlistStart(startIndex: Int, elapsed: Int, offset: Int): Int!
  playlistRemoveTrack(index: Int!): Int!
  """A sounding track stays as the only entry."""
  playlistRemoveAllTracks: Int!
  """Replaces the queue and does not start it. The name means nothing."""
  playlistCreate(name: String!, tracks: [String!]!): Int!
  """
  A position is an index, or -1 at the beginning, -2 behind what was inserted last, -3 at the end, -4 next, -5 anywhere behind
  the current track, -6 in place of all others, -7 at the end and shuffled, -8 at the end of the order of playing.
  """
  insertTracks(playlistId: String, position: Int!, tracks: [String!]!): Int!
  insertDirectory(playlistId: String, position: Int!, directory: String!): Int!
  """The tracks of a saved playlist; the text is the index of the first of them."""
  insertPlaylist(position: Int!, targetPlaylistId: String, playlistId: String!, shuffle: Boolean): String!
  insertAlbum(albumId: String!, position: Int!): Int!
  shufflePlaylist: Int!
}

type Subscription {
  playlistChanged: Playlist!
}
`;

/** The queue, whose tracks are read while they are sent. */
export async function playlistNow({ player, tags, library, sentTracks }: GraphqlDeps): Promise<object> {
  const queue = player.queue();
  const { pieces } = await queueRows(queue.entries, { tags, library, sentTracks });
  const tracks = await Rows.of(parsed(pieces), ENTRY_READERS);
  return { ...(toGraphql(toPlaylistFacts(queue)) as object), tracks };
}

/** The rows of the pieces of a JSON array: each but the last begins with a bracket or a comma, and ends with a row. */
async function* parsed(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly unknown[]> {
  for await (const piece of pieces) {
    const text = piece.toString();
    if (text.length > '[]'.length) yield JSON.parse(`[${text.slice(1)}]`) as readonly unknown[];
  }
}

interface Inserting {
  readonly position: number;
}

async function inserted(request: GraphqlRequest, body: object): Promise<number> {
  return Number(await call(request, 'insertTracks', { params: { id: 'current' }, body }));
}

async function removed(request: GraphqlRequest, positions: readonly number[]): Promise<number> {
  await call(request, 'removeTracks', { params: { id: 'current' }, body: { positions } });
  return 0;
}

async function insertAlbum({ albumId, position }: Inserting & { albumId: string }, request: GraphqlRequest) {
  const { library, player } = request.box.deps;
  if ((await library.find('album', albumId)) === undefined)
    throw new NotFound('UNKNOWN_ID', 'There is no album with this id.');
  const keys = await library.tracksOf('album', albumId).keys();
  return player.insert(await library.locations(keys), position);
}

interface InsertingPlaylist extends Inserting {
  readonly playlistId: string;
  readonly shuffle?: boolean | null;
}

async function insertPlaylist({ playlistId, position, shuffle }: InsertingPlaylist, request: GraphqlRequest) {
  const { library, player, savedPlaylists, streams } = request.box.deps;
  if ((await savedPlaylists.find(playlistId)) === undefined)
    throw new NotFound('UNKNOWN_ID', 'There is no saved playlist with this id.');
  const locations: string[] = [];
  for (const named of await library.named(await savedPlaylists.tracks(playlistId))) {
    if (named === undefined) continue;
    if (named.stream === undefined) locations.push(named.location);
    else if (typeof streams.examine(named.stream.url) === 'string') locations.push(named.stream.url);
  }
  const index = await player.insert(locations, position);
  if (shuffle === true) await call(request, 'shufflePlaylist');
  return String(index);
}

interface Starting {
  readonly startIndex?: number | null;
  readonly elapsed?: number | null;
  readonly offset?: number | null;
}

async function playlistStart({ startIndex, elapsed, offset }: Starting, request: GraphqlRequest) {
  const query = { start_index: startIndex ?? undefined, elapsed: elapsed ?? undefined, offset: offset ?? undefined };
  await call(request, 'startPlaylist', { query });
  return 0;
}

export const QUEUE: SchemaPart = {
  text,
  Query: {
    playlistGetCurrent: (_, { box }) => playlistNow(box.deps),
    playlistAmount: (_, { box }) => box.deps.player.queue().entries.length,
    getFirstIndex: (_, { box }) => String(box.deps.player.queue().firstIndex),
    getDisplayIndex(_, { box }) {
      const { entries, index, firstIndex } = box.deps.player.queue();
      return String(entries.length === 0 ? 0 : ((index - firstIndex + entries.length) % entries.length) + 1);
    },
  },
  Mutation: {
    async playlistResume(_, request) {
      return ((await call(request, 'resumePlaylist')) as { readonly code: number }).code;
    },
    async resumeTrack(_, request) {
      await call(request, 'resumeTrack');
      return '';
    },
    playlistStart,
    playlistRemoveTrack: ({ index }: { index: number }, request) => removed(request, [index]),
    playlistRemoveAllTracks: (_, request) => removed(request, []),
    async playlistCreate(body: { name: string; tracks: readonly string[] }, request) {
      return Number(await call(request, 'createPlaylist', { body }));
    },
    insertTracks: ({ position, tracks }: Inserting & { tracks: readonly string[] }, request) =>
      inserted(request, { position, tracks }),
    insertDirectory: ({ position, directory }: Inserting & { directory: string }, request) =>
      inserted(request, { position, tracks: [], directory }),
    insertPlaylist,
    insertAlbum,
    async shufflePlaylist(_, request) {
      return Number(await call(request, 'shufflePlaylist'));
    },
  },
  Subscription: {
    playlistChanged: (_, { box }) => box.feed.playlists(),
  },
};
