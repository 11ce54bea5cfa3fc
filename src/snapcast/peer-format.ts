/** What the TCP source of a snapserver takes: asked of its control port, for one moment, before it is played to. */
import { OutputUnavailable } from '../output/sinks/sink.js';
import type { PeerFormat } from '../output/sinks/socket-sink.js';
import { CONTROL_PORT, SOURCE_ADVICE } from './ports.js';
import { RpcConnection } from './rpc-connection.js';
import { sourceIn, statusIn } from './server-status.js';

/** @throws OutputUnavailable where it cannot be asked, or takes nothing that can be sent */
export async function readPeerFormat(address: string, port = CONTROL_PORT): Promise<PeerFormat> {
  const ignore = { notified: () => undefined, ended: () => undefined };
  try {
    const connection = await RpcConnection.open(address, port, ignore);
    try {
      const source = sourceIn(statusIn(await connection.call('Server.GetStatus')));
      if (source === undefined) throw new OutputUnavailable('OUTPUT_FAILED', `No TCP source. ${SOURCE_ADVICE}`);
      if (source.format !== undefined) return source.format;
      throw new OutputUnavailable('RATE_UNSUPPORTED', 'The TCP source of the server takes a format that is not known.');
    } finally {
      connection.close();
    }
  } catch (cause) {
    if (cause instanceof OutputUnavailable) throw cause;
    throw new OutputUnavailable('OUTPUT_MISSING', (cause as Error).message, { cause });
  }
}
