/**
 * Errors of BlueZ as errors of our own, whose `code` a client can explain. Source: BlueZ's `src/error.h` (the words for
 * why a connection failed), `doc/org.bluez.Device`, `doc/org.bluez.Adapter`.
 */
import { Forbidden, NotFound, ServiceFailed, TimedOut, TonearmError, Unavailable } from '../errors.js';
import { BusError } from '../dbus/bus-error.js';

const BLUEZ_ERROR = 'org.bluez.Error.';

type Kind = new (code: string, message: string, options?: ErrorOptions) => TonearmError;

/** @returns makes the error, with what has caused it */
const refusal =
  (kind: Kind, code: string, message: string) =>
  (cause?: unknown): TonearmError =>
    new kind(code, message, { cause });
const unavailable = (code: string, message: string) => refusal(Unavailable, code, message);
const timedOut = (code: string, message: string) => refusal(TimedOut, code, message);

export const notRunning = unavailable('BLUETOOTH_NOT_RUNNING', "The system's Bluetooth service does not run.");
export const silent = timedOut('BLUETOOTH_SILENT', 'Bluetooth does not answer in time.');
export const noAdapter = unavailable('NO_BLUETOOTH_ADAPTER', 'This machine has no Bluetooth adapter.');
export const switchedOff = unavailable(
  'BLUETOOTH_OFF',
  'The Bluetooth adapter is off, and does not let itself be switched on.',
);
export const blocked = unavailable('BLUETOOTH_BLOCKED', 'A switch of the system (rfkill) holds Bluetooth off.');
export const deviceGone = unavailable(
  'BLUETOOTH_DEVICE_GONE',
  'The device has vanished meanwhile; a scan may find it again.',
);
export const outOfReach = timedOut(
  'BLUETOOTH_OUT_OF_REACH',
  'The device does not answer: it is off, out of reach, or busy elsewhere.',
);
export const pairingRefused = unavailable('PAIRING_REFUSED', 'The pairing was refused, or its code was wrong.');
export const pairingTimedOut = timedOut('PAIRING_TIMED_OUT', 'The pairing was not finished in time.');
export const noAudioInTime = timedOut(
  'BLUETOOTH_AUDIO_SILENT',
  'The speaker is connected, but its sound does not become ready.',
);
export const noAudioService = unavailable(
  'NO_BLUETOOTH_AUDIO',
  "The system's service for sound over Bluetooth (bluez-alsa) does not run.",
);
export const superseded = unavailable('BLUETOOTH_CANCELED', 'It was called off meanwhile.');
export const noRemoteControl = unavailable(
  'NO_REMOTE_CONTROL',
  'The device that plays does not let itself be controlled from here.',
);
const pairingLost = unavailable(
  'PAIRING_LOST',
  'The device does not know the pairing any more: forget it, and pair anew.',
);
const noAudio = unavailable('BLUETOOTH_NO_AUDIO', 'The device offers nothing that could be connected.');
const refusedByDevice = unavailable('BLUETOOTH_REFUSED', 'The device refuses the connection.');
export const busy = unavailable('BLUETOOTH_BUSY', 'Bluetooth is busy with this or another device.');

export function unknownDevice(address: string): TonearmError {
  return new NotFound('UNKNOWN_BLUETOOTH_DEVICE', `No Bluetooth device ${address} is known; a scan may find it.`);
}

/**
 * Words in the text of an error come first: they say more than its name. BlueZ 5.82 writes them bare, later ones
 * `:word:text`.
 */
const BY_WORD: readonly (readonly [word: RegExp, refusal: (cause: unknown) => TonearmError])[] = [
  [/page-timeout|page timeout|connection-timeout|host is down|le-connection-abort/i, outOfReach],
  [/key-missing/, pairingLost],
  [/profile-unavailable|protocol not available/i, noAudio],
  [/adapter-not-powered/, switchedOff],
  [/connection-refused|aborted-by-remote|connection refused|connection reset/i, refusedByDevice],
  [/rfkill/i, blocked],
  [/connection-busy|connection-canceled|connection-cancelled|in progress/i, busy],
];

const BY_NAME: Readonly<Record<string, (cause: unknown) => TonearmError>> = {
  AuthenticationFailed: pairingRefused,
  AuthenticationRejected: pairingRefused,
  AuthenticationCanceled: pairingRefused,
  AuthenticationTimeout: pairingTimedOut,
  ConnectionAttemptFailed: outOfReach,
  ProfileUnavailable: noAudio,
  NotAvailable: noAudio,
  NotReady: switchedOff,
  Blocked: blocked,
  InProgress: busy,
};

/** Errors that mean that the D-Bus object is gone. */
const GONE = new Set(
  ['UnknownObject', 'UnknownMethod', 'UnknownInterface'].map((name) => `org.freedesktop.DBus.Error.${name}`),
);

/** The error for a call to BlueZ that failed; an error that does not come from BlueZ is returned as it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof TonearmError)) return error;
  const { type: name, message: text } = busErrorOf(error) ?? { type: '', message: error.message };
  if (GONE.has(name)) return deviceGone();
  if (error instanceof TimedOut) return silent(error);
  // The policy of the bus: not something that the client could change.
  if (error instanceof Forbidden) return failed(text || name, error);
  if (error.code === 'NO_SYSTEM_SERVICE' || error.code === 'NO_SYSTEM_BUS') return notRunning(error);
  if (!(error instanceof ServiceFailed)) return error;
  const known = BY_WORD.find(([word]) => word.test(text))?.[1] ?? BY_NAME[name.replace(BLUEZ_ERROR, '')];
  return known === undefined ? failed(text || name, error) : known(error);
}

/** Whether an error was caused by BlueZ's error of this name, such as `AlreadyExists`. */
export function isBluezError(error: unknown, name: string): boolean {
  return busErrorOf(error)?.type === BLUEZ_ERROR + name;
}

/** Whether an rfkill switch caused the error. */
export function isHeldOff(error: unknown): boolean {
  return error instanceof TonearmError && error.code === 'BLUETOOTH_BLOCKED';
}

/** Whether a retry a moment later may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof TonearmError && PASSING.has(error.code);
}

const PASSING = new Set(['BLUETOOTH_BUSY', 'BLUETOOTH_NO_AUDIO', 'BLUETOOTH_FAILED']);

function failed(how: string, cause: unknown): TonearmError {
  return new ServiceFailed('BLUETOOTH_FAILED', `Bluetooth failed: ${how}.`, { cause });
}

/** The error of the bus in a chain of causes. */
function busErrorOf(error: unknown): BusError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof BusError) return each;
  return undefined;
}
