/** Short notices, one at a time; one may offer to undo, by its button or by Ctrl+Z. */
import { signal } from '@preact/signals';

/** Milliseconds that a notice stays after the last key; longer with an undo button, so that a thumb can reach it. */
const SHOWN = 5000;
const SHOWN_WITH_UNDO = 12_000;

export type Notice = Readonly<{ text: string; undo?: () => void }>;

export const notice = signal<Notice | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string, undo?: () => void): void {
  notice.value = undo === undefined ? { text } : { text, undo };
  startTimer();
}

/** Shows the notice for its whole time from now on. */
function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(dismiss, notice.peek()?.undo === undefined ? SHOWN : SHOWN_WITH_UNDO);
}

export function dismiss(): void {
  clearTimeout(timer);
  notice.value = undefined;
}

export function undoNoticed(): void {
  const undo = notice.peek()?.undo;
  dismiss();
  undo?.();
}

/** Keys keep a notice, so that its button can be reached with Tab; Ctrl+Z presses it. Called once. */
export function followKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    if (notice.peek() === undefined) return;
    startTimer();
    const isUndo = key === 'z' && (ctrlKey || metaKey) && !event.shiftKey && notice.peek()?.undo !== undefined;
    if (!isUndo || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    undoNoticed();
  });
}
