/** The long lists of the library: kept until the library changes, so that the way back is immediate. */
import { effect } from '@preact/signals';
import { Lru } from '../../../lru.js';
import { bodyOf, box, type Schemas } from './box.js';
import { type Fetch, Pages } from './pages.js';
import { reported } from './player.js';
import { forget } from './resource.js';

const KEPT = 12;

const lists = new Lru<string, Pages<unknown>>(KEPT);

export function listOf<Row>(name: string, fetch: Fetch<Row>): Pages<Row> {
  const kept = lists.get(name) as Pages<Row> | undefined;
  if (kept !== undefined) return kept;
  const made = new Pages(fetch);
  lists.set(name, made);
  return made;
}

export type AlbumOrder = 'title' | 'artist' | 'year' | 'added' | 'played';
export type TrackOrder = 'title' | 'artist' | 'album' | 'added' | 'played';

/** @param q words that narrow the list */
export const albumsBy =
  (sort: AlbumOrder, q: string): Fetch<Schemas['Album']> =>
  (offset, limit) =>
    bodyOf(box.GET('/albums', { params: { query: { offset, limit, sort, q } } }));
export const artists: Fetch<Schemas['Artist']> = (offset, limit) =>
  bodyOf(box.GET('/artists', { params: { query: { offset, limit } } }));
export const genres: Fetch<Schemas['Genre']> = (offset, limit) =>
  bodyOf(box.GET('/genres', { params: { query: { offset, limit } } }));
export const tracksBy =
  (sort: TrackOrder, q: string): Fetch<Schemas['Track']> =>
  (offset, limit) =>
    bodyOf(box.GET('/tracks', { params: { query: { offset, limit, sort, q } } }));

/** Reloads the lists when the library has changed. */
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
