/** A program on a real bus that shows its objects by an ObjectManager, as BlueZ and bluez-alsa do. */
import { type Message, type MessageBus, Variant } from 'dbus-next';
import { library } from '../../src/dbus/library.js';

const OBJECT_MANAGER = 'org.freedesktop.DBus.ObjectManager';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

export type Dictionary = Record<string, Variant>;

/** An error that is answered on the bus. */
export class Refusal extends Error {
  constructor(
    readonly errorName: string,
    text: string,
  ) {
    super(text);
  }
}

export class StandInProgram {
  /** What it was asked, such as `Connect /org/bluez/hci0/dev_…`. */
  readonly asked: string[] = [];
  /** By path, then by interface. */
  readonly objects = new Map<string, Map<string, Dictionary>>();
  /** True while the program owns its name and answers nothing. */
  isHung = false;
  protected readonly bus: MessageBus;
  readonly #name: string;
  readonly #root: string;
  #hasLeft = false;

  protected constructor(bus: MessageBus, name: string, root: string) {
    this.bus = bus;
    this.#name = name;
    this.#root = root;
    bus.on('error', () => undefined);
    bus.addMethodHandler((message: Message) => this.#take(message));
  }

  static connect(socket: string): MessageBus {
    return library.sessionBus({ busAddress: `unix:socket=${socket}`, authMethods: ['EXTERNAL'] });
  }

  async begin(): Promise<void> {
    await this.bus.requestName(this.#name, 0);
  }

  /** Goes away, as a service that falls. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.bus.disconnect();
  }

  add(path: string, interfaces: Readonly<Record<string, Dictionary>>): void {
    const known = this.objects.get(path) ?? new Map<string, Dictionary>();
    for (const [name, properties] of Object.entries(interfaces)) known.set(name, { ...properties });
    this.objects.set(path, known);
    this.signal(this.#root, OBJECT_MANAGER, 'InterfacesAdded', 'oa{sa{sv}}', [path, interfaces]);
  }

  remove(path: string): void {
    const names = [...(this.objects.get(path)?.keys() ?? [])];
    this.objects.delete(path);
    this.signal(this.#root, OBJECT_MANAGER, 'InterfacesRemoved', 'oas', [path, names]);
  }

  change(path: string, name: string, changed: Dictionary, invalidated: readonly string[] = []): void {
    const properties = this.objects.get(path)?.get(name);
    if (properties === undefined) return;
    Object.assign(properties, changed);
    for (const gone of invalidated) Reflect.deleteProperty(properties, gone);
    this.signal(path, PROPERTIES, 'PropertiesChanged', 'sa{sv}as', [name, changed, invalidated]);
  }

  value(path: string, name: string, property: string): unknown {
    return this.objects.get(path)?.get(name)?.[property]?.value;
  }

  signal(path: string, name: string, member: string, signature: string, body: readonly unknown[]): void {
    if (!this.#hasLeft) this.bus.send(library.Message.newSignal(path, name, member, signature, [...body]));
  }

  /** What a method answers: signature and values. @throws Refusal */
  protected call(_message: Message): Promise<[string, unknown[]] | undefined> {
    return Promise.resolve(undefined);
  }

  /** @throws Refusal */
  protected set(path: string, name: string, property: string, value: Variant): Promise<void> {
    this.change(path, name, { [property]: value });
    return Promise.resolve();
  }

  #take(message: Message): boolean {
    // What D-Bus itself asks is answered by dbus-next.
    if (message.interface === 'org.freedesktop.DBus.Peer') return false;
    void this.#answer(message);
    return true;
  }

  async #answer(message: Message): Promise<void> {
    try {
      const reply = await this.#reply(message);
      if (this.#hasLeft || this.isHung) return;
      if (reply === undefined) throw new Refusal('org.freedesktop.DBus.Error.UnknownMethod', 'no such method');
      this.bus.send(library.Message.newMethodReturn(message, ...reply));
    } catch (error) {
      if (this.#hasLeft) return;
      const { errorName, message: text } =
        error instanceof Refusal ? error : new Refusal('org.test.Fault', String(error));
      this.bus.send(library.Message.newError(message as never, errorName, text));
    }
  }

  async #reply(message: Message): Promise<[string, unknown[]] | undefined> {
    const { interface: name, member, path, body } = message;
    if (name === OBJECT_MANAGER && member === 'GetManagedObjects') {
      this.asked.push(member);
      return [
        'a{oa{sa{sv}}}',
        [Object.fromEntries([...this.objects].map(([at, all]) => [at, Object.fromEntries(all)]))],
      ];
    }
    if (name === PROPERTIES && member === 'Set') {
      const [of, property, value] = body as [string, string, Variant];
      this.asked.push(`${property}=${String(value.value)} ${path}`);
      await this.set(path, of, property, value);
      return ['', []];
    }
    this.asked.push([member, path, ...(body as unknown[]).map(textOf)].join(' '));
    return this.call(message);
  }
}

/** As JSON, numbers of 64 bits as text. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

export const text = (value: string): Variant => new Variant('s', value);
export const flag = (value: boolean): Variant => new Variant('b', value);
