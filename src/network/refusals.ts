/** Errors of NetworkManager as errors of our own. */
import { Conflict, NotFound, TimedOut, TonearmError, Unavailable } from '../errors.js';
import { errorName } from '../dbus/refusals.js';
import { REASON_TEXTS, type StateReason } from './interface-state.js';

/** The error for a call to NetworkManager that failed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof TonearmError)) return error;
  if (errorName(error) === NO_DEVICE) return notReachable(error);
  if (error.code === 'NO_SYSTEM_SERVICE' || error.code === 'NO_SYSTEM_BUS') return notRunning(error);
  return error;
}

/** No interface could connect the network now. Source: NetworkManager's `NM_MANAGER_ERROR`. */
const NO_DEVICE = 'org.freedesktop.NetworkManager.UnknownDevice';

function notReachable(cause: unknown): TonearmError {
  const sentence = 'The network is not in reach: its cable is not plugged in, or it is too far away.';
  return new Unavailable('NETWORK_NOT_FOUND', sentence, { cause });
}

const CODES: Readonly<Record<StateReason, string>> = {
  no_cable: 'NETWORK_NOT_FOUND',
  not_found: 'NETWORK_NOT_FOUND',
  wrong_password: 'NETWORK_WRONG_PASSWORD',
  no_address: 'NETWORK_NO_ADDRESS',
  address_taken: 'NETWORK_ADDRESS_TAKEN',
  timed_out: 'NETWORK_TIMED_OUT',
  no_firmware: 'NETWORK_FAILED',
  link_lost: 'NETWORK_FAILED',
  wifi_service: 'NETWORK_FAILED',
  bad_settings: 'NETWORK_FAILED',
  by_hand: 'NETWORK_CANCELED',
  forgotten: 'NETWORK_CANCELED',
};

/** Why a network could not be connected. */
export function notJoined(reason: StateReason | undefined): TonearmError {
  if (reason === undefined) return new Unavailable('NETWORK_FAILED', 'The network could not be connected.');
  const kind = reason === 'timed_out' ? TimedOut : Unavailable;
  return new kind(CODES[reason], REASON_TEXTS[reason]);
}

export function noRadio(): TonearmError {
  return new Unavailable('NO_WIFI', 'This machine has no Wi-Fi radio that works.');
}

export function noHotspot(): TonearmError {
  return new Unavailable('NO_HOTSPOT', 'The Wi-Fi radio of this machine cannot be an access point.');
}

export function isJoining(): TonearmError {
  return new Conflict('NETWORK_JOINING', 'Another network is being joined at this moment.');
}

export function unknownNetwork(id: string): TonearmError {
  return new NotFound('UNKNOWN_NETWORK', `No known network has the id ${id}.`);
}

export function networkIsWired(): TonearmError {
  const sentence =
    'A wired network cannot be forgotten: a cable would do nothing from then on. Its addresses can be changed.';
  return new Conflict('NETWORK_IS_WIRED', sentence);
}

export function changeWaits(): TonearmError {
  return new Conflict('NETWORK_CHANGE_WAITS', 'An earlier change of the networks is not confirmed yet.');
}

export function nobodyFound(): TonearmError {
  return new Unavailable('NETWORK_UNCONFIRMED', 'Nobody has found the box in this network in time: it came back.');
}

export function noChangeWaits(): TonearmError {
  return new Conflict(
    'NO_NETWORK_CHANGE',
    'No change of the networks waits to be confirmed: it was taken back, or confirmed.',
  );
}

function notRunning(cause: unknown): TonearmError {
  const sentence = 'NetworkManager does not run on this machine: its network is looked after by something else.';
  return new Unavailable('NO_NETWORK_MANAGER', sentence, { cause });
}
