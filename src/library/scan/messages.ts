/** Messages between the main thread and the scan worker. */
import type { Shape } from '../store/records.js';
import type { TagRules } from '../../tags/tag-rules.js';
import type { ScanCounts } from './gauge.js';

export interface ScanWorkerData {
  readonly file: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
  /** Absolute path of the addon. */
  readonly nativeFile: string;
  /** What the list of all tracks shows of each. */
  readonly trackShape: Shape<'track'>;
  /** Memory of the `Gauge`. */
  readonly gauge: SharedArrayBuffer;
}

/** Folders with a file `.nomedia` that are told to people. */
export const MOST_IGNORED = 500;

/** A folder to be scanned again. */
export interface ScanTarget {
  readonly path: string;
  /** With all folders below. */
  readonly deep: boolean;
}

/** To the worker, one at a time. */
export interface ScanJob {
  /** Undefined: everything. */
  readonly targets: readonly ScanTarget[] | undefined;
  /** Also files that did not change. */
  readonly reread: boolean;
  /** How tags are understood: a volume whose files were last read by others is read again as a whole. */
  readonly rules: TagRules;
  /** Files and folders not to be opened, with the reason: they killed a worker, or kept it. */
  readonly avoided: readonly (readonly [path: string, reason: string])[];
  /** Roots of the library as they are now, absolute. A volume that lies in none of them any more is away. */
  readonly roots: readonly string[];
  /** Folders that a person has left out, absolute. */
  readonly ignored: readonly string[];
}

export interface VolumeState {
  readonly path: string;
  readonly available: boolean;
  /** The path is a mount point, or was one when the volume was there. */
  readonly mounted: boolean;
  /** inotify does not see changes on this file system, such as NFS. */
  readonly remote: boolean;
}

export interface ScanReport extends ScanCounts {
  readonly volumes: readonly VolumeState[];
  /** Folders with a file `.nomedia` that were met, at most as many as `MOST_IGNORED`. */
  readonly ignored: readonly string[];
}

/** From the worker. */
export type ScanMessage =
  /** Folders that were visited, some at a time; without those of volumes that inotify cannot watch. */
  | { readonly kind: 'folders'; readonly paths: readonly string[] }
  | { readonly kind: 'done'; readonly report: ScanReport }
  /** The database failed, or there is a fault of ours; the job is over. `code` is SQLite's or errno's, or empty. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
