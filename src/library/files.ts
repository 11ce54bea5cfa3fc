/** Finds playable files below a directory, without a database: for the first start and for `--demo`. */
import { extname, join } from 'node:path';
import { entriesOf, realpath, stat } from '../files/files.js';
import { isPlayable } from '../tags/media-types.js';

/** Playlists and CUE sheets, by extension. */
const PLAYLISTS: ReadonlySet<string> = new Set(['m3u', 'm3u8', 'pls', 'xspf', 'cue']);

/** Whether a name is that of a file that names tracks. */
export function isPlaylist(name: string): boolean {
  return PLAYLISTS.has(extname(name).slice(1).toLowerCase());
}

let natural: Intl.Collator | undefined;

/** Names in a directory. Hidden ones are left out, an unreadable one is empty. `sorted`: `2.mp3` before `10.mp3`. */
async function namesIn(directory: string, sorted: boolean): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of entriesOf(directory)) if (!name.startsWith('.')) names.push(name);
  } catch {
    return [];
  }
  if (!sorted) return names;
  natural ??= new Intl.Collator('en', { numeric: true });
  return names.sort(natural.compare);
}

/**
 * Absolute paths of up to `limit` playable files, depth first, in natural order unless just one is asked for. Links to
 * directories are followed while they stay below `root`, and no directory is entered twice; links to files count as
 * files wherever they lead. A root that does not exist has no files.
 */
export async function findAudioFiles(root: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  const entered = new Set<string>();
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined) return found;

  async function walk(directory: string): Promise<void> {
    const real = await realpath(directory).catch(() => undefined);
    if (real === undefined || entered.has(real) || !(real === realRoot || real.startsWith(join(`${realRoot}`, '/'))))
      return;
    entered.add(real);
    for (const name of await namesIn(directory, limit > 1)) {
      if (found.length >= limit) return;
      const path = join(directory, name);
      const file = await stat(path).catch(() => undefined);
      if (file?.isDirectory()) await walk(path);
      else if (file?.isFile() && isPlayable(name)) found.push(path);
    }
  }

  await walk(root);
  return found;
}

/** Whether there is a playable file below any of these folders. */
export async function holdMusic(folders: readonly string[]): Promise<boolean> {
  const first = await Promise.all(folders.map((folder) => findAudioFiles(folder, 1)));
  return first.flat().length > 0;
}
