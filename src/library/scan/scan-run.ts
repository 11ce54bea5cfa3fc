/**
 * One scan, from the roots to the last removal. Thread: the scan worker.
 *
 *     each volume: stands there? ─▶ walk ─▶ compare, read, write ─▶ still there? ─▶ remove what was not met
 *                      │ no                        │ gone meanwhile        │ no
 *                      └──────▶ away: its tracks stay, unavailable ◀───────┘
 *     volumes that were not met are away ─▶ those that are away for 30 days are dropped ─▶ pictures of artists
 *     ─▶ the list of all tracks, where it is not whole
 */
import { confineNextTo } from '../../confined.js';
import { connect, type Sqlite } from '../../database/sqlite.js';
import type { NativeReader } from '../../tags/native-reader.js';
import { artistSplitter, textOfRules } from '../../tags/tag-rules.js';
import { Batch, VolumeLost } from './batch.js';
import { Files, type Folder } from './files.js';
import { FolderScan } from './folder-scan.js';
import { Gauge } from './gauge.js';
import { FolderReader, type NativeFiles } from './listing.js';
import type { Place, ScanJob, ScanReport, ScanWorkerData, VolumeState } from './messages.js';
import { updatePortraits } from './portraits.js';
import { readRevision } from './revision.js';
import { type RootRow, Roots } from './roots.js';
import { TrackList } from './track-list.js';
import { Tracks } from './tracks.js';
import { isRemote, isThroughLink, outermost, realPathOf, type Standing, standingOf, stillStands } from './volumes.js';
import { walk } from './walk.js';

/** Pages of the log after which a commit copies it into the file: 8 MiB. */
const CHECKPOINT_PAGES = 2000;
const CACHE_KIBIBYTES = 8192;
const FOLDERS_A_MESSAGE = 200;

export interface ScanRunParts extends ScanWorkerData {
  readonly native: NativeReader;
  readonly nativeFiles: NativeFiles;
  /** Told which folders were visited, some at a time. */
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
  readonly #places: readonly Place[] | undefined;
  readonly #rules: string;
  #paths: string[] = [];
  /** Whether the volume that is scanned now is still there. */
  #stands: () => boolean = () => true;

  constructor(sql: Sqlite, job: ScanJob, parts: ScanRunParts) {
    this.#sql = sql;
    this.#visited = parts.visited;
    this.#gauge = new Gauge(parts.gauge);
    this.#avoided = new Map(job.avoided);
    this.#gauge.reset();
    const roots = parts.roots.map((path) => ({ path, real: this.#look(path, realPathOf) ?? path }));
    this.#gauge.enter('starting');
    this.#roots = outermost(roots);
    this.#reader = new FolderReader(
      roots.map(({ real }) => real),
      parts.nativeFiles,
    );
    this.#files = new Files(sql);
    this.#list = new TrackList(sql, parts.trackShape);
    this.#tracks = new Tracks(sql, this.#list, artistSplitter(job.rules));
    this.#rows = new Roots(sql);
    this.#batch = new Batch(sql, this.#tracks, () => this.#writing());
    this.#places = job.places;
    this.#rules = textOfRules(job.rules);
    this.#folderScan = new FolderScan({
      files: this.#files,
      tracks: this.#tracks,
      batch: this.#batch,
      gauge: this.#gauge,
      isReread: job.reread,
      reading: { native: parts.native, confine: confineNextTo(parts.nativeFile), encoding: job.rules.tagEncoding },
      avoided: this.#avoided,
      pause: () => this.#pause(),
      troubled: () => {
        if (!this.#stands()) throw new VolumeLost(this.#gauge.place);
      },
    });
  }

  /** @throws SqliteError; what was written until then stays */
  async run(): Promise<ScanReport> {
    this.#gauge.revision = readRevision(this.#sql);
    if (this.#places === undefined) {
      for (const root of this.#roots) await this.#scanVolume(root);
      this.#gauge.enter('finishing');
      for (const row of this.#rows.all()) if (!this.#volumes.has(row.path)) this.#away(row.path, row);
      for (const row of this.#rows.lost()) this.#drop(row);
    } else for (const place of this.#places) await this.#scanPlace(place);
    this.#gauge.enter('finishing');
    if (this.#tracks.isUnfinished) this.#batch.add(() => this.#tracks.resume());
    this.#batch.write(() => true);
    updatePortraits(this.#sql);
    this.#list.complete(() => this.#gauge.enter('finishing'));
    this.#gauge.revision = readRevision(this.#sql);
    this.#sayVisited(1);
    return { ...this.#gauge.counts, volumes: [...this.#volumes.values()] };
  }

  /** A volume and all that is mounted in it. */
  async #scanVolume(path: string): Promise<void> {
    const row = this.#rows.find(path);
    const standing = this.#standing(path, row);
    if (standing === undefined) return;
    const root = this.#rows.here(path, standing.mounted);
    this.#volumes.set(path, { path, available: true, mounted: standing.mounted, remote: isRemote(path) });
    if (this.#rows.find(path)?.tag_rules !== this.#rules) this.#rows.readBy(root, path, this.#rules);
    await this.#walk(root, path, standing, { path, deep: true });
  }

  /** Undefined when the volume is away, which is noted then. */
  #standing(path: string, row: RootRow | undefined): Standing | undefined {
    const standing = this.#look(path, standingOf);
    if (standing !== undefined && !(row?.mounted === 1 && !standing.mounted)) return standing;
    this.#away(path, row);
    return undefined;
  }

  /** A look at a volume may never end: whose it was is known then. Undefined for one that was given up. */
  #look<Result>(path: string, look: (path: string) => Result): Result | undefined {
    this.#gauge.enter('walking', path);
    return this.#avoided.has(path) ? undefined : look(path);
  }

  async #scanPlace(place: Place): Promise<void> {
    const volume = this.#volumeOf(place.path);
    if (volume === undefined) return;
    const row = this.#rows.find(volume);
    // A volume that comes back, or was never seen, is looked at as a whole.
    if (row?.available !== 1 || (place.deep && volume === place.path)) {
      await this.#scanVolume(volume);
      return;
    }
    const standing = this.#standing(volume, row);
    if (standing === undefined || isThroughLink(volume, place.path)) return;
    this.#volumes.set(volume, {
      path: volume,
      available: true,
      mounted: standing.mounted,
      remote: isRemote(volume),
    });
    await this.#walk(row.key, volume, standing, place);
  }

  /** The innermost of the volumes that a path lies in. */
  #volumeOf(path: string): string | undefined {
    return [...this.#roots, ...this.#rows.all().map((row) => row.path)]
      .filter((root) => path === root || path.startsWith(root === '/' ? root : `${root}/`))
      .reduce<string | undefined>((best, root) => (root.length > (best?.length ?? 0) ? root : best), undefined);
  }

  /** The volume is noted as away when it went away meanwhile. */
  async #walk(root: number, volume: string, standing: Standing, place: Place): Promise<void> {
    this.#stands = () => stillStands(volume, standing);
    try {
      const inside = await this.#walkFolders(root, volume, place, standing.device);
      if (!this.#batch.write(this.#stands)) throw new VolumeLost(volume);
      for (const path of inside) await this.#scanVolume(path);
    } catch (error) {
      if (!(error instanceof VolumeLost)) throw error;
      this.#batch.write(() => false);
      this.#away(volume, this.#rows.find(volume));
    }
  }

  /** @returns the volumes that are mounted in this one */
  async #walkFolders(root: number, volume: string, place: Place, device: number): Promise<readonly string[]> {
    const met = new Set<Folder>();
    const unreadable: string[] = [];
    const remote = isRemote(place.path);
    const inside: string[] = [];
    const mounts = new Set(this.#rows.all().flatMap((row) => (row.mounted === 1 ? row.path : [])));
    mounts.delete(place.path);
    const visits = walk(place.path, {
      device,
      reader: this.#reader,
      deep: place.deep,
      mounts,
      avoided: this.#avoided,
      entering: (path) => this.#gauge.enter('walking', path),
    });
    for (const visit of visits) {
      if (visit.kind === 'volume') inside.push(visit.path);
      else if (visit.kind === 'unreadable') {
        if (!this.#stands()) throw new VolumeLost(visit.path);
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
    if (place.deep) this.#removeUnmet(root, place.path, met, unreadable);
    return inside;
  }

  /** Folders that were not met are gone, unless nothing is known of where they are. */
  #removeUnmet(root: number, path: string, met: ReadonlySet<Folder>, unreadable: readonly string[]): void {
    if (!this.#batch.write(this.#stands)) throw new VolumeLost(path);
    const keys = new Set([...met].map(({ key }) => key));
    const gone: number[] = [];
    for (const folder of this.#files.below(root, path)) {
      const hidden = unreadable.some((place) => folder.path.startsWith(`${place}/`));
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

  /** It has been away for so long that its tracks go. */
  #drop(row: RootRow): void {
    this.#stands = () => true;
    for (const { key } of this.#files.ofRoot(row.key)) this.#removeFolder(key);
    this.#batch.write(this.#stands);
    this.#rows.remove(row);
  }

  /** @throws VolumeLost */
  #pause(): void {
    if (this.#batch.isDue && !this.#batch.write(this.#stands)) throw new VolumeLost(this.#gauge.place);
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
