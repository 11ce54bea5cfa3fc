/** The settings as they are shown, and orders to change them: seen at once, taken back when they are refused. */
import { computed } from '@preact/signals';
import type { Parts } from '../model.js';
import { box, done, type Schemas } from './box.js';
import { Paced } from './paced.js';
import { expecting, parts } from './player.js';

export type SettingsState = Parts['settings'];
export type NewSettings = Schemas['NewGlobalSettings'];

/** Undefined before the first word of the box. */
export const settings = computed(() => parts.value?.settings);

/** Milliseconds between two orders of a slider that is dragged. */
const PACE = 100;
/** The events tell of a change a moment after its answer: until then it is shown as it was wished. */
const EVENT_PAUSE = 400;

const paced = new Paced(PACE);
let waiting: ((isDone: boolean) => void)[] = [];

/**
 * Changes settings; of several changes in quick succession that wait for each other only the last is sent.
 * @param shown what they will be @param body the same for the box, where it has other names there
 */
export function change(shown: Partial<SettingsState>, body: NewSettings = shown): void {
  const settled = new Promise<void>((resolve, reject) => {
    waiting.push((isDone) => {
      if (isDone) resolve();
      else reject(new Error('refused'));
    });
  });
  // Why it was refused was said.
  expecting('settings', (before) => ({ ...before, ...shown }), settled).catch(() => undefined);
  pending = { ...pending, ...body };
  paced.send(send);
}

/** All that was changed since the last order: what a newer one takes the place of is in that as well. */
let pending: NewSettings = {};

async function send(): Promise<void> {
  const settle = waiting;
  const body = pending;
  waiting = [];
  pending = {};
  const isDone = await done(box.PUT('/settings', { body }));
  const end = (): void => {
    for (const each of settle) each(isDone);
  };
  if (isDone) setTimeout(end, EVENT_PAUSE);
  else end();
}
