/**
 * One SQLite file whose writes are durable when they are acknowledged, and which never makes the main thread wait for
 * the disk. Thread: main.
 *
 *     write ─▶ commit into the log (30 µs, no sync) ─▶ fdatasync of the log (libuv's pool) ─▶ acknowledged
 *                 ▲                                            │
 *                 └── what came meanwhile, all in one go ◀─────┘
 *
 * That is `synchronous=FULL` in two halves: with NORMAL a commit in WAL mode leaves out just the sync of the log
 * (sqlite.org/pragma.html#pragma_synchronous), and that sync is made here before anything is promised. A worker that
 * commits would do the same for 9 MiB and 25 ms of CPU more at every start. The log is copied into the file
 * (a checkpoint, which syncs several times) by a worker that lives for that moment, and at the end.
 *
 * A damaged file is put aside and a fresh one begun. One that cannot be read, or that a newer version has changed, is
 * left alone: nothing is written to it, and every write tries to open it again.
 */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Log } from '../log.js';
import { migrate } from './migrations.js';
import { connect, isDamage, type Sqlite } from './sqlite.js';

export interface DatabaseParts {
  readonly file: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
  /** Folder of the `*.sql` steps. */
  readonly migrations: string;
  readonly log: Log;
  /** Copies the log into the file from another thread; rejects when it could not. */
  readonly checkpoint: (file: string) => Promise<void>;
  /** Makes what was written to the log durable. */
  readonly sync?: (log: FileHandle) => Promise<void>;
  /**
   * Nothing in it is lost for good: after a power cut it is not looked through, which takes a second for a hundred
   * thousand tracks. What is damaged is found when it is read. No copy is made of it before its tables change.
   */
  readonly replaceable?: boolean;
  /** Of the file kept in memory at most; 2 MB when nothing is said. */
  readonly cacheBytes?: number;
  /** Told when a damaged file was put aside: what it held is gone. */
  readonly renewed?: () => void;
}

interface Write {
  readonly change: (sql: Sqlite) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Alone {
  readonly work: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The log is copied into the file when it has grown to this: some thousand changes. */
const LOG_BYTES = 4 * 1024 * 1024;

export class Database {
  readonly #parts: DatabaseParts;
  #sql: Sqlite | undefined;
  #opening: Promise<Sqlite> | undefined;
  #log: FileHandle | undefined;
  #waiting: (Write | Alone)[] = [];
  #running: Promise<void> | undefined;
  /** A sync failed: what the log holds on the disk is not known. */
  #doubtful = false;
  #closed = false;

  constructor(parts: DatabaseParts) {
    this.#parts = parts;
  }

  /**
   * Runs a query now. On a damaged file it runs again on the fresh one.
   * @throws DatabaseTooNew, or Error of SQLite or the disk when there may be something that cannot be read
   */
  async read<Result>(query: (sql: Sqlite) => Result): Promise<Result> {
    const sql = await this.#connected();
    try {
      return query(sql);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.putAside(error);
      return query(await this.#connected());
    }
  }

  /**
   * Runs `change` in a transaction of its own, in the order of the calls; resolves when it is durable.
   * @throws what `change` throws, or Error of SQLite or the disk; nothing of the change is kept then, unless just the
   * sync failed
   */
  write(change: (sql: Sqlite) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /**
   * Does `work`, which may write to the file by a connection of its own, in the order of the calls to `write`: what is
   * handed over meanwhile waits, and what is read is what was there before, or what `work` has committed.
   * @throws what `work` throws, or Error of SQLite or the disk
   */
  exclusively(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /**
   * The file is damaged, as this connection or another one, which is closed by now, has found: it and its log are kept
   * under another name, in the place of an older pair, and the next use begins a fresh one.
   */
  putAside(error: unknown): void {
    const { file, log, renewed } = this.#parts;
    const kept = `${file}.damaged`;
    this.#disconnect().catch((failure: unknown) => log.warn('damaged database not closed', { error: failure }));
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, kept + end);
    log.error('damaged database put aside', { kept, error });
    renewed?.();
  }

  /** Waits for what was handed over, and closes the file. May be called twice. */
  async close(): Promise<void> {
    await this.#running;
    this.#closed = true;
    await this.#disconnect();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    // What the caller's turn still brings belongs to the same sync.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting;
      if (first !== undefined && 'work' in first) {
        this.#waiting.shift();
        await this.#doAlone(first);
      } else {
        const alone = this.#waiting.findIndex((each) => 'work' in each);
        await this.#writeAll(this.#waiting.splice(0, alone < 0 ? this.#waiting.length : alone) as Write[]);
      }
      await this.#shortenLog();
    }
    // In the same turn as the last look: what comes later begins anew.
    this.#running = undefined;
  }

  /** Never rejects: every write is told by itself. */
  async #writeAll(batch: readonly Write[]): Promise<void> {
    try {
      const sql = await this.#connected();
      if (this.#doubtful) rewrite(sql);
      this.#doubtful = false;
      const committed = batch.filter((write) => this.#commit(sql, write));
      if (committed.length > 0) await this.#sync();
      for (const { resolve } of committed) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Never rejects: the caller is told. */
  async #doAlone({ work, resolve, reject }: Alone): Promise<void> {
    try {
      const sql = await this.#connected();
      if (this.#doubtful) rewrite(sql);
      this.#doubtful = false;
      await work();
      resolve();
    } catch (error) {
      reject(error);
    }
  }

  /** @returns false when the change was refused, and its caller knows */
  #commit(sql: Sqlite, { change, reject }: Write): boolean {
    try {
      sql.transaction(change).immediate(sql);
      return true;
    } catch (error) {
      if (isDamage(error)) this.putAside(error);
      reject(error);
      return false;
    }
  }

  async #sync(): Promise<void> {
    this.#log ??= await open(`${this.#parts.file}-wal`, 'r');
    const sync = this.#parts.sync ?? ((log) => log.datasync());
    try {
      await sync(this.#log);
    } catch (error) {
      this.#doubtful = true;
      throw error;
    }
  }

  /** Nothing is written meanwhile. */
  async #shortenLog(): Promise<void> {
    const { file, checkpoint, log } = this.#parts;
    try {
      const bytes = (await this.#log?.stat())?.size ?? 0;
      if (bytes >= LOG_BYTES) await checkpoint(file);
    } catch (error) {
      log.warn('the log of the database was not copied into it, trying again later', { file, error });
    }
  }

  #connected(): Promise<Sqlite> {
    if (this.#closed) return Promise.reject(new Error(`${this.#parts.file} is closed`));
    if (this.#sql !== undefined) return Promise.resolve(this.#sql);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Sqlite> {
    mkdirSync(dirname(this.#parts.file), { recursive: true, mode: 0o700 });
    try {
      this.#sql = await this.#prepared();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.putAside(error);
      this.#sql = await this.#prepared();
    }
    return this.#sql;
  }

  async #prepared(): Promise<Sqlite> {
    const { file, binding, migrations, replaceable = false, cacheBytes } = this.#parts;
    const unclean = !replaceable && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const sql = await connect(file, binding);
    try {
      sql.pragma('journal_mode = WAL');
      sql.pragma('wal_autocheckpoint = 0');
      sql.pragma('synchronous = FULL');
      // In KiB when it is negative (sqlite.org/pragma.html#pragma_cache_size).
      if (cacheBytes !== undefined) sql.pragma(`cache_size = ${-Math.floor(cacheBytes / 1024)}`);
      if (unclean) check(sql);
      migrate(sql, migrations, !replaceable);
      sql.pragma('synchronous = NORMAL');
      sql.pragma('foreign_keys = ON');
      return sql;
    } catch (error) {
      sql.close();
      throw error;
    }
  }

  async #disconnect(): Promise<void> {
    const [sql, log] = [this.#sql, this.#log];
    this.#sql = undefined;
    this.#log = undefined;
    sql?.close();
    await log?.close();
  }
}

/** What a failed sync may have left out is written to the file itself: syncing again would not say so. */
function rewrite(sql: Sqlite): void {
  sql.pragma('wal_checkpoint(TRUNCATE)');
}

/** @throws an error that `isDamage` recognises */
function check(sql: Sqlite): void {
  const found = sql.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
}
