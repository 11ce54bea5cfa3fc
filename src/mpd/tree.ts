/**
 * The folders of the library as one tree, in the order in which MPD shows them: made once for a state of the library, and
 * let go when no client is there. A hundred thousand tracks lie in some ten thousand folders.
 */
import type { SongFolder } from '../library/store/songs.js';
import { Turn } from '../library/turn.js';
import { sortedInSlices } from './sort.js';
import type { Uris } from './uris.js';

export interface TreeFolder {
  /** URI; `""` at the top. */
  readonly uri: string;
  /** Key in the library, and the number of files; undefined for a folder that only holds folders. */
  readonly known: SongFolder | undefined;
  /** In order. */
  readonly children: readonly TreeFolder[];
}

interface Growing {
  readonly uri: string;
  known: SongFolder | undefined;
  readonly children: Map<string, Growing>;
}

const growing = (uri: string): Growing => ({ uri, known: undefined, children: new Map() });

/** In turns of the event loop. */
export async function treeOf(folders: readonly SongFolder[], uris: Uris): Promise<TreeFolder> {
  const top = growing('');
  const turn = new Turn();
  for (const folder of folders) {
    if (turn.isOver) await turn.end();
    const uri = uris.of(folder.path);
    // Without files of its own it may still hold folders, which bring it along.
    if (uri === undefined || folder.files === 0) continue;
    let at = top;
    for (const name of uri === '' ? [] : uri.split('/')) {
      let child = at.children.get(name);
      if (child === undefined) at.children.set(name, (child = growing(at.uri === '' ? name : `${at.uri}/${name}`)));
      at = child;
    }
    at.known = folder;
  }
  return inOrder(top, new Intl.Collator('en'), turn);
}

async function inOrder({ uri, known, children }: Growing, collator: Intl.Collator, turn: Turn): Promise<TreeFolder> {
  const sorted = await sortedInSlices([...children.values()], (one, other) => collator.compare(one.uri, other.uri));
  const ordered: TreeFolder[] = [];
  for (const child of sorted) {
    if (turn.isOver) await turn.end();
    ordered.push(await inOrder(child, collator, turn));
  }
  return { uri, known, children: ordered };
}

/** The folder of a URI; undefined where there is none. */
export function folderAt(tree: TreeFolder, uri: string): TreeFolder | undefined {
  let at: TreeFolder | undefined = tree;
  let name = '';
  for (const part of uri === '' ? [] : uri.split('/')) {
    name = name === '' ? part : `${name}/${part}`;
    at = at?.children.find((child) => child.uri === name);
  }
  return at;
}

/** A folder and all below it, each before those in it. */
export function* foldersBelow(folder: TreeFolder): Generator<TreeFolder> {
  yield folder;
  for (const child of folder.children) yield* foldersBelow(child);
}
