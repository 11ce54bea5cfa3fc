/** Whether there is a new version of the system, for a quiet mark. The box is asked where it looks itself, and no more. */
import { computed, effect, signal } from '@preact/signals';
import { bodyOf, quietBox, type Schemas } from './box.js';
import { connected } from './player.js';
import { settings } from './settings.js';

/** A version newer than the running one; undefined where none is known. */
export const newVersion = signal<string | undefined>(undefined);

/** Takes over what a screen has asked the box for. */
export function noteOffer(offer: Schemas['UpdateOffer'] | null): void {
  newVersion.value = offer?.order === 'newer' ? offer.version : undefined;
}

/** Asks at each connection while the box looks daily. Called once. */
export function followOffer(): void {
  const address = computed(() => settings.value?.update_url ?? '');
  const isAsked = computed(() => connected.value && address.value !== '' && settings.value?.update_check === true);
  effect(() => {
    if (address.value === '') newVersion.value = undefined;
  });
  effect(() => {
    // A failure waits for the next connection.
    if (isAsked.value) load().catch(() => undefined);
  });
}

async function load(): Promise<void> {
  noteOffer((await bodyOf(quietBox.GET('/system/update/offer'))).offer);
}
