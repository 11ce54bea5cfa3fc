/**
 * An application behind the guards: one Koa middleware that admits clients, host names and origins, runs what answers, and
 * turns what it throws into problem documents. A hot route such as `GET /player/status` costs little more than bare Koa;
 * keep it so (`npm run bench`).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import Koa, { type Context } from 'koa';
import type { Log } from '../../log.js';
import { ClientGuard } from '../client-guard.js';
import type { HttpDeps } from '../deps.js';
import { RequestDurations } from '../durations.js';
import { answerProblem } from '../error-mapping.js';
import { leadsToPortal } from '../portal.js';
import { LanGuard, requireSameOrigin } from '../security.js';
import { isLong, sendLong } from '../send-pieces.js';
import { clientOf, ownAddress } from '../shares.js';

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

type GuardDeps = Pick<HttpDeps, 'ownNames' | 'allowedClients' | 'network' | 'log'> & {
  readonly settings: Pick<HttpDeps['settings'], 'read'>;
  readonly hotspot: Pick<HttpDeps['hotspot'], 'address' | 'noteUse'>;
};

export interface GuardedApp {
  readonly app: Koa;
  /**
   * Whether a request to change the protocol may be met; a web page of another host may not.
   * @throws InvalidInput, Forbidden
   */
  readonly admit: (request: IncomingMessage) => void;
}

/** Only requests use `deps`: nothing of them is called here. @param run answers a request that the guards let through */
export function createGuardedApp(
  deps: GuardDeps,
  run: (ctx: Context) => void | Promise<void>,
  durations = new RequestDurations(),
): GuardedApp {
  const app = new Koa();
  const guard = new LanGuard(
    () => deps.ownNames(),
    () => deps.settings.read(),
  );
  const clients = new ClientGuard(deps.allowedClients ?? []);
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
      const running = run(ctx);
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
  return {
    app,
    admit(request) {
      clients.checkConnection(request.socket);
      guard.check(request);
      requireSameOrigin(request, request.headers.host ?? '');
    },
  };
}
