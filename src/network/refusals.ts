/** Errors of NetworkManager as errors of our own. */
import { Conflict, NotFound, TonearmError, Unavailable } from '../errors.js';

/** The error for a call to NetworkManager that failed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof TonearmError)) return error;
  if (error.code === 'NO_SYSTEM_SERVICE' || error.code === 'NO_SYSTEM_BUS') return notRunning(error);
  return error;
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
  return new Conflict('NETWORK_CHANGE_WAITS', 'An earlier change of addresses is not confirmed yet.');
}

export function noChangeWaits(): TonearmError {
  return new Conflict(
    'NO_NETWORK_CHANGE',
    'No change of addresses waits to be confirmed: it was taken back, or confirmed.',
  );
}

function notRunning(cause: unknown): TonearmError {
  const sentence = 'NetworkManager does not run on this machine: its network is looked after by something else.';
  return new Unavailable('NO_NETWORK_MANAGER', sentence, { cause });
}
