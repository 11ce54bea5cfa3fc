/** The server of the REST interface, the events and the pages. */
import type Koa from 'koa';
import { createDispatch } from './dispatch.js';
import { RequestDurations } from './durations.js';
import { EventHub, type Follow } from './events/events.js';
import type { HttpDeps } from './deps.js';
import { createGuardedApp } from './serving/guarded-app.js';
import { createListening, type HttpServer as Listening, type ListenOn } from './serving/listening.js';
import { allRoutes } from './routes/index.js';

export interface HttpServer extends Listening {
  /** As `EventHub.follow`. @throws Unavailable STOPPING while it does not listen */
  readonly follow: Follow;
}

/** The application without a socket. Only requests use `deps`: nothing of them is called here. */
export function createHttpApp(deps: HttpDeps, events: EventHub): Koa {
  const durations = new RequestDurations();
  const dispatch = createDispatch(allRoutes(deps, events, durations), (given, need) => deps.pin.require(given, need));
  return createGuardedApp(deps, dispatch, durations).app;
}

/** A server for the application. */
export function createHttpServer(deps: HttpDeps, where: ListenOn): HttpServer {
  let events = new EventHub(deps);
  const listening = createListening(
    () => {
      events = new EventHub(deps);
      const handle = createHttpApp(deps, events).callback();
      return { request: (request, response) => void handle(request, response) };
    },
    where,
    deps.log,
  );
  return {
    start: (signal) => listening.start(signal),
    async stop() {
      events.stop();
      await listening.stop();
    },
    follow: (listener) => events.follow(listener),
    get address() {
      return listening.address;
    },
    get ports() {
      return listening.ports;
    },
  };
}
