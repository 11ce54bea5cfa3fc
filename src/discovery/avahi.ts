/**
 * Avahi over the message bus: whether it runs and answers, and the host names that it has registered. Called only while
 * it runs, by its unique name, so that the bus never starts it. Thread: main. Source: org.freedesktop.Avahi.Server.xml.
 */
import { ServiceFailed, Unavailable } from '../errors.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Lru } from '../lru.js';

const NAME = 'org.freedesktop.Avahi';
const SERVER = { path: '/', interface: 'org.freedesktop.Avahi.Server' } as const;
/** Host names that are remembered: clients use an earlier one until its record expires. */
const MOST_NAMES = 8;
/** Milliseconds to wait for Avahi, which answers at once or not at all. */
const PATIENCE = 3000;

type Bus = Pick<SystemBus, 'call' | 'watchName' | 'subscribe'>;

export class Avahi {
  readonly #registered = new Lru<string, string>(MOST_NAMES);
  #owner: string | undefined;

  constructor(private readonly bus: Bus) {}

  /** @param changed called as soon as it is known whether Avahi runs, and when it starts or ends */
  watch(changed: (isThere: boolean) => void): () => void {
    const endSignals = this.bus.subscribe({ ...SERVER, sender: NAME, member: 'StateChanged' }, () => {
      void this.#learnName();
    });
    const endName = this.bus.watchName(NAME, (owner) => {
      this.#owner = owner;
      void this.#learnName();
      changed(owner !== undefined);
    });
    return () => {
      endSignals();
      endName();
    };
  }

  /** Host names with domain that Avahi has registered since `watch`, the newest last. */
  get registeredNames(): readonly string[] {
    return [...this.#registered.values()];
  }

  get isThere(): boolean {
    return this.#owner !== undefined;
  }

  /** Resolves when Avahi has answered a call. @throws as `SystemBus.call` */
  async answer(): Promise<void> {
    await this.#ask('GetState');
  }

  /** Host name without domain, such as `tonearm`, or `tonearm-2` after a conflict. @throws as `SystemBus.call` */
  async hostName(): Promise<string> {
    return this.#text('GetHostName');
  }

  /** Host name with domain, such as `tonearm.local`. @throws as `SystemBus.call` */
  async fullHostName(): Promise<string> {
    const name = await this.#text('GetHostNameFqdn');
    this.#registered.set(name, name);
    return name;
  }

  /** Never rejects. */
  async #learnName(): Promise<void> {
    if (this.#owner !== undefined) await this.fullHostName().catch(() => undefined);
  }

  /** Sets the host name until Avahi ends. @throws as `SystemBus.call`: Forbidden without the right to it */
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
    const [value] = await this.bus.call({
      destination: this.#owner,
      ...SERVER,
      member,
      ...(text !== undefined && { signature: 's', body: [text] }),
      patience: PATIENCE,
    });
    return value;
  }
}
