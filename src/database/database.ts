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
 * A file of what can be made again that is damaged, or that a newer version has changed, is put aside, and a fresh one
 * begun. Any other comes back from its last daily copy, with what can still be read of it, or from a backup (recovery.ts);
 * in the place of one that a newer version has changed comes the copy from before that (downgrade.ts). One that cannot be
 * read, or for which there is no such copy, is left alone: nothing is written to it, and every write tries to open it again.
 */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Log } from '../log.js';
import { beginGeneration, check, copiedAt, followCopies, generationOf, LogLost, setGeneration } from './copies.js';
import { goBack } from './downgrade.js';
import { DatabaseTooNew, migrate } from './migrations.js';
import { type Loss, lossOf, lossOfAll, recover, type RecoveryDeps, setAside } from './recovery.js';
import { connect, isDamage, type Sqlite } from './sqlite.js';

export interface DatabaseDeps {
  readonly file: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
  /** Folder of the `*.sql` steps. */
  readonly migrations: string;
  readonly log: Log;
  /** Copies the log into the file from another thread; rejects when it could not. */
  readonly checkpoint: (file: string) => Promise<void>;
  /** Makes the daily copy from another thread; rejects when it could not. Undefined: none is made. */
  readonly copy?: ((file: string) => Promise<void>) | undefined;
  /** Called after each daily copy; never rejects. */
  readonly copied?: (() => Promise<void>) | undefined;
  /** Whether the daily copy has to wait, such as while playing begins. */
  readonly isBusy?: (() => boolean) | undefined;
  /** Makes what was written to the log durable. */
  readonly sync?: (log: FileHandle) => Promise<void>;
  /**
   * Nothing in it is lost for good: after a power cut it is not looked through, which takes a second for a hundred
   * thousand tracks. What is damaged is found when it is read. No copy is made of it, neither before its tables change
   * nor once a day, and when it is damaged it begins empty.
   */
  readonly replaceable?: boolean;
  /** Bytes of the file kept in memory at most; 2 MB by default. */
  readonly cacheBytes?: number;
  /** Called when another file took the place of a lost or damaged one: an empty one, or one that came back. */
  readonly renewed?: () => void;
  /** Adds to a file that came back what is kept elsewhere, before it is used. */
  readonly mend?: RecoveryDeps['mend'];
  /** Brings back what neither the file nor its copies have. */
  readonly reserve?: RecoveryDeps['reserve'];
}

interface Write {
  readonly change: (sql: Sqlite) => void;
  /** What is in the file is another then, and worth a copy. */
  readonly isNew: boolean;
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
/** A copy is made when something has changed, and the last one is older than this, in ms. */
const COPY_EVERY = 24 * 60 * 60 * 1000;
/** Not beside whatever is being done now, in ms. */
const COPY_DELAY = 60_000;
/** A box that is busy for an hour is always busy: then the copy is made all the same. */
const MOST_DELAYS = 60;

export class Database {
  #sql: Sqlite | undefined;
  #opening: Promise<Sqlite> | undefined;
  #log: FileHandle | undefined;
  #waiting: (Write | Alone)[] = [];
  #running: Promise<void> | undefined;
  /** A sync failed: what the log holds on the disk is not known. */
  #doubtful = false;
  #closed = false;
  #copyTimer: NodeJS.Timeout | undefined;
  #copying: Promise<void> | undefined;
  /**
   * Ends when no other thread has the file open any more. The one that closes it last removes the log by its name, be it
   * that of a new file: none is opened before.
   */
  #workers: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: DatabaseDeps) {}

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
    return this.#write(true, change);
  }

  /** Writes a page as it is, in the order of the calls to `write`. @throws Error of SQLite or the disk when that fails */
  tryWrite(): Promise<void> {
    return this.#write(false, (sql) => setGeneration(sql, generationOf(sql)));
  }

  #write(isNew: boolean, change: (sql: Sqlite) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, isNew, resolve, reject });
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
   * The file is damaged, as this connection or another one, which is closed by now, has found, or a newer version has
   * changed what can be made again: it and its log are kept under another name, in the place of an older pair, and the next use begins with a fresh one, or one that comes back.
   */
  putAside(error: unknown): void {
    const { file, log, renewed, replaceable = false } = this.deps;
    const isTooNew = error instanceof DatabaseTooNew;
    const kept = `${file}.${isTooNew ? 'newer' : 'damaged'}`;
    this.#disconnect().catch((failure: unknown) => log.warn('damaged file not closed', { error: failure }));
    if (!replaceable) setAside(file);
    else for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, kept + end);
    log.error(isTooNew ? 'file of a newer version put aside' : 'damaged file put aside', { kept, error });
    if (replaceable) renewed?.();
  }

  /** Waits for what was handed over, and closes the file. May be called twice. */
  async close(): Promise<void> {
    clearTimeout(this.#copyTimer);
    await this.#running;
    await this.#copying;
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
      if (committed.some(({ isNew }) => isNew)) this.#copyLater();
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
      this.#copyLater();
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
    this.#log ??= await open(`${this.deps.file}-wal`, 'r');
    const sync = this.deps.sync ?? ((log) => log.datasync());
    try {
      await sync(this.#log);
    } catch (error) {
      this.#doubtful = true;
      throw error;
    }
  }

  /** Nothing is written meanwhile. */
  async #shortenLog(): Promise<void> {
    const { file, checkpoint, log } = this.deps;
    try {
      const bytes = (await this.#log?.stat())?.size ?? 0;
      if (bytes >= LOG_BYTES) await this.inWorker(checkpoint(file));
    } catch (error) {
      log.warn('checkpoint failed, trying again later', { file, error });
    }
  }

  /** One timer, set by a change and not before the day is over. */
  #copyLater(delays = 0): void {
    const { file, copy, isBusy } = this.deps;
    if (copy === undefined || this.#copyTimer !== undefined || this.#closed) return;
    // A clock that was set back makes a copy of the future: then it is as good as none.
    const age = Date.now() - (copiedAt(file) ?? -Infinity);
    const left = age >= 0 && age < COPY_EVERY ? COPY_EVERY - age : 0;
    this.#copyTimer = setTimeout(() => {
      if (delays < MOST_DELAYS && isBusy?.() === true) {
        this.#copyTimer = undefined;
        this.#copyLater(delays + 1);
        return;
      }
      this.#copying = this.makeCopy().finally(() => {
        this.#copyTimer = undefined;
      });
    }, COPY_DELAY + left).unref();
  }

  /** Makes the daily copy now. Never rejects: what fails is tried again after the next change. */
  async makeCopy(): Promise<void> {
    const { file, copy, copied, log } = this.deps;
    let source: Sqlite | undefined;
    const isInUse = (): boolean => source !== undefined && source === this.#sql;
    try {
      await this.#write(false, (sql) => {
        source = sql;
        beginGeneration(sql, file);
      });
      if (!isInUse()) throw new Error('the file was put aside meanwhile');
      if (copy !== undefined) await this.inWorker(copy(file));
      await copied?.();
    } catch (error) {
      if (isDamage(error) && isInUse()) this.putAside(error);
      log.warn('daily copy failed, trying again after the next change', { file, error });
    }
  }

  /** `work` has the file open in another thread until it ends. */
  inWorker<Result>(work: Promise<Result>): Promise<Result> {
    this.#workers = Promise.allSettled([this.#workers, work]).then(() => undefined);
    return work;
  }

  #connected(): Promise<Sqlite> {
    if (this.#closed) return Promise.reject(new Error(`${this.deps.file} is closed`));
    if (this.#sql !== undefined) return Promise.resolve(this.#sql);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Sqlite> {
    const { file, replaceable = false, reserve } = this.deps;
    await this.#workers;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const loss = replaceable ? undefined : (lossOf(file) ?? (await lossOfAll(file, reserve)));
    if (loss !== undefined) await this.#recover(loss);
    try {
      this.#sql = await this.#prepared();
    } catch (error) {
      if (error instanceof DatabaseTooNew && !replaceable) {
        await this.#goBack(error);
        this.#sql = await this.#prepared();
        return this.#sql;
      }
      const isLogLost = error instanceof LogLost;
      if (!isDamage(error) && !isLogLost && !(error instanceof DatabaseTooNew)) throw error;
      this.putAside(error);
      if (!replaceable) await this.#recover(isLogLost ? 'logLost' : 'damaged');
      this.#sql = await this.#prepared();
    }
    return this.#sql;
  }

  /** @throws `tooNew` when there is no copy to go back to */
  async #goBack(tooNew: DatabaseTooNew): Promise<void> {
    const recovery = await goBack(this.deps, tooNew);
    if (recovery === undefined) throw tooNew;
    this.deps.log.warn('went back to the copy from before an update', { file: this.deps.file, ...recovery });
    this.deps.renewed?.();
  }

  async #recover(loss: Loss): Promise<void> {
    const recovery = await recover(this.deps, loss);
    if (recovery === undefined) return;
    this.deps.log.warn('restored', { file: this.deps.file, ...recovery });
    this.deps.renewed?.();
  }

  async #prepared(): Promise<Sqlite> {
    const { file, binding, migrations, replaceable = false, cacheBytes } = this.deps;
    const unclean = !replaceable && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const sql = await connect(file, binding);
    try {
      if (!replaceable) await followCopies(sql, file, binding);
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
