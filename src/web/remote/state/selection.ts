/**
 * Tracks that are chosen one by one, to be played, liked or added to a playlist together. A selection ends with the screen
 * on which it began; one that fills a playlist goes on from screen to screen until it is done or closed.
 */
import { effect, signal } from '@preact/signals';
import type { Row } from '../model.js';
import { path } from './route.js';

/** A track in a list; one that is known by its file alone has no id. */
export interface Chosen {
  readonly title: string;
  readonly path: string;
  readonly id?: string | null;
  /** The entry of the queue in which it was chosen: the queue may hold a track twice. */
  readonly entry?: Row;
}

/** The playlist that is filled. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

export interface Selection {
  /** By path or entry, in the order in which they were chosen. */
  readonly tracks: ReadonlyMap<string | number, Chosen>;
  readonly target?: Target;
}

/** Undefined while nothing is chosen: rows play then. */
export const selection = signal<Selection | undefined>(undefined);

const keyOf = ({ path, entry }: Chosen): string | number => entry?.key ?? path;

export function isChosen(track: Chosen): boolean {
  return selection.value?.tracks.has(keyOf(track)) === true;
}

export function beginSelection(track: Chosen): void {
  selection.value = { tracks: new Map([[keyOf(track), track]]) };
}

export function beginFilling(target: Target): void {
  selection.value = { tracks: new Map(), target };
}

/** Chooses a track, or no longer. */
export function toggleChosen(track: Chosen): void {
  const now = selection.peek();
  if (now === undefined) return;
  const tracks = new Map(now.tracks);
  if (!tracks.delete(keyOf(track))) tracks.set(keyOf(track), track);
  selection.value = { ...now, tracks };
}

export function endSelection(): void {
  selection.value = undefined;
}

/** Called once. */
export function followRoute(): void {
  let shown = path.peek();
  effect(() => {
    const [tab, , id] = path.value;
    const now = selection.peek();
    const isLeft = path.value !== shown;
    shown = path.value;
    if (!isLeft || now === undefined) return;
    const isBack = tab === 'playlists' && id === now.target?.id;
    if (now.target === undefined || isBack) endSelection();
  });
}
