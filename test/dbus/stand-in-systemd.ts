/**
 * systemd as far as the daemon and timedated ask it, on a real bus: it runs as the first process of a machine or not at
 * all. It answers as a test says, and records what it is asked.
 */
import { type Message, type MessageBus, Variant } from 'dbus-next';
import type { Test } from 'tap';
import { library } from '../../src/dbus/library.js';
import type { PrivateBus } from './private-bus.js';

const NAME = 'org.freedesktop.systemd1';

interface Unit {
  readonly active: string;
  readonly status: string;
}

export class StandInSystemd {
  /** In short words, such as `StartUnit poweroff.target replace-irreversibly`. */
  readonly asked: string[] = [];
  /** Sticks and the time service, by the names of their units. */
  readonly units = new Map<string, Unit>();
  /** Answers instead of the usual: an error by its name, or never. */
  refusal: { readonly error: string; readonly text: string } | 'silence' | undefined;
  /** Told of each call. */
  onCall: (member: string) => void = () => undefined;
  readonly #bus: MessageBus;
  readonly #paths = new Map<string, string>();

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    bus.on('error', () => undefined);
    bus.addMethodHandler((message: Message) => this.#answer(message));
  }

  static async start(t: Test, { socket }: PrivateBus): Promise<StandInSystemd> {
    const bus = library.sessionBus({ busAddress: `unix:socket=${socket}`, authMethods: ['EXTERNAL'] });
    t.teardown(() => bus.disconnect());
    const systemd = new StandInSystemd(bus);
    await bus.requestName(NAME, 0);
    return systemd;
  }

  /** The time service, which timedated starts and stops. */
  get networkTime(): boolean {
    return this.units.get('systemd-timesyncd.service')?.active === 'active';
  }

  set networkTime(isOn: boolean) {
    this.units.set('systemd-timesyncd.service', { active: isOn ? 'active' : 'inactive', status: '' });
  }

  /** Goes away, as a service that falls. */
  leave(): void {
    this.#bus.disconnect();
  }

  #answer(message: Message): boolean {
    if (message.destination !== NAME && !message.path.startsWith('/org/freedesktop/systemd1')) return false;
    this.asked.push([message.member, ...(message.body as unknown[])].flat(9).join(' '));
    this.onCall(message.member);
    if (this.refusal === 'silence') return true;
    if (this.refusal !== undefined) {
      const { error, text } = this.refusal;
      this.#bus.send(library.Message.newError(message as never, error, text));
      return true;
    }
    const reply = this.#reply(message.member, message.body, message.path);
    if (reply === undefined) return false;
    this.#bus.send(library.Message.newMethodReturn(message, ...reply));
    return true;
  }

  /** Signature and values. */
  #reply(member: string, body: readonly unknown[], path: string): [string, unknown[]] | undefined {
    switch (member) {
      case 'StartUnit':
      case 'StopUnit':
        return ['o', [this.#turn(String(body[0]), member === 'StartUnit')]];
      case 'RestartUnit':
        return ['o', [this.#turn(String(body[0]), true)]];
      case 'LoadUnit':
        return ['o', [this.#pathOf(String(body[0]))]];
      case 'EnableUnitFiles':
        return ['ba(sss)', [false, []]];
      case 'DisableUnitFiles':
        return ['a(sss)', [[]]];
      case 'Reload':
      case 'Subscribe':
      case 'Unsubscribe':
        return ['', []];
      case 'ListUnitsByPatterns':
        return ['a(ssssssouso)', [this.#rows()]];
      case 'GetAll':
        return ['a{sv}', [this.#properties(path)]];
      case 'Get':
        return ['v', [new Variant('s', this.#unitAt(path)?.status ?? '')]];
      default:
        return undefined;
    }
  }

  #turn(unit: string, on: boolean): string {
    if (unit === 'systemd-timesyncd.service') this.networkTime = on;
    const job = '/org/freedesktop/systemd1/job/7';
    const removed = library.Message.newSignal('/org/freedesktop/systemd1', `${NAME}.Manager`, 'JobRemoved', 'uoss', [
      7,
      job,
      unit,
      'done',
    ]);
    setImmediate(() => this.#bus.send(removed));
    return job;
  }

  #rows(): unknown[] {
    return [...this.units]
      .filter(([name]) => name.startsWith('tonearm-stick@'))
      .map(([name, { active }]) => {
        const path = this.#pathOf(name);
        return [name, 'USB stick', 'loaded', active, active === 'active' ? 'exited' : 'dead', '', path, 0, '', '/'];
      });
  }

  #pathOf(name: string): string {
    const path = `/org/freedesktop/systemd1/unit/${name.replace(/[^a-zA-Z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}`;
    this.#paths.set(path, name);
    return path;
  }

  #unitAt(path: string): Unit | undefined {
    return this.units.get(this.#paths.get(path) ?? '');
  }

  #properties(path: string): Record<string, Variant> {
    const isTime = path.includes('timesyncd');
    const unit = isTime ? this.units.get('systemd-timesyncd.service') : this.#unitAt(path);
    const active = unit?.active;
    const texts = {
      LoadState: active === undefined ? 'not-found' : 'loaded',
      ActiveState: active ?? 'inactive',
      UnitFileState: active === undefined ? '' : 'static',
      StatusText: unit?.status ?? '',
    };
    const changed = { StateChangeTimestamp: new Variant('t', 1_795_774_660_500_000n) };
    return {
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, new Variant('s', text)])),
      ...changed,
    };
  }
}
