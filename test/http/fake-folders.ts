/** The real folders of a library, kept nowhere, with bases that a test names. */
import { FolderRules } from '../../src/library/folder-rules.js';
import { LibraryFolders } from '../../src/library/library-folders.js';
import type { LibraryRoots } from '../../src/library/library-roots.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { settingsInMemory } from './fake-settings.js';

export function foldersIn(
  roots: LibraryRoots,
  paths = new LibraryPaths(roots),
  bases: readonly string[] = [],
  settings = settingsInMemory(),
) {
  const rules = new FolderRules({ bases, ownFolders: [], home: '/nowhere' });
  return { roots, paths, folders: new LibraryFolders({ roots, paths, rules, settings }) };
}
