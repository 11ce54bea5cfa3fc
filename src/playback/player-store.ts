/**
 * The player's state in the database, and the position beside it. A save is one transaction that writes what has
 * changed: an entry that came or went, the order (four bytes an entry), one small row for everything else. A queue that
 * could not be loaded is overwritten only once it is safe in a file of its own.
 */
import type { TrackClock } from './engine/timeline.js';
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import type { Log } from '../log.js';
import { DEFAULT_MODES, REPEAT_MODES, SINGLE_MODES, type PlaybackModes } from './modes.js';
import type { PositionFile } from './position-file.js';
import type { StoredPlayer, StoredSuspension } from './state-store.js';
import { readSuspended, writeSuspended } from './suspended-row.js';
import type { QueueEntry, ResumePoint } from './types.js';
import { setAsideQueue } from './unread-queue.js';

const ENTRIES = 'SELECT key, location FROM queue_entry';
const ORDER = 'SELECT keys, unshuffled FROM queue_order';
const PLAYER = 'SELECT * FROM player';
const FORGET_ENTRIES = 'DELETE FROM queue_entry';
const REMOVE_ENTRY = 'DELETE FROM queue_entry WHERE key = ?';
/** Rows that one statement adds: twice as fast as one by one. */
const TOGETHER = 64;
const addStatement = (rows: number): string =>
  `INSERT OR REPLACE INTO queue_entry (key, location) VALUES ${Array<string>(rows).fill('(?, ?)').join(', ')}`;
const SAVE_ORDER = 'INSERT OR REPLACE INTO queue_order (id, keys, unshuffled) VALUES (1, ?, ?)';
const SAVE_PLAYER = `INSERT OR REPLACE INTO player
  (id, queue_index, first_index, last_insert_position, seed, repeat_mode, shuffle, single_mode, resume, stamp, plays)
  VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

interface PlayerRow {
  readonly queue_index: number;
  readonly first_index: number;
  readonly last_insert_position: number;
  readonly seed: number;
  readonly repeat_mode: string;
  readonly shuffle: number;
  readonly single_mode: string;
  readonly resume: string | null;
  readonly stamp: number;
  readonly plays: number;
}

/** What the file is known to hold. */
interface Kept {
  readonly sql: Sqlite;
  readonly entries: readonly QueueEntry[];
  readonly unshuffled: readonly QueueEntry[] | undefined;
  readonly suspended: StoredSuspension | undefined;
  readonly resume: string | null;
  readonly stamp: number;
}

export type StateStore = Pick<PlayerStore, 'load' | 'save' | 'follow'>;

export class PlayerStore {
  /** There may be a queue that could not be loaded. */
  #isUnread = false;
  #kept: Kept | undefined;
  /** Stamp of the newest state that is durable: positions are written under it. */
  #stamp = 0;
  #newest: StoredPlayer | undefined;
  /** A save that has not begun yet, and the one that has. */
  #queued: Promise<void> | undefined;
  #writing: Promise<void> | undefined;

  /** @param asideFile where a queue that could not be loaded is put before another one is saved */
  constructor(
    private readonly database: Database,
    private readonly position: PositionFile,
    private readonly asideFile: string,
    private readonly log: Log,
  ) {}

  /**
   * What was saved last, its resume point as far as it is known; undefined when nothing was saved or nothing can be read.
   * The player checks the values. Never rejects.
   */
  async load(): Promise<StoredPlayer | undefined> {
    try {
      const state = await this.database.read((sql) => this.#read(sql));
      if (state?.resume === undefined) return state;
      const kept = await this.position.read(this.#stamp);
      if (kept === undefined) return state;
      return { ...state, resume: { ...state.resume, elapsed: kept.elapsed, offset: kept.offset } };
    } catch (error) {
      this.#isUnread = true;
      this.#kept = undefined;
      this.log.error('player state not readable, starting with an empty queue; it is kept as it is', { error });
      return undefined;
    }
  }

  /**
   * Resolves when this state, or a newer one, is durable. Calls may overlap: the newest is the last on disk. A state without
   * a resume point also ends the position that was kept meanwhile.
   */
  save(state: StoredPlayer): Promise<void> {
    this.#newest = state;
    this.#queued ??= this.#saveNewest();
    return this.#queued;
  }

  /**
   * Keeps the played position, of the entry that was saved as current. Nothing is written while no position is,
   * nor while one is being saved: the new position under the old stamp would be taken for that of the old entry.
   * @throws Error of the disk
   */
  keepPosition({ elapsed, offset }: ResumePoint): void {
    if (this.#stamp > 0 && this.#isSettled()) this.position.write({ stamp: this.#stamp, elapsed, offset });
  }

  /**
   * From now on keeps the position that this clock gives, of the entry that was saved as current, for a killed process;
   * undefined: nothing is played. Without effect while that entry is being saved.
   */
  follow(clock: TrackClock | undefined): void {
    const ring = clock?.ring;
    if (clock === undefined || ring === undefined) {
      this.position.rest();
      return;
    }
    if (this.#stamp === 0 || !this.#isSettled()) return;
    try {
      this.position.follow(this.#stamp, { ...clock, ring });
    } catch (error) {
      this.log.warn('position not followed', { error });
    }
  }

  /** A power cut does not lose the position that was kept. @throws Error of the disk */
  syncPosition(): Promise<void> {
    return this.position.sync();
  }

  /** What is durable knows the newest resume point. */
  #isSettled(): boolean {
    if (this.#kept?.stamp !== this.#stamp) return false;
    return this.#newest === undefined || textOf(this.#newest.resume) === this.#kept.resume;
  }

  async #saveNewest(): Promise<void> {
    // One transaction at a time: what the next one leaves out is what this one has really kept.
    await this.#writing?.catch(() => undefined);
    this.#queued = undefined;
    const state = this.#newest;
    if (state === undefined) return;
    this.#writing = this.#write(state);
    try {
      await this.#writing;
    } catch (error) {
      this.#kept = undefined;
      throw error;
    }
    this.#stamp = this.#kept?.stamp ?? this.#stamp;
  }

  async #write(state: StoredPlayer): Promise<void> {
    if (this.#isUnread) await this.#setAside();
    await this.database.write((sql) => this.#apply(sql, state));
  }

  /** @throws Error of SQLite or the disk: what is not safe is not overwritten */
  async #setAside(): Promise<void> {
    const tracks = await setAsideQueue(this.database, this.asideFile);
    this.#isUnread = false;
    if (tracks === 0) return;
    const file = this.asideFile;
    this.log.warn('the queue that was not readable is set aside; POST /playlists takes the file', { file, tracks });
  }

  #read(sql: Sqlite): StoredPlayer | undefined {
    const row = sql.prepare(PLAYER).get() as PlayerRow | undefined;
    if (row === undefined) return undefined;
    const order = sql.prepare(ORDER).get() as { keys: Buffer; unshuffled: Buffer } | undefined;
    const rows = sql.prepare(ENTRIES).raw().all() as [number, string][];
    const byKey = new Map(rows.map(([key, location]): [number, QueueEntry] => [key, { key, location }]));
    const listed = (keys: Buffer | undefined): QueueEntry[] => keysOf(keys).flatMap((key) => byKey.get(key) ?? []);
    const entries = listed(order?.keys);
    const unshuffled = (order?.unshuffled.length ?? 0) > 0 ? listed(order?.unshuffled) : undefined;
    this.#stamp = row.stamp;
    const suspended = readSuspended(sql);
    this.#kept = { sql, entries, unshuffled, suspended, resume: row.resume, stamp: row.stamp };
    return {
      queue: {
        entries,
        index: row.queue_index,
        firstIndex: row.first_index,
        lastInsertPosition: row.last_insert_position,
        seed: row.seed,
        unshuffled,
      },
      modes: modesOf(row),
      resume: row.resume === null ? undefined : (JSON.parse(row.resume) as ResumePoint),
      plays: row.plays !== 0,
      suspended,
    };
  }

  #apply(sql: Sqlite, { queue, modes, resume, plays, suspended }: StoredPlayer): void {
    const kept = this.#kept?.sql === sql ? this.#kept : undefined;
    const { entries, unshuffled } = queue;
    if (kept === undefined || entries !== kept.entries) writeEntries(sql, entries, kept?.entries);
    if (kept === undefined || entries !== kept.entries || unshuffled !== kept.unshuffled) {
      sql.prepare(SAVE_ORDER).run(bytesOf(entries), bytesOf(unshuffled ?? []));
    }
    if (kept === undefined || suspended !== kept.suspended) writeSuspended(sql, suspended);
    const point = textOf(resume);
    const stampBefore = kept?.stamp ?? (sql.prepare('SELECT stamp FROM player').pluck().get() as number | undefined);
    const stamp = kept !== undefined && point === kept.resume ? kept.stamp : (stampBefore ?? 0) + 1;
    sql
      .prepare(SAVE_PLAYER)
      .run(
        queue.index,
        queue.firstIndex,
        queue.lastInsertPosition,
        queue.seed,
        modes.repeat,
        modes.shuffle ? 1 : 0,
        modes.single,
        point,
        stamp,
        plays ? 1 : 0,
      );
    this.#kept = { sql, entries, unshuffled, suspended, resume: point, stamp };
  }
}

/** Writes only what came and went, unless the queue is another one. */
function writeEntries(sql: Sqlite, entries: readonly QueueEntry[], before: readonly QueueEntry[] | undefined): void {
  const now = new Set(entries.map(({ key }) => key));
  const old = new Set(before?.map(({ key }) => key));
  const gone = [...old].filter((key) => !now.has(key));
  if (before === undefined || gone.length === old.size) {
    sql.prepare(FORGET_ENTRIES).run();
    old.clear();
  } else {
    const remove = sql.prepare(REMOVE_ENTRY);
    for (const key of gone) remove.run(key);
  }
  const fresh = old.size === 0 ? entries : entries.filter(({ key }) => !old.has(key));
  addEntries(sql, fresh);
}

function addEntries(sql: Sqlite, entries: readonly QueueEntry[]): void {
  const together = entries.length - (entries.length % TOGETHER);
  const addMany = sql.prepare(addStatement(TOGETHER));
  for (let at = 0; at < together; at += TOGETHER) {
    addMany.run(entries.slice(at, at + TOGETHER).flatMap(({ key, location }) => [key, location]));
  }
  const add = sql.prepare(addStatement(1));
  for (const { key, location } of entries.slice(together)) add.run(key, location);
}

const textOf = (resume: ResumePoint | undefined): string | null =>
  resume === undefined ? null : JSON.stringify(resume);

function bytesOf(entries: readonly QueueEntry[]): Buffer {
  const keys = Uint32Array.from(entries, ({ key }) => key);
  return Buffer.from(keys.buffer);
}

/** The bytes may begin anywhere in memory, where a Uint32Array may not. */
function keysOf(bytes: Buffer | undefined): number[] {
  return bytes === undefined ? [] : [...new Uint32Array(new Uint8Array(bytes).buffer)];
}

function modesOf(row: PlayerRow): PlaybackModes {
  return {
    repeat: REPEAT_MODES.find((mode) => mode === row.repeat_mode) ?? DEFAULT_MODES.repeat,
    shuffle: row.shuffle !== 0,
    single: SINGLE_MODES.find((mode) => mode === row.single_mode) ?? DEFAULT_MODES.single,
  };
}
