/**
 * What one folder holds, as far as the library is concerned. Synchronous on purpose, as all of the scan: it runs in the
 * scan worker, where a promise for each look would cost more than the look. Hidden names are left out. Links to folders
 * are not followed: what lies inside the roots is met under its own name, and what lies outside is nobody's business.
 */
import { isUtf8 } from 'node:buffer';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { isPlayable, PLAYABLE } from '../../tags/media-types.js';
import { BAD_NAME, isGone, problemOf } from './problems.js';

export interface FileSeen {
  /** As text; a name that is not UTF-8 with its odd bytes as `\xe9`. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly modified: number;
  /** Why there is no use in opening it. */
  readonly problem: string | undefined;
}

export interface Listing {
  /** Playable files and cue sheets, in the order of their names. */
  readonly files: readonly FileSeen[];
  /** How many these are. */
  readonly count: number;
  /**
   * All files as `name/size/modified/`, in the order of the bytes of their names, to be compared with what `Files`
   * says of the folder; undefined where one of them is not usual.
   */
  readonly text: string | undefined;
  /** Names of the folders in it, in order. */
  readonly folders: readonly string[];
  /** Names of images that may be a cover or a portrait. */
  readonly images: readonly string[];
  /** Whether the folder has a file `.nomedia`. Whatever else is in it is not listed then. */
  readonly isLeftOut: boolean;
}

/** A file that leaves out its folder and all that is below, as on Android (`MediaStore.MEDIA_IGNORE_FILENAME`). */
export const NO_MEDIA = '.nomedia';
const CUE_SHEET = '.cue';
const LEFT_OUT: Listing = { files: [], count: 0, text: undefined, folders: [], images: [], isLeftOut: true };
const IMAGE = /^(?:cover|folder|front|artist|album)\.(?:jpe?g|png|webp|gif|bmp|tiff?)$/i;
/** What a byte that is no UTF-8 becomes in a text. */
const REPLACEMENT = '\ufffd';

export function isCueSheet(name: string): boolean {
  return extname(name).toLowerCase() === CUE_SHEET;
}

/**
 * Whether a regular file is there, links followed; `numbers` gets its size in bytes and when it was written to, in whole
 * Unix milliseconds. A function of the addon: Node's stat costs as much as all else of a scan that finds nothing new.
 */
export type FileLook = (path: string, numbers: Float64Array) => boolean;

/** A class of the addon that lists a usual folder at a fraction of what Node needs. Source: `native/core/folder_lister.h`. */
interface FolderLister {
  /**
   * Files as `Listing.text`, folders, and other files, a zero between the three; `numbers` gets the inode of the folder
   * and how many files it names. Undefined for what is no folder of `device`, and for one with a link, an error or a file `.nomedia`.
   */
  list(path: string, device: number, numbers: Float64Array): string | undefined;
}

/** What the addon has for files and folders. */
export interface NativeFiles {
  readonly lookAt: FileLook;
  /** @param endings of the files whose sizes and times are wanted, with spaces between */
  readonly FolderLister: new (endings: string) => FolderLister;
}

export interface FolderFound {
  readonly inode: number;
  readonly listing: Listing;
}

export class FolderReader {
  readonly #realRoots: readonly string[];
  readonly #lookAt: FileLook;
  readonly #lister: FolderLister;
  readonly #numbers = new Float64Array(2);

  /** @param realRoots a link to a file counts as a file while the file lies below one of them */
  constructor(realRoots: readonly string[], { lookAt, FolderLister }: NativeFiles) {
    this.#realRoots = realRoots;
    this.#lookAt = lookAt;
    this.#lister = new FolderLister([...PLAYABLE, CUE_SHEET.slice(1)].join(' '));
  }

  /** A folder of this device that is just as most are; undefined for whatever `list` has to see. Never throws. */
  listUsual(folder: string, device: number): FolderFound | undefined {
    const text = this.#lister.list(folder, device, this.#numbers);
    if (text === undefined || text.includes(REPLACEMENT)) return undefined;
    const [inode = 0, count = 0] = this.#numbers;
    return { inode, listing: new UsualListing(text, count) };
  }

  /** @throws the file system's error when the folder cannot be listed */
  list(folder: string): Listing {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files: FileSeen[] = [];
    const folders: string[] = [];
    const images: string[] = [];
    let bad = false;
    for (const entry of entries) {
      const { name } = entry;
      if (name === NO_MEDIA) return LEFT_OUT;
      if (name.startsWith('.')) continue;
      if (name.includes(REPLACEMENT)) bad = true;
      else if (entry.isDirectory()) folders.push(name);
      else if (isPlayable(name) || isCueSheet(name)) {
        const seen = this.#look(folder, name, entry.isSymbolicLink());
        if (seen !== undefined) files.push(seen);
      } else if (IMAGE.test(name) && entry.isFile()) images.push(name);
    }
    if (bad) this.#addBadNames(folder, files, folders);
    files.sort(byName);
    return {
      files,
      count: files.length,
      text: undefined,
      folders: folders.sort(),
      images: images.sort(),
      isLeftOut: false,
    };
  }

  #look(folder: string, name: string, isLink: boolean): FileSeen | undefined {
    const path = `${folder}/${name}`;
    try {
      if (isLink && !this.#isInside(realpathSync(path))) return undefined;
      if (this.#lookAt(path, this.#numbers)) {
        const [size = 0, modified = 0] = this.#numbers;
        return { name, size, modified, problem: undefined };
      }
      const status = statSync(path);
      if (!status.isFile()) return undefined;
      return { name, size: status.size, modified: Math.trunc(status.mtimeMs), problem: undefined };
    } catch (error) {
      if (isGone(error)) return undefined;
      return { name, size: 0, modified: -1, problem: problemOf(error) };
    }
  }

  #isInside(real: string): boolean {
    return this.#realRoots.some((root) => real.startsWith(root === '/' ? root : `${root}/`));
  }

  /** A replacement character may also be meant: only the bytes decide. */
  #addBadNames(folder: string, files: FileSeen[], folders: string[]): void {
    for (const entry of readdirSync(Buffer.from(folder), { withFileTypes: true, encoding: 'buffer' })) {
      const bytes = entry.name as unknown as Buffer;
      const name = bytes.toString();
      if (!name.includes(REPLACEMENT) || name.startsWith('.')) continue;
      if (!isUtf8(bytes)) {
        if (entry.isDirectory() || isPlayable(name)) {
          files.push({ name: escaped(bytes), size: 0, modified: 0, problem: BAD_NAME });
        }
      } else if (entry.isDirectory()) folders.push(name);
      else if (isPlayable(name)) {
        const seen = this.#look(folder, name, entry.isSymbolicLink());
        if (seen !== undefined) files.push(seen);
      }
    }
  }
}

/** Parses the files only when they are needed: a library that did not change never does. */
class UsualListing implements Listing {
  readonly text: string;
  readonly count: number;
  readonly folders: readonly string[];
  readonly images: readonly string[];
  readonly isLeftOut = false;
  #files: readonly FileSeen[] | undefined;

  constructor(text: string, count: number) {
    const [files = '', folders = '', others = ''] = text.split('\0');
    this.text = files;
    this.count = count;
    this.folders = namesIn(folders);
    this.images = namesIn(others).filter((name) => IMAGE.test(name));
  }

  get files(): readonly FileSeen[] {
    return (this.#files ??= filesIn(this.text));
  }
}

function byName(one: FileSeen, other: FileSeen): number {
  return one.name < other.name ? -1 : 1;
}

/** In order; behind each stands a slash. */
function namesIn(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('/').sort();
}

function filesIn(text: string): readonly FileSeen[] {
  const parts = text.split('/');
  const files: FileSeen[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [name = '', size, modified] = parts.slice(at, at + 3);
    files.push({ name, size: Number(size), modified: Number(modified), problem: undefined });
  }
  return files.sort(byName);
}

/** Printable, and another text for other bytes. */
function escaped(bytes: Buffer): string {
  let text = '';
  for (const character of bytes.toString('latin1')) {
    const code = character.charCodeAt(0);
    text += code >= 0x20 && code < 0x7f && character !== '\\' ? character : `\\x${code.toString(16).padStart(2, '0')}`;
  }
  return text;
}
