/** The update of the system of the box: sent from this phone, or fetched by the box. */
import { signal } from '@preact/signals';
import { bodyOf, box, done } from './box.js';
import { ask } from './files.js';
import { noteOffer } from './update-offer.js';

/** Bytes of the file that this page sends now; undefined while it sends none. */
export const sending = signal<number | undefined>(undefined);
/** Whether a person wants the restart as soon as the update is installed. */
export const restartsWhenReady = signal(false);

export async function askForUpdate() {
  const now = await bodyOf(box.GET('/system/update'));
  noteOffer(now.offer);
  return now;
}

/** Goes on when its sheet is closed. The PIN is asked for first: the file is sent once. Never rejects. */
export async function sendUpdate(file: File): Promise<void> {
  if (!(await done(box.POST('/system/pin/check')))) return;
  sending.value = file.size;
  const headers = { 'Content-Type': 'application/octet-stream' };
  await done(ask('/system/update', { method: 'POST', headers, body: file }));
  sending.value = undefined;
}

/** Asks the address that is set. @returns whether it answered; never rejects */
export const checkForUpdate = (): Promise<boolean> => done(box.POST('/system/update/check'));

/** Has the box fetch and install what is offered, and restarts it then. Never rejects. */
export async function installOffer(version: string, older: boolean): Promise<void> {
  restartsWhenReady.value = await done(box.POST('/system/update/download', { body: { version, older } }));
}

/** @returns whether it was carried out; never rejects */
export const cancelDownload = (): Promise<boolean> => done(box.DELETE('/system/update/download'));

/** @returns whether it was carried out */
export const rollBack = (): Promise<boolean> => done(box.POST('/system/update/roll-back'));
