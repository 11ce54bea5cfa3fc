/**
 * RAUC as far as the daemon asks it, on a real bus: it needs a machine with two slots. It answers as a test says, and
 * records what it is asked. The real one runs in the boot test of the image.
 */
import { readFile } from 'node:fs/promises';
import { type Message, type MessageBus, Variant } from 'dbus-next';
import type { Test } from 'tap';
import { library } from '../../src/dbus/library.js';
import type { PrivateBus } from '../dbus/private-bus.js';

const NAME = 'de.pengutronix.rauc';
const INSTALLER = `${NAME}.Installer`;
const FAILED = 'org.gtk.GDBus.UnmappedGError.Quark._g_2dio_2derror_2dquark.Code30';

type Texts = Readonly<Record<string, string>>;

export class StandInRauc {
  /** In short words, such as `Mark active other`. */
  readonly asked: string[] = [];
  /** How often its properties were read. */
  reads = 0;
  operation = 'idle';
  progress: readonly [number, string, number] = [0, '', 0];
  lastError = '';
  primary = 'rootfs.0';
  readonly slots: Record<string, Texts> = {
    'rootfs.0': { bootname: 'A', state: 'booted', 'boot-status': 'good' },
    'boot.0': { state: 'active', parent: 'rootfs.0' },
    'rootfs.1': { bootname: 'B', state: 'inactive', 'boot-status': 'bad' },
    'boot.1': { state: 'inactive', parent: 'rootfs.1' },
  };
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    bus.on('error', () => undefined);
    bus.addMethodHandler((message: Message) => this.#take(message));
  }

  static async start(t: Test, { socket }: PrivateBus): Promise<StandInRauc> {
    const bus = library.sessionBus({ busAddress: `unix:socket=${socket}`, authMethods: ['EXTERNAL'] });
    t.teardown(() => bus.disconnect());
    const rauc = new StandInRauc(bus);
    await bus.requestName(NAME, 0);
    return rauc;
  }

  /** The other slot holds a system. @param isGood false: it did not start */
  addOther(version: string, isGood = true): void {
    const status = isGood ? 'good' : 'bad';
    this.slots['rootfs.1'] = { ...this.slots['rootfs.1'], 'boot-status': status, 'bundle.version': version };
  }

  /** The installation ends; without an error the other slot is the next. */
  complete(lastError = ''): void {
    this.operation = 'idle';
    this.lastError = lastError;
    if (lastError === '') {
      this.addOther('2.0.0');
      this.primary = 'rootfs.1';
    }
    const code = lastError === '' ? 0 : 1;
    this.#bus.send(library.Message.newSignal('/', INSTALLER, 'Completed', 'i', [code]));
  }

  /** The machine starts anew in a slot; the other one did not start if it was to be the next. */
  restart(name: 'A' | 'B'): void {
    const [booted, other] = name === 'A' ? ['rootfs.0', 'rootfs.1'] : ['rootfs.1', 'rootfs.0'];
    const status = this.primary === other ? 'bad' : (this.slots[other]?.['boot-status'] ?? 'bad');
    this.slots[booted] = { ...this.slots[booted], state: 'booted', 'boot-status': 'good' };
    this.slots[other] = { ...this.slots[other], state: 'inactive', 'boot-status': status };
    this.primary = booted;
  }

  #take(message: Message): boolean {
    if (message.destination !== NAME) return false;
    void this.#answer(message).then(
      (reply) => this.#bus.send(library.Message.newMethodReturn(message, ...reply)),
      (error: unknown) => this.#bus.send(library.Message.newError(message as never, FAILED, (error as Error).message)),
    );
    return true;
  }

  /** Signature and values. A bundle is a file of two words: the kind of box, and the version. */
  async #answer({ member, body }: Message): Promise<[string, unknown[]]> {
    const [first, second] = body as unknown[];
    if (member === 'GetAll') {
      this.reads++;
      return ['a{sv}', [this.#properties()]];
    }
    this.asked.push([member, first, second].filter((each) => typeof each === 'string').join(' '));
    if (this.operation !== 'idle') throw new Error('already processing a different method');
    switch (member) {
      case 'GetSlotStatus':
        return ['a(sa{sv})', [Object.entries(this.slots).map(([id, texts]) => [id, variants(texts)])]];
      case 'GetPrimary':
        return ['s', [this.primary]];
      case 'InspectBundle': {
        const [compatible, version] = (await readFile(String(first), 'utf8')).split(' ');
        if (compatible === undefined || version === undefined) throw new Error('signature verification failed');
        return ['a{sv}', [{ update: new Variant('a{sv}', variants({ compatible, version })) }]];
      }
      case 'InstallBundle':
        this.operation = 'installing';
        this.progress = [40, 'Copying image to rootfs.1', 3];
        return ['', []];
      case 'Mark':
        this.primary = second === 'other' ? 'rootfs.1' : 'rootfs.0';
        return ['ss', [this.primary, 'activated']];
      default:
        throw new Error(`no method ${member}`);
    }
  }

  #properties(): Record<string, Variant> {
    return {
      ...variants({ Operation: this.operation, LastError: this.lastError, Compatible: 'tonearm-arm64' }),
      Progress: new Variant('(isi)', [...this.progress]),
    };
  }
}

function variants(texts: Texts): Record<string, Variant> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, new Variant('s', text)]));
}
