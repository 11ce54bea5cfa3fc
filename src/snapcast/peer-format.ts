/**
 * What the TCP source of a snapserver takes: requested from its control port before it is played to. The source takes one connection;
 * a second one would be accepted by the kernel and never read.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { OutputUnavailable } from '../output/sinks/sink.js';
import type { PeerFormat } from '../output/sinks/socket-sink.js';
import { CONTROL_PORT, SOURCE_ADVICE } from './ports.js';
import { RPC_BOUNDS, RpcConnection } from './rpc-connection.js';
import { type SnapcastStream, sourceIn, statusIn } from './server-status.js';

/** Milliseconds after which the server has noticed that a connection has ended, and how often that is waited for. */
const NOTICES = 300;
const MOST_LOOKS = 4;
/** Milliseconds for all of it: no other output can be chosen meanwhile. */
const PATIENCE = 5000;

/** @throws OutputUnavailable where it does not answer in time, is in use, or takes nothing that can be sent */
export async function readPeerFormat(address: string, port = CONTROL_PORT, patience = PATIENCE): Promise<PeerFormat> {
  try {
    const end = performance.now() + patience;
    const connection = await RpcConnection.open(address, port, () => undefined, { ...RPC_BOUNDS, patience });
    const timer = setTimeout(() => connection.close('it does not answer in time'), end - performance.now());
    try {
      const { format } = await idleSource(connection);
      if (format !== undefined) return format;
      throw new OutputUnavailable('RATE_UNSUPPORTED', 'The TCP source of the server takes a format that is not known.');
    } finally {
      clearTimeout(timer);
      connection.close();
    }
  } catch (cause) {
    if (cause instanceof OutputUnavailable) throw cause;
    throw new OutputUnavailable('OUTPUT_MISSING', (cause as Error).message, { cause });
  }
}

async function idleSource(connection: RpcConnection): Promise<SnapcastStream> {
  for (let look = 1; ; look++) {
    const source = sourceIn(statusIn(await connection.call('Server.GetStatus')));
    if (source === undefined) throw new OutputUnavailable('OUTPUT_FAILED', `No TCP source. ${SOURCE_ADVICE}`);
    if (!source.isPlaying) return source;
    if (look === MOST_LOOKS) throw new OutputUnavailable('OUTPUT_BUSY', 'Somebody else plays to the Snapcast server.');
    await delay(NOTICES);
  }
}
