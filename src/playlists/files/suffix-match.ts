/**
 * Finds files by the ends of their paths: a playlist of another machine names folders that are not here. The ends that
 * are looked for stand in a tree, segment by segment from the last one on; every path of the library is led down that
 * tree once. So memory is bounded by the playlist, and time by the two together.
 */
interface Node {
  readonly children: Map<string, Node>;
  /** Paths of the library that end so. */
  count: number;
  /** One of them. */
  path: string;
}

/** Segments that are compared: no two files of a library differ only before them. */
const DEEPEST = 64;

/** Names as the most forgiving file system compares them. */
function folded(path: string): string[] {
  return path.normalize('NFC').toLowerCase().split('/').filter(Boolean).reverse().slice(0, DEEPEST);
}

function newNode(): Node {
  return { children: new Map(), count: 0, path: '' };
}

export class SuffixMatch {
  readonly #root = newNode();

  /** Before the library is looked at. */
  want(path: string): void {
    let node = this.#root;
    for (const segment of folded(path)) {
      let next = node.children.get(segment);
      if (next === undefined) node.children.set(segment, (next = newNode()));
      node = next;
    }
  }

  /** A path of the library. */
  meet(path: string): void {
    let node = this.#root;
    for (const segment of folded(path)) {
      const next = node.children.get(segment);
      if (next === undefined) return;
      next.count += 1;
      next.path = path;
      node = next;
    }
  }

  /** The one path that shares the longest end with it; undefined when several share it, null when none does. */
  find(path: string): string | null | undefined {
    let node = this.#root;
    for (const segment of folded(path)) {
      const next = node.children.get(segment);
      if (next === undefined || next.count === 0) break;
      node = next;
    }
    if (node === this.#root) return null;
    return node.count === 1 ? node.path : undefined;
  }
}
