/** What plays, and the commands that play something. */
import { Forbidden, InvalidInput, NotFound } from '../../errors.js';
import { admitTracks } from '../../http/admission.js';
import { currentEntry, nextEntry } from '../../http/entries.js';
import { withoutPlaylists } from '../../http/named-playlists.js';
import { playLocations, playMusic } from '../../http/play-music.js';
import { listFolder } from '../../library/browse.js';
import { findAudioFiles, isPlaylist } from '../../library/files.js';
import type { GraphqlDeps } from '../deps.js';
import { ENTRY_READERS, readBy } from '../record-rows.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';

const text = `
type AudioStatus {
  """0 stopped, 1 playing, 3 paused."""
  status: Int!
}

type Query {
  """0 stopped, 1 playing, 3 paused."""
  status: Int!
  currentTrack: Track
  nextTrack: Track
  """In bytes."""
  getFilePosition: Int!
}

type Mutation {
  """Plays the current entry of the queue from a position in milliseconds, or else in bytes. While paused only the position moves."""
  play(elapsed: Int!, offset: Int!): Int!
  pause: Int!
  resume: Int!
  next: Int!
  previous: Int!
  """In milliseconds from the beginning; a negative number counts from the end."""
  fastForwardRewind(newTime: Int!): Int!
  flushAndReloadTracks: Int!
  hardStop: Int!
  """Each of these replaces the queue and starts it, at a position if one is given."""
  playAlbum(albumId: String!, shuffle: Boolean, position: Int): Int!
  playArtistTracks(artistId: String!, shuffle: Boolean, position: Int): Int!
  playGenreTracks(genreId: String!, shuffle: Boolean, position: Int): Int!
  """A saved or a smart playlist."""
  playPlaylist(playlistId: String!, shuffle: Boolean, position: Int): Int!
  """With a position, the files of the folder itself are played from the row on that treeGetEntries has there."""
  playDirectory(path: String!, recurse: Boolean, shuffle: Boolean, position: Int): Int!
  playTrack(path: String!): Int!
  playLikedTracks(shuffle: Boolean, position: Int): Int!
  playAllTracks(shuffle: Boolean, position: Int): Int!
}

type Subscription {
  """The current track when it changes, and where it is while it plays."""
  currentlyPlayingSong: Track!
  playbackStatus: AudioStatus!
}
`;

interface Playing {
  readonly shuffle?: boolean | null;
  readonly position?: number | null;
}

type Music = Parameters<typeof playMusic>[0];

const command = (operationId: string) => async (_: unknown, request: GraphqlRequest) => {
  await call(request, operationId);
  return 0;
};

async function play(music: Omit<Music, 'shuffle'>, { shuffle, position }: Playing, { box }: GraphqlRequest) {
  await playMusic({ ...music, shuffle: shuffle ?? false }, box.deps, position ?? 0);
  return 0;
}

interface PlayingPlaylist extends Playing {
  readonly playlistId: string;
}

async function playPlaylist({ playlistId: id, ...how }: PlayingPlaylist, request: GraphqlRequest) {
  try {
    return await play({ of: 'saved_playlist', id }, how, request);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return play({ of: 'smart_playlist', id }, how, request);
  }
}

interface PlayingFolder extends Playing {
  readonly path: string;
  readonly recurse?: boolean | null;
}

async function playDirectory({ path, recurse, shuffle, position }: PlayingFolder, { box }: GraphqlRequest) {
  const { paths, player } = box.deps;
  const folder = await paths.resolve(path.trim());
  if (recurse === true && (position === null || position === undefined)) {
    const files = await findAudioFiles(folder, player.queue().capacity);
    const inside = (await paths.resolveAll(files)).filter((each) => typeof each === 'string');
    await playLocations(inside, box.deps, shuffle ?? false);
    return 0;
  }
  const rows = await listFolder(paths, folder, false);
  const isTrack = (row: (typeof rows)[number]): boolean => !row.isDirectory && !isPlaylist(row.path);
  const files = rows.filter(isTrack).map((row) => row.path);
  const before = rows.slice(0, position ?? 0).filter(isTrack).length;
  if (position !== null && position !== undefined && (position < 0 || position >= Math.max(rows.length, 1))) {
    const message = `must be between 0 and ${rows.length - 1}`;
    throw new InvalidInput('INDEX_OUT_OF_RANGE', `position ${message}`, [{ path: '/position', message }]);
  }
  await playLocations(files, box.deps, shuffle ?? false, Math.min(before, Math.max(files.length - 1, 0)));
  return 0;
}

async function playTrack({ path }: { readonly path: string }, { box }: GraphqlRequest) {
  const { paths, streams, player } = box.deps;
  const admitted = await admitTracks([path.replace(/^\s*file:\/\//, '')], paths, streams);
  const { locations } = await withoutPlaylists(admitted, box.deps, (count) => {
    if (count > player.queue().capacity) throw new Forbidden('QUEUE_FULL', 'The playlist is longer than the queue.');
  });
  await playLocations(locations, box.deps);
  return 0;
}

/** The current track as GraphQL shows it; null when stopped. */
export async function currentTrack({ player, tags, library, sentTracks }: GraphqlDeps): Promise<object | null> {
  const entry = await currentEntry(player, { tags, library, sentTracks });
  return entry === null ? null : readBy(ENTRY_READERS, entry);
}

async function status(request: GraphqlRequest): Promise<number> {
  return ((await call(request, 'getStatus')) as { readonly status: number }).status;
}

export const PLAYBACK: SchemaPart = {
  text,
  Query: {
    status: (_, request) => status(request),
    currentTrack: (_, { box }) => currentTrack(box.deps),
    async nextTrack(_, { box }) {
      const { player, tags, library, sentTracks } = box.deps;
      const entry = await nextEntry(player, { tags, library, sentTracks });
      return entry === null ? null : readBy(ENTRY_READERS, entry);
    },
    getFilePosition: (_, request) => call(request, 'getFilePosition'),
  },
  Mutation: {
    async play(query: { elapsed: number; offset: number }, request) {
      await call(request, 'play', { query });
      return 0;
    },
    pause: command('pause'),
    resume: command('resume'),
    next: command('next'),
    previous: command('previous'),
    async fastForwardRewind({ newTime }: { newTime: number }, request) {
      await call(request, 'ffRewind', { query: { newtime: newTime } });
      return 0;
    },
    flushAndReloadTracks: command('flushAndReloadTracks'),
    hardStop: command('stop'),
    playAlbum: ({ albumId: id, ...how }: Playing & { albumId: string }, request) =>
      play({ of: 'album', id }, how, request),
    playArtistTracks: ({ artistId: id, ...how }: Playing & { artistId: string }, request) =>
      play({ of: 'artist', id }, how, request),
    playGenreTracks: ({ genreId: id, ...how }: Playing & { genreId: string }, request) =>
      play({ of: 'genre', id }, how, request),
    playPlaylist,
    playDirectory,
    playTrack,
    playLikedTracks: (how: Playing, request) => play({ of: 'liked' }, how, request),
    playAllTracks: (how: Playing, request) => play({ of: 'library' }, how, request),
  },
  Subscription: {
    currentlyPlayingSong: (_, { box }) => box.feed.songs(),
    playbackStatus: (_, { box }) => box.feed.statuses(),
  },
};
