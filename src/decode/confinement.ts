/**
 * The last look before a file is opened: its real path lies inside a library root. The queue was checked when an entry
 * came in; since then a link may have been laid, a root taken away, or the queue of another configuration restored.
 */
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

import { UndecodableFile } from './decoder.js';

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** @throws UndecodableFile UNREADABLE_FILE when it does not exist, OUTSIDE_LIBRARY when it lies elsewhere */
export function requireInside(path: string, roots: readonly string[]): void {
  const real = realPath(path);
  if (real === undefined) throw new UndecodableFile('UNREADABLE_FILE', 'the file is not there');
  const inside = roots.some((root) => {
    const realRoot = realPath(root);
    return realRoot !== undefined && real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
  });
  if (!inside) throw new UndecodableFile('OUTSIDE_LIBRARY', 'the file lies outside the library roots');
}
