/**
 * Goes through the folders of one volume, depth first, each once; other volumes mounted in it are named and not entered.
 * Thread: the scan worker.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderReader, type Listing } from './listing.js';
import { isGone, problemOf } from './problems.js';

export type Visit =
  | {
      readonly kind: 'folder';
      readonly path: string;
      readonly listing: Listing;
      /** Listing of the folder above, if that was visited too. */
      readonly parent: Listing | undefined;
    }
  /** A folder that cannot be listed: nothing is known of what lies in it and below. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly problem: string }
  /** A folder that is left out with all that is below; `isMarked`: by a file `.nomedia` in it. */
  | { readonly kind: 'leftOut'; readonly path: string; readonly isMarked: boolean }
  | { readonly kind: 'volume'; readonly path: string };

export interface Walk {
  readonly device: number;
  readonly reader: FolderReader;
  /** Also the folders below. */
  readonly deep: boolean;
  /** Paths where volumes are, or were, mounted: never entered, whatever lies there now. */
  readonly mounts: ReadonlySet<string>;
  /** Folders not to be entered, with the reason. */
  readonly avoided: ReadonlyMap<string, string>;
  /** Folders that a person has left out. */
  readonly ignored: ReadonlySet<string>;
  /** Called before each folder is looked at. */
  readonly entering: (path: string) => void;
}

interface Waiting {
  readonly path: string;
  readonly parent: Listing | undefined;
  /** Inodes of the folders above: a folder mounted into itself is a circle. */
  readonly above: readonly number[];
}

export function* walk(
  start: string,
  { device, reader, deep, mounts, avoided, ignored, entering }: Walk,
): Generator<Visit> {
  const waiting: Waiting[] = [{ path: start, parent: undefined, above: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, parent, above } = next;
    entering(path);
    const reason = avoided.get(path);
    if (reason !== undefined) {
      yield path !== start && mounts.has(path)
        ? { kind: 'volume', path }
        : { kind: 'unreadable', path, problem: reason };
      continue;
    }
    if (ignored.has(path)) {
      yield { kind: 'leftOut', path, isMarked: false };
      continue;
    }
    try {
      // The start itself may be a link: it is a root, or was found below one.
      const listed = path === start ? `${path}/.` : path;
      let found = mounts.has(path) ? undefined : reader.listUsual(listed, device);
      if (found === undefined) {
        const status = lstatSync(listed);
        if (!status.isDirectory() || above.includes(status.ino)) continue;
        if (status.dev !== device || mounts.has(path)) {
          yield { kind: 'volume', path };
          continue;
        }
        found = { inode: status.ino, listing: reader.list(path) };
      } else if (above.includes(found.inode)) continue;
      const { inode, listing } = found;
      if (listing.isLeftOut) {
        yield { kind: 'leftOut', path, isMarked: true };
        continue;
      }
      yield { kind: 'folder', path, listing, parent };
      if (!deep || listing.folders.length === 0) continue;
      const inside = [...above, inode];
      for (const name of listing.folders.toReversed())
        waiting.push({ path: join(path, name), parent: listing, above: inside });
    } catch (error) {
      if (!isGone(error)) yield { kind: 'unreadable', path, problem: problemOf(error) };
    }
  }
}
