/**
 * Which screen is shown, in the address behind `#`, so that the phone's own way back works and a screen can be kept as a
 * bookmark: `#/library/albums/4f2…`. Each entry of the history knows its number and how far it was scrolled.
 */
import { signal } from '@preact/signals';
import { addressOf, type RoutePath, pathIn } from './route-path.js';

export const path = signal<RoutePath>([]);

/** Number of the entry that is shown; the first of this visit is 0. */
let entry = 0;
/** Scrolled so far when an entry was left. */
const scrolled = new Map<number, number>();

/** How far down the screen that is shown was when it was left; 0 for a new one. */
export function scrollToRestore(): number {
  return scrolled.get(entry) ?? 0;
}

export function go(...to: readonly string[]): void {
  location.hash = addressOf(...to);
}

/** One back, or to the screen above where nothing of this visit is behind. */
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
