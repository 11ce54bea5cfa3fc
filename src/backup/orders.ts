/** What the backup worker is told, and what it says. */
import type { Violation } from '../errors.js';

export interface Head {
  readonly format: string;
  readonly version: number;
  readonly tonearm: string;
  /** Unix seconds. */
  readonly made_at: number;
  /** As the wire has them. */
  readonly settings: unknown;
}

/** What takes the place of what is set. */
export interface NewSettings {
  /** Name and JSON of each that does not stand at its default. */
  readonly rows: readonly (readonly [name: string, json: string])[];
  readonly modes: { readonly repeat: string; readonly shuffle: boolean; readonly single: string };
}

export type ResetScope = 'settings' | 'everything';

export type Order =
  | { readonly kind: 'write'; readonly to: string; readonly head: Head }
  | { readonly kind: 'check'; readonly from: string }
  | {
      readonly kind: 'restore';
      readonly from: string;
      readonly settings: NewSettings;
      /** Path for a copy of what was there before; left out for a database that holds nothing. */
      readonly copy?: string;
    }
  | {
      readonly kind: 'reset';
      readonly scope: ResetScope;
      readonly modes: NewSettings['modes'];
      readonly copy: string;
    };

export interface BackupWorkerData {
  /** Path of the database of likes, counts, playlists and settings. */
  readonly file: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
  readonly order: Order;
}

/** How many elements each list has. */
export type Counts = Readonly<Record<string, number>>;

export type Report =
  | { readonly kind: 'done' }
  | { readonly kind: 'checked'; readonly settings: unknown; readonly counts: Counts }
  /** The backup is not one. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly violations: readonly Violation[];
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
