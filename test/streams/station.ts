/** Servers that answer as a test tells them to, byte for byte, and a feed that listens to them. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import type { Test } from 'tap';
import { CONFINE } from '../fixtures/confine.js';

import type { DecodeFrom } from '../../src/decode/decoder-messages.js';
import { PipeReader } from '../../src/decode/pipes/byte-pipe.js';
import type { Patience } from '../../src/streams/feed.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import type { NetworkTime } from '../../src/net/network-time.js';
import { RemoteFeed } from '../../src/streams/remote-feed.js';
import type { NetworkInput } from '../../src/decode/playable-source.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { createLog } from '../../src/log.js';
import { milliseconds } from '../../src/units.js';

const PATIENT: Patience = { start: 20_000, first: 500, later: 500, time: 20_000 };

export interface Station {
  readonly base: string;
  /** The heads of the requests so far. */
  readonly requests: string[];
  readonly sockets: Set<Socket>;
}

/** @param answer gets the path of each request, and how many there were before it */
export async function station(
  t: Test,
  answer: (socket: Socket, path: string, before: number, head: string) => unknown,
): Promise<Station> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (head) => {
      requests.push(head.toString('latin1'));
      answer(
        socket,
        /^GET (\S+)/.exec(head.toString('latin1'))?.[1] ?? '',
        requests.length - 1,
        head.toString('latin1'),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, sockets };
}

export const headOf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
export const LIVE = headOf('HTTP/1.0 200 OK', 'content-type: audio/mpeg', 'icy-name: Testfunk');

export interface Listener {
  readonly feed: RemoteFeed;
  /** `ready`, `titled …`, `failed CODE`. */
  readonly events: string[];
  input(): NetworkInput | undefined;
  until(what: string): Promise<void>;
}

export function listen(
  t: Test,
  address: string,
  patience: Partial<Patience> & { readonly networkTime?: NetworkTime } = {},
  from: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) },
): Listener {
  const events: string[] = [];
  let input: NetworkInput | undefined;
  const guard = new StreamAddresses({ allow: ['127.0.0.0/8'] });
  const log = createLog('error', () => undefined);
  const parts = {
    http: new GuardedHttp(guard, 'Tonearm/test', patience.networkTime),
    confine: CONFINE,
    log,
    patience: { ...PATIENT, ...patience },
  };
  const feed = new RemoteFeed(parts, address, from, {
    ready: (given) => {
      input = given;
      events.push('ready');
    },
    titled: (_seconds, { artist, title }) => events.push(`titled ${artist}/${title}`),
    failed: (code) => events.push(`failed ${code}`),
  });
  t.teardown(() => {
    feed.close();
  });
  return {
    feed,
    events,
    input: () => input,
    async until(what) {
      const giveUp = Date.now() + 30_000;
      while (!events.includes(what)) {
        if (Date.now() > giveUp) throw new Error(`never happened: ${what}; ${events.join(', ')}`);
        await delay(10);
      }
    },
  };
}

/** What is in the pipe of a listener. */
export function received(input: NetworkInput | undefined): Buffer {
  if (input === undefined || input.kind === 'spooled') return Buffer.alloc(0);
  const reader = new PipeReader(input.memory);
  const bytes = Buffer.alloc(reader.fill);
  reader.peek(bytes, 0, bytes.length);
  return bytes;
}
