/** An entry of a directory as the wire names it. */
import type { FolderEntry } from '../../library/browse.js';
import { type BooleanParameter, count, listOf, named, text, textParameter, type TextParameter } from '../schema.js';

const UINT32_MAX = 2 ** 32 - 1;
/** The one bit of `attr` that is ever set. */
const DIRECTORY = 16;

export const BROWSE_QUERY = {
  q: textParameter(
    4096,
    'Absolute path of a directory; by default that of the library, or the list of them where it has several.',
  ),
  show_hidden: { type: 'boolean', default: false, description: 'Shows names that begin with a dot too.' },
} as const satisfies Record<string, TextParameter | BooleanParameter>;

export const TreeEntrySchema = named('TreeEntry').record(
  'A directory, a file that can be played, or a playlist (M3U, PLS, XSPF, CUE sheet).',
  {
    name: text('Absolute path; `tracks` of the live queue takes that of a file, and plays what a playlist names.'),
    attr: { type: 'integer', enum: [0, DIRECTORY], description: '16 for a directory, 0 for a file.' },
    time_write: count('When it was last changed, in Unix seconds.'),
    customaction: { type: 'integer', enum: [0], description: 'Always 0.' },
  },
);

export const TreeEntriesSchema = listOf(TreeEntrySchema);

export function toTreeEntry({ path, isDirectory, modified }: FolderEntry) {
  return {
    name: path,
    attr: isDirectory ? DIRECTORY : 0,
    time_write: Math.min(modified, UINT32_MAX),
    customaction: 0,
  };
}
