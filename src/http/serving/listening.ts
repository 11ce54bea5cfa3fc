/**
 * A Node server that carries an application: it listens on a port and on inherited sockets, bounds connections, heads and
 * bodies of requests, and refuses what is not HTTP. Thread: main.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Unavailable } from '../../errors.js';
import { letConnectionsIn } from '../../library/turn.js';
import type { Log } from '../../log.js';
import { Connections } from '../connections.js';
import { type Problem, problem, problemOf, PROBLEM_TYPE } from '../error-mapping.js';
import { watchBody } from '../slow-body.js';

/**
 * A client has so long to send the head of a request, in ms. Node looks for those that are late every 30 s: to look more
 * often would wake a box that has nothing to do.
 */
const HEAD_MS = 10_000;
/** Connections that wait to be accepted: beyond so many, the kernel lets a client try again after a second. */
const BACKLOG = 4096;
/** Node's code of a request that takes too long. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
/** How long `stop` lets running requests finish, in ms. */
const STOP_GRACE_MS = 1000;

/** What answers. */
export interface Handlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  /** Takes connections that become another protocol; without it requests for that are answered as if they did not ask. */
  readonly upgrade?: (request: IncomingMessage, head: Buffer) => void;
}

/** Answers what is not HTTP, or comes too slowly, and closes (Node's `clientError`). Never throws. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { [TOO_SLOW]: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  closeWith(socket, problem(status, 'BAD_REQUEST', 'The request could not be read.'));
}

/** Refuses a request to change the protocol, and closes. Never throws. @param error why, as routes throw it */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  // A client that has gone is told nothing.
  socket.on('error', () => socket.destroy());
  closeWith(socket, problemOf(error));
}

function closeWith(socket: Duplex, document: Problem): void {
  const body = JSON.stringify(document);
  const head = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status] ?? ''}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Ends a request whose body comes too slowly, as Node does with a head that does. */
function giveUp({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else refuseConnection(Object.assign(new Error('the body comes too slowly'), { code: TOO_SLOW }), socket);
}

/** Only `Expect: 100-continue` is known, and Node answers that (RFC 9110 section 10.1.1). */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(problem(417, 'EXPECTATION_FAILED', 'This expectation cannot be met.'));
  response.writeHead(417, { 'Content-Type': PROBLEM_TYPE, 'X-Content-Type-Options': 'nosniff', Connection: 'close' });
  response.end(body);
}

export interface HttpServer {
  /**
   * Listens. `signal` gives up an attempt that is still under way; a running server is ended by `stop`.
   * @throws Unavailable ADDRESS_IN_USE, ADDRESS_NOT_AVAILABLE or LISTEN_FAILED. A retry helps when the port is free.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** Takes no more connections, lets running requests finish for a second, closes the rest. May be called twice. */
  stop(): Promise<void>;
  /** Where it listens; undefined when it does not. */
  readonly address: AddressInfo | undefined;
  /** All ports that it answers on, inherited ones too. */
  readonly ports: readonly number[];
}

export interface ListenOn {
  readonly host: string;
  /** 0 takes any free port (tests). */
  readonly port: number;
  /** Descriptors of sockets that listen already: a service manager's. */
  readonly inherited?: readonly number[];
}

const LISTEN_CODES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'ADDRESS_IN_USE',
  EADDRNOTAVAIL: 'ADDRESS_NOT_AVAILABLE',
};

function listen(server: Server, where: { readonly host: string; readonly port: number } | number): Promise<void> {
  const [options, name] =
    typeof where === 'number' ? [{ fd: where }, `descriptor ${where}`] : [where, `${where.host}:${where.port}`];
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        new Unavailable(LISTEN_CODES[error.code ?? ''] ?? 'LISTEN_FAILED', `Cannot listen on ${name}.`, {
          cause: error,
        }),
      );
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isWithoutIpv6 = error.code === 'EAFNOSUPPORT' && typeof where === 'object' && where.host === '::';
      if (isWithoutIpv6) listen(server, { ...where, host: '0.0.0.0' }).then(resolve, fail);
      else fail(error);
    });
    server.listen({ ...options, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

/** Takes no more connections, and gives those that run a second. */
function close(running: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => running.closeAllConnections(), STOP_GRACE_MS);
    running.close(() => {
      clearTimeout(force);
      resolve();
    });
    running.closeIdleConnections();
  });
}

/** @param begin makes the handlers, anew for each start */
export function createListening(begin: () => Handlers, where: ListenOn, log: Log): HttpServer {
  // Node's own defaults stand: 16 KiB of headers, 5 s keep-alive. A body may take as long as it comes (`watchBody`).
  const options = { requireHostHeader: false, headersTimeout: HEAD_MS, requestTimeout: 0 };
  /** The first is the one on the configured port. */
  let servers: readonly Server[] = [];
  let stopping: Promise<unknown> | undefined;

  const addressOf = (server: Server | undefined): AddressInfo | undefined => {
    const address = server?.address();
    return typeof address === 'object' && address !== null ? address : undefined;
  };

  return {
    async start(signal) {
      signal?.throwIfAborted();
      const handlers = begin();
      const connections = new Connections();
      const starting: Server[] = [];
      try {
        for (const address of [where, ...(where.inherited ?? [])]) {
          // Without a Host it is refused by the guard, with a problem document like everything else.
          const server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
            connections.answering(response);
            watchBody(request, response, () => giveUp(request, response));
            handlers.request(request, response);
          });
          server.on('connection', (socket) => {
            letConnectionsIn();
            connections.take(socket);
          });
          server.on('clientError', refuseConnection);
          server.on('checkExpectation', refuseExpectation);
          const { upgrade } = handlers;
          if (upgrade !== undefined) {
            server.on('upgrade', (request: IncomingMessage, _socket, head) => {
              connections.keeping(request.socket);
              upgrade(request, head);
            });
          }
          await listen(server, address);
          starting.push(server);
          signal?.throwIfAborted();
        }
      } catch (error) {
        await Promise.all(starting.map(close));
        throw error;
      }
      for (const server of starting) server.on('error', (error) => log.error('server failed', { error }));
      servers = starting;
      stopping = undefined;
    },
    async stop() {
      if (servers.length > 0) stopping ??= Promise.all(servers.map(close));
      servers = [];
      await stopping;
    },
    get address() {
      return addressOf(servers[0]);
    },
    get ports() {
      return servers.flatMap((server) => addressOf(server)?.port ?? []);
    },
  };
}
