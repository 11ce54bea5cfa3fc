/**
 * The HTTP server: one Koa application with a single middleware (guard, dispatch, errors), and the Node server that
 * carries it. A hot route such as `GET /player/status` costs little more than bare Koa; keep it so (`npm run bench`).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, pipeline, Readable } from 'node:stream';
import Koa, { type Context } from 'koa';
import { Unavailable } from '../errors.js';
import { letConnectionsIn } from '../library/turn.js';
import { ClientGuard } from './client-guard.js';
import { Connections } from './connections.js';
import { createDispatch } from './dispatch.js';
import { RequestDurations } from './durations.js';
import { answerProblem, problem, PROBLEM_TYPE } from './error-mapping.js';
import { EventHub } from './events/events.js';
import type { Log } from '../log.js';
import type { HttpDeps } from './deps.js';
import { allRoutes } from './routes/index.js';
import { leadsToPortal } from './portal.js';
import { LanGuard } from './security.js';
import { isLong, sendLong } from './send-pieces.js';
import { clientOf, ownAddress } from './shares.js';
import { watchBody } from './slow-body.js';

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

/**
 * As Koa does it; but Koa would first ask whether the stream is a Blob or a Response, for which Node loads all of its
 * `fetch`: 30 ms of CPU and some MiB with the first of them.
 */
function sendStream(ctx: Context, body: Readable, log: Log): void {
  if (ctx.method === 'HEAD' || ctx.status === 304 || !ctx.writable) return;
  ctx.respond = false;
  pipeline(body, ctx.res, (error) => {
    if (error) log.debug('connection broke', { error });
  });
}

/** A client has got through to a box that is in another network on trial. A program of the box itself proves nothing. */
async function noteUse(socket: Socket, network: HttpDeps['network']): Promise<void> {
  if (!clientOf(socket).isLocal) await network.noteUse(ownAddress(socket));
}

/** The application without a socket. Only requests use `deps`: nothing of them is called here. */
export function createHttpApp(deps: HttpDeps, events: EventHub): Koa {
  const app = new Koa();
  const guard = new LanGuard(
    () => deps.ownNames(),
    () => deps.settings.read(),
  );
  const clients = new ClientGuard(deps.allowedClients ?? []);
  const durations = new RequestDurations();
  const dispatch = createDispatch(allRoutes(deps, events, durations), (given, need) => deps.pin.require(given, need));
  app.use(async (ctx: Context) => {
    const begun = performance.now();
    try {
      ctx.res.setHeader('X-Content-Type-Options', 'nosniff');
      // Another site neither shows our pictures nor plays our files, and learns nothing from whether they are there.
      ctx.res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      clients.checkConnection(ctx.req.socket);
      if (leadsToPortal(ctx, deps.hotspot, guard)) return;
      guard.check(ctx.req);
      if (deps.network.isOnTrial) await noteUse(ctx.req.socket, deps.network);
      const running = dispatch(ctx);
      if (running !== undefined) await running;
      if (ctx.body instanceof Readable) sendStream(ctx, ctx.body, deps.log);
      else if (isLong(ctx.body)) sendLong(ctx, ctx.body);
    } catch (error) {
      answerProblem(ctx, error, deps.log);
    }
    durations.note(ctx, begun);
  });
  // What reaches Koa itself is a connection that broke while it was answered.
  app.on('error', (error: unknown) => deps.log.debug('connection broke', { error }));
  return app;
}

/** Answers what is not HTTP, or comes too slowly, and closes (Node's `clientError`). Never throws. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { [TOO_SLOW]: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(problem(status, 'BAD_REQUEST', 'The request could not be read.'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
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

/** A server for the application. */
export function createHttpServer(deps: HttpDeps, where: ListenOn): HttpServer {
  // Node's own defaults stand: 16 KiB of headers, 5 s keep-alive. A body may take as long as it comes (`watchBody`).
  const options = { requireHostHeader: false, headersTimeout: HEAD_MS, requestTimeout: 0 };
  /** The first is the one on the configured port. */
  let servers: readonly Server[] = [];
  let events: EventHub | undefined;
  let stopping: Promise<unknown> | undefined;

  const addressOf = (server: Server | undefined): AddressInfo | undefined => {
    const address = server?.address();
    return typeof address === 'object' && address !== null ? address : undefined;
  };

  return {
    async start(signal) {
      signal?.throwIfAborted();
      const hub = new EventHub(deps);
      const handle = createHttpApp(deps, hub).callback();
      const connections = new Connections();
      const starting: Server[] = [];
      try {
        for (const address of [where, ...(where.inherited ?? [])]) {
          // Without a Host it is refused by the guard, with a problem document like everything else.
          const server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
            connections.answering(response);
            watchBody(request, response, () => giveUp(request, response));
            void handle(request, response);
          });
          server.on('connection', (socket) => {
            letConnectionsIn();
            connections.take(socket);
          });
          server.on('clientError', refuseConnection);
          server.on('checkExpectation', refuseExpectation);
          await listen(server, address);
          starting.push(server);
          signal?.throwIfAborted();
        }
      } catch (error) {
        await Promise.all(starting.map(close));
        throw error;
      }
      for (const server of starting) server.on('error', (error) => deps.log.error('server failed', { error }));
      servers = starting;
      events = hub;
      stopping = undefined;
    },
    async stop() {
      events?.stop();
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
