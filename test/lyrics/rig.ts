/** Lyrics as the appliance builds them, with a tag reader in this thread. */
import type { Library } from '../../src/library/library.js';
import type { LibraryPaths } from '../../src/library/paths.js';
import type { Lrclib } from '../../src/lyrics/lrclib.js';
import { Lyrics } from '../../src/lyrics/lyrics.js';
import type { Settings } from '../../src/settings/settings.js';
import { readLyrics } from '../../src/tags/lyrics.js';
import { settingsInMemory } from '../http/fake-settings.js';

/** LRCLIB without lyrics. */
const EMPTY: Pick<Lrclib, 'find'> = { find: () => Promise.resolve(null) };

export function lyricsIn(
  library: Library,
  paths: LibraryPaths,
  settings: Pick<Settings, 'read'> = settingsInMemory(),
  lrclib = EMPTY,
): Lyrics {
  return new Lyrics({
    ...{ library, paths, settings, lrclib },
    readTag: (path) => readLyrics(path, settings.read().tagEncoding).catch(() => undefined),
  });
}
