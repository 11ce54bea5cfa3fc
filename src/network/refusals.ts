/** Errors of NetworkManager as errors of our own. */
import { TonearmError, Unavailable } from '../errors.js';

/** The error for a call to NetworkManager that failed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof TonearmError)) return error;
  if (error.code === 'NO_SYSTEM_SERVICE' || error.code === 'NO_SYSTEM_BUS') return notRunning(error);
  return error;
}

function notRunning(cause: unknown): TonearmError {
  const sentence = 'NetworkManager does not run on this machine: its network is looked after by something else.';
  return new Unavailable('NO_NETWORK_MANAGER', sentence, { cause });
}
