/** The long lists of the library as they were fetched: kept while the library stays as it is, so that the way back is free. */
import { effect } from '@preact/signals';
import { bodyOf, box, type Schemas } from './box.js';
import { type Fetch, Pages } from './pages.js';
import { reported } from './player.js';
import { forget } from './resource.js';

/** Lists that are kept, the newest. */
const KEPT = 12;

type Album = Schemas['Album'];
type Artist = Schemas['Artist'];
type Genre = Schemas['Genre'];
type Track = Schemas['Track'];

const lists = new Map<string, Pages<unknown>>();

/** The list of a name; made when it is not kept. */
export function listOf<Row>(name: string, fetch: Fetch<Row>): Pages<Row> {
  const kept = lists.get(name) as Pages<Row> | undefined;
  const list = kept ?? new Pages(fetch);
  lists.delete(name);
  lists.set(name, list);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return list;
}

export const albums: Fetch<Album> = (offset, limit) =>
  bodyOf(box.GET('/albums', { params: { query: { offset, limit } } }));
export const artists: Fetch<Artist> = (offset, limit) =>
  bodyOf(box.GET('/artists', { params: { query: { offset, limit } } }));
export const genres: Fetch<Genre> = (offset, limit) =>
  bodyOf(box.GET('/genres', { params: { query: { offset, limit } } }));
export const tracks: Fetch<Track> = (offset, limit) =>
  bodyOf(box.GET('/tracks', { params: { query: { offset, limit } } }));

/** Another library is asked anew. */
export function followLibrary(): void {
  let revision: string | undefined;
  effect(() => {
    const now = reported.value?.parts.scan.revision;
    if (now === undefined || now === revision) return;
    if (revision !== undefined) {
      for (const list of lists.values()) list.refresh();
      forget('library/');
    }
    revision = now;
  });
}
