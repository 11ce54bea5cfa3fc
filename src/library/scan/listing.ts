/**
 * What one folder holds, as far as the library is concerned. Synchronous on purpose, as all of the scan: it runs in the
 * scan worker, where a promise for each look would cost more than the look. Hidden names are left out. Links to folders
 * are not followed: what lies inside the roots is met under its own name, and what lies outside is nobody's business.
 */
import { isUtf8 } from 'node:buffer';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { isPlayable } from '../files.js';
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
  /** Names of the folders in it, in order. */
  readonly folders: readonly string[];
  /** Names of images that may be a cover or a portrait. */
  readonly images: readonly string[];
}

const CUE_SHEET = '.cue';
const IMAGE = /^(?:cover|folder|front|artist|album)\.(?:jpe?g|png|webp|gif|bmp|tiff?)$/i;
/** What a byte that is no UTF-8 becomes in a text. */
const REPLACEMENT = '\ufffd';

export function isCueSheet(name: string): boolean {
  return extname(name).toLowerCase() === CUE_SHEET;
}

/**
 * Whether a regular file is there, links followed; `numbers` gets its size in bytes and when it was written to, in whole
 * Unix milliseconds. Of the addon: what Node makes of a file costs as much as all else of a scan that finds nothing new.
 */
export type FileLook = (path: string, numbers: Float64Array) => boolean;

export class FolderReader {
  readonly #realRoots: readonly string[];
  readonly #lookAt: FileLook;
  readonly #numbers = new Float64Array(2);

  /** @param realRoots a link to a file counts as a file while the file lies below one of them */
  constructor(realRoots: readonly string[], lookAt: FileLook) {
    this.#realRoots = realRoots;
    this.#lookAt = lookAt;
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
      if (name.startsWith('.')) continue;
      if (name.includes(REPLACEMENT)) bad = true;
      else if (entry.isDirectory()) folders.push(name);
      else if (isPlayable(name) || isCueSheet(name)) {
        const seen = this.#look(folder, name, entry.isSymbolicLink());
        if (seen !== undefined) files.push(seen);
      } else if (IMAGE.test(name) && entry.isFile()) images.push(name);
    }
    if (bad) this.#addBadNames(folder, files, folders);
    files.sort((one, other) => (one.name < other.name ? -1 : 1));
    return { files, folders: folders.sort(), images: images.sort() };
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

  /** A replacement character may also be meant: only the bytes tell. */
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

/** Printable, and another text for other bytes. */
function escaped(bytes: Buffer): string {
  let text = '';
  for (const character of bytes.toString('latin1')) {
    const code = character.charCodeAt(0);
    text += code >= 0x20 && code < 0x7f && character !== '\\' ? character : `\\x${code.toString(16).padStart(2, '0')}`;
  }
  return text;
}
