/**
 * The sheets that have risen from the bottom of the screen: menus, questions and forms. One that rises over another gives it
 * back, as it was, when it is closed: a question of the box never takes the place of what somebody does. No document, so
 * that it can be tested by itself.
 */
import { signal } from '@preact/signals';

export interface Sheet {
  readonly title: string;
  /** What stands in it, an element of Preact; called while it is drawn. */
  readonly body: () => object | null;
  /** Called when the sheet is gone that was closed without an answer. */
  readonly dismissed?: () => void;
}

/** From the lowest to the uppermost, which is the only one that can be operated. */
export const sheets = signal<readonly Sheet[]>([]);

/** Over whatever is open. */
export function openSheet(next: Sheet): void {
  sheets.value = [...sheets.peek(), next];
}

/** The uppermost, after an answer. */
export function closeSheet(): void {
  sheets.value = sheets.peek().slice(0, -1);
}

/** The uppermost, without an answer. */
export function dismissSheet(): void {
  const open = sheets.peek().at(-1);
  closeSheet();
  open?.dismissed?.();
}

/** All of them without an answer, the uppermost first. */
export function dismissSheets(): void {
  const open = sheets.peek();
  sheets.value = [];
  for (const each of [...open].reverse()) each.dismissed?.();
}

/** Closes a sheet that has expired, wherever it lies, without calling `dismissed`. Does nothing when it is not open. */
export function withdrawSheet(sheet: Sheet): void {
  const open = sheets.peek();
  if (open.includes(sheet)) sheets.value = open.filter((each) => each !== sheet);
}
