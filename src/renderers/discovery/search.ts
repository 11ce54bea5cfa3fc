/**
 * Searches for renderers, and receives their announcements, on every interface of the home network. Answers come to the port
 * that has searched; announcements to the port of SSDP, where another socket of this machine may listen as well. Thread: main.
 */
import type { RemoteInfo } from 'node:dgram';
import { GROUP, SSDP_PORT } from '../../ssdp/messages.js';
import { type MulticastDeps, MulticastSocket } from '../../ssdp/multicast-socket.js';
import { readSighting, SEARCHED, searchFor, type Sighting } from './sightings.js';

/** Datagrams get lost: a search is sent once more after so long, in ms. */
const AGAIN = 700;

export interface SearchDeps extends MulticastDeps {
  /** @param address of the sender, in a network of this machine */
  readonly sighted: (sighting: Sighting, address: string) => void;
  /** Port of searches and announcements; another one in tests. */
  readonly ssdpPort?: number | undefined;
}

export class RendererSearch {
  readonly #announcements: MulticastSocket;
  readonly #answers: MulticastSocket;
  #again: NodeJS.Timeout | undefined;

  constructor(private readonly deps: SearchDeps) {
    const received = (message: Buffer, { address }: RemoteInfo): void => {
      const sighting = readSighting(message);
      if (sighting !== undefined) deps.sighted(sighting, address);
    };
    this.#announcements = new MulticastSocket(deps, { received, moved: () => undefined });
    this.#answers = new MulticastSocket(deps, { received, moved: () => void this.search() });
  }

  /** Listens and searches. Without the port of SSDP renderers are found when they are searched for only. Never rejects. */
  async start(): Promise<void> {
    const { log } = this.deps;
    try {
      await this.#answers.open(0, '0.0.0.0');
      await this.#announcements.open(this.#port, GROUP);
    } catch (error) {
      log.warn('ssdp: no socket (UPnP renderers may be found late, or not at all)', { error });
    }
    for (const socket of [this.#announcements, this.#answers]) socket.join();
    await this.search();
  }

  /** Asks who is there. Resolves when the first question is sent. Never rejects. */
  async search(): Promise<void> {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#ask(), AGAIN).unref();
    await this.#ask();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    clearTimeout(this.#again);
    await Promise.all([this.#announcements.close(), this.#answers.close()]);
  }

  #ask(): Promise<void> {
    return this.#answers.sendToAll(() => SEARCHED.map(searchFor), this.#port);
  }

  get #port(): number {
    return this.deps.ssdpPort ?? SSDP_PORT;
  }
}
