/** Short notices at the bottom of the screen, one at a time; one may offer to undo. */
import { signal } from '@preact/signals';

/** Milliseconds that a notice stays; longer with an undo button, so that a thumb can reach it. */
const SHOWN = 5000;
const SHOWN_WITH_UNDO = 8000;

export type Notice = Readonly<{ text: string; undo?: () => void }>;

export const notice = signal<Notice | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string, undo?: () => void): void {
  clearTimeout(timer);
  notice.value = undo === undefined ? { text } : { text, undo };
  timer = setTimeout(dismiss, undo === undefined ? SHOWN : SHOWN_WITH_UNDO);
}

export function dismiss(): void {
  clearTimeout(timer);
  notice.value = undefined;
}
