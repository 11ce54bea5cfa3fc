/**
 * Which screen is shown, from the address behind `#`, so that the way back of the phone works and a screen can be a
 * bookmark: `#/library/albums/4f2…`. Each history entry knows its number and scroll position.
 */
import { signal } from '@preact/signals';
import { addressOf, type RoutePath, pathIn } from './route-path.js';

export const path = signal<RoutePath>([]);

/** Number of the shown history entry; the first of this visit is 0. */
let entry = 0;
/** Scroll positions of left entries by number. */
const scrolled = new Map<number, number>();

/** Scroll position at which the shown screen was left; 0 for a new one. */
export function scrollToRestore(): number {
  return scrolled.get(entry) ?? 0;
}

export function go(...to: readonly string[]): void {
  location.hash = addressOf(...to);
}

/** Goes one back, or to the screen above when the visit began here. */
export function back(...above: readonly string[]): void {
  if (entry > 0) history.back();
  else go(...above);
}

function changed(): void {
  scrolled.set(entry, scrollY);
  const kept = numberIn(history.state);
  if (kept === undefined) {
    entry++;
    scrolled.delete(entry);
    history.replaceState({ entry }, '');
  } else entry = kept;
  path.value = pathIn(location.hash);
}

function numberIn(state: unknown): number | undefined {
  const found = (state as { entry?: unknown } | null)?.entry;
  return typeof found === 'number' ? found : undefined;
}

export function startRouting(): void {
  history.scrollRestoration = 'manual';
  entry = numberIn(history.state) ?? 0;
  history.replaceState({ entry }, '');
  path.value = pathIn(location.hash);
  addEventListener('hashchange', changed);
}
