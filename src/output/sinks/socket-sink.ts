/**
 * The sink for a program that takes raw PCM over TCP, such as the TCP source of a snapserver, on this machine or another.
 * The program converts nothing: the decoder resamples to its one rate.
 */
import { constants } from 'node:os';

import type { Native, SampleFormat } from '../../native.js';
import { frameCount, type SampleRateHz } from '../../units.js';
import { OutputUnavailable, type Sink } from './sink.js';

export interface SocketAddress {
  /** Numeric. */
  readonly address: string;
  readonly port: number;
}

/** What a peer takes. */
export interface PeerFormat {
  readonly rate: SampleRateHz;
  readonly format: SampleFormat;
}

const {
  ECONNREFUSED,
  EHOSTUNREACH,
  ENETUNREACH,
  ETIMEDOUT,
  EHOSTDOWN = 112,
} = constants.errno as Record<string, number>;

/**
 * @param name for a person: "Snapcast server Kitchen"
 * @param learn finds out what the peer takes, before each connection @throws OutputUnavailable
 * @param refused what a person can do where nothing listens on that port
 */
export function socketSink(
  native: Pick<Native, 'openSocket'>,
  name: string,
  { address, port }: SocketAddress,
  learn: () => Promise<PeerFormat>,
  refused: string,
): Sink {
  return {
    name,
    async open() {
      const peer = await learn();
      try {
        return await native.openSocket({ address, port, ...peer, ...socketBuffer(peer.rate) });
      } catch (cause) {
        const { errno, message } = cause as Error & { errno?: number };
        const advice = errno === ECONNREFUSED ? ` ${refused}` : '';
        throw new OutputUnavailable(codeOf(errno), `${name}: ${message}.${advice}`, { cause });
      }
    },
  };
}

/**
 * Half a second that can be taken back, filled in periods of 100 ms. The peer has 300 ms more, so that neither a late thread
 * nor a slow network is heard (native/core/socket_device.cpp).
 */
function socketBuffer(rate: SampleRateHz) {
  const share = (divisor: number) => frameCount(Math.round(rate / divisor));
  return { periodFrames: share(10), bufferFrames: share(2), startFrames: share(5) };
}

function codeOf(errno: number | undefined): OutputUnavailable['code'] {
  const isAway = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EHOSTDOWN].includes(errno);
  return isAway ? 'OUTPUT_MISSING' : 'OUTPUT_FAILED';
}
