/** Inputs of the composition root and of every group of rooms: configuration, files, log, clock, native addon. */
import { join } from 'node:path';

import type { Config } from '../config/config.js';
import { LibraryRoots } from '../library/library-roots.js';
import type { Log, RecentLog } from '../log.js';
import { loadNative, type Native } from '../native.js';
import { PlaybackClock } from '../playback-clock.js';
import { FileSystemSync } from '../system/file-system-sync.js';

export interface ApplianceOptions {
  readonly config: Config;
  /** Folder of the clone, or of the daemon on the box: what it holds is the same. */
  readonly root: string;
  readonly version: string;
  readonly log: Log;
  /** Keeps the last records of `log`. */
  readonly recentLog: RecentLog;
  /** Folder of the demo library, which becomes the only library root, and the queue unless there is one. */
  readonly demo: string | undefined;
}

export interface ApplianceReport {
  readonly port: number;
  /** Output and volume control in use, for a person. */
  readonly output: string;
  readonly outputProblem: string | undefined;
  readonly libraryRoots: readonly string[];
  readonly libraryEmpty: boolean;
}

export interface Appliance {
  /** @throws Error when the port is taken or the state directory cannot be written */
  start(): Promise<ApplianceReport>;
  /** May be called twice. */
  stop(): Promise<void>;
}

export interface Given extends ApplianceOptions {
  readonly files: ReturnType<typeof filesIn>;
  /** What of the file system is the library. Sticks and shares that are mounted below a root are found by the scan. */
  readonly roots: LibraryRoots;
  /** The state directory: databases, position, covers. */
  readonly state: string;
  /** Folders for the tone of alarms: the first that can be written to is used. */
  readonly toneFolders: readonly string[];
  readonly clock: PlaybackClock;
  readonly native: Native;
  /** Makes durable what other programs have written for the daemon; as `FileSystemSync.run`. */
  readonly makeDurable: () => Promise<void>;
}

/** Derives paths and loads the native addon. @throws Error when it is missing or built for another Node */
export function given(options: ApplianceOptions): Given {
  const { config, root, demo, log } = options;
  const files = filesIn(root);
  const state = demo === undefined ? config.stateDirectory : join(config.stateDirectory, 'demo');
  const native = loadNative(files.native, config.timeFactor);
  const fileSystem = new FileSystemSync({ native, folder: state, log: log.child('system') });
  return {
    ...options,
    files,
    roots: new LibraryRoots(demo === undefined ? config.libraryRoots : [demo]),
    state,
    toneFolders: [config.runtimeDirectory ?? [], state].flat().map((folder) => join(folder, 'alarm')),
    clock: new PlaybackClock(config.timeFactor),
    native,
    makeDurable: () => fileSystem.run(),
  };
}

/** Paths of what the daemon loads and serves. */
function filesIn(root: string) {
  const built = (name: string): string => join(root, 'dist', name);
  return {
    native: join(root, 'native', 'build', 'Release', 'tonearm_native.node'),
    decoderWorker: built('decoder-worker.cjs'),
    tagWorker: built('tag-worker.cjs'),
    scanWorker: built('scan-worker.cjs'),
    shareWorker: built('share-worker.cjs'),
    checkpointWorker: built('checkpoint-worker.cjs'),
    backupWorker: built('backup-worker.cjs'),
    /** Bundle that speaks to the system's message bus; read when it is first needed. */
    systemBus: built('load-system-bus.cjs'),
    /** Bundle of graphql-js and ws; read when a GraphQL client comes. */
    graphqlLibrary: built('graphql-library.cjs'),
    /** Bundle of MQTT.js; read when MQTT is switched on. */
    mqttLibrary: built('mqtt-library.cjs'),
    /** The half of the package mdns that announces services; read when Avahi is there. */
    mdns: join(root, 'node_modules', 'mdns', 'lib', 'advertisement.js'),
    /** The native half of better-sqlite3. */
    sqlite: join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'),
    /** Folders of the `*.sql` steps of the state database and of the library database. */
    migrations: built('migrations'),
    libraryMigrations: built('library-migrations'),
    remotePage: built('remote.html'),
    remoteLocales: built('locales'),
    remoteScripts: built('scripts'),
    docsPage: built('docs.html'),
    examples: built('examples.json'),
  };
}
