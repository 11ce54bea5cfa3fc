/**
 * Avahi over the message bus: who it is, whether it answers, and the host names that it has registered. It is only asked
 * while it is there, and by its unique name: nothing here starts it. Source: org.freedesktop.Avahi.Server.xml.
 */
import { ServiceFailed, Unavailable } from '../errors.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Lru } from '../lru.js';

const NAME = 'org.freedesktop.Avahi';
const SERVER = { path: '/', interface: 'org.freedesktop.Avahi.Server' } as const;
/** Names that are remembered: a phone goes on to use an earlier one until it forgets it. */
const MOST_NAMES = 8;
/** Milliseconds to wait for Avahi, which answers at once or not at all. */
const PATIENCE = 3000;

type Bus = Pick<SystemBus, 'call' | 'watchName' | 'subscribe'>;

export class Avahi {
  readonly #bus: Bus;
  readonly #registered = new Lru<string, string>(MOST_NAMES);
  #owner: string | undefined;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** @param changed called as soon as it is known whether Avahi is there, and with each one that comes or goes */
  watch(changed: (isThere: boolean) => void): () => void {
    const endSignals = this.#bus.subscribe({ ...SERVER, sender: NAME, member: 'StateChanged' }, () => {
      void this.#learnName();
    });
    const endName = this.#bus.watchName(NAME, (owner) => {
      this.#owner = owner;
      void this.#learnName();
      changed(owner !== undefined);
    });
    return () => {
      endSignals();
      endName();
    };
  }

  /** Host names that Avahi has had for this machine while it was watched, with their domain, the newest last. */
  get registeredNames(): readonly string[] {
    return [...this.#registered.values()];
  }

  get isThere(): boolean {
    return this.#owner !== undefined;
  }

  /** Resolves when it has answered. @throws as `SystemBus.call` */
  async answer(): Promise<void> {
    await this.#ask('GetState');
  }

  /** Without a domain, such as `tonearm`; when another machine has that name too it is `tonearm-2`. @throws as `SystemBus.call` */
  async hostName(): Promise<string> {
    return this.#text('GetHostName');
  }

  /** With its domain, such as `tonearm.local`. @throws as `SystemBus.call` */
  async fullHostName(): Promise<string> {
    const name = await this.#text('GetHostNameFqdn');
    this.#registered.set(name, name);
    return name;
  }

  /** Never rejects. */
  async #learnName(): Promise<void> {
    if (this.#owner !== undefined) await this.fullHostName().catch(() => undefined);
  }

  /** In force until Avahi ends. @throws as `SystemBus.call`: Forbidden for a user whom the bus does not let */
  async setHostName(name: string): Promise<void> {
    await this.#ask('SetHostName', name);
  }

  async #text(member: string): Promise<string> {
    const value = await this.#ask(member);
    if (typeof value !== 'string') throw new ServiceFailed('SYSTEM_SERVICE_FAILED', `${member} is no text.`);
    return value;
  }

  async #ask(member: string, text?: string): Promise<unknown> {
    if (this.#owner === undefined) throw new Unavailable('NO_SYSTEM_SERVICE', 'Avahi is not there.');
    const [value] = await this.#bus.call({
      destination: this.#owner,
      ...SERVER,
      member,
      ...(text !== undefined && { signature: 's', body: [text] }),
      patience: PATIENCE,
    });
    return value;
  }
}
