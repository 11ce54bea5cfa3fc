/** Which image of a folder is the cover of what lies in it, and which one shows its artist. Pure. */
import { extname } from 'node:path';
import { isDiscFolder } from '../../tags/path-names.js';
import type { Listing } from './listing.js';

/** The better one first. */
const COVERS = ['cover', 'folder', 'front', 'album'];
const PORTRAITS = ['artist', 'folder'];

function best(images: readonly string[], stems: readonly string[]): string | undefined {
  if (images.length === 0) return undefined;
  const stemOf = (name: string) => name.slice(0, -extname(name).length).toLowerCase();
  for (const stem of stems) {
    const found = images.find((name) => stemOf(name) === stem);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Path of the cover; of a disc's folder without one, that of the set's. */
export function coverOf(path: string, { images }: Listing, parent: Listing | undefined): string | undefined {
  const own = best(images, COVERS);
  if (own !== undefined) return `${path}/${own}`;
  const ofSet = parent !== undefined && isDiscFolder(path) ? best(parent.images, COVERS) : undefined;
  return ofSet && `${path.slice(0, path.lastIndexOf('/'))}/${ofSet}`;
}

/** Path of an artist's picture; a `folder.jpg` beside music is the music's. */
export function portraitOf(path: string, { images, count }: Listing): string | undefined {
  const found = best(images, count === 0 ? PORTRAITS : PORTRAITS.slice(0, 1));
  return found && `${path}/${found}`;
}
