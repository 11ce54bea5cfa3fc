/** What the appliance and every group of its rooms are built from: configuration, files, log, clock, native addon. */
import { join } from 'node:path';

import type { Config } from '../config/config.js';
import type { Log, RecentLog } from '../log.js';
import { loadNative, type Native } from '../native.js';
import { PlaybackClock } from '../playback-clock.js';

export interface ApplianceFiles {
  readonly native: string;
  readonly decoderWorker: string;
  readonly tagWorker: string;
  readonly scanWorker: string;
  readonly checkpointWorker: string;
  readonly backupWorker: string;
  /** Bundle that speaks to the system's message bus; read when it is first needed. */
  readonly systemBus: string;
  /** The half of the package mdns that announces services; read when Avahi is there. */
  readonly mdns: string;
  /** The native half of better-sqlite3. */
  readonly sqlite: string;
  /** Folder of the `*.sql` steps of the state database. */
  readonly migrations: string;
  /** Folder of the `*.sql` steps of the library database. */
  readonly libraryMigrations: string;
  readonly remotePage: string;
  readonly docsPage: string;
  readonly examples: string;
}

export interface ApplianceOptions {
  readonly config: Config;
  readonly files: ApplianceFiles;
  readonly version: string;
  readonly log: Log;
  /** Keeps the last records of `log`. */
  readonly recentLog: RecentLog;
  /** Folder of the demo library: it becomes the only root and, unless it is there already, the queue. */
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
  /** Library roots, absolute. */
  readonly roots: readonly string[];
  /** The state directory: databases, position, covers. */
  readonly state: string;
  readonly clock: PlaybackClock;
  readonly native: Native;
}

/** @throws Error when the native addon is missing or of another Node */
export function given(options: ApplianceOptions): Given {
  const { config, files, demo } = options;
  return {
    ...options,
    roots: demo === undefined ? config.libraryRoots : [demo],
    state: demo === undefined ? config.stateDirectory : join(config.stateDirectory, 'demo'),
    clock: new PlaybackClock(config.timeFactor),
    native: loadNative(files.native, config.timeFactor),
  };
}
