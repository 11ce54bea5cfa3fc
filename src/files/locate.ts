/** Follows the links of a path until it enters a share. Only local folders are looked at on the way. */
import { dirname, isAbsolute } from 'node:path';

import type { Share } from './mounts.js';

/** MAXSYMLINKS of Linux: what leads further is refused by the kernel, too. */
const MOST_LINKS = 40;

export interface LocateDeps {
  readonly find: (path: string) => Share | undefined;
  /** What a local path leads to; undefined for what is no link. Never rejects. */
  readonly readLink: (path: string) => Promise<string | undefined>;
}

/**
 * The share that a path leads to, and the path there without the links before it; undefined for a local path.
 * @param path absolute @param follows whether the last name is followed when it is a link
 */
export async function locate(
  path: string,
  follows: boolean,
  { find, readLink }: LocateDeps,
): Promise<{ readonly share: Share; readonly path: string } | undefined> {
  const direct = find(path);
  if (direct !== undefined) return { share: direct, path };
  const names = namesOf(path);
  let done = '';
  for (let followed = 0; names.length > 0;) {
    const name = names.shift() ?? '';
    if (name === '..') done = done === '' ? '' : dirname(done).replace(/^\/$/, '');
    if (name === '..' || name === '.') continue;
    const here = `${done}/${name}`;
    const share = find(here);
    if (share !== undefined) return { share, path: [here, ...names].join('/') };
    const target = names.length > 0 || follows ? await readLink(here) : undefined;
    if (target === undefined) {
      done = here;
      continue;
    }
    if (++followed > MOST_LINKS) return undefined;
    if (isAbsolute(target)) done = '';
    names.unshift(...namesOf(target));
  }
  return undefined;
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}
