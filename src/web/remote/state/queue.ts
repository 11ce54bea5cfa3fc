/** The queue as the page shows it: an edit means the touched entry, wherever other edits have moved it. */
import { effect } from '@preact/signals';
import { isUntagged, type Row } from '../model.js';
import { bodyOf, box, done, reasonOf } from './box.js';
import { SerialQueue } from '../../../serial-queue.js';
import { notify } from './notices.js';
import { jumpTo, moveInQueue, removeFromQueue, removeManyFromQueue } from './commands.js';
import { Pages } from './pages.js';
import { reported } from './player.js';

/** Milliseconds after which rows are fetched again whose tags were not read yet, and how often. */
const TAGS_LATER = 2000;
const TAG_ATTEMPTS = 5;
/** Entries around the last known index of an entry among which it is searched. */
const AROUND = 200;

function fetchRows(offset: number, limit: number): Promise<Row[]> {
  const params = { path: { id: 'current' }, query: { offset, limit } };
  return bodyOf(box.GET('/playlists/{id}/tracks', { params }));
}

let revision: string | undefined;
let attempts = 0;

async function fetchPage(offset: number, limit: number): Promise<Row[]> {
  const rows = await fetchRows(offset, limit);
  if (attempts > 0 && rows.some(isUntagged)) {
    attempts--;
    const asked = revision;
    setTimeout(() => {
      if (asked === revision) queue.renew(queue.total);
    }, TAGS_LATER);
  }
  return rows;
}

export const queue: Pages<Row> = new Pages(fetchPage);

export function followQueue(): void {
  effect(() => {
    const now = reported.value?.parts.queue;
    if (now === undefined || now.revision === revision) return;
    revision = now.revision;
    attempts = TAG_ATTEMPTS;
    queue.renew(now.amount);
  });
}

const touches = new SerialQueue();

/** Edits an entry at its index of now; does nothing when it has gone. */
function touch(row: Row, act: (index: number) => Promise<unknown>): void {
  void touches.run(async () => {
    const index = await indexOf(row).catch((error: unknown) => {
      notify(reasonOf(error));
      return undefined;
    });
    if (index !== undefined) await act(index);
    // The result is shown even where nothing changed.
    queue.renew(reported.peek()?.parts.queue.amount ?? queue.total);
  });
}

async function indexOf({ key, position }: Row): Promise<number | undefined> {
  for (const [offset, limit] of [
    [position, 1],
    [Math.max(0, position - AROUND / 2), AROUND],
  ] as const) {
    const found = (await fetchRows(offset, limit)).find((each) => each.key === key);
    if (found !== undefined) return found.position;
  }
  return undefined;
}

/** Index at which an entry is shown. */
function shownAt({ key, position }: Row): number | undefined {
  for (let away = 0; away < AROUND; away++) {
    for (const index of [position - away, position + away]) if (queue.at(index)?.key === key) return index;
  }
  return undefined;
}

export function jumpToRow(row: Row): void {
  touch(row, jumpTo);
}

export function removeRow(row: Row): void {
  const index = shownAt(row);
  if (index !== undefined) queue.remove(index);
  touch(row, (at) => removeFromQueue(row.title, at));
}

/** Removes several entries at once, wherever they are by now; one notice undoes it. */
export function removeRows(rows: readonly Row[]): void {
  const shown = rows.flatMap((row) => shownAt(row) ?? []).sort((one, other) => other - one);
  for (const index of shown) queue.remove(index);
  void touches.run(async () => {
    await done(async () => {
      const positions = await indicesOf(rows);
      if (positions.length > 0) await removeManyFromQueue(positions);
    });
    queue.renew(reported.peek()?.parts.queue.amount ?? queue.total);
  });
}

/** Indices that these entries have now; of those that are still there. */
async function indicesOf(rows: readonly Row[]): Promise<number[]> {
  const keys = new Set(rows.map(({ key }) => key));
  const known = rows.map(({ position }) => position);
  const first = Math.max(0, Math.min(...known) - AROUND / 2);
  const among = await fetchRows(first, Math.max(...known) - first + AROUND);
  return among.filter(({ key }) => keys.has(key)).map(({ position }) => position);
}

/** @param by rows down, or up where it is negative. @returns the index at which it is shown now */
export function moveRow(row: Row, by: number): number | undefined {
  const from = shownAt(row);
  if (from === undefined) return undefined;
  const to = Math.max(0, Math.min(queue.total - 1, from + by));
  if (to === from) return from;
  queue.move(from, to);
  touch(row, (at) => moveInQueue(at, Math.max(0, at + to - from)));
  return to;
}
