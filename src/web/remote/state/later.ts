/** The second script of the page: loaded once the first screen is shown, or as soon as somebody opens another one. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Screen } from '../screens/screen.js';
import type { Selection } from './selection.js';

/** What the script has for the frame and the table of screens. */
export interface Later {
  readonly AddressCode: ComponentType;
  readonly LyricsPane: ComponentType<{ readonly id: string }>;
  readonly DropZone: ComponentType;
  readonly QueuePane: ComponentType;
  readonly RingingBar: ComponentType;
  readonly Rooms: ComponentType<{ readonly output: string }>;
  readonly SelectionBar: ComponentType<{ readonly of: Selection }>;
  readonly LATER_SCREENS: readonly Screen[];
}

/** Undefined until it has come. */
export const later = signal<Later | undefined>(undefined);
/** Why it has not come. */
export const laterError = signal<unknown>(undefined);

/** Milliseconds for the first screen to settle: a tap on it comes before. */
const AFTER_FIRST = 300;

let load = (): Promise<Later> => Promise.reject(new Error('nothing is offered'));
let loading: Promise<void> | undefined;

/** Called once, by the script that knows where the other one is. */
export function offerLater(how: () => Promise<Later>): void {
  load = how;
}

/** Never rejects. After a failure the next call tries again. */
export function loadLater(): Promise<void> {
  return (loading ??= load().then(
    (loaded) => {
      later.value = loaded;
      laterError.value = undefined;
    },
    (error: unknown) => {
      laterError.value = error;
      loading = undefined;
    },
  ));
}

export function loadLaterSoon(): void {
  setTimeout(() => void loadLater(), AFTER_FIRST);
}
