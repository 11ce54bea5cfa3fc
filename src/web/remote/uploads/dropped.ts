/**
 * Files out of what was dropped on the page, with the folders that they lay in. Browsers name dropped folders by the File
 * and Directory Entries API alone. Bounded, so that a whole disk that is dropped by mistake ends somewhere. Needs no document.
 */

/** What is needed of `FileSystemEntry`, `FileSystemFileEntry` and `FileSystemDirectoryEntry`. */
export interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
}

interface FileEntry extends Entry {
  file(given: (file: File) => void, failed: (error: Error) => void): void;
}

interface FolderEntry extends Entry {
  createReader(): { readEntries(given: (some: Entry[]) => void, failed: (error: Error) => void): void };
}

/** What is needed of `DataTransferItem`. */
interface Item {
  readonly kind: string;
  webkitGetAsEntry(): Entry | null;
}

export interface DroppedFile {
  readonly file: File;
  /** Folders and name, as `File.webkitRelativePath` has them; `''` for a file that was dropped by itself. */
  readonly path: string;
}

export interface Dropped {
  readonly files: readonly DroppedFile[];
  /** There were more files than are taken. */
  readonly isCut: boolean;
  /** Folders and files that the browser did not give. */
  readonly unreadable: number;
}

export const MOST_DROPPED = 10_000;
const MOST_DEPTH = 16;

/** Entries of a drop. To be called in the event itself: afterwards a browser has forgotten them. */
export function entriesOf(items: Iterable<Item>): Entry[] {
  return [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
}

/** @param most files that are taken */
export async function filesOf(entries: readonly Entry[], most = MOST_DROPPED): Promise<Dropped> {
  const files: DroppedFile[] = [];
  let isCut = false;
  let unreadable = 0;

  async function visit(entry: Entry, above: string, depth: number): Promise<void> {
    // Hidden ones are of no use to the library.
    if (isCut || entry.name.startsWith('.')) return;
    if (files.length >= most || depth > MOST_DEPTH) {
      isCut = true;
      return;
    }
    const path = `${above}${entry.name}`;
    try {
      if (isFile(entry)) files.push({ file: await fileOf(entry), path: above === '' ? '' : path });
      else if (isFolder(entry)) for await (const inside of entriesIn(entry)) await visit(inside, `${path}/`, depth + 1);
    } catch {
      unreadable++;
    }
  }

  for (const entry of entries) await visit(entry, '', 0);
  return { files, isCut, unreadable };
}

const isFile = (entry: Entry): entry is FileEntry => entry.isFile;
const isFolder = (entry: Entry): entry is FolderEntry => entry.isDirectory;

function fileOf(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Chromium gives at most a hundred at a time, and none at the end. */
async function* entriesIn(folder: FolderEntry): AsyncGenerator<Entry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    yield* some;
  }
}
