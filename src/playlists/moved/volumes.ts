/**
 * Which volumes are merely away. What the library has a row of is as its last scan found it. A library that was made anew
 * while a stick was out has none of it: below the configured roots a folder that is not there, or is empty as the place
 * of a mount is, is waited for.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf } from '../../database/statements.js';
import { entriesOf, stat } from '../../files/files.js';

const ROOTS = 'SELECT path, available FROM root';
/** Marks the location of a part of a file. */
const PART = /#track=\d+$/;

/** As it was at one time. */
export class Volumes {
  private constructor(
    private readonly roots: readonly string[],
    /** By path; whether it is away. */
    private readonly away: Map<string, boolean>,
  ) {}

  /** @param roots absolute, as they are now */
  static async look(records: GuardedDatabase, roots: readonly string[]): Promise<Volumes> {
    const rows = await records.read((sql) => rowsOf(sql, ROOTS).all() as [path: string, available: 0 | 1][]);
    return new Volumes(roots, new Map(rows.map(([path, available]) => [path, available === 0])));
  }

  /** @param path of a root, or of a volume below one. */
  async isAway(path: string): Promise<boolean> {
    const known = this.away.get(path);
    if (known !== undefined) return known;
    const isOurs = this.roots.some((root) => path === root || path.startsWith(`${root}/`));
    const away = isOurs && (await isEmpty(path));
    this.away.set(path, away);
    return away;
  }
}

/** Whether a folder is missing, or has nothing in it; what cannot be read is taken for empty. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    const entries = entriesOf(path);
    const { done } = await entries.next();
    await entries.return(undefined);
    return done === true;
  } catch {
    return true;
  }
}

/** Whether the file of a location is certainly not there any more. */
export async function isGone(location: string): Promise<boolean> {
  const found = await Promise.all([location, location.replace(PART, '')].map(isMissing));
  return found.every(Boolean);
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
