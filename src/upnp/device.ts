/**
 * The device behind the port: answers descriptions, control and subscriptions. Loaded with the first request. Thread: main.
 * Source: UPnP Device Architecture 1.0 sections 2 to 4.
 */
import type { Context } from 'koa';
import { NotFound, TonearmError } from '../errors.js';
import { drawIcon } from '../http/icon.js';
import { BodyTooLarge, MethodNotAllowed } from '../http/refusals.js';
import { clientOf, ownAddress } from '../http/shares.js';
import { readSeconds } from '../upnp-wire/time.js';
import { MalformedXml } from '../xml.js';
import { mayNotify } from './addresses.js';
import type { UpnpDeps } from './deps.js';
import { describeDevice, DESCRIPTION_PATH, ICON_EDGES } from './description.js';
import { readCallbacks } from './events/callbacks.js';
import { Subscriptions } from './events/subscriptions.js';
import { Renderer } from './renderer.js';
import { avTransport } from './services/av-transport.js';
import { connectionManager } from './services/connection-manager.js';
import { renderingControl } from './services/rendering-control.js';
import { describeService } from './services/scpd.js';
import { perform, type Service, typeOf } from './services/service.js';
import { answerCall, answerFault, BadCall, readCall } from './soap.js';
import { UpnpError } from './upnp-error.js';

const XML_TYPE = 'text/xml; charset="utf-8"';
/** Bytes of a call: two descriptions of a track, escaped twice. */
const BODY_LIMIT = 256 * 1024;
const ICON_AGE = 24 * 3600;
const PATH = /^\/(?<name>[A-Za-z]+)\/(?<part>scpd\.xml|control|event)$/;
const ICON = /^\/icons\/(\d+)\.png$/;

export interface DeviceFacts {
  readonly udn: string;
  /** Text of the header `SERVER`. */
  readonly server: string;
}

export class Device {
  readonly #renderer: Renderer;
  readonly #services: ReadonlyMap<string, Service>;
  readonly #subscriptions: Subscriptions;
  readonly #icons = new Map<number, Promise<Buffer>>();
  readonly #undo: (() => void)[];

  constructor(
    private readonly deps: UpnpDeps,
    private readonly facts: DeviceFacts,
  ) {
    const { volume, log } = deps;
    this.#renderer = new Renderer(deps);
    const services = [avTransport(this.#renderer), renderingControl(volume), connectionManager()];
    this.#services = new Map(services.map((service) => [service.table.name, service]));
    this.#subscriptions = new Subscriptions({ log });
    const changed = (): void => this.#subscriptions.changed();
    this.#undo = [this.#renderer.subscribe(changed), volume.subscribe(changed), deps.player.subscribe(changed)];
  }

  /** Subscribers get nothing more, and the queue is back. May be called twice. */
  async stop(): Promise<void> {
    for (const undo of this.#undo.splice(0)) undo();
    this.#subscriptions.stop();
    await this.#renderer.close();
  }

  /** @throws TonearmError, which becomes a problem document */
  async answer(ctx: Context): Promise<void> {
    ctx.set({ Server: this.facts.server, 'Cache-Control': 'no-cache' });
    const { path } = ctx;
    if (path === DESCRIPTION_PATH) {
      requireMethod(ctx, 'GET', 'HEAD');
      answerXml(ctx, 200, this.#describe(ctx));
      return;
    }
    const edge = ICON_EDGES.find((each) => String(each) === ICON.exec(path)?.[1]);
    if (edge !== undefined) {
      requireMethod(ctx, 'GET', 'HEAD');
      await this.#answerIcon(ctx, edge);
      return;
    }
    const { name = '', part } = PATH.exec(path)?.groups ?? {};
    const service = this.#services.get(name);
    if (service === undefined) throw new NotFound('UNKNOWN_PATH', 'There is nothing at this path.');
    if (part === 'control') {
      requireMethod(ctx, 'POST');
      await this.#control(ctx, service);
    } else if (part === 'event') {
      requireMethod(ctx, 'SUBSCRIBE', 'UNSUBSCRIBE');
      this.#subscribe(ctx, service);
    } else {
      requireMethod(ctx, 'GET', 'HEAD');
      answerXml(ctx, 200, describeService(service.table));
    }
  }

  #describe({ req }: Context): string {
    const { version, name, pageAt } = this.deps;
    const page = pageAt(ownAddress(req.socket));
    const services = [...this.#services.values()].map(({ table }) => table);
    return describeDevice({ udn: this.facts.udn, name: name(), version, page, services });
  }

  async #answerIcon(ctx: Context, edge: number): Promise<void> {
    const drawing = this.#icons.get(edge) ?? drawIcon(edge);
    this.#icons.set(edge, drawing);
    ctx.status = 200;
    ctx.set({ 'Content-Type': 'image/png', 'Cache-Control': `max-age=${ICON_AGE}` });
    ctx.body = await drawing;
  }

  async #control(ctx: Context, service: Service): Promise<void> {
    const type = typeOf(service.table);
    const body = await readBody(ctx);
    ctx.set('EXT', '');
    try {
      const { action, args } = readCall(type, ctx.get('soapaction'), body);
      answerXml(ctx, 200, answerCall(type, action, await perform(service, action, args)));
    } catch (error) {
      answerXml(ctx, 500, answerFault(this.#refusalOf(error)));
    }
  }

  #refusalOf(error: unknown): UpnpError {
    if (error instanceof UpnpError) return error;
    if (error instanceof BadCall) return new UpnpError(401, error.message);
    if (error instanceof MalformedXml) return new UpnpError(402, error.message);
    if (error instanceof TonearmError) return new UpnpError(501, error.message);
    this.deps.log.error('action: failed (a fault of ours)', { error });
    return new UpnpError(501);
  }

  /** SUBSCRIBE makes a subscription, or renews one that it names; UNSUBSCRIBE ends it. */
  #subscribe(ctx: Context, service: Service): void {
    const [sid, callback] = [ctx.get('sid'), ctx.get('callback')];
    ctx.body = '';
    ctx.res.removeHeader('Content-Type');
    if (sid !== '' && (callback !== '' || ctx.get('nt') !== '')) ctx.status = 400;
    else if (ctx.method === 'UNSUBSCRIBE') ctx.status = this.#subscriptions.remove(service, sid) ? 200 : 412;
    else if (sid === '') this.#begin(ctx, service, callback);
    else {
      const seconds = readSeconds(ctx.get('timeout'));
      ctx.status = this.#subscriptions.renew(service, sid, seconds) ? 200 : 412;
      if (ctx.status === 200) ctx.set({ SID: sid, TIMEOUT: `Second-${seconds}` });
    }
  }

  #begin(ctx: Context, service: Service, callback: string): void {
    const client = clientOf(ctx.req.socket);
    const interfaces = this.deps.interfaces();
    const callbacks = readCallbacks(callback, (address) => mayNotify(interfaces, client.address, address));
    if (ctx.get('nt') !== 'upnp:event' || callbacks.length === 0) {
      ctx.status = 412;
      return;
    }
    const seconds = readSeconds(ctx.get('timeout'));
    const added = this.#subscriptions.add(service, client, callbacks, seconds);
    ctx.status = added === undefined ? 503 : 200;
    if (added === undefined) return;
    ctx.set({ SID: added.sid, TIMEOUT: `Second-${seconds}` });
    // The subscriber has to know its SID before the first event comes.
    ctx.res.once('finish', () => added.begin());
  }
}

function answerXml(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.body = text;
  ctx.set('Content-Type', XML_TYPE);
}

/** @throws MethodNotAllowed */
function requireMethod({ method }: Context, ...allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new MethodNotAllowed(allowed.join(', '));
}

/** @throws BodyTooLarge; Error when the connection breaks */
async function readBody({ req }: Context): Promise<string> {
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) throw new BodyTooLarge(BODY_LIMIT);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT) throw new BodyTooLarge(BODY_LIMIT);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
