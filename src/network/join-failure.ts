/** Why a network could not be joined, when nobody was there to be answered. */
import { TonearmError } from '../errors.js';

export interface JoinFailure {
  /** Name of the network. */
  readonly network: string;
  readonly code: string;
  readonly detail: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export function joinFailure(network: string, error: unknown): JoinFailure {
  const isOurs = error instanceof TonearmError;
  const code = isOurs ? error.code : 'NETWORK_FAILED';
  const detail = isOurs ? error.message : 'The network could not be connected.';
  return { network, code, detail, at: Math.floor(Date.now() / 1000) };
}
