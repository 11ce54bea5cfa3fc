/** Rows of folders and files, as the last scans left them. Reading is free; writing happens inside a transaction. */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import type { FileSeen } from './listing.js';

export interface FolderRow {
  readonly key: number;
  readonly root: number;
  readonly path: string;
  readonly cover: string | null;
  readonly portrait: string | null;
  /** Files of the folder, in the form of `Listing.text`. */
  readonly text: string;
}

export interface FileRow {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  readonly picture: string | null;
  readonly problem: string | null;
}

/** A folder that is to have a row; `key` once it has one. */
export interface Folder {
  readonly root: number;
  readonly path: string;
  readonly cover: string | null;
  readonly portrait: string | null;
  key: number | undefined;
}

/**
 * All files as one text: a row of each would cost more than to compare them. In the order of the index, which an ORDER BY
 * of the aggregate itself would sort once more; in another order, no more than the comparison would fail.
 */
const FOLDER = `SELECT folder.*, coalesce((
    SELECT group_concat(line, '') FROM (
      SELECT name || '/' || size || '/' || modified || '/' AS line FROM file WHERE file.folder = folder.key ORDER BY name
    )), '') AS text
  FROM folder WHERE path = ?`;
const BELOW = `SELECT key, path FROM folder WHERE root = $root AND (path = $path OR path > $path || '/' AND path < $path || '0')`;

export class Files {
  readonly #folder: Statement<[string], FolderRow>;
  readonly #below: Statement<[{ root: number; path: string }], { readonly key: number; readonly path: string }>;
  readonly #ofRoot: Statement<[number], { readonly key: number }>;
  readonly #all: Statement<[number], FileRow>;
  readonly #addFolder: Statement;
  readonly #changeFolder: Statement;
  readonly #moveTracks: Statement<[{ root: number; key: number }]>;
  readonly #removeFolder: Statement<[number]>;
  readonly #addFile: Statement;
  readonly #changeFile: Statement;
  readonly #removeFile: Statement<[number]>;

  constructor(sql: Sqlite) {
    this.#folder = sql.prepare(FOLDER);
    this.#below = sql.prepare(BELOW);
    this.#ofRoot = sql.prepare('SELECT key FROM folder WHERE root = ?');
    this.#all = sql.prepare('SELECT key, name, size, modified, picture, problem FROM file WHERE folder = ?');
    this.#addFolder = sql.prepare('INSERT INTO folder (root, path, cover, portrait) VALUES (?, ?, ?, ?)');
    this.#changeFolder = sql.prepare('UPDATE folder SET root = ?, cover = ?, portrait = ? WHERE key = ?');
    this.#moveTracks = sql.prepare(
      'UPDATE track SET root = $root WHERE file IN (SELECT key FROM file WHERE folder = $key) AND root <> $root',
    );
    this.#removeFolder = sql.prepare('DELETE FROM folder WHERE key = ?');
    this.#addFile = sql.prepare(
      'INSERT INTO file (folder, name, size, modified, picture, problem) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#changeFile = sql.prepare('UPDATE file SET size = ?, modified = ?, picture = ?, problem = ? WHERE key = ?');
    this.#removeFile = sql.prepare('DELETE FROM file WHERE key = ?');
  }

  folder(path: string): FolderRow | undefined {
    return this.#folder.get(path);
  }

  /** The folder of this path and all below it that have a row. */
  below(root: number, path: string): IterableIterator<{ readonly key: number; readonly path: string }> {
    return this.#below.iterate({ root, path });
  }

  ofRoot(root: number): readonly { readonly key: number }[] {
    return this.#ofRoot.all(root);
  }

  in(folder: number): readonly FileRow[] {
    return this.#all.all(folder);
  }

  /** @returns the folder's key */
  putFolder(folder: Folder): number {
    if (folder.key === undefined) {
      const { lastInsertRowid } = this.#addFolder.run(folder.root, folder.path, folder.cover, folder.portrait);
      return (folder.key = Number(lastInsertRowid));
    }
    this.#changeFolder.run(folder.root, folder.cover, folder.portrait, folder.key);
    this.#moveTracks.run({ root: folder.root, key: folder.key });
    return folder.key;
  }

  removeFolder(key: number): void {
    this.#removeFolder.run(key);
  }

  /** @returns the file's key */
  putFile(folder: number, row: FileRow | undefined, seen: FileSeen, picture: string | undefined): number {
    const values = [seen.size, seen.modified, picture ?? null, seen.problem ?? null];
    if (row === undefined) return Number(this.#addFile.run(folder, seen.name, ...values).lastInsertRowid);
    this.#changeFile.run(...values, row.key);
    return row.key;
  }

  removeFile(key: number): void {
    this.#removeFile.run(key);
  }
}
