/** Saved playlists and their folders on the wire. */
import { InvalidInput } from '../../errors.js';
import { PLAYLIST_CAPACITY } from '../../playlists/saved/saved-playlists.js';
import type { PlaylistFolder, SavedPlaylist } from '../../playlists/saved/saved-store.js';
import { ID_LIMIT, NAME_LIMIT, PRINTABLE } from '../../playlists/texts.js';
import * as schema from '../schema.js';
import { toWire } from './names.js';
import { NameSchema, TEXTS } from './playlist-texts.js';

const TRACK_IDS = schema.listOf(
  { type: 'string', maxLength: ID_LIMIT, pattern: PRINTABLE },
  'Ids of tracks in order; they need not be in the library, and may come more than once.',
);

const PATHS = {
  ...schema.listOf(
    { type: 'string' },
    'Tracks by their files, behind `track_ids`: absolute paths inside a library root or http(s) URLs, as `POST /playlists` ' +
      'takes them; a playlist or CUE sheet stands for the tracks that it names.',
  ),
  type: ['array', 'null'],
  maxItems: PLAYLIST_CAPACITY,
} as const;

export const NewSavedPlaylistSchema = schema.named('NewSavedPlaylist').object('', ['name'], {
  name: NameSchema,
  ...TEXTS,
  track_ids: { ...TRACK_IDS, type: ['array', 'null'] },
  paths: PATHS,
});

/** Texts of a playlist whose tracks come from elsewhere. */
export const NewSavedPlaylistTextsSchema = schema.object('', ['name'], { name: NameSchema, ...TEXTS });

export const PlaylistTextsSchema = schema.named('PlaylistTexts').object('', ['name'], {
  name: { ...NameSchema, minLength: 0, description: 'Name; it may be empty.' },
  ...TEXTS,
});

export const TrackIdsSchema = schema.object('', ['track_ids'], { track_ids: TRACK_IDS, paths: PATHS });

export const IdsSchema = schema.listOf(schema.text('Id of a track.'), 'In order.');

export const RemovePositionsSchema = schema.record('', {
  positions: {
    type: 'array',
    minItems: 1,
    maxItems: PLAYLIST_CAPACITY,
    items: schema.int32('An index of the playlist as it stands.'),
    description: 'Removed together.',
  },
});

export const SavedPlaylistSchema = schema.named('SavedPlaylist').record('', {
  id: schema.text('Names the playlist for good.'),
  name: schema.text('Name.'),
  description: schema.textOrNull('What it is, for people.'),
  image: schema.textOrNull('Name or address of a picture.'),
  folder_id: schema.textOrNull('Id of the folder that it is in.'),
  track_count: schema.count('How many tracks it has; those that are not in the library count too.'),
  created_at: schema.count('When it was made, in Unix seconds.'),
  updated_at: schema.count('When its name or its description was last changed, in Unix seconds.'),
});

export const SavedPlaylistsSchema = schema.listOf(SavedPlaylistSchema);

export const PlaylistFolderNameSchema = schema.record('', { name: NameSchema });

export const PlaylistFolderSchema = schema.named('PlaylistFolder').record('', {
  id: schema.text('Names the folder for good.'),
  name: schema.text('Name.'),
  created_at: schema.count('When it was made, in Unix seconds.'),
  updated_at: schema.count('When it was last renamed, in Unix seconds.'),
});

export const PlaylistFoldersSchema = schema.listOf(PlaylistFolderSchema);

export const FOLDER_QUERY = {
  folder_id: schema.textParameter(ID_LIMIT, 'Those in this folder only.'),
} as const satisfies Record<string, schema.TextParameter>;

export const COPY_QUERY = {
  name: schema.textParameter(NAME_LIMIT, 'Name of the new one.'),
} as const satisfies Record<string, schema.TextParameter>;

/** A name from the query, where no pattern is looked at. @throws InvalidInput INVALID_QUERY */
export function requirePrintable(name: string): string {
  if (new RegExp(PRINTABLE, 'u').test(name)) return name;
  const message = 'must not hold control characters';
  throw new InvalidInput('INVALID_QUERY', `name ${message}`, [{ path: 'name', message }]);
}

export const toSavedPlaylist = (playlist: SavedPlaylist) => toWire(SavedPlaylistSchema, playlist);

export const toPlaylistFolder = (folder: PlaylistFolder) => toWire(PlaylistFolderSchema, folder);
