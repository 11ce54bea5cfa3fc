/**
 * Compares a folder with what the last scan left of it, reads the files that changed, and gathers what is to be written.
 * Memory: one folder's names. Thread: the scan worker.
 */
import { extname } from 'node:path';
import type { Batch } from './batch.js';
import { CueSheets } from './cue-sheets.js';
import { type FileRead, readFile, type Reading } from './file-reading.js';
import { type FileRow, type Files, type Folder, type FolderRow } from './files.js';
import type { Gauge } from './gauge.js';
import { type FileSeen, isCueSheet, type Listing } from './listing.js';
import { NO_TAGS } from './problems.js';
import { pictureEnding } from './track-record.js';
import { type Family, familyOf, isDiscFolder, factsOfFolders, factsOfName } from '../../tags/path-names.js';
import type { TrackFound, Tracks } from './tracks.js';
import type { TrackTag } from '../../tags/track-tag.js';

export interface FolderScanDeps {
  readonly files: Files;
  readonly tracks: Tracks;
  readonly batch: Batch;
  readonly gauge: Gauge;
  readonly reading: Reading;
  /** Whether to read every file, changed or not. */
  readonly isReread: boolean;
  /** Files not to be opened, with the reason. */
  readonly avoided: ReadonlyMap<string, string>;
  /** Called between files: writes what was gathered when it is time. @throws VolumeLost */
  readonly pause: () => void;
  /** Called when a file cannot be read. @throws VolumeLost when that is because its volume went away */
  readonly troubled: () => void;
}

export interface FolderSeen {
  readonly root: number;
  /** Path of the volume that it is in. */
  readonly volume: string;
  readonly path: string;
  readonly listing: Listing;
  readonly parent: Listing | undefined;
}

/** What else decides what a file is in the library. */
interface FileContext {
  readonly sheets: CueSheets;
  readonly family: Family;
  readonly volume: string;
}

export class FolderScan {
  constructor(private readonly deps: FolderScanDeps) {}

  /** @returns the folder as it is, or is about to be, in the library; undefined when there is nothing to say of it */
  async visit(seen: FolderSeen): Promise<Folder | undefined> {
    const { files, batch, gauge } = this.deps;
    const { path, listing } = seen;
    gauge.countFolder(listing.count);
    const row = files.folder(path);
    const cover = coverOf(path, listing, seen.parent) ?? null;
    const portrait = portraitOf(path, listing) ?? null;
    if (row === undefined && listing.count === 0 && portrait === null) return undefined;
    const folder: Folder = { root: seen.root, path, cover, portrait, key: row?.key };
    this.#putFolder(folder, row);
    if (row !== undefined && !this.deps.isReread && row.text === listing.text) {
      this.deps.pause();
      return folder;
    }
    const known = new Map(row === undefined ? [] : files.in(row.key).map((file) => [file.name, file]));
    const sheets = new CueSheets(path, listing, this.deps.reading.encoding);
    const context: FileContext = { sheets, family: familyOf(path, seen.volume), volume: seen.volume };
    const all = this.deps.isReread || this.#sheetsChanged(listing, known);
    for (const file of listing.files) {
      const before = known.get(file.name);
      known.delete(file.name);
      const same = before?.size === file.size && before.modified === file.modified;
      if (same && !(all && file.problem === undefined && !isCueSheet(file.name))) continue;
      await this.#put(folder, before, file, context);
      this.deps.pause();
    }
    for (const gone of known.values()) batch.remove(() => this.#remove(gone));
    this.deps.pause();
    return folder;
  }

  /** A folder that cannot be listed: what is known of it stays, and the reason is kept beside it. */
  refuse(root: number, path: string, problem: string): Folder {
    const row = this.deps.files.folder(path);
    const folder: Folder = row === undefined ? { root, path, cover: null, portrait: null, key: undefined } : { ...row };
    if (row === undefined) this.#putFolder(folder, row);
    const before = row && this.deps.files.in(row.key).find(({ name }) => name === '');
    this.#note(folder, before, { name: '', size: 0, modified: 0, problem });
    return folder;
  }

  #putFolder(folder: Folder, row: FolderRow | undefined): void {
    const { files, tracks, batch } = this.deps;
    if (row?.root === folder.root && row.cover === folder.cover && row.portrait === folder.portrait) return;
    batch.add(() => {
      const key = files.putFolder(folder);
      if (row !== undefined && row.cover !== folder.cover) tracks.coverChanged(key);
    }, row !== undefined);
  }

  /** A sheet that came, went or was written anew makes other tracks of the files beside it. */
  #sheetsChanged({ files }: Listing, known: ReadonlyMap<string, FileRow>): boolean {
    const sheets = files.filter(({ name }) => isCueSheet(name));
    const before = [...known.values()].filter(({ name }) => isCueSheet(name));
    if (sheets.length === 0 && before.length === 0) return false;
    const isSame = (sheet: FileSeen): boolean => {
      const row = known.get(sheet.name);
      return row?.size === sheet.size && row.modified === sheet.modified;
    };
    return sheets.length !== before.length || !sheets.every(isSame);
  }

  async #put(folder: Folder, before: FileRow | undefined, file: FileSeen, context: FileContext): Promise<void> {
    const { gauge, reading, avoided, troubled } = this.deps;
    const path = `${folder.path}/${file.name}`;
    const problem = file.problem ?? avoided.get(path);
    if (problem !== undefined || isCueSheet(file.name)) {
      if (file.problem !== undefined) troubled();
      this.#note(folder, before, { ...file, problem });
      return;
    }
    gauge.enter('reading', path);
    const read = await readFile(path, file, reading);
    gauge.enter('walking');
    if (read.tag === undefined) troubled();
    gauge.countRead(read.tag === undefined);
    const { sheets, family, volume } = context;
    if (read.tag !== undefined && !sheets.areRead) await sheets.read();
    const complete = read.tag && completeTag(read.tag, path, family, volume);
    const found = complete && sheets.tracksOf(file.name, complete.tag);
    const isUntagged = complete?.isUntagged === true && found?.length === 1;
    const seen = isUntagged ? { ...read.seen, problem: NO_TAGS } : read.seen;
    this.#putRead(folder, before, { ...read, seen, family: family.path }, found);
  }

  #putRead(
    folder: Folder,
    before: FileRow | undefined,
    { seen, tag, transient, family }: FileRead & { readonly family: string },
    found: readonly TrackFound[] | undefined,
  ): void {
    if (transient) {
      this.#note(folder, before, seen);
      return;
    }
    const { files, tracks, batch } = this.deps;
    const picture = tag && pictureEnding(tag.picture);
    batch.add(
      () => {
        const file = files.putFile(this.#keyOf(folder), before, seen, picture);
        tracks.put({ root: folder.root, file, family }, found ?? [], before === undefined);
      },
      before !== undefined || found !== undefined,
    );
  }

  /** Keeps what is to be said of a file, and leaves its tracks alone. */
  #note(folder: Folder, before: FileRow | undefined, seen: FileSeen): void {
    const { files, batch } = this.deps;
    const same = before?.size === seen.size && before.modified === seen.modified;
    if (same && before.problem === (seen.problem ?? null)) return;
    const write = () => files.putFile(this.#keyOf(folder), before, seen, before?.picture ?? undefined);
    batch.add(write, false);
  }

  #remove(file: FileRow): void {
    const { files, tracks } = this.deps;
    tracks.removeFile(file.key);
    files.removeFile(file.key);
  }

  /** A new folder gets its row before its files. */
  #keyOf(folder: Folder): number {
    return folder.key ?? this.deps.files.putFolder(folder);
  }
}

/** The better one first. */
const COVERS = ['cover', 'folder', 'front', 'album'];

const PORTRAITS = ['artist', 'folder'];

function best(images: readonly string[], stems: readonly string[]): string | undefined {
  if (images.length === 0) return undefined;
  const stemOf = (name: string) => name.slice(0, -extname(name).length).toLowerCase();
  for (const stem of stems) {
    const found = images.find((name) => stemOf(name) === stem);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Path of the cover; of a disc's folder without one, that of the set's. */
function coverOf(path: string, { images }: Listing, parent: Listing | undefined): string | undefined {
  const own = best(images, COVERS);
  if (own !== undefined) return `${path}/${own}`;
  const ofSet = parent !== undefined && isDiscFolder(path) ? best(parent.images, COVERS) : undefined;
  return ofSet && `${path.slice(0, path.lastIndexOf('/'))}/${ofSet}`;
}

/** Path of an artist's picture; a `folder.jpg` beside music is the music's. */
function portraitOf(path: string, { images, count }: Listing): string | undefined {
  const found = best(images, count === 0 ? PORTRAITS : PORTRAITS.slice(0, 1));
  return found && `${path}/${found}`;
}

interface CompleteTag {
  readonly tag: TrackTag;
  /** The file said neither title nor artist nor album. */
  readonly isUntagged: boolean;
}

/**
 * The name of the file tells title and numbers where there is no title; its folders tell the album where there is none,
 * and then the artist and the year that are missing too. The folder of a disc tells the number of the disc.
 * @param path absolute @param folder that it lies in @param volume that it lies in: folders above are nobody's
 */
export function completeTag(tag: TrackTag, path: string, folder: Family, volume: string): CompleteTag {
  const { path: family, disc } = folder;
  const isNumbered = tag.trackNumber > 0 && (tag.discNumber > 0 || (disc === 0 && tag.hasTitle));
  if (isNumbered && tag.album !== '' && tag.artist !== '') return { tag, isUntagged: false };
  const name = tag.hasTitle ? undefined : factsOfName(path);
  const folders = tag.album === '' ? factsOfFolders(family, volume) : undefined;
  const isNobodys = tag.artist === '' && tag.albumArtist === '';
  const artist = isNobodys ? (folders?.artist ?? '') : tag.artist;
  const year = tag.year || (folders?.year ?? 0);
  return {
    tag: {
      ...tag,
      artist,
      artists: isNobodys && artist !== '' ? [artist] : tag.artists,
      album: tag.album || (folders?.album ?? ''),
      trackNumber: tag.trackNumber || (name?.trackNumber ?? 0),
      discNumber: tag.discNumber || name?.discNumber || disc,
      year,
      yearString: tag.yearString || (year === 0 ? '' : String(year)),
    },
    isUntagged: name !== undefined && isNobodys && tag.album === '',
  };
}
