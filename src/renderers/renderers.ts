/**
 * UPnP/DLNA renderers of the home network as outputs. What finds them is loaded once the daemon runs. Thread: main.
 *
 *   SSDP ──▶ discovery ──▶ Renderers ──list──▶ Outputs
 */
import type { OutputDevice, OutputSource } from '../devices/output-device.js';
import { Unavailable } from '../errors.js';
import { Listeners } from '../listeners.js';
import { OutputUnavailable, type Sink } from '../output/sinks/sink.js';
import type { RendererDescription } from './discovery/description.js';
import type { DiscoveryDeps, RendererDiscovery } from './discovery/discovery.js';

export interface RenderersDeps extends DiscoveryDeps {
  /** Whether renderers are searched for at all. */
  readonly isOn: boolean;
}

export class Renderers implements OutputSource {
  readonly #listeners = new Listeners();
  #starting: Promise<void> | undefined;
  #discovery: RendererDiscovery | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: RenderersDeps) {}

  /** Searches from now on. */
  start(): Promise<void> {
    this.#starting ??= this.deps.isOn ? this.#start() : Promise.resolve();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { RendererDiscovery: Loaded } = await import('./discovery/discovery.js');
    const discovery = await Loaded.start(this.deps);
    this.#discovery = discovery;
    this.#unsubscribe = discovery.subscribe(() => this.#listeners.call());
    this.#listeners.call();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined); // whoever started it knows
    this.#unsubscribe();
    const discovery = this.#discovery;
    this.#discovery = undefined;
    await discovery?.stop();
  }

  list(): readonly OutputDevice[] {
    return this.#discovery?.list().map(outputOf) ?? [];
  }

  subscribe(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Somebody looks at the list: those that are gone without a word leave it soon. */
  refresh(): Promise<void> {
    this.#discovery?.look();
    return Promise.resolve();
  }

  /** @throws Unavailable OUTPUT_FAILED */
  prepare(id: string): Promise<void> {
    const name = this.#discovery?.find(id)?.name ?? id;
    return Promise.reject(new Unavailable('OUTPUT_FAILED', `${name} is found, but cannot be played to yet.`));
  }
}

function outputOf({ udn, name, host, location, avTransport }: RendererDescription): OutputDevice {
  return {
    ...{ id: udn, name, service: 'upnp', pcm: '', sink: refusing(name), mixer: undefined, isPresent: true },
    network: {
      ...{ app: 'UPnP/DLNA', host, ip: host },
      port: Number(location.port || 80),
      controlUrl: avTransport.control.href,
    },
  };
}

/** Nothing opens a renderer as if it were a sound card. */
function refusing(name: string): Sink {
  return {
    name: `UPnP renderer ${name}`,
    open: () => Promise.reject(new OutputUnavailable('OUTPUT_FAILED', `${name} is no sound card`)),
  };
}
