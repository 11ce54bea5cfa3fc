/** Why the broker cannot be used, as a code for programs and in words for people. */
import type { NetworkTime } from '../net/network-time.js';
import { RemoteFailure, TLS_CODES } from '../net/failure.js';

export const TROUBLES = [
  ...(['host_not_found', 'unreachable', 'refused', 'timed_out', 'login', 'certificate', 'clock'] as const),
  ...(['forbidden', 'no_broker', 'too_much', 'closed'] as const),
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Fires when there is no connection to the broker, or not any more. A retry may help with all of them. */
export class BrokerFailure extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BrokerFailure';
  }
}

/** Return codes of CONNACK that say that this client is not let in (MQTT 3.1.1, table 3.1). */
const LOGIN_CODES = new Set([4, 5]);
/** Certificates that are not valid at the time that the machine has. */
const DATES = /^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/;

/** Errors of the socket by their codes. */
const BY_CODE: Readonly<Record<string, readonly [Trouble, string]>> = {
  ENOTFOUND: ['host_not_found', 'There is no host of this name.'],
  EAI_AGAIN: ['host_not_found', 'The name of the host cannot be looked up now.'],
  ECONNREFUSED: ['refused', 'Nothing answers at this port of the host.'],
  ETIMEDOUT: ['timed_out', 'The host does not answer.'],
  ECONNRESET: ['closed', 'The broker has closed the connection.'],
  EPIPE: ['closed', 'The broker has closed the connection.'],
};

/** The failure behind an error of the socket, of the packets or of MQTT.js. */
export function brokerFailure(error: unknown, time: Pick<NetworkTime, 'isAwaited'>): BrokerFailure {
  if (error instanceof BrokerFailure) return error;
  const { code, message } = error as { readonly code?: string | number; readonly message: string };
  const failed = (trouble: Trouble, words: string) => new BrokerFailure(trouble, words, { cause: error });
  if (error instanceof RemoteFailure) return failed('forbidden', `${message}.`);
  if (typeof code === 'number') {
    return LOGIN_CODES.has(code)
      ? failed('login', 'The broker does not accept the user or the password.')
      : failed('refused', `The broker does not let this box in (return code ${code}).`);
  }
  const known = code === undefined ? undefined : BY_CODE[code];
  if (known !== undefined) return failed(...known);
  if (code !== undefined && DATES.test(code) && time.isAwaited()) {
    return failed('clock', 'The box waits for the time from the network, and cannot check the certificate yet.');
  }
  if (code !== undefined && TLS_CODES.test(code)) {
    return failed('certificate', `There is no trusted TLS connection: ${message}.`);
  }
  if (code !== undefined) return failed('unreachable', `The host cannot be reached (${code}).`);
  // MQTT.js gives its own errors no code.
  return /timeout/i.test(message)
    ? failed('timed_out', 'The broker does not answer.')
    : failed('no_broker', 'What answers there does not speak MQTT.');
}
