/** The sheet that has risen from the bottom of the screen: a menu, a question or a form; one at a time. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface Sheet {
  readonly title: string;
  /** What stands in it; called while it is drawn. */
  readonly body: () => ComponentChildren;
  /** It was closed without an answer. */
  readonly dismissed?: () => void;
}

export const sheet = signal<Sheet | undefined>(undefined);

export function openSheet(next: Sheet): void {
  sheet.value = next;
}

/** After an answer. */
export function closeSheet(): void {
  sheet.value = undefined;
}

/** Without an answer. */
export function dismissSheet(): void {
  const open = sheet.value;
  sheet.value = undefined;
  open?.dismissed?.();
}
