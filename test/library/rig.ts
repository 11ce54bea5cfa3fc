/** A library of real databases in a folder of the test's own: opened when first asked, and closed with the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import type { Database } from '../../src/database/database.js';
import type { Sqlite } from '../../src/database/sqlite.js';
import { Library } from '../../src/library/library.js';
import { Revision } from '../../src/revision.js';
import { SmartPlaylists } from '../../src/playlists/smart/smart-playlists.js';
import { Stations } from '../../src/radio/stations.js';
import { SavedPlaylists } from '../../src/playlists/saved/saved-playlists.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';

export const LIBRARY_MIGRATIONS = fileURLToPath(new URL('../../src/library/migrations', import.meta.url));

export interface LibraryRig {
  readonly library: Library;
  readonly playlistEvents: Revision;
  readonly smartPlaylists: SmartPlaylists;
  readonly records: Database;
  readonly state: Database;
  readonly savedPlaylists: SavedPlaylists;
  readonly stations: Stations;
  /** Changes what was found, as one scan. */
  readonly write: (change: (sql: Sqlite) => void) => Promise<void>;
}

/** @param directory of both databases; a temporary one when none is given */
export async function libraryRig(t: Test, directory?: string): Promise<LibraryRig> {
  const own = directory === undefined ? await mkdtemp(join(tmpdir(), 'tonearm-library-')) : undefined;
  const folder = directory ?? own ?? '';
  const state = databaseIn(folder);
  const records = databaseIn(folder, {
    file: join(folder, 'library.db'),
    migrations: LIBRARY_MIGRATIONS,
    replaceable: true,
  });
  t.teardown(async () => {
    await records.close();
    await state.close();
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  });
  const library = new Library({ records, state, log: SILENT_LOG });
  const playlistEvents = new Revision();
  // No midnight comes in the middle of a test.
  const midnight = new Date().setHours(24, 0, 0, 0);
  return {
    library,
    playlistEvents,
    smartPlaylists: new SmartPlaylists({
      state,
      library,
      revision: playlistEvents,
      log: SILENT_LOG,
      now: () => new Date(Math.min(Date.now(), midnight - 1)),
    }),
    savedPlaylists: new SavedPlaylists({ state, kept: library.kept, revision: playlistEvents, log: SILENT_LOG }),
    stations: new Stations({ state, log: SILENT_LOG }),
    records,
    state,
    write: (change) =>
      records.write((sql) => {
        change(sql);
        sql.prepare('UPDATE library SET revision = revision + 1').run();
      }),
  };
}
