/**
 * TCP and TLS connections to a server that a person has named, for protocols other than HTTP. Each address is checked before
 * the connection, as `GuardedHttp` does it. Thread: main; never blocks.
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { forbidden } from './failure.js';
import { type ConnectGuard, guardedLookup } from './guarded-lookup.js';

export interface Endpoint {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** By TLS, with a certificate that the machine trusts and that is of this host. */
  readonly isSecure: boolean;
}

/** Milliseconds after which the kernel asks a silent server whether it is still there. */
const PROBE_MILLISECONDS = 60_000;

/**
 * A connection on its way: what goes wrong comes as its `error`.
 * @throws RemoteFailure STREAM_ADDRESS_FORBIDDEN for a numeric address that is not allowed
 */
export function openSocket({ host, port, isSecure }: Endpoint, guard: ConnectGuard): Socket {
  // Node asks no lookup for an address.
  if (isIP(host) !== 0 && !guard.mayConnect(host, port)) throw forbidden(`${host} is an address that is not allowed`);
  const options = { host, port, lookup: guardedLookup(guard, port), noDelay: true } as const;
  // A machine that serves several names chooses its certificate by the one that is asked for; an address is none.
  const named = isIP(host) === 0 ? { servername: host } : {};
  const socket = isSecure ? connectSecurely({ ...options, ...named }) : connect(options);
  return socket.setKeepAlive(true, PROBE_MILLISECONDS);
}
