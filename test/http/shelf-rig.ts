/** The real application in front of a real library that holds a few tracks. */
import type { Test } from 'tap';
import type { HttpDeps } from '../../src/http/deps.js';
import { type LibraryRig, libraryRig } from '../library/rig.js';
import { listTracks, putOnShelf, setAvailable, type ShelfTrack } from '../library/shelf.js';
import { type Rig, startRig } from './rig.js';

export const ROOT = '/music';

export interface Shelf extends Omit<Rig, 'library'>, LibraryRig {
  /** What a GET answers with 200. */
  readonly get: (path: string) => Promise<unknown>;
  /** The titles, or names, of a list. */
  readonly titlesOf: (path: string) => Promise<string[]>;
  readonly put: (tracks: readonly ShelfTrack[], root?: string) => Promise<void>;
  readonly pull: (away: boolean, root?: string) => Promise<void>;
}

export async function startShelf(
  t: Test,
  tracks: readonly ShelfTrack[] = [],
  deps: Partial<HttpDeps> = {},
): Promise<Shelf> {
  const { library, ...rest } = await libraryRig(t);
  const { savedPlaylists, smartPlaylists, playlistEvents, stations } = rest;
  const rig = await startRig(t, { library, savedPlaylists, smartPlaylists, playlistEvents, stations, ...deps });
  const get = async (path: string): Promise<unknown> => {
    const { status, json, text } = await rig.send('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const put = async (more: readonly ShelfTrack[], root = ROOT): Promise<void> => {
    await rest.write((sql) => {
      putOnShelf(sql, root, more);
      listTracks(sql);
    });
  };
  if (tracks.length > 0) await put(tracks);
  return {
    ...rig,
    ...rest,
    library,
    get,
    put,
    titlesOf: async (path) =>
      ((await get(path)) as { title?: string; name?: string }[]).map(({ title, name }) => title ?? name ?? ''),
    pull: (away, root = ROOT) => rest.write((sql) => setAvailable(sql, root, !away)),
  };
}
