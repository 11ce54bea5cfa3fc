/**
 * One scan, from the roots to the last removal. Thread: the scan worker.
 *
 *     each volume: is there? ─▶ walk ─▶ compare, read, write ─▶ still there? ─▶ remove what was not met
 *                      │ no                        │ gone meanwhile        │ no
 *                      └──────▶ away: its tracks stay, unavailable ◀───────┘
 *     volumes that were not met are away ─▶ those that are away for 30 days are dropped ─▶ pictures of artists
 *     ─▶ the list of all tracks, where it is not whole
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { confineNextTo } from '../../confined.js';
import { connect, type Sqlite } from '../../database/sqlite.js';
import type { NativeReader } from '../../tags/native-reader.js';
import { artistSplitter, textOfRules } from '../../tags/tag-rules.js';
import { Batch, VolumeLost } from './batch.js';
import { Files, type Folder } from './files.js';
import { FolderScan } from './folder-scan.js';
import { Gauge } from './gauge.js';
import { FolderReader, NO_MEDIA, type NativeFiles } from './listing.js';
import { MOST_IGNORED, type ScanTarget, type ScanJob } from './messages.js';
import type { ScanReport, ScanWorkerData, VolumeState } from './messages.js';
import { updatePortraits } from './portraits.js';
import { readRevision } from './revision.js';
import { type RootRow, Roots } from './roots.js';
import { TrackList } from './track-list.js';
import { Tracks } from './tracks.js';
import * as volumes from './volumes.js';
import { walk } from './walk.js';

/** Pages of the log after which a commit copies it into the file: 8 MiB. */
const CHECKPOINT_PAGES = 2000;
const CACHE_KIBIBYTES = 8192;
const FOLDERS_A_MESSAGE = 200;

export interface ScanRunDeps extends ScanWorkerData {
  readonly native: NativeReader;
  readonly nativeFiles: NativeFiles;
  /** Called with the folders that were visited, some at a time. */
  readonly visited: (paths: readonly string[]) => void;
}

/** The one connection that writes. Its file has its tables already. */
export async function openLibrary({ file, binding }: Pick<ScanWorkerData, 'file' | 'binding'>): Promise<Sqlite> {
  const sql = await connect(file, binding);
  sql.pragma('synchronous = NORMAL');
  sql.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  sql.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  // What refers to a row goes before it, always: a look for each reference of each row would find nothing.
  sql.pragma('foreign_keys = OFF');
  return sql;
}

export class ScanRun {
  /** All of them, and those that lie in no other one. */
  readonly #all: readonly string[];
  readonly #roots: readonly string[];
  readonly #visited: (paths: readonly string[]) => void;
  readonly #gauge: Gauge;
  readonly #reader: FolderReader;
  readonly #files: Files;
  readonly #tracks: Tracks;
  readonly #list: TrackList;
  readonly #rows: Roots;
  readonly #batch: Batch;
  readonly #sql: Sqlite;
  readonly #folderScan: FolderScan;
  readonly #avoided: ReadonlyMap<string, string>;
  readonly #volumes = new Map<string, VolumeState>();
  readonly #ignored: ReadonlySet<string>;
  /** Folders with a file `.nomedia`. */
  readonly #marked: string[] = [];
  readonly #targets: readonly ScanTarget[] | undefined;
  readonly #rules: string;
  #paths: string[] = [];
  /** Whether the volume that is scanned now is still there. */
  #isPresent: () => boolean = () => true;

  constructor(sql: Sqlite, job: ScanJob, deps: ScanRunDeps) {
    this.#sql = sql;
    this.#visited = deps.visited;
    this.#gauge = new Gauge(deps.gauge);
    this.#avoided = new Map(job.avoided);
    this.#gauge.reset();
    this.#all = job.roots;
    this.#ignored = new Set(job.ignored);
    const roots = job.roots.map((path) => ({ path, real: this.#look(path, volumes.realPathOf) ?? path }));
    this.#gauge.enter('starting');
    this.#roots = volumes.outermost(roots);
    this.#reader = new FolderReader(
      roots.map(({ real }) => real),
      deps.nativeFiles,
    );
    this.#files = new Files(sql);
    this.#list = new TrackList(sql, deps.trackShape);
    this.#tracks = new Tracks(sql, this.#list, artistSplitter(job.rules));
    this.#rows = new Roots(sql);
    this.#batch = new Batch(sql, this.#tracks, () => this.#writing());
    this.#targets = job.targets;
    this.#rules = textOfRules(job.rules);
    this.#folderScan = new FolderScan({
      files: this.#files,
      tracks: this.#tracks,
      batch: this.#batch,
      gauge: this.#gauge,
      isReread: job.reread,
      reading: { native: deps.native, confine: confineNextTo(deps.nativeFile), encoding: job.rules.tagEncoding },
      avoided: this.#avoided,
      pause: () => this.#pause(),
      troubled: () => {
        if (!this.#isPresent()) throw new VolumeLost(this.#gauge.path);
      },
    });
  }

  /** @throws SqliteError; what was written until then stays */
  async run(): Promise<ScanReport> {
    this.#gauge.revision = readRevision(this.#sql);
    // A root that was removed is hidden before anything else takes its time.
    for (const row of this.#rows.all()) if (row.available === 1 && !this.#isOurs(row.path)) this.#rows.away(row);
    if (this.#targets === undefined) {
      for (const root of this.#roots) await this.#scanVolume(root);
      this.#gauge.enter('finishing');
      for (const row of this.#rows.all()) if (!this.#volumes.has(row.path)) this.#away(row.path, row);
      for (const row of this.#rows.lost()) this.#drop(row);
    } else for (const target of this.#targets) await this.#scanTarget(target);
    this.#gauge.enter('finishing');
    if (this.#tracks.isUnfinished) this.#batch.add(() => this.#tracks.resume());
    this.#batch.write(() => true);
    updatePortraits(this.#sql);
    this.#list.complete(() => this.#gauge.enter('finishing'));
    this.#gauge.revision = readRevision(this.#sql);
    this.#sayVisited(1);
    return { ...this.#gauge.counts, volumes: [...this.#volumes.values()], ignored: this.#marked };
  }

  #isOurs(path: string): boolean {
    return this.#all.some((root) => isWithin(root, path));
  }

  /** A volume and all that is mounted in it. */
  async #scanVolume(path: string): Promise<void> {
    const row = this.#rows.find(path);
    const folder = this.#volumeFolder(path, row);
    if (folder === undefined) return;
    const root = this.#rows.here(path, folder.mounted);
    this.#volumes.set(path, { path, available: true, mounted: folder.mounted, remote: volumes.isRemote(path) });
    if (this.#rows.find(path)?.tag_rules !== this.#rules) this.#rows.readBy(root, path, this.#rules);
    await this.#walk(root, path, folder, { path, deep: true });
  }

  /** Undefined when the volume is away, which is noted then. */
  #volumeFolder(path: string, row: RootRow | undefined): volumes.VolumeFolder | undefined {
    const folder = this.#look(path, volumes.volumeFolderAt);
    if (folder !== undefined && !(row?.mounted === 1 && !folder.mounted)) return folder;
    this.#away(path, row);
    return undefined;
  }

  /** A look at a volume may never end: `gauge` then has the path to blame. Undefined for one that was given up. */
  #look<Result>(path: string, look: (path: string) => Result): Result | undefined {
    this.#gauge.enter('walking', path);
    return this.#avoided.has(path) ? undefined : look(path);
  }

  async #scanTarget(asked: ScanTarget): Promise<void> {
    const volume = this.#volumeOf(asked.path);
    const leftOut = this.#leftOutAbove(asked.path);
    // A volume in a folder that is left out is away; in a volume the folder that is left out loses what is below it.
    if (volume === undefined || (leftOut !== undefined && leftOut !== volume && isWithin(leftOut, volume))) return;
    const target = leftOut === undefined ? asked : { path: leftOut, deep: true };
    const row = this.#rows.find(volume);
    // A volume that comes back, or was never seen, is looked at as a whole.
    if (row?.available !== 1 || (target.deep && volume === target.path)) {
      await this.#scanVolume(volume);
      return;
    }
    const folder = this.#volumeFolder(volume, row);
    if (folder === undefined || volumes.isThroughLink(volume, target.path)) return;
    this.#volumes.set(volume, {
      path: volume,
      available: true,
      mounted: folder.mounted,
      remote: volumes.isRemote(volume),
    });
    await this.#walk(row.key, volume, folder, target);
  }

  /** The innermost of the volumes that a path lies in. */
  #volumeOf(path: string): string | undefined {
    return [...this.#roots, ...this.#rows.all().map((row) => row.path)]
      .filter((root) => isWithin(root, path) && this.#isOurs(root))
      .reduce<string | undefined>((best, root) => (root.length > (best?.length ?? 0) ? root : best), undefined);
  }

  /** The outermost folder at or above a path, within the roots, that is left out; the path's own mark is met by the walk. */
  #leftOutAbove(path: string): string | undefined {
    const root = this.#roots.find((each) => isWithin(each, path));
    if (root === undefined) return undefined;
    let folder = root;
    for (const name of ['', ...path.slice(root.length).split('/')]) {
      if (name !== '') folder = join(folder, name);
      if (this.#ignored.has(folder)) return folder;
      // Nothing is asked of a share that hangs, and what hangs now is blamed.
      if (this.#avoided.has(folder)) return undefined;
      this.#gauge.enter('walking', folder);
      if (folder !== path && existsSync(join(folder, NO_MEDIA))) return folder;
    }
    return undefined;
  }

  /** The volume is noted as away when it went away meanwhile. */
  async #walk(root: number, volume: string, folder: volumes.VolumeFolder, target: ScanTarget): Promise<void> {
    this.#isPresent = () => volumes.isStillThere(volume, folder);
    try {
      const inside = await this.#walkFolders(root, volume, target, folder.device);
      if (!this.#batch.write(this.#isPresent)) throw new VolumeLost(volume);
      for (const path of inside) await this.#scanVolume(path);
    } catch (error) {
      if (!(error instanceof VolumeLost)) throw error;
      this.#batch.write(() => false);
      this.#away(volume, this.#rows.find(volume));
    }
  }

  /** @returns the volumes that are mounted in this one */
  async #walkFolders(root: number, volume: string, target: ScanTarget, device: number): Promise<readonly string[]> {
    const met = new Set<Folder>();
    const unreadable: string[] = [];
    const remote = volumes.isRemote(target.path);
    const inside: string[] = [];
    const mounts = new Set(this.#rows.all().flatMap((row) => (row.mounted === 1 ? row.path : [])));
    mounts.delete(target.path);
    const visits = walk(target.path, {
      device,
      reader: this.#reader,
      deep: target.deep,
      mounts,
      avoided: this.#avoided,
      ignored: this.#ignored,
      entering: (path) => this.#gauge.enter('walking', path),
    });
    for (const visit of visits) {
      if (visit.kind === 'volume') inside.push(visit.path);
      else if (visit.kind === 'leftOut') {
        if (!target.deep) this.#removeUnmet(root, visit.path, new Set(), []);
        if (!visit.isMarked) continue;
        if (this.#marked.length < MOST_IGNORED) this.#marked.push(visit.path);
        // The file may go again.
        if (!remote) this.#paths.push(visit.path);
      } else if (visit.kind === 'unreadable') {
        if (!this.#isPresent()) throw new VolumeLost(visit.path);
        unreadable.push(visit.path);
        met.add(this.#folderScan.refuse(root, visit.path, visit.problem));
      } else {
        const folder = await this.#folderScan.visit({ ...visit, root, volume });
        if (folder !== undefined) met.add(folder);
        if (!remote) this.#paths.push(visit.path);
        this.#sayVisited(FOLDERS_A_MESSAGE);
      }
    }
    this.#pause();
    if (target.deep) this.#removeUnmet(root, target.path, met, unreadable);
    return inside;
  }

  /** Folders that were not met are gone, unless nothing is known of where they are. */
  #removeUnmet(root: number, path: string, met: ReadonlySet<Folder>, unreadable: readonly string[]): void {
    if (!this.#batch.write(this.#isPresent)) throw new VolumeLost(path);
    const keys = new Set([...met].map(({ key }) => key));
    const gone: number[] = [];
    for (const folder of this.#files.below(root, path)) {
      const hidden = unreadable.some((above) => folder.path.startsWith(`${above}/`));
      if (!keys.has(folder.key) && !hidden) gone.push(folder.key);
    }
    for (const key of gone) this.#removeFolder(key);
  }

  #removeFolder(key: number): void {
    for (const file of this.#files.in(key)) {
      this.#batch.remove(() => {
        this.#tracks.removeFile(file.key);
        this.#files.removeFile(file.key);
      });
      this.#pause();
    }
    this.#batch.remove(() => this.#files.removeFolder(key));
    this.#pause();
  }

  #away(path: string, row: RootRow | undefined): void {
    this.#volumes.set(path, { path, available: false, mounted: row?.mounted === 1, remote: false });
    if (row !== undefined) this.#rows.away(row);
  }

  /** Removes a volume that has been away for 30 days, with its tracks. */
  #drop(row: RootRow): void {
    this.#isPresent = () => true;
    for (const { key } of this.#files.ofRoot(row.key)) this.#removeFolder(key);
    this.#batch.write(this.#isPresent);
    this.#rows.remove(row);
  }

  /** @throws VolumeLost */
  #pause(): void {
    if (this.#batch.isDue && !this.#batch.write(this.#isPresent)) throw new VolumeLost(this.#gauge.path);
  }

  /** The transaction before this one is what lists show. */
  #writing(): void {
    this.#gauge.enter('writing');
    this.#gauge.revision = readRevision(this.#sql);
  }

  #sayVisited(least: number): void {
    if (this.#paths.length < least) return;
    this.#visited(this.#paths);
    this.#paths = [];
  }
}

/** Whether `path` is `root` or below it. Both normalised and absolute. */
function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root === '/' ? root : `${root}/`);
}
