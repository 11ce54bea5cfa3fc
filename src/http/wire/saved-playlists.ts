/** Saved playlists and their folders on the wire (contract section 7). */
import { InvalidInput } from '../../errors.js';
import { PLAYLIST_CAPACITY } from '../../playlists/saved/saved-playlists.js';
import type { PlaylistFolder, SavedPlaylist } from '../../playlists/saved/saved-store.js';
import { ID_LIMIT, NAME_LIMIT, PRINTABLE } from '../../playlists/texts.js';
import { count, int32, text, type TextParameter, textOrNull } from '../schema.js';
import { NameSchema, TEXTS } from './playlist-texts.js';

const TRACK_IDS = {
  type: 'array',
  items: { type: 'string', maxLength: ID_LIMIT, pattern: PRINTABLE },
  description: 'Ids of tracks in order; they need not be in the library, and may come more than once.',
} as const;

export const NewSavedPlaylistSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: NameSchema, ...TEXTS, track_ids: { ...TRACK_IDS, type: ['array', 'null'] } },
} as const;

/** Texts of a playlist whose tracks come from elsewhere. */
export const NewSavedPlaylistTextsSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: NameSchema, ...TEXTS },
} as const;

export const PlaylistTextsSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { ...NameSchema, minLength: 0, description: 'Name; it may be empty.' }, ...TEXTS },
} as const;

export const TrackIdsSchema = {
  type: 'object',
  required: ['track_ids'],
  properties: { track_ids: TRACK_IDS },
} as const;

export const IdsSchema = { type: 'array', items: text('Id of a track.'), description: 'In order.' } as const;

export const RemovePositionsSchema = {
  type: 'object',
  required: ['positions'],
  properties: {
    positions: {
      type: 'array',
      minItems: 1,
      maxItems: PLAYLIST_CAPACITY,
      items: int32('An index of the playlist as it stands.'),
      description: 'Removed together.',
    },
  },
} as const;

const PLAYLIST_PROPERTIES = {
  id: text('Names the playlist for good.'),
  name: text('Name.'),
  description: textOrNull('What it is, for people.'),
  image: textOrNull('Name or address of a picture.'),
  folder_id: textOrNull('Id of the folder that it is in.'),
  track_count: count('How many tracks it has; those that are not in the library count too.'),
  created_at: count('When it was made, in Unix seconds.'),
  updated_at: count('When its name or its description was last changed, in Unix seconds.'),
} as const;

export const SavedPlaylistSchema = {
  type: 'object',
  required: Object.keys(PLAYLIST_PROPERTIES),
  properties: PLAYLIST_PROPERTIES,
} as const;

export const SavedPlaylistsSchema = { type: 'array', items: SavedPlaylistSchema } as const;

export const PlaylistFolderNameSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: NameSchema },
} as const;

const FOLDER_PROPERTIES = {
  id: text('Names the folder for good.'),
  name: text('Name.'),
  created_at: count('When it was made, in Unix seconds.'),
  updated_at: count('When it was last renamed, in Unix seconds.'),
} as const;

export const PlaylistFolderSchema = {
  type: 'object',
  required: Object.keys(FOLDER_PROPERTIES),
  properties: FOLDER_PROPERTIES,
} as const;

export const PlaylistFoldersSchema = { type: 'array', items: PlaylistFolderSchema } as const;

export const FOLDER_QUERY = {
  folder_id: { type: 'string', maxLength: ID_LIMIT, default: '', description: 'Those in this folder only.' },
} as const satisfies Record<string, TextParameter>;

export const COPY_QUERY = {
  name: { type: 'string', maxLength: NAME_LIMIT, default: '', description: 'Name of the new one.' },
} as const satisfies Record<string, TextParameter>;

/** A name from the query, where no pattern is looked at. @throws InvalidInput INVALID_QUERY */
export function requirePrintable(name: string): string {
  if (new RegExp(PRINTABLE, 'u').test(name)) return name;
  const message = 'must not hold control characters';
  throw new InvalidInput('INVALID_QUERY', `name ${message}`, [{ path: 'name', message }]);
}

export const toSavedPlaylist = (playlist: SavedPlaylist) => ({
  id: playlist.id,
  name: playlist.name,
  description: playlist.description,
  image: playlist.image,
  folder_id: playlist.folderId,
  track_count: playlist.trackCount,
  created_at: playlist.createdAt,
  updated_at: playlist.updatedAt,
});

export const toPlaylistFolder = ({ id, name, createdAt, updatedAt }: PlaylistFolder) => ({
  id,
  name,
  created_at: createdAt,
  updated_at: updatedAt,
});
