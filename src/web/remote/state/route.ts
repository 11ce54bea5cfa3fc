/**
 * Which screen is shown, from the address behind `#`, so that the way back of the phone works and a screen can be a
 * bookmark: `#/library/albums/4f2…`. Each screen in the history knows its number and scroll position. Each open sheet is a
 * history entry above that of its screen, with the same address and number: Back closes the sheet and only that.
 *
 * Sheets change at once, the history follows: a traversal takes a moment, and whatever changes meanwhile waits for it.
 */
import { effect, signal } from '@preact/signals';
import { addressOf, type RoutePath, pathIn } from './route-path.js';
import { dismissSheet, dismissSheets, sheets } from './sheets.js';

export const path = signal<RoutePath>([]);

/** What a history entry keeps. */
interface Entry {
  /** Number of the screen; the first of this visit is 0. */
  readonly entry: number;
  /** Sheets over the screen. */
  readonly depth: number;
}

/** The current history entry, and its address. */
let now: Entry = { entry: 0, depth: 0 };
let shown = '';
/** Whether the page has asked the browser to go back over entries of sheets. */
let isTravelling = false;
/** Address to go to once the entries of sheets are left. */
let wanted: string | undefined;
/** How a screen was left: scroll positions, its own and those of its shelves, and the address of the link with the focus. */
interface Leaving {
  readonly top: number;
  readonly shelves: readonly number[];
  readonly link?: string | undefined;
}

/** Lists that scroll sideways. */
export const SHELVES = 'main .shelf';

/** By number of the screen. */
const leavings = new Map<number, Leaving>();

/** How the shown screen was left; at its beginning for a new one. */
export function leavingToRestore(): Leaving {
  return leavings.get(now.entry) ?? { top: 0, shelves: [] };
}

/** Shows a screen; closes what sheets are open. */
export function go(...to: readonly string[]): void {
  dismissSheets();
  wanted = addressOf(...to);
  settle();
}

/** Goes one back, or to the screen above when the visit began here. */
export function back(...above: readonly string[]): void {
  if (now.entry > 0) history.back();
  else go(...above);
}

/** Gives each open sheet its history entry, and takes away those of closed ones. */
function settle(): void {
  if (isTravelling) return;
  const count = sheets.peek().length;
  for (let depth = now.depth + 1; depth <= count; depth++) keep({ ...now, depth }, true);
  if (count < now.depth) {
    isTravelling = true;
    history.go(count - now.depth);
  } else if (wanted !== undefined) {
    const to = wanted;
    wanted = undefined;
    location.hash = to;
  }
}

function keep(entry: Entry, isNew = false): void {
  now = entry;
  if (isNew) history.pushState(entry, '');
  else history.replaceState(entry, '');
}

function changed(): void {
  const isOurs = isTravelling;
  isTravelling = false;
  const kept = history.state as Partial<Entry> | null;
  const isNew = kept?.entry === undefined && location.hash !== shown;
  const entry = kept?.entry ?? now.entry + Number(isNew);
  if (entry !== now.entry) {
    const link = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined;
    const shelves = [...document.querySelectorAll(SHELVES)].map(({ scrollLeft }) => scrollLeft);
    leavings.set(now.entry, { top: scrollY, shelves, link });
    if (isNew) leavings.delete(entry);
    dismissSheets();
    shown = location.hash;
    path.value = pathIn(shown);
  }
  // A link to the shown screen leaves the entry without its state.
  keep({ entry, depth: kept?.depth ?? (isNew ? 0 : now.depth) });
  if (!isOurs) for (let extra = sheets.peek().length - now.depth; extra > 0; extra--) dismissSheet();
  // An entry of a sheet that is closed is left again.
  settle();
}

export function startRouting(): void {
  history.scrollRestoration = 'manual';
  keep({ entry: 0, depth: 0, ...(history.state as Partial<Entry> | null) });
  shown = location.hash;
  path.value = pathIn(shown);
  addEventListener('popstate', changed);
  effect(() => {
    // A sheet that takes the place of another keeps its entry.
    if (sheets.value.length !== now.depth) queueMicrotask(settle);
  });
}
