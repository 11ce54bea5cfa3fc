/**
 * The open sheets: menus, questions and forms. A sheet that opens over another gives it back as it was when it is closed,
 * so that a question of the daemon never takes the place of what somebody does. Needs no document.
 */
import { signal } from '@preact/signals';

export interface Sheet {
  /** Read while it is drawn: a getter may follow what it names. */
  readonly title: string;
  /** Content, an element of Preact; called while it is drawn. */
  readonly body: () => object | null;
  /** Called after the sheet was closed without an answer. */
  readonly dismissed?: () => void;
}

/** From the lowest to the uppermost, the only one that can be operated. */
export const sheets = signal<readonly Sheet[]>([]);

export function openSheet(next: Sheet): void {
  sheets.value = [...sheets.peek(), next];
}

/** Closes the uppermost after an answer. */
export function closeSheet(): void {
  sheets.value = sheets.peek().slice(0, -1);
}

/** Closes the uppermost without an answer. */
export function dismissSheet(): void {
  const open = sheets.peek().at(-1);
  closeSheet();
  open?.dismissed?.();
}

/** Closes all without an answer, the uppermost first. */
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
