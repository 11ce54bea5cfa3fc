/**
 * From method and path to the handler. Fixed paths, the hot ones among them, are found in a map; paths with `{id}` go
 * through @koa/router, which is loaded when the first of them is asked for. A fixed path is reserved for every method:
 * `GET /playlists/start` is 405 and never the queue "start". HEAD works wherever GET does; OPTIONS lists the methods.
 */
import type Router from '@koa/router';
import type { Layer } from '@koa/router';
import type { Context } from 'koa';
import { NotFound, InvalidInput } from '../errors.js';
import { answerEmpty, answerJson, answerText } from './answer.js';
import { createBodyReader, createBytesReader } from './body.js';
import { readQuery } from './query.js';
import { MethodNotAllowed } from './refusals.js';
import type { Route } from './route.js';
import { pinGivenBy } from './pin-given.js';
import type { PinGiven, PinNeed } from '../system/pin.js';

type Run = (ctx: Context) => void | Promise<void>;
type Methods = Map<string, Run>;
/** Resolves when the request names the PIN, or needs none. */
type Authorize = (given: PinGiven, need: PinNeed) => Promise<void>;

const NO_INPUT = { query: {}, body: undefined, params: {} };

/** Asks for the PIN before anything else, where the route is protected; the context learns the operation's name. */
function runner(route: Route, authorize: Authorize): Run {
  const run = unguarded(route, authorize);
  const { protected: need, always, operationId } = route;
  if (need === undefined && always === undefined) {
    return (ctx) => {
      ctx['operation'] = operationId;
      return run(ctx);
    };
  }
  return async (ctx) => {
    ctx['operation'] = operationId;
    if (always !== undefined) ctx.set(always);
    if (need !== undefined) await authorize(pinGivenBy(ctx), need);
    await run(ctx);
  };
}

/** Parses and validates what the route's schemas name, then hands over, and answers with what is returned. */
function unguarded(route: Route, authorize: Authorize): Run {
  const { query, body, media, protects } = route;
  const finish = finisher(route);
  if (query === undefined && body === undefined && media === undefined && !route.path.includes('{')) {
    return (ctx) => {
      const result = route.handler(NO_INPUT, ctx);
      if (result instanceof Promise) return result.then((value: unknown) => finish(ctx, value));
      finish(ctx, result);
      return undefined;
    };
  }
  const readBody = media ? createBytesReader(media) : body && createBodyReader(body);
  return async (ctx) => {
    const values = query ? readQuery(ctx.querystring, query) : NO_INPUT.query;
    const content = await readBody?.(ctx);
    const params = ctx['params'] as Record<string, string>;
    const need = protects?.need(content as never, params);
    if (need !== undefined) await authorize(pinGivenBy(ctx), need);
    finish(ctx, await route.handler({ query: values, body: content, params }, ctx));
  };
}

/** What answers with the result of a route's handler, by its answer of success. */
function finisher({ answers }: Route): (ctx: Context, result: unknown) => void {
  const [status, success] = Object.entries(answers)[0] ?? [];
  const type = success?.type;
  if (type === undefined) {
    // A handler may have answered otherwise itself.
    return (ctx) => {
      if (ctx.body === undefined) answerEmpty(ctx, Number(status));
    };
  }
  const answer = type === 'text/plain' ? answerText : answerJson;
  return (ctx, result) => {
    if (result !== undefined) answer(ctx, result as string);
  };
}

/** The `Allow` list of a path (RFC 9110 section 9.1). */
function allowed(methods: Iterable<string>): string {
  return [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
}

function answerOptions(ctx: Context, methods: Iterable<string>): void {
  ctx.status = 204;
  ctx.set('Allow', allowed(methods));
}

function unknownPath(): never {
  throw new NotFound('UNKNOWN_PATH', 'There is nothing at this path.');
}

/** By path, then by method; HEAD runs what GET runs, and Koa leaves out the body. */
function group(routes: readonly Route[], authorize: Authorize): Map<string, Methods> {
  const paths = new Map<string, Methods>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Map<string, Run>();
    const run = runner(route, authorize);
    methods.set(route.method, run);
    if (route.method === 'GET') methods.set('HEAD', run);
    paths.set(route.path, methods);
  }
  return paths;
}

async function createRouter(paths: Map<string, Methods>): Promise<Router> {
  const { default: KoaRouter } = await import('@koa/router');
  const router = new KoaRouter({ strict: true, sensitive: true });
  for (const [path, methods] of paths) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    for (const [method, run] of methods) {
      // The router adds HEAD to every GET by itself.
      if (method !== 'HEAD') router.register(pattern, [method], (ctx) => run(ctx));
    }
  }
  return router;
}

/**
 * @param authorize judges the PIN of a request to a protected route
 * @returns what answers a request whose host and origin are already known to be good; throws TonearmErrors
 */
export function createDispatch(routes: readonly Route[], authorize: Authorize): Run {
  const fixed = group(
    routes.filter(({ path }) => !path.includes('{')),
    authorize,
  );
  const patterned = group(
    routes.filter(({ path }) => path.includes('{')),
    authorize,
  );
  let router: Promise<Router> | undefined;

  /** Behind the router: the path, the method or both are unknown. */
  function refusePatterned(ctx: Context): Promise<void> {
    const methods = new Set((ctx['matched'] as Layer[]).flatMap((layer) => layer.methods));
    if (methods.size === 0) unknownPath();
    if (ctx.method !== 'OPTIONS') throw new MethodNotAllowed(allowed(methods));
    answerOptions(ctx, methods);
    return Promise.resolve();
  }

  async function dispatchPatterned(ctx: Context): Promise<void> {
    const routes = (await (router ??= createRouter(patterned))).routes();
    await routes(ctx as never, async () => refusePatterned(ctx));
  }

  return (ctx) => {
    let methods = fixed.get(ctx.req.url ?? '');
    if (methods === undefined) {
      ctx.req.url = originForm(ctx.req.url ?? '');
      methods = fixed.get(ctx.path);
    }
    if (methods === undefined) return dispatchPatterned(ctx);
    const run = methods.get(ctx.req.method ?? '');
    if (run !== undefined) return run(ctx);
    if (ctx.method !== 'OPTIONS') throw new MethodNotAllowed(allowed(methods.keys()));
    answerOptions(ctx, methods.keys());
  };
}

/**
 * The request target, brought to its origin form (RFC 9112 section 3.2). Koa leaves a target that does not simply begin
 * with a slash to Node's old `url.parse`, which throws, or warns on standard error, when its authority is none.
 */
const AUTHORITY = /^https?:\/\/[^/?#]+/i;

/**
 * Path and query, without scheme, authority and fragment; `*` stays (OPTIONS).
 * @throws InvalidInput INVALID_TARGET
 */
export function originForm(target: string): string {
  const authority = URL.canParse(target) ? (AUTHORITY.exec(target)?.[0] ?? '') : '';
  const [rest = ''] = target.slice(authority.length).split('#', 1);
  const path = authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!path.startsWith('/') && path !== '*') {
    throw new InvalidInput('INVALID_TARGET', 'The request target is neither a path nor an http URL.');
  }
  return path;
}
