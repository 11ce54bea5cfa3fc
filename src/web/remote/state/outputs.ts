/** Outputs and Bluetooth speakers, and their commands. A paired speaker is an output. */
import { computed, signal } from '@preact/signals';
import type { Word } from '../locales/locales.js';
import { bodyOf, box, done, explainCode, reasonOf, Refused, type Schemas } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { part } from './player.js';

export type Device = Schemas['Device'];
export type Speaker = Schemas['BluetoothDevice'];

export const devices = computed<readonly Device[]>(() => part.devices.value ?? []);
export const currentOutput = computed(() => devices.value.find(({ is_current_device: isCurrent }) => isCurrent));
/** Why the current output does not play; undefined while nothing is wrong with it. */
export const outputProblem = computed(() => {
  const problem = part.status.value?.output_problem;
  return problem ? explainOutput(currentOutput.value, problem.code, problem.detail) : undefined;
});
export const bluetooth = computed(() => part.bluetooth.value);

/** Id of the output, or address of the speaker, that is being connected. */
export const busyWith = signal<string | undefined>(undefined);
/** Why the last attempt with an output or a speaker failed. */
export const trouble = signal<{ readonly with: string; readonly text: string } | undefined>(undefined);
/** Lists on the page that show the last failure; where there is none, it becomes a notice. */
let lists = 0;

/** A list of outputs is shown; returns what ends that. */
export function showTrouble(): () => void {
  lists += 1;
  return () => {
    lists -= 1;
  };
}

/** Whether a scan of this page runs, and why the last one failed. */
export const scanning = signal(false);
export const scanTrouble = signal<string | undefined>(undefined);

/** Kinds of outputs that are switched on, and not plugged in. */
const WITHOUT_PLUG = ['bluetooth', 'snapcast', 'upnp'];

/** What is wrong with such an output, by the code of the problem. */
const TROUBLES: Readonly<Record<string, Word>> = {
  OUTPUT_MISSING: 'outputs.networkMissing',
  OUTPUT_FAILED: 'outputs.networkFailed',
  OUTPUT_BUSY: 'outputs.networkBusy',
};

const hasPlug = ({ service }: Device): boolean => !WITHOUT_PLUG.includes(service);

export const awayText = (device: Device): string => say(hasPlug(device) ? 'outputs.away' : 'outputs.notConnected');

/** What a problem code means for this output. @param reason what the daemon says where there is no text */
function explainOutput(device: Device | undefined, code: string, reason: string): string {
  const word = device === undefined || hasPlug(device) || !Object.hasOwn(TROUBLES, code) ? undefined : TROUBLES[code];
  return word === undefined ? explainCode(code, reason) : say(word, { name: device?.name ?? '' });
}

/** Seconds of a scan: long enough to switch a speaker on meanwhile. */
const SCAN = 30;

/** Id of the output of a paired speaker. */
export function outputOf(address: string): string {
  return `bluetooth-${address.replaceAll(':', '-')}`;
}

/** The speaker of an output; undefined for other outputs, or while it is not reported. */
export function speakerOf(id: string): Speaker | undefined {
  return bluetooth.value?.devices.find(({ address }) => outputOf(address) === id);
}

/** Switches to an output; connects its speaker first. Never rejects. */
export async function playOn({ id, name, is_present: isPresent, service }: Device): Promise<void> {
  const speaker = speakerOf(id);
  if (service === 'bluetooth' && speaker !== undefined && (!isPresent || !speaker.ready)) return playOnSpeaker(speaker);
  await attempt(id, name, async () => {
    await bodyOf(box.PUT('/devices/{id}/connect', { params: { path: { id } } }));
  });
}

/** Sets the volume that an output will play at. @param percent of a slider that is even to the ear */
export async function setVolumeOf({ id }: Device, percent: number): Promise<void> {
  await done(box.PUT('/devices/{id}/volume', { params: { path: { id } }, body: { percent } }));
}

/** Pairs where needed, connects, and switches to a speaker. Never rejects. */
export async function playOnSpeaker({ address: addr, name }: Speaker): Promise<void> {
  await attempt(addr, name, async (isWanted) => {
    await bodyOf(box.PUT('/bluetooth/devices/{addr}/connect', { params: { path: { addr } } }));
    if (!isWanted()) return;
    await bodyOf(box.PUT('/devices/{id}/connect', { params: { path: { id: outputOf(addr) } } }));
  });
}

/** Counts choices: only the newest goes on or reports its failure. */
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
    if (isWanted()) {
      const device = devices.value.find(({ id }) => id === subject || id === outputOf(subject));
      const text = reasonWith(device, error);
      trouble.value = { with: subject, text };
      if (lists === 0) notify(text);
    }
  } finally {
    if (busyWith.value === subject) busyWith.value = undefined;
  }
}

/** Why a command failed that an output was needed for. */
export function reasonWith(device: Device | undefined, error: unknown): string {
  return error instanceof Refused ? explainOutput(device, error.code, error.message) : reasonOf(error);
}

/** Also cancels a connection attempt, without a failure. Never rejects. */
export async function disconnect({ address: addr, name, connected }: Speaker): Promise<void> {
  if ([addr, outputOf(addr)].includes(busyWith.value ?? '')) choices++;
  const command = box.PUT('/bluetooth/devices/{addr}/disconnect', { params: { path: { addr } } });
  if (await done(command)) notify(say(connected ? 'outputs.disconnected' : 'problem.BLUETOOTH_CANCELED', { name }));
}

/** Never rejects. @returns whether it is done */
export async function forget({ address: addr, name }: Speaker): Promise<boolean> {
  const isDone = await done(box.DELETE('/bluetooth/devices/{addr}', { params: { path: { addr } } }));
  if (isDone) notify(say('outputs.forgotten', { name }));
  return isDone;
}

/** Scans for speakers; the results come with the events. Never rejects. */
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
