/** The settings as they are shown, and changes of them: shown at once, taken back when they are refused. */
import { computed } from '@preact/signals';
import type { Parts } from '../model.js';
import { box, done, type Schemas } from './box.js';
import { Paced } from './paced.js';
import { expecting, part } from './player.js';

export type SettingsState = Parts['settings'];
export type NewSettings = Schemas['NewGlobalSettings'];

/** Undefined before the first report. */
export const settings = computed(() => part.settings.value);

/** Milliseconds between two commands of a slider that is dragged. */
const PACE = 100;
/** Milliseconds from an answer to the event of its change: until then the requested value is shown. */
const EVENT_PAUSE = 400;

const paced = new Paced(PACE);
let waiting: ((isDone: boolean) => void)[] = [];

/**
 * Changes settings; of several changes in quick succession that wait for each other only the last is sent.
 * @param shown what they will be @param body the members to send, where they have other names
 */
export function change(shown: Partial<SettingsState>, body: NewSettings = shown): void {
  const settled = new Promise<void>((resolve, reject) => {
    waiting.push((isDone) => {
      if (isDone) resolve();
      else reject(new Error('refused'));
    });
  });
  // A notice has said why it was refused.
  expecting('settings', (before) => ({ ...before, ...shown }), settled).catch(() => undefined);
  pending = { ...pending, ...body };
  paced.send(send);
}

/** Changes since the last command, those of replaced commands too. */
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
