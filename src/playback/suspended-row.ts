/** The suspended queue as the one row that outlives a power cut: written when it is suspended, and not again while something else plays in its place. */
import type { Sqlite } from '../database/sqlite.js';
import { byteOffset, milliseconds } from '../units.js';
import type { PlaybackModes } from './modes.js';
import type { Substitute } from './state.js';
import type { StoredSuspension } from './state-store.js';
import type { PlaybackKind, QueueEntry } from './types.js';

const READ = 'SELECT state FROM suspended_queue';
const SAVE = 'INSERT OR REPLACE INTO suspended_queue (id, state) VALUES (1, ?)';
const FORGET = 'DELETE FROM suspended_queue';

interface Row {
  /** Missing in rows of versions that knew alarms only. */
  readonly by?: Substitute;
  readonly entries: readonly (readonly [key: number, location: string])[];
  readonly index: number;
  readonly firstIndex: number;
  readonly lastInsertPosition: number;
  readonly seed: number;
  /** Keys in the order before the first shuffle. */
  readonly unshuffled: readonly number[] | undefined;
  readonly modes: PlaybackModes;
  readonly resume: { readonly key: number; readonly elapsed: number; readonly offset: number } | undefined;
  readonly was: PlaybackKind;
}

export function readSuspended(sql: Sqlite): StoredSuspension | undefined {
  const text = sql.prepare(READ).pluck().get() as string | undefined;
  if (text === undefined) return undefined;
  const { by = 'alarm', entries: pairs, unshuffled, resume, modes, was, ...numbers } = JSON.parse(text) as Row;
  const byKey = new Map(pairs.map(([key, location]): [number, QueueEntry] => [key, { key, location }]));
  return {
    by,
    queue: {
      ...numbers,
      entries: [...byKey.values()],
      unshuffled: unshuffled?.flatMap((key) => byKey.get(key) ?? []),
    },
    modes,
    resume: resume && positionOf(resume, byKey),
    was,
  };
}

function positionOf(
  { key, elapsed, offset }: NonNullable<Row['resume']>,
  byKey: ReadonlyMap<number, QueueEntry>,
): StoredSuspension['resume'] {
  const entry = byKey.get(key);
  return entry && { entry, elapsed: milliseconds(elapsed), offset: byteOffset(offset) };
}

export function writeSuspended(sql: Sqlite, suspended: StoredSuspension | undefined): void {
  if (suspended === undefined) {
    sql.prepare(FORGET).run();
    return;
  }
  const { by, queue, modes, resume, was } = suspended;
  const { entries, index, firstIndex, lastInsertPosition, seed, unshuffled } = queue;
  const row: Row = {
    ...{ by, index, firstIndex, lastInsertPosition, seed, modes, was },
    entries: entries.map(({ key, location }) => [key, location]),
    unshuffled: unshuffled?.map(({ key }) => key),
    resume: resume && { key: resume.entry.key, elapsed: resume.elapsed, offset: resume.offset },
  };
  sql.prepare(SAVE).run(JSON.stringify(row));
}
