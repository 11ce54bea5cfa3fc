/**
 * The port of the UPnP renderer, and SSDP, by which controllers find it. Until one comes it is two sockets that listen; the
 * device behind them is loaded with the first request. Thread: main.
 */
import type { Context } from 'koa';
import { createGuardedApp } from '../http/serving/guarded-app.js';
import { createListening, type HttpServer } from '../http/serving/listening.js';
import { ownAddresses } from '../ssdp/addresses.js';
import type { UpnpDeps } from './deps.js';
import { udnOf } from './description.js';
import type { Device } from './device.js';
import { Ssdp } from './ssdp/ssdp.js';

const SERVICE_TYPES = ['AVTransport', 'RenderingControl', 'ConnectionManager'].map(
  (name) => `urn:schemas-upnp-org:service:${name}:1`,
);

export interface UpnpAddress {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Another port of SSDP, for tests. */
  readonly ssdpPort?: number;
}

export class UpnpServer {
  readonly #listening: HttpServer;
  #device: Promise<Device> | undefined;
  #ssdp: Ssdp | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly deps: UpnpDeps,
    private readonly where: UpnpAddress,
  ) {
    this.#listening = createListening(() => this.#handlers(), where, deps.log);
  }

  get port(): number | undefined {
    return this.#listening.address?.port;
  }

  /** Port of SSDP; undefined while the device cannot be found. */
  get ssdpPort(): number | undefined {
    return this.#ssdp?.port;
  }

  /** @throws Unavailable ADDRESS_IN_USE and its like */
  async start(): Promise<void> {
    await this.#listening.start();
    const { deps } = this;
    const { host, ssdpPort } = this.where;
    const ssdp = new Ssdp({
      udn: await this.#udn(),
      serviceTypes: SERVICE_TYPES,
      server: this.#serverText(),
      port: this.port ?? 0,
      addresses: () => ownAddresses(deps.interfaces(), host),
      subscribeAddresses: deps.subscribeAddresses,
      log: deps.log,
      ...(ssdpPort === undefined ? {} : { ssdpPort }),
    });
    try {
      await ssdp.start();
    } catch (error) {
      deps.log.warn('ssdp: no socket (controllers do not find the box by themselves)', { error });
      return;
    }
    this.#ssdp = ssdp;
    let name = deps.name();
    this.#unsubscribe = deps.settings.subscribe(() => {
      if (deps.name() === name) return;
      name = deps.name();
      void ssdp.announce();
    });
  }

  /** The queue is back. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#ssdp?.stop();
    this.#ssdp = undefined;
    const device = await this.#device?.catch(() => undefined);
    this.#device = undefined;
    await device?.stop();
    await this.#listening.stop();
  }

  async #udn(): Promise<string> {
    return udnOf(await this.deps.boxId());
  }

  /** Platform, architecture and product, as the architecture wants them. */
  #serverText(): string {
    return `Linux UPnP/1.0 Tonearm/${this.deps.version}`;
  }

  #handlers() {
    // The way to the page of the hotspot is on the page's own port.
    const hotspot = { address: undefined, noteUse: () => undefined };
    const { app } = createGuardedApp({ ...this.deps, hotspot }, async (ctx: Context) => {
      await (await this.#loaded()).answer(ctx);
    });
    const handle = app.callback();
    return { request: (...both: Parameters<typeof handle>) => void handle(...both) };
  }

  #loaded(): Promise<Device> {
    this.#device ??= this.#load();
    this.#device.catch(() => (this.#device = undefined));
    return this.#device;
  }

  async #load(): Promise<Device> {
    const { Device: Loaded } = await import('./device.js');
    return new Loaded(this.deps, { udn: await this.#udn(), server: this.#serverText() });
  }
}
