/**
 * Keeps the library up to date: scans one thing after the other, in a worker, and reports its progress. Thread: main, which
 * it never holds up.
 *
 *     PUT /scan-library, the start, once a day ─▶ everything ─┐
 *     folders that changed, sticks, what comes back ─▶ targets ─┴▶ one job at a time ─▶ state, watches
 *
 * A call during a scan of everything joins it. What changes behind the walk is noticed by the watches and makes another
 * round, which whoever joined waits for too.
 */
import { dirname } from 'node:path';
import type { Database } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { stat } from '../../files/files.js';
import { Listeners } from '../../listeners.js';
import { DEFAULT_TAG_RULES, type TagRules } from '../../tags/tag-rules.js';
import { pathsOf, type RootPaths } from '../library-roots.js';
import { ScanFailed } from './failures.js';
import { FolderWatch, type FolderWatchOptions } from './folder-watch.js';
import type { ScanCounts, ScanPhase } from './gauge.js';
import { MOST_IGNORED, type ScanTarget, type ScanReport, type VolumeState } from './messages.js';
import { listProblems, type ProblemPage } from './problem-list.js';
import { ScanTimes, type ScanTimesOptions } from './scan-times.js';
import { Wanted } from './wanted.js';
import { WorkerKeeper, type WorkerKeeperOptions } from './worker-keeper.js';

export interface ScannerOptions extends Pick<
  WorkerKeeperOptions,
  'workerFile' | 'file' | 'binding' | 'nativeFile' | 'trackShape' | 'log' | 'stepLimitMs' | 'idleMs'
> {
  /** Absolute. Those that may change are read at each job; `rootsChanged` makes one. */
  readonly roots: RootPaths;
  /** The library's. Nothing is written through it. */
  readonly database: Pick<Database, 'read' | 'putAside'>;
  /** How tags are understood now; the usual way when left out. */
  readonly tagRules?: () => TagRules;
  readonly watch?: Pick<FolderWatchOptions, 'limit' | 'quietMs' | 'longestMs'>;
  readonly times?: Partial<ScanTimesOptions['times']>;
}

export interface ScanProgress extends ScanCounts {
  readonly phase: ScanPhase;
  /** The root or volume where it is; empty at the beginning. */
  readonly root: string;
}

export interface ScanEnd extends ScanCounts {
  /** Unix seconds. */
  readonly at: number;
  readonly milliseconds: number;
  /** Undefined when it came to its end. */
  readonly failure: ScanFailed | undefined;
}

export interface ScannerState {
  /** Undefined while nothing is scanned. */
  readonly progress: ScanProgress | undefined;
  /** The last one that is over; undefined before the first. */
  readonly last: ScanEnd | undefined;
  /** As the last scan that met them found them. */
  readonly volumes: readonly VolumeState[];
  /** Folders that a file `.nomedia` in them leaves out, as the last scan that met them found them; at most some hundred. */
  readonly ignored: readonly string[];
  /** Another number whenever a list would show another thing; 0 before the first scan. */
  readonly revision: number;
}

type Job = ReturnType<Wanted['take']>;

/** Failures after which what else is wanted would fail too. */
const HOPELESS = new Set(['LIBRARY_DAMAGED', 'LIBRARY_UNREADABLE']);

export class Scanner {
  readonly #keeper: WorkerKeeper;
  readonly #watch: FolderWatch;
  readonly #times: ScanTimes;
  readonly #wanted = new Wanted();
  readonly #volumes = new Map<string, VolumeState>();
  readonly #ignored = new Set<string>();
  readonly #listeners = new Listeners();
  /** Folders that the present scan of everything has met. */
  #met: Set<string> | undefined;
  /** The first job of them that fails, else the first. */
  #running: Promise<ScanEnd | undefined> | undefined;
  /** The worker has a file open that is not the library any more. */
  #renewed = false;
  /** What the present job looks at; undefined between jobs. */
  #scope: 'everything' | 'targets' | undefined;
  /** When the present job began, or the last one, in Unix milliseconds. */
  #began = 0;
  #last: ScanEnd | undefined;
  #stopped = false;

  /** Nothing happens before `start` or `scan`. */
  constructor(private readonly options: ScannerOptions) {
    const { log } = options;
    this.#keeper = new WorkerKeeper({
      ...options,
      visited: (paths) => this.#visited(paths),
      progressed: () => this.#emit(),
    });
    this.#watch = new FolderWatch({ ...options.watch, log, changed: (targets) => this.#changed(targets) });
    this.#times = new ScanTimes({
      volumes: () => this.#volumes.values(),
      isWatchIncomplete: () => this.#watch.incomplete,
      everything: () => this.#want(false),
      look: (targets) => this.look(targets),
      times: options.times,
    });
  }

  /** From now on the library follows the files; where it knows none it is scanned at once, and again at the usual time if that found none. */
  start(): void {
    this.#times.start();
    void this.#scanUnknown();
  }

  /** Ends what runs; what was found until then is kept. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wanted.clear();
    this.#times.stop();
    this.#watch.stop();
    await this.#keeper.stop();
    await this.#running;
  }

  /**
   * Scans everything; joins a scan of everything that runs. Resolves when nothing is left to be scanned.
   * @param reread also the files that did not change
   * @throws ScanFailed
   */
  async scan(reread = false): Promise<ScanEnd> {
    if (this.#scope !== 'everything' || reread) this.#want(reread);
    return this.#ended();
  }

  /** Scans a folder of the library and what is below it, as `scan`. @throws ScanFailed */
  scanFolder(path: string, reread = false): Promise<ScanEnd> {
    this.look([{ path, deep: true }], reread);
    return this.#ended();
  }

  /** Scans these folders soon, after whatever is scanned now. */
  look(targets: readonly ScanTarget[], reread = false): void {
    if (this.#stopped) return;
    this.#wanted.targets(targets, reread);
    this.#run();
  }

  /** Other roots, or other folders that are left out: looks at everything, and first hides what lies in no root any more. */
  rootsChanged(): void {
    for (const path of [...this.#volumes.keys()]) if (!this.#isOurs(path)) this.#volumes.delete(path);
    this.#want(false);
  }

  /** Tags are understood in another way now: what was read by others is read again. */
  rulesChanged(): void {
    this.#want(false);
  }

  /** The database was put aside: all is to be found again. */
  renew(): void {
    this.#renewed = true;
    this.#want(false);
  }

  read(): ScannerState {
    const { gauge } = this.#keeper;
    const progress =
      this.#scope === undefined ? undefined : { ...gauge.counts, phase: gauge.phase, root: this.#rootOf(gauge.path) };
    const volumes = [...this.#volumes.values()];
    return { progress, last: this.#last, volumes, ignored: [...this.#ignored], revision: gauge.revision };
  }

  /** Files and folders that could not be read, in the order of their folders. */
  problems(limit: number, offset: number): Promise<ProblemPage> {
    return this.options.database.read((sql) => listProblems(sql, limit, offset));
  }

  /** @param listener called when `read` gives something else, at most four times a second; @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async #ended(): Promise<ScanEnd> {
    const end = await this.#running;
    if (end === undefined) throw new ScanFailed('SCAN_ENDED', 'The daemon is about to stop.');
    if (end.failure !== undefined) throw end.failure;
    return end;
  }

  /** Where it finds nothing, what holds the music may be mounted only seconds later. Never rejects. */
  async #scanUnknown(): Promise<void> {
    const { database } = this.options;
    try {
      if (!(await database.read(isEmpty)) || !this.#times.beginNow()) return;
      await this.#running;
      if (await database.read(isEmpty)) this.#times.beginAgain();
    } catch {
      // The first scan says what is wrong.
    }
  }

  #want(reread: boolean): void {
    if (this.#stopped) return;
    this.#wanted.everything(reread);
    this.#run();
  }

  #run(): void {
    this.#running ??= this.#runAll();
  }

  /** Never rejects. */
  async #runAll(): Promise<ScanEnd | undefined> {
    let reported: ScanEnd | undefined;
    // What the caller's turn still brings belongs to the same job.
    await Promise.resolve();
    while (!this.#wanted.isEmpty) {
      const job = this.#wanted.take();
      const began = performance.now();
      this.#began = Date.now();
      this.#scope = job.targets === undefined ? 'everything' : 'targets';
      this.#met = job.targets === undefined ? new Set() : undefined;
      const failure = await this.#attempt(job);
      const end = this.#finish(performance.now() - began, failure);
      if (reported === undefined || (reported.failure === undefined && end.failure !== undefined)) reported = end;
    }
    // In the turn in which nothing was wanted any more: a wish that comes right after it begins a new run.
    this.#running = undefined;
    return reported;
  }

  #finish(milliseconds: number, failure: ScanFailed | undefined): ScanEnd {
    const { log } = this.options;
    const { counts } = this.#keeper.gauge;
    if (failure === undefined && this.#met !== undefined) this.#watch.keepOnly(this.#met);
    const isEverything = this.#scope === 'everything';
    this.#scope = undefined;
    this.#met = undefined;
    const end = { ...counts, at: Math.floor(Date.now() / 1000), milliseconds: Math.round(milliseconds), failure };
    this.#last = end;
    if (failure !== undefined && !this.#stopped)
      log.error('scan: failed (what was found until then stays)', { code: failure.code, error: failure });
    else if (isEverything || counts.read > 0)
      log.info('scan: library is up to date', { ...counts, milliseconds: end.milliseconds });
    this.#times.scanned();
    this.#emit();
    return end;
  }

  /** @returns why it failed */
  async #attempt(job: Job): Promise<ScanFailed | undefined> {
    try {
      await this.#perform(job).catch(async (error: unknown) => {
        if (!isDamaged(error) || this.#stopped) throw error;
        this.options.database.putAside(error);
        this.#wanted.clear();
        await this.#perform({ ...job, targets: undefined });
      });
      return undefined;
    } catch (error) {
      const failure = error instanceof ScanFailed ? error : asFailure(error);
      // Once more damaged is the disk's fault: to begin anew at once would never end.
      if (HOPELESS.has(failure.code)) this.#wanted.clear();
      return failure;
    }
  }

  /** @throws ScanFailed, or what `Database.read` throws */
  async #perform(job: Job): Promise<void> {
    if (this.#renewed) await this.#keeper.rest();
    this.#renewed = false;
    // Makes the file and its tables where there are none.
    await this.options.database.read(touch);
    const { artistSeparators, artistExceptions, tagEncoding } = this.options.tagRules?.() ?? DEFAULT_TAG_RULES;
    const rules = { artistSeparators, artistExceptions, tagEncoding };
    const { roots } = this.options;
    const ignored = 'paths' in roots ? [...(roots.ignored ?? [])] : [];
    this.#accept(await this.#keeper.run({ ...job, rules, roots: pathsOf(roots), ignored }), job.targets);
  }

  #accept({ volumes, ignored }: ScanReport, targets: readonly ScanTarget[] | undefined): void {
    if (targets === undefined) {
      this.#volumes.clear();
      this.#ignored.clear();
    }
    for (const volume of volumes) if (this.#isOurs(volume.path)) this.#volumes.set(volume.path, volume);
    for (const { path, deep } of targets ?? []) this.#forgetIgnored(path, deep);
    for (const path of ignored) if (this.#ignored.size < MOST_IGNORED) this.#ignored.add(path);
  }

  /** What was met there before may have lost its file `.nomedia`. */
  #forgetIgnored(path: string, deep: boolean): void {
    for (const each of this.#ignored)
      if (each === path || (deep && each.startsWith(`${path}/`))) this.#ignored.delete(each);
  }

  /** Whether a path lies in a root as the roots are now. */
  #isOurs(path: string): boolean {
    return pathsOf(this.options.roots).some(
      (root) => path === root || path.startsWith(root === '/' ? root : `${root}/`),
    );
  }

  #changed(targets: readonly ScanTarget[]): void {
    for (const { path, deep } of targets)
      if (deep && pathsOf(this.options.roots).includes(dirname(path))) this.#times.settle(path);
    this.look(targets);
  }

  #visited(paths: readonly string[]): void {
    for (const path of paths) this.#met?.add(path);
    const fresh = this.#watch.add(paths);
    if (fresh.length === 0) return;
    // Between the look at a folder and its watch something may have come.
    if (this.#scope === 'targets') this.look(fresh.map((path) => ({ path, deep: false })));
    else void this.#lookAtChanged(fresh, this.#began);
  }

  /** Looks again at those folders whose names have changed after a moment, in whole Unix milliseconds. */
  async #lookAtChanged(folders: readonly string[], since: number): Promise<void> {
    for (const path of folders) {
      const status = await stat(path).catch(() => undefined);
      if (status !== undefined && status.mtimeMs >= since + 1) this.look([{ path, deep: true }]);
    }
  }

  #rootOf(path: string): string {
    return [...pathsOf(this.options.roots), ...this.#volumes.keys()]
      .filter((root) => path === root || path.startsWith(`${root}/`))
      .reduce((best, root) => (root.length > best.length ? root : best), '');
  }

  #emit(): void {
    this.#listeners.call();
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof ScanFailed && error.code === 'LIBRARY_DAMAGED';
}

function touch(sql: Sqlite): void {
  sql.prepare('SELECT 1 FROM library').get();
}

function isEmpty(sql: Sqlite): boolean {
  return sql.prepare('SELECT 1 FROM track LIMIT 1').get() === undefined;
}

function asFailure(error: unknown): ScanFailed {
  return new ScanFailed('LIBRARY_UNREADABLE', error instanceof Error ? error.message : String(error));
}
