/**
 * The HTTP server: one Koa application with a single middleware (guard, dispatch, errors), and the Node server that
 * carries it. A hot route such as `GET /player/status` costs little more than bare Koa; keep it so (`npm run bench`).
 */
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import Koa, { type Context } from 'koa';
import { Unavailable } from '../errors.js';
import { createDispatch } from './dispatch.js';
import { answerProblem, problem, PROBLEM_TYPE } from './error-mapping.js';
import type { HttpParts } from './parts.js';
import { allRoutes } from './routes/index.js';
import { LanGuard } from './security.js';

/** How long `stop` lets running requests finish, in ms. */
const STOP_GRACE_MS = 1000;

/** The application without a socket. `parts` are used by requests only: nothing is asked of them here. */
export function createHttpApp(parts: HttpParts): Koa {
  const app = new Koa();
  const guard = new LanGuard(() => parts.ownNames());
  const dispatch = createDispatch(allRoutes(parts));
  app.use(async (ctx: Context) => {
    try {
      ctx.res.setHeader('X-Content-Type-Options', 'nosniff');
      guard.check(ctx.req);
      const running = dispatch(ctx);
      if (running !== undefined) await running;
    } catch (error) {
      answerProblem(ctx, error, parts.log);
    }
  });
  // What reaches Koa itself is a connection that broke while it was answered.
  app.on('error', (error: unknown) => parts.log.debug('connection broke', { error }));
  return app;
}

/** Answers what is not HTTP, or comes too slowly, and closes (Node's `clientError`). Never throws. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(problem(status, 'BAD_REQUEST', 'The request could not be read.'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
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
}

const LISTEN_CODES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'ADDRESS_IN_USE',
  EADDRNOTAVAIL: 'ADDRESS_NOT_AVAILABLE',
};

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        new Unavailable(LISTEN_CODES[error.code ?? ''] ?? 'LISTEN_FAILED', `Cannot listen on ${host}:${port}.`, {
          cause: error,
        }),
      );
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** A server for the application. @param where port 0 takes any free port (tests) */
export function createHttpServer(
  parts: HttpParts,
  where: { readonly host: string; readonly port: number },
): HttpServer {
  // Node's own defaults stand: 60 s for the headers, 300 s for a request, 16 KiB of headers, 5 s keep-alive.
  let server: Server | undefined;
  let stopping: Promise<void> | undefined;

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

  return {
    async start(signal) {
      signal?.throwIfAborted();
      const handle = createHttpApp(parts).callback();
      const starting = createServer((request, response) => void handle(request, response));
      starting.on('clientError', refuseConnection);
      await listen(starting, where.host, where.port);
      if (signal?.aborted === true) {
        await close(starting);
        signal.throwIfAborted();
      }
      starting.on('error', (error) => parts.log.error('HTTP server failed', { error }));
      server = starting;
      stopping = undefined;
    },
    async stop() {
      if (server) stopping ??= close(server);
      server = undefined;
      await stopping;
    },
    get address() {
      const address = server?.address();
      return typeof address === 'object' && address !== null ? address : undefined;
    },
  };
}
