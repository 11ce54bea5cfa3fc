/** Playlists that come from files on the wire. */
import type { MissingCode, MissingEntry } from '../../playlists/files/find-entries.js';
import type { SavedPlaylist } from '../../playlists/saved/saved-store.js';
import { NAME_LIMIT } from '../../playlists/texts.js';
import { choice, count, listOf, named, object, record, text, textParameter, type TextParameter } from '../schema.js';
import { NameSchema } from './playlist-texts.js';
import { SavedPlaylistSchema, toSavedPlaylist } from './saved-playlists.js';

export const IMPORT_QUERY = {
  name: textParameter(NAME_LIMIT, 'Name of the playlist; by default the one in the file.'),
} as const satisfies Record<string, TextParameter>;

const REASONS: Readonly<Record<MissingCode, string>> = {
  NOT_FOUND: 'No track of the library has this path or the end of it.',
  AMBIGUOUS: 'Several tracks of the library have paths that end so.',
  ANOTHER_LENGTH: 'The one track of this name has another length.',
  UNKNOWN_STREAM: 'The library does not know this stream, and remembers at most 1000 new ones of one file.',
  STREAM_ADDRESS_FORBIDDEN: 'Streams from this address are not played.',
  UNSUPPORTED_ADDRESS: 'Only paths, file URIs and http(s) addresses are understood.',
  NESTED_PLAYLIST: 'A playlist inside a playlist is not followed; a CUE sheet is, where it can be read in the library.',
  TOO_LONG: 'The path is too long.',
};

/** Why an entry of a playlist file is missing, for people. */
export const reasonOf = (code: MissingCode): string => REASONS[code];

export const LibraryFileSchema = object('', ['path'], {
  path: text('Absolute path of a playlist or CUE sheet inside a library root, as `GET /browse/tree-entries` has it.'),
  name: {
    ...NameSchema,
    type: ['string', 'null'],
    description: 'Name of the playlist; by default the one in the file, or else the name of the file.',
  },
});

export const ImportedPlaylistSchema = named('ImportedPlaylist').record('', {
  playlist: SavedPlaylistSchema,
  missing: listOf(
    record('', {
      line: count('Line in the file, counted from 1; in a CUE sheet the number of the track.'),
      location: text('What stands there, or the beginning of it.'),
      code: choice(Object.keys(REASONS) as MissingCode[], 'Stable, upper snake case.'),
      reason: text('For people.'),
    }),
    'What the file names and the playlist lacks, in the order of the file.',
  ),
});

export const toImportedPlaylist = (playlist: SavedPlaylist, missing: readonly MissingEntry[]) => ({
  playlist: toSavedPlaylist(playlist),
  missing: missing.map(({ line, location, code }) => ({ line, location, code, reason: REASONS[code] })),
});

/** Without control characters. */
export function printable(name: string): string {
  return name.replace(/\p{Cc}+|\p{Cs}/gu, ' ').trim();
}
