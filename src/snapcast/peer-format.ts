/**
 * What the TCP source of a snapserver takes: asked of its control port before it is played to. The source takes one connection;
 * a second one would be accepted by the kernel and never read.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { OutputUnavailable } from '../output/sinks/sink.js';
import type { PeerFormat } from '../output/sinks/socket-sink.js';
import { CONTROL_PORT, SOURCE_ADVICE } from './ports.js';
import { RpcConnection } from './rpc-connection.js';
import { type SnapcastStream, sourceIn, statusIn } from './server-status.js';

/** Milliseconds after which the server has noticed that a connection has ended, and how often that is waited for. */
const NOTICES = 300;
const MOST_LOOKS = 4;

/** @throws OutputUnavailable where it cannot be asked, is in use, or takes nothing that can be sent */
export async function readPeerFormat(address: string, port = CONTROL_PORT): Promise<PeerFormat> {
  try {
    const connection = await RpcConnection.open(address, port, () => undefined);
    try {
      const { format } = await idleSource(connection);
      if (format !== undefined) return format;
      throw new OutputUnavailable('RATE_UNSUPPORTED', 'The TCP source of the server takes a format that is not known.');
    } finally {
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
