/**
 * What a search answers: tracks as lists have them, albums without their copyright notice, artists without their genres;
 * and, where it is asked for, what else a box can play.
 */
import { MOST, MOST_OF_ONE } from '../../library/store/search.js';
import {
  boolean,
  type BooleanParameter,
  choice,
  countParameter,
  listOf,
  named,
  type QueryParameters,
  text,
  textOrNull,
  textParameter,
} from '../schema.js';
import { ALBUM, AlbumSchema } from './album.js';
import { ARTIST, ArtistSchema } from './artist.js';
import { GenresSchema } from './genre.js';
import { StationSchema } from './radio.js';
import { TracksSchema } from './track.js';

/** What is searched unless something else is asked for. */
export const MUSIC_GROUPS = ['tracks', 'albums', 'artists'] as const;
export const GROUPS = [...MUSIC_GROUPS, 'playlists', 'stations', 'genres', 'folders'] as const;
export type Group = (typeof GROUPS)[number];

/** Records in an answer for one group alone. */
export const MOST_OF_GROUP = 100;

export const SEARCH_QUERY = {
  q: textParameter(4096, 'Words, or their beginnings, in any order; case and accents make no difference.'),
  limit: countParameter(
    `How many records of each kind at most; never more than ${MOST}, or ${MOST_OF_GROUP} of one group alone.`,
    MOST,
  ),
  of: {
    type: 'string',
    enum: ['music', 'everything', ...GROUPS],
    maxLength: 10,
    default: 'music',
    description:
      'What is searched: `music` is tracks, albums and artists, `everything` all groups, else one group alone. Playlists, ' +
      'stations, genres and folders are found by their names.',
  },
  offset: countParameter(`How many of each group are passed over; the best ${MOST_OF_ONE} records can be reached.`, 0),
  forgive: {
    type: 'boolean',
    default: false,
    description:
      'Forgives one typing error where nothing is found, or next to nothing: a letter too many, too few or wrong, or two ' +
      'that changed places, in a word of four letters or more.',
  } satisfies BooleanParameter,
} as const satisfies QueryParameters;

const foundAlbum = <Album extends { copyright_message: unknown }>({ copyright_message: _notice, ...rest }: Album) =>
  rest;
const foundArtist = <Artist extends { genres: unknown }>({ genres: _names, ...rest }: Artist) => rest;

export const FoundAlbumSchema = named('FoundAlbum').record(
  'An album that was found.',
  foundAlbum(AlbumSchema.properties),
);

export const FoundArtistSchema = named('FoundArtist').object(
  'An artist that was found.',
  ['id', 'name'],
  foundArtist(ArtistSchema.properties),
);

const FoundPlaylistSchema = named('FoundPlaylist').record('A playlist that was found.', {
  kind: choice(['saved', 'smart'], 'Whether it has tracks of its own, or those that meet its rules.'),
  id: text('Its id, among those of its kind.'),
  name: text('Name.'),
  is_system: boolean('Whether every box has it, and nobody can change it.'),
});

const FoundFolderSchema = named('FoundFolder').record('A folder that was found.', {
  path: text('Absolute path, as `GET /browse/tree-entries` takes it.'),
});

export const SearchResultsSchema = named('SearchResults').object(
  'At most 50 of each kind, fewer with `limit`, the best first: the title itself, titles that begin with it, the others. ' +
    'Playlists and what follows are there when `of` asks for them, `corrected` when `forgive` does.',
  MUSIC_GROUPS,
  {
    tracks: TracksSchema,
    albums: listOf(FoundAlbumSchema),
    artists: listOf(FoundArtistSchema),
    playlists: listOf(FoundPlaylistSchema),
    stations: listOf(StationSchema),
    genres: GenresSchema,
    folders: listOf(FoundFolderSchema),
    corrected: textOrNull(
      'What was searched for instead, as it is written in what was found, such as `Björk`; null where nothing was wrong. ' +
        'What the words found as they were stands first.',
    ),
  },
);

export const FOUND_ALBUM = foundAlbum(ALBUM);
export const FOUND_ARTIST = foundArtist(ARTIST);
