/**
 * Which UPnP renderers there are on the home network. They are searched for at the start and when an address of this machine
 * is another, and come and go by what they announce. A device that loses its power announces nothing: while somebody looks at
 * the list, those that stay silent are asked, and after two questions without an answer they leave it. With nobody looking
 * nothing runs. Thread: main.
 */
import type { Log } from '../../log.js';
import type { OwnAddress } from '../../ssdp/addresses.js';
import { DeviceHttp } from '../device-http.js';
import { NoRenderer, readDescription, type RendererDescription } from './description.js';
import { KnownRenderers } from './known-renderers.js';
import { RendererSearch } from './search.js';

/** Somebody who has asked for the list looks at it for so long, in ms. */
const LOOKED_AT = 60_000;
/** Pause between two rounds meanwhile, in ms: a search and checks take turns so that silence is noticed within 30 s. */
const ROUND = 4000;
/** What was not sure to be there for so long is asked, in ms. */
const SILENCE = 10_000;
/** Milliseconds in which a device gives its description, and bytes of that. */
const DESCRIPTION = { patience: 2000, most: 64 * 1024 };

export interface DiscoveryDeps {
  readonly addresses: () => readonly OwnAddress[];
  readonly subscribeAddresses: (listener: () => void) => () => void;
  readonly isOwn: (address: string, port: number) => boolean;
  readonly ownUdn: () => Promise<string>;
  readonly userAgent: string;
  readonly log: Log;
  /** Port of searches and announcements; another one in tests. */
  readonly ssdpPort?: number | undefined;
}

export class RendererDiscovery {
  readonly known: KnownRenderers;
  readonly #search: RendererSearch;
  #lookedAt = -Infinity;
  #rounds = 0;
  #round: NodeJS.Timeout | undefined;

  private constructor(deps: DiscoveryDeps, ownUdn: string) {
    this.known = new KnownRenderers({
      describe: (location, udn) => describe(deps, location, udn),
      ownUdn,
      log: deps.log,
    });
    this.#search = new RendererSearch({
      ...deps,
      sighted: (sighting, address) => this.known.sighted(sighting, address),
    });
  }

  /** Listens and searches from now on. */
  static async start(deps: DiscoveryDeps): Promise<RendererDiscovery> {
    const discovery = new RendererDiscovery(deps, await deps.ownUdn());
    await discovery.#search.start();
    return discovery;
  }

  /** Somebody looks at the list. */
  look(): void {
    this.#lookedAt = performance.now();
    if (this.#round === undefined) this.#goRound();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    clearTimeout(this.#round);
    this.known.stop();
    await this.#search.stop();
  }

  #goRound(): void {
    this.#round = undefined;
    if (performance.now() - this.#lookedAt > LOOKED_AT) return;
    if (this.#rounds++ % 2 === 0) void this.#search.search();
    void this.known.check(SILENCE);
    this.#round = setTimeout(() => this.#goRound(), ROUND).unref();
  }
}

/** @throws NoRenderer, RemoteFailure */
async function describe(deps: DiscoveryDeps, location: URL, udn: string): Promise<RendererDescription> {
  const { status, text } = await new DeviceHttp(location.hostname, deps).get(location, DESCRIPTION);
  if (status !== 200) throw new NoRenderer(`answered HTTP ${status}`);
  return readDescription(text, location, udn);
}
