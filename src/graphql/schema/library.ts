/** Tracks, albums, artists and genres of the library, and what people like. */
import { InvalidInput } from '../../errors.js';
import { createJudge } from '../../http/body.js';
import { toRemoteTrack, TRACK } from '../../http/wire/track.js';
import { FOUND_ALBUM, FOUND_ARTIST } from '../../http/wire/search.js';
import { RuleCriteriaSchema } from '../../http/wire/rules.js';
import { listOf } from '../../library/store/lists.js';
import type { RuleCriteria } from '../../library/rules/criteria.js';
import * as rows from '../record-rows.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';

interface ById {
  readonly id: string;
}

const text = `
"""A track of the library, or an entry of the queue. An unknown text is empty, an unknown number 0."""
type Track {
  """Null for what is not in the library."""
  id: String
  title: String!
  artist: String!
  album: String!
  genre: String!
  disc: String!
  trackString: String!
  yearString: String!
  composer: String!
  """Not kept: always empty."""
  comment: String!
  albumArtist: String!
  """Not kept: always empty."""
  grouping: String!
  discnum: Int!
  tracknum: Int!
  """Not kept: always 0."""
  layer: Int!
  year: Int!
  """In kbit/s."""
  bitrate: Int!
  """Sample rate in Hz."""
  frequency: Int!
  """In bytes."""
  filesize: Int!
  """In milliseconds."""
  length: Int!
  """Where it plays now, in milliseconds; 0 of what does not."""
  elapsed: Int!
  """Path of the file or address of the stream: what the queue takes."""
  path: String!
  albumId: String
  artistId: String
  genreId: String
  """Name of the cover below /covers."""
  albumArt: String
}

type Album {
  id: String!
  title: String!
  artist: String!
  year: Int!
  yearString: String!
  albumArt: String
  md5: String!
  artistId: String!
  copyrightMessage: String
  """By disc and number. Only of album: a list has albums without their tracks."""
  tracks: [Track!]!
}

type Artist {
  id: String!
  name: String!
  bio: String
  image: String
  """Only of artist: a list has artists without their tracks."""
  tracks: [Track!]!
  """Only of artist, and without their tracks."""
  albums: [Album!]!
}

type Genre {
  id: String!
  name: String!
  description: String
  image: String
  """Only of genre, as are albums and artists."""
  tracks: [Track!]!
  albums: [Album!]!
  artists: [Artist!]!
  trackCount: Int!
}

type SearchResults {
  artists: [Artist!]!
  albums: [Album!]!
  tracks: [Track!]!
  """Those of the tracks that were found that are liked."""
  likedTracks: [Track!]!
  likedAlbums: [Album!]!
}

type Query {
  albums: [Album!]!
  artists: [Artist!]!
  tracks: [Track!]!
  album(id: String!): Album
  artist(id: String!): Artist
  track(id: String!): Track
  genres: [Genre!]!
  genre(id: String!): Genre
  genreTracks(id: String!): [Track!]!
  genreAlbums(id: String!): [Album!]!
  genreArtists(id: String!): [Artist!]!
  """Albums of the tracks that match rules: JSON, as those of smart playlists."""
  filterAlbums(rules: String!): [Album!]!
  filterArtists(rules: String!): [Artist!]!
  likedTracks: [Track!]!
  likedAlbums: [Album!]!
  search(term: String!): SearchResults!
}

type Mutation {
  likeTrack(id: String!): Int!
  likeAlbum(id: String!): Int!
  unlikeTrack(id: String!): Int!
  unlikeAlbum(id: String!): Int!
  """Answers when the scan is over."""
  scanLibrary: Int!
}
`;

const SEARCHED = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };

const judgeRules = createJudge(RuleCriteriaSchema);

/** Rules that are a text of JSON. @throws InvalidInput INVALID_BODY */
export async function rulesOf(json: string): Promise<RuleCriteria> {
  let rules: unknown;
  try {
    rules = JSON.parse(json);
  } catch {
    const message = 'must be JSON';
    throw new InvalidInput('INVALID_BODY', `rules ${message}`, [{ path: '/rules', message }]);
  }
  await judgeRules(rules, '/rules');
  return rules as RuleCriteria;
}

const library = ({ box }: GraphqlRequest) => box.deps.library;

async function matching(kind: 'album' | 'artist', json: string, request: GraphqlRequest) {
  const keys = await library(request).matching(kind, await rulesOf(json));
  return rows.rowsOf(library(request), kind, listOf(keys));
}

async function search({ term }: { readonly term: string }, request: GraphqlRequest) {
  const found = await library(request).search(term, SEARCHED);
  const [tracks, albums, artists] = [found.track, found.album, found.artist].map(
    (json) => JSON.parse(json.toString()) as ById[],
  );
  const liked = async (kind: 'track' | 'album', all: readonly ById[] = []): Promise<readonly ById[]> => {
    const ids = await library(request).likedAmong(
      kind,
      all.map(({ id }) => id),
    );
    return all.filter(({ id }) => ids.includes(id));
  };
  return {
    tracks: await rows.rowsIn(tracks ?? [], rows.TRACK_READERS),
    albums: await rows.rowsIn(albums ?? [], rows.ALBUM_READERS),
    artists: await rows.rowsIn(artists ?? [], rows.ARTIST_READERS),
    likedTracks: await rows.rowsIn(await liked('track', tracks), rows.TRACK_READERS),
    likedAlbums: await rows.rowsIn(await liked('album', albums), rows.ALBUM_READERS),
  };
}

/** A record with its lists; null when there is none. */
async function whole(kind: 'album' | 'artist' | 'genre', id: string, request: GraphqlRequest) {
  const from = library(request);
  const record = await rows.recordOf(from, kind, id);
  if (record === null) return null;
  return {
    ...record,
    tracks: await rows.rowsOf(from, 'track', from.tracksOf(kind, id)),
    ...(kind !== 'album' && { albums: await rows.rowsOf(from, 'album', from.albumsOf(kind, id)) }),
    ...(kind === 'genre' && { artists: await rows.rowsOf(from, 'artist', from.artistsOfGenre(id)) }),
  };
}

async function track(id: string, request: GraphqlRequest) {
  const known = await rows.recordOf(library(request), 'track', id);
  if (known !== null) return known;
  const stream = await library(request).findStream(id);
  return stream === undefined ? null : rows.readBy(rows.TRACK_READERS, toRemoteTrack(stream));
}

const marking = (operation: string) => async (args: ById, request: GraphqlRequest) => {
  await call(request, operation, { params: { id: args.id } });
  return 0;
};

export const LIBRARY: SchemaPart = {
  text,
  Query: {
    albums: (_, request) => rows.rowsOf(library(request), 'album', library(request).all('album')),
    artists: (_, request) => rows.rowsOf(library(request), 'artist', library(request).all('artist')),
    tracks: (_, request) =>
      rows.rowsOf(library(request), 'track', library(request).all('track'), (keys) =>
        library(request).neighbours(keys, TRACK),
      ),
    album: ({ id }: ById, request) => whole('album', id, request),
    artist: ({ id }: ById, request) => whole('artist', id, request),
    track: ({ id }: ById, request) => track(id, request),
    genres: (_, request) => rows.rowsOf(library(request), 'genre', library(request).all('genre')),
    genre: ({ id }: ById, request) => whole('genre', id, request),
    genreTracks: ({ id }: ById, request) =>
      rows.rowsOf(library(request), 'track', library(request).tracksOf('genre', id)),
    genreAlbums: ({ id }: ById, request) =>
      rows.rowsOf(library(request), 'album', library(request).albumsOf('genre', id)),
    genreArtists: ({ id }: ById, request) =>
      rows.rowsOf(library(request), 'artist', library(request).artistsOfGenre(id)),
    filterAlbums: ({ rules }: { rules: string }, request) => matching('album', rules, request),
    filterArtists: ({ rules }: { rules: string }, request) => matching('artist', rules, request),
    likedTracks: (_, request) => rows.rowsOf(library(request), 'track', library(request).liked('track')),
    likedAlbums: (_, request) => rows.rowsOf(library(request), 'album', library(request).liked('album')),
    search,
  },
  Mutation: {
    likeTrack: marking('likeTrack'),
    likeAlbum: marking('likeAlbum'),
    unlikeTrack: marking('unlikeTrack'),
    unlikeAlbum: marking('unlikeAlbum'),
    async scanLibrary(_, request) {
      await call(request, 'scanLibrary');
      return 0;
    },
  },
};
