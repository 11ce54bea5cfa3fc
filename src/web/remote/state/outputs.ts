/** Outputs and Bluetooth speakers as one list, and what is done with them. A speaker that is paired with is an output. */
import { computed, signal } from '@preact/signals';
import { bodyOf, box, done, reasonOf, type Schemas } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { parts } from './player.js';

export type Device = Schemas['Device'];
export type Speaker = Schemas['BluetoothDevice'];

export const devices = computed<readonly Device[]>(() => parts.value?.devices ?? []);
export const currentOutput = computed(() => devices.value.find(({ is_current_device: isCurrent }) => isCurrent));
export const bluetooth = computed(() => parts.value?.bluetooth);

/** What somebody is waiting for: the id of an output, or the address of a speaker. */
export const busyWith = signal<string | undefined>(undefined);
/** Why the last attempt with an output or a speaker failed. */
export const trouble = signal<{ readonly with: string; readonly text: string } | undefined>(undefined);
/** Whether this page has asked for a scan that is not over. */
export const scanning = signal(false);
/** Why there was none. */
export const scanTrouble = signal<string | undefined>(undefined);

/** Seconds: long enough to switch a speaker on meanwhile. */
const SCAN = 30;

/** Id of the output that a speaker is once it is paired with. */
export function outputOf(address: string): string {
  return `bluetooth-${address.replaceAll(':', '-')}`;
}

/** The speaker behind an output; undefined of any other, or while it is not told. */
export function speakerOf(id: string): Speaker | undefined {
  return bluetooth.value?.devices.find(({ address }) => outputOf(address) === id);
}

/** Plays there from now on; a speaker that is not connected is connected first. Never rejects. */
export async function playOn({ id, name, is_present: isPresent, service }: Device): Promise<void> {
  const speaker = speakerOf(id);
  if (service === 'bluetooth' && speaker !== undefined && (!isPresent || !speaker.ready)) return playOnSpeaker(speaker);
  await attempt(id, name, async () => {
    await bodyOf(box.PUT('/devices/{id}/connect', { params: { path: { id } } }));
  });
}

/** Pairs where that is needed, connects, and plays there: one touch for all of it. Never rejects. */
export async function playOnSpeaker({ address: addr, name }: Speaker): Promise<void> {
  await attempt(addr, name, async (isWanted) => {
    await bodyOf(box.PUT('/bluetooth/devices/{addr}/connect', { params: { path: { addr } } }));
    if (!isWanted()) return;
    await bodyOf(box.PUT('/devices/{id}/connect', { params: { path: { id: outputOf(addr) } } }));
  });
}

/** Counts choices: only the newest may still go on, or say that it failed. */
let choices = 0;

async function attempt(subject: string, name: string, act: (isWanted: () => boolean) => Promise<void>): Promise<void> {
  const choice = ++choices;
  const isWanted = (): boolean => choice === choices;
  busyWith.value = subject;
  trouble.value = undefined;
  try {
    await act(isWanted);
    if (isWanted()) notify(say('outputs.chosen', { name }));
  } catch (error) {
    if (isWanted()) trouble.value = { with: subject, text: reasonOf(error) };
  } finally {
    if (busyWith.value === subject) busyWith.value = undefined;
  }
}

/** Also calls off what connects it, which is no trouble to whoever wants that. Never rejects. */
export async function disconnect({ address: addr, name, connected }: Speaker): Promise<void> {
  if ([addr, outputOf(addr)].includes(busyWith.value ?? '')) choices++;
  const order = box.PUT('/bluetooth/devices/{addr}/disconnect', { params: { path: { addr } } });
  if (await done(order)) notify(say(connected ? 'outputs.disconnected' : 'problem.BLUETOOTH_CANCELED', { name }));
}

/** Never rejects. @returns whether it is done */
export async function forget({ address: addr, name }: Speaker): Promise<boolean> {
  const isDone = await done(box.DELETE('/bluetooth/devices/{addr}', { params: { path: { addr } } }));
  if (isDone) notify(say('outputs.forgotten', { name }));
  return isDone;
}

/** Looks for speakers; what is found comes with the events. Never rejects. */
export async function scan(): Promise<void> {
  if (scanning.value) return;
  scanning.value = true;
  scanTrouble.value = undefined;
  try {
    await bodyOf(box.POST('/bluetooth/scan', { params: { query: { timeout_secs: SCAN } } }));
  } catch (error) {
    scanTrouble.value = reasonOf(error);
  } finally {
    scanning.value = false;
  }
}
