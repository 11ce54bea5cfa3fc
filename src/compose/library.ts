/** Builds both databases, the settings, and what is read from the databases: library, playlists, stations. */
import { join } from 'node:path';

import { checkpointInWorker } from '../database/checkpoint.js';
import { Database, type DatabaseDeps } from '../database/database.js';
import { TRACK } from '../http/wire/track.js';
import { Library } from '../library/library.js';
import { Scanner } from '../library/scan/scanner.js';
import { MovedFiles } from '../playlists/moved/moved-files.js';
import { Revision } from '../revision.js';
import { SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import { SmartPlaylists } from '../playlists/smart/smart-playlists.js';
import { Stations } from '../radio/stations.js';
import { SettingsStore } from '../settings/settings-store.js';
import { DEFAULT_SETTINGS, Settings } from '../settings/settings.js';
import { mendPin } from '../system/pin-mark.js';
import type { Given } from './given.js';

/**
 * Page cache of the library database. Look-ups are scattered over the file: for ten thousand tracks this keeps everything
 * in memory but the list of tracks, which is read sequentially.
 */
const LIBRARY_CACHE_BYTES = 8 * 1024 * 1024;

export type LibraryRooms = ReturnType<typeof composeLibrary>;

/** What the state database calls of rooms that are built after it. */
export type LaterThanLibrary = Required<Pick<DatabaseDeps, 'copied' | 'isBusy' | 'reserve' | 'renewed'>>;

export function composeLibrary({ config, files, roots, state, log }: Given, later: LaterThanLibrary) {
  const stateFile = join(state, 'state.db');
  const libraryFile = join(state, 'library.db');
  const inWorker = (kind: 'checkpoint' | 'copy') => (file: string) =>
    checkpointInWorker(files.checkpointWorker, { kind, file, binding: files.sqlite });
  const database: Database = new Database({
    file: stateFile,
    binding: files.sqlite,
    migrations: files.migrations,
    checkpoint: inWorker('checkpoint'),
    copy: inWorker('copy'),
    ...later,
    mend: (sql) => mendPin(sql, state),
    renewed() {
      library.peopleRenewed();
      playlistEvents.changed();
      stations.changed();
      later.renewed();
    },
    log: log.child('database'),
  });
  const records = new Database({
    file: libraryFile,
    binding: files.sqlite,
    migrations: files.libraryMigrations,
    checkpoint: inWorker('checkpoint'),
    log: log.child('library'),
    replaceable: true,
    cacheBytes: LIBRARY_CACHE_BYTES,
    renewed: () => scanner.renew(),
  });
  const settings = new Settings(new SettingsStore(database), log.child('settings'), {
    ...DEFAULT_SETTINGS,
    resumeOnStart: config.resumeOnStart,
  });
  const scanner: Scanner = new Scanner({
    workerFile: files.scanWorker,
    file: libraryFile,
    binding: files.sqlite,
    nativeFile: files.native,
    roots,
    trackShape: TRACK,
    tagRules: () => settings.read(),
    database: records,
    log: log.child('library'),
  });
  const library = new Library({ records, state: database, log: log.child('library') });
  const playlistEvents = new Revision();
  const playlistDeps = { state: database, revision: playlistEvents, log: log.child('library') };
  const smartPlaylists = new SmartPlaylists({ ...playlistDeps, library });
  const savedPlaylists = new SavedPlaylists({ ...playlistDeps, kept: library.kept });
  const movedFiles = new MovedFiles({
    state: database,
    records,
    kept: library.kept,
    roots,
    moved: () => {
      library.tracksMoved();
      playlistEvents.changed();
    },
    log: log.child('library'),
  });
  const stations = new Stations({ state: database, log: log.child('radio') });
  return {
    stateFile,
    database,
    records,
    settings,
    scanner,
    library,
    playlistEvents,
    smartPlaylists,
    savedPlaylists,
    movedFiles,
    stations,
  };
}
