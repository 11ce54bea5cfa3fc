/**
 * Changes that are gathered while files are read, and written in one short transaction: the database is never locked
 * while a disk is waited for. What is taken for deleted is written only when the volume is still there afterwards.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { RAISE_REVISION } from './revision.js';
import type { Tracks } from './tracks.js';

/** What a transaction holds at most: some thousand files, or what was read in this time. A reader never waits for it. */
const MOST_CHANGES = 3000;
const LONGEST_MS = 1000;

/** Thrown when the disk that is scanned was unplugged. The scan goes on with the others. */
export class VolumeLost extends Error {
  constructor(path: string) {
    super(`${path} is gone`);
    this.name = 'VolumeLost';
  }
}

type Change = () => void;

export class Batch {
  readonly #raise: Statement<[]>;
  #changes: Change[] = [];
  #removals: Change[] = [];
  /** Whether a list would show another thing afterwards. */
  #visible = false;
  #began = 0;

  /** @param writing called before each transaction */
  constructor(
    private readonly sql: Sqlite,
    private readonly tracks: Tracks,
    private readonly writing: () => void,
  ) {
    this.#raise = sql.prepare(RAISE_REVISION);
  }

  /** @param visible a list would show another thing afterwards */
  add(change: Change, visible = true): void {
    if (this.#isEmpty) this.#began = performance.now();
    this.#changes.push(change);
    this.#visible ||= visible;
  }

  remove(removal: Change): void {
    if (this.#isEmpty) this.#began = performance.now();
    this.#removals.push(removal);
  }

  get isDue(): boolean {
    if (this.#isEmpty) return false;
    return (
      this.#changes.length + this.#removals.length >= MOST_CHANGES || performance.now() - this.#began >= LONGEST_MS
    );
  }

  /**
   * Writes what was gathered.
   * @param isPresent whether the volume that it was gathered from is still there; queried only when something is to be removed
   * @returns false when the volume is gone: nothing was removed then
   * @throws SqliteError, with nothing of it written
   */
  write(isPresent: () => boolean): boolean {
    const present = this.#removals.length === 0 || isPresent();
    const removals = present ? this.#removals : [];
    const changes = this.#changes;
    const visible = this.#visible || removals.length > 0;
    this.#removals = [];
    this.#changes = [];
    this.#visible = false;
    if (changes.length + removals.length === 0) return present;
    this.writing();
    try {
      this.sql
        .transaction(() => {
          for (const removal of removals) removal();
          for (const change of changes) change();
          this.tracks.settle();
          if (visible) this.#raise.run();
        })
        .immediate();
    } catch (error) {
      this.tracks.forget();
      throw error;
    }
    return present;
  }

  get #isEmpty(): boolean {
    return this.#changes.length + this.#removals.length === 0;
  }
}
