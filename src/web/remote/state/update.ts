/** The update of the system of the box, sent from this phone. */
import { signal } from '@preact/signals';
import { bodyOf, box, done } from './box.js';
import { ask } from './files.js';
import { say } from './language.js';
import { notify } from './notices.js';

/** Bytes of the file that this page sends now; undefined while it sends none. */
export const sending = signal<number | undefined>(undefined);

export const askForUpdate = () => bodyOf(box.GET('/system/update'));

/** Goes on when its sheet is closed. Never rejects. */
export async function sendUpdate(file: File): Promise<void> {
  sending.value = file.size;
  const headers = { 'Content-Type': 'application/octet-stream' };
  await done(ask('/system/update', { method: 'POST', headers, body: file }));
  sending.value = undefined;
}

export async function restartIntoUpdate(): Promise<void> {
  if (await done(box.PUT('/system/power', { body: { action: 'restart' } }))) notify(say('update.restarting'));
}

/** @returns whether it was carried out */
export const rollBack = (): Promise<boolean> => done(box.POST('/system/update/roll-back'));
