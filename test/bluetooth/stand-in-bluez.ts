/**
 * BlueZ and bluez-alsa as far as the daemon asks them, on a real bus, for what no radio of a test can be made to do.
 * They behave as their documentation says (BlueZ `doc/org.bluez.*`, bluez-alsa `org.bluealsa.PCM1`(7)); the real ones run
 * in the virtual machine of `npm run test:bluetooth`.
 */
import { type Message, Variant } from 'dbus-next';
import type { Test } from 'tap';
import { library } from '../../src/dbus/library.js';
import type { PrivateBus } from '../dbus/private-bus.js';
import { type Dictionary, flag, Refusal, StandInProgram, text } from './stand-in-program.js';

export const HCI0 = '/org/bluez/hci0';
const ADAPTER = 'org.bluez.Adapter1';
const DEVICE = 'org.bluez.Device1';
const TRANSPORT = 'org.bluez.MediaTransport1';
const PLAYER = 'org.bluez.MediaPlayer1';
const SINK = '0000110b-0000-1000-8000-00805f9b34fb';
const SOURCE = '0000110a-0000-1000-8000-00805f9b34fb';

export const refuse = (name: string, text: string): Refusal => new Refusal(`org.bluez.Error.${name}`, text);

/** What BlueZ asks of the agent that was registered. */
export interface StandInAgent {
  readonly capability: string;
  /** @throws Error with the name of the error in `type` */
  ask(member: string, signature: string, body: readonly unknown[]): Promise<unknown>;
}

export const pathOf = (address: string, adapter = HCI0): string => `${adapter}/dev_${address.replaceAll(':', '_')}`;

export class StandInBluez extends StandInProgram {
  /** What an inquiry finds: address to name, or to whatever properties. */
  readonly inReach = new Map<string, Dictionary>();
  /** Instead of pairing at once. @throws Refusal */
  onPair: (device: string, agent: StandInAgent) => Promise<void> = () => Promise.resolve();
  /** Instead of connecting at once. @throws Refusal */
  onConnect: (device: string) => Promise<void> = () => Promise.resolve();
  /** A switch of the system holds the radio off. */
  isBlocked = false;
  /** Instead of taking the player. @throws Refusal */
  onPlayer: () => void = () => undefined;
  /** Whether speakers take their volume from us. */
  hasAbsoluteVolume = true;
  sound: StandInSound | undefined;
  /** Unique name and path of the agent. */
  agent: { readonly sender: string; readonly path: string; readonly capability: string } | undefined;
  /** True when the agent also answers for pairings that were begun elsewhere. */
  isAgentDefault = false;
  /** Paths of the adapters that know a player. */
  readonly players: string[] = [];
  /** Path of the adapter to who has begun it. */
  readonly #discovering = new Map<string, string>();
  readonly #pending = new Map<string, { readonly reject: (error: Refusal) => void; readonly canceled: Refusal }>();

  static async start(t: Test, { socket }: PrivateBus, adapters: readonly string[] = ['hci0']): Promise<StandInBluez> {
    const bluez = new StandInBluez(StandInProgram.connect(socket), 'org.bluez', '/');
    t.teardown(() => bluez.leave());
    for (const [index, name] of adapters.entries()) bluez.addAdapter(name, index);
    await bluez.begin();
    return bluez;
  }

  addAdapter(name: string, index = 0): void {
    const path = `/org/bluez/${name}`;
    this.add(path, {
      [ADAPTER]: {
        Address: text(`00:AA:01:00:00:0${index}`),
        Name: text('box'),
        Alias: text('box'),
        Powered: flag(true),
        Discovering: flag(false),
      },
      'org.bluez.Media1': {},
    });
  }

  /** As BlueZ knows it from an earlier day. */
  addPaired(address: string, name: string, properties: Dictionary = {}): string {
    const path = pathOf(address);
    const known = { Paired: flag(true), Trusted: flag(true), UUIDs: new Variant('as', [SINK]) };
    this.add(path, { [DEVICE]: { ...this.#fresh(address, name), ...known, ...properties } });
    return path;
  }

  /** Comes into reach of an inquiry. */
  show(address: string, name: string, properties: Dictionary = {}): string {
    this.inReach.set(address, { ...this.#fresh(address, name), UUIDs: new Variant('as', [SINK]), ...properties });
    if (this.#discovering.size > 0) this.#find(address);
    return pathOf(address);
  }

  /** Brings the link of a device up. */
  link(device: string): void {
    this.change(device, DEVICE, { Connected: flag(true), ServicesResolved: flag(true) });
    const volume: Dictionary = this.hasAbsoluteVolume ? { Volume: new Variant('q', 40) } : {};
    this.add(`${device}/fd0`, { [TRANSPORT]: { Device: new Variant('o', device), ...volume } });
    this.sound?.play(device);
  }

  /** Loses the link of a device. */
  lose(device: string): void {
    this.sound?.silence(device);
    if (this.objects.has(`${device}/player0`)) this.remove(`${device}/player0`);
    if (this.objects.has(`${device}/fd0`)) this.remove(`${device}/fd0`);
    this.change(device, DEVICE, { Connected: flag(false), ServicesResolved: flag(false) });
  }

  /** A device is taken out of the list, in the middle of whatever goes on. */
  vanish(device: string): void {
    this.#pending.get(device)?.reject(new Refusal('org.freedesktop.DBus.Error.UnknownObject', 'no such object'));
    this.remove(device);
  }

  /** A phone that was paired with is there to play, and rests. */
  phone(address: string, name: string): string {
    const path = this.addPaired(address, name, { UUIDs: new Variant('as', [SOURCE]), Trusted: flag(false) });
    this.change(path, DEVICE, { Connected: flag(true), ServicesResolved: flag(true) });
    const transport = { Device: new Variant('o', path), UUID: text(SINK), State: text('idle') };
    this.add(`${path}/fd0`, { [TRANSPORT]: transport });
    this.add(`${path}/player0`, { [PLAYER]: { Device: new Variant('o', path), Status: text('stopped') } });
    this.sound?.hear(path);
    return path;
  }

  /** Starts or pauses the stream of a device, which reports that. */
  stream(device: string, isRunning: boolean, track: Dictionary = {}): void {
    const status = { Status: text(isRunning ? 'playing' : 'paused'), Track: new Variant('a{sv}', track) };
    this.change(`${device}/player0`, PLAYER, { ...status, Position: new Variant('u', 2000) });
    this.change(`${device}/fd0`, TRANSPORT, { State: text(isRunning ? 'active' : 'idle') });
  }

  /** How often a method was asked for. */
  count(start: string): number {
    return this.asked.filter((each) => each.startsWith(start)).length;
  }

  override leave(): void {
    this.sound?.silenceAll();
    super.leave();
  }

  protected override async call(message: Message): Promise<[string, unknown[]] | undefined> {
    const { member, path, sender } = message;
    const body = message.body as [string, string];
    switch (member) {
      case 'RegisterAgent':
        if (this.agent !== undefined) throw refuse('AlreadyExists', 'Already Exists');
        this.agent = { sender, path: body[0], capability: body[1] };
        return ['', []];
      case 'UnregisterAgent':
        if (this.agent === undefined) throw refuse('DoesNotExist', 'Does Not Exist');
        this.agent = undefined;
        this.isAgentDefault = false;
        return ['', []];
      case 'SetDiscoveryFilter':
        return ['', []];
      case 'StartDiscovery':
        this.#startDiscovery(path, sender);
        return ['', []];
      case 'StopDiscovery':
        this.#stopDiscovery(path);
        return ['', []];
      case 'RequestDefaultAgent':
        if (this.agent?.path !== body[0]) throw refuse('DoesNotExist', 'Does Not Exist');
        this.isAgentDefault = true;
        return ['', []];
      case 'RegisterPlayer':
        this.onPlayer();
        this.players.push(path);
        return ['', []];
      case 'UnregisterPlayer':
        if (!this.players.includes(path)) throw refuse('DoesNotExist', 'Does Not Exist');
        this.players.splice(this.players.indexOf(path), 1);
        return ['', []];
      case 'RemoveDevice':
        if (!this.objects.has(body[0])) throw refuse('DoesNotExist', 'Does Not Exist');
        if (this.value(path, ADAPTER, 'Powered') !== true) throw refuse('NotReady', 'Resource Not Ready');
        this.#cancel(body[0]);
        this.lose(body[0]);
        this.remove(body[0]);
        return ['', []];
      default:
        return this.#callDevice(member, path);
    }
  }

  protected override async set(path: string, name: string, property: string, value: Variant): Promise<void> {
    if (property === 'Powered' && value.value === true && this.isBlocked)
      throw refuse('Blocked', 'Blocked through rfkill');
    await super.set(path, name, property, value);
  }

  async #callDevice(member: string, path: string): Promise<[string, unknown[]] | undefined> {
    if (!this.objects.has(path)) throw new Refusal('org.freedesktop.DBus.Error.UnknownObject', 'no such object');
    switch (member) {
      case 'Pair':
        await this.#pair(path);
        return ['', []];
      case 'CancelPairing':
        if (!this.#pending.has(path)) throw refuse('DoesNotExist', 'Does Not Exist');
        this.#cancel(path);
        return ['', []];
      case 'Connect':
        if (this.#adapterOf(path, 'Powered') !== true) throw refuse('NotReady', 'br-connection-adapter-not-powered');
        await this.#abortable(path, this.onConnect(path), refuse('Failed', 'br-connection-canceled'));
        this.link(path);
        return ['', []];
      case 'Disconnect':
        if (this.#pending.has(path)) this.#cancel(path);
        else if (this.value(path, DEVICE, 'Connected') !== true) throw refuse('NotConnected', 'Not Connected');
        this.lose(path);
        return ['', []];
      case 'Play':
      case 'Pause':
        this.stream(path.slice(0, path.lastIndexOf('/')), member === 'Play');
        return ['', []];
      case 'Next':
      case 'Previous':
        return ['', []];
      default:
        return undefined;
    }
  }

  async #pair(path: string): Promise<void> {
    if (this.value(path, DEVICE, 'Paired') === true) throw refuse('AlreadyExists', 'Already Exists');
    if (this.#pending.has(path)) throw refuse('InProgress', 'In Progress');
    const { agent } = this;
    if (agent === undefined) throw refuse('AuthenticationFailed', 'Authentication Failed');
    const { capability } = agent;
    const ask = (member: string, signature: string, body: readonly unknown[]) => this.askAgent(member, signature, body);
    const canceled = refuse('AuthenticationCanceled', 'Authentication Canceled');
    await this.#abortable(path, this.onPair(path, { capability, ask }), canceled);
    this.change(path, DEVICE, { Paired: flag(true), Connected: flag(true) });
    this.change(path, DEVICE, { ServicesResolved: flag(true) });
  }

  /** As BlueZ calls it; what it answers. */
  async askAgent(member: string, signature: string, body: readonly unknown[]): Promise<unknown> {
    const { agent } = this;
    if (agent === undefined) throw new Error('there is no agent');
    const { sender: destination, path } = agent;
    const call = { destination, path, interface: 'org.bluez.Agent1', member, signature, body: [...body] };
    const answer = await this.bus.call(new library.Message(call));
    return (answer?.body as unknown[] | undefined)?.[0];
  }

  /** What somebody calls off, or the end of the device. */
  #abortable(path: string, work: Promise<void>, canceled: Refusal): Promise<void> {
    const aborted = new Promise<never>((_, reject) => this.#pending.set(path, { reject, canceled }));
    work.catch(() => undefined);
    return Promise.race([work, aborted]).finally(() => this.#pending.delete(path));
  }

  #cancel(path: string): void {
    const pending = this.#pending.get(path);
    pending?.reject(pending.canceled);
  }

  #adapterOf(device: string, property: string): unknown {
    return this.value(device.slice(0, device.lastIndexOf('/')), ADAPTER, property);
  }

  #startDiscovery(path: string, sender: string): void {
    if (this.value(path, ADAPTER, 'Powered') !== true) throw refuse('NotReady', 'Resource Not Ready');
    if (this.#discovering.has(path)) throw refuse('InProgress', 'Operation already in progress');
    this.#discovering.set(path, sender);
    this.change(path, ADAPTER, { Discovering: flag(true) });
    for (const address of this.inReach.keys()) this.#find(address);
  }

  #stopDiscovery(path: string): void {
    if (!this.#discovering.delete(path)) throw refuse('Failed', 'No discovery started');
    this.change(path, ADAPTER, { Discovering: flag(false) });
    for (const [device, interfaces] of this.objects) {
      if (interfaces.get(DEVICE)?.['RSSI'] !== undefined) this.change(device, DEVICE, {}, ['RSSI']);
    }
  }

  #find(address: string): void {
    const path = pathOf(address);
    const rssi = { RSSI: new Variant('n', -50) };
    if (this.objects.has(path)) this.change(path, DEVICE, rssi);
    else this.add(path, { [DEVICE]: { ...this.inReach.get(address), ...rssi } });
  }

  #fresh(address: string, name: string): Dictionary {
    return {
      Address: text(address),
      Alias: text(name),
      Name: text(name),
      Icon: text('audio-headphones'),
      Paired: flag(false),
      Trusted: flag(false),
      Connected: flag(false),
      ServicesResolved: flag(false),
      Adapter: new Variant('o', HCI0),
    };
  }
}

/** bluez-alsa: it has a PCM for each speaker whose link is up. */
export class StandInSound extends StandInProgram {
  /** Whether it is slow to see a speaker. */
  isDeaf = false;

  static async start(t: Test, { socket }: PrivateBus, bluez: StandInBluez): Promise<StandInSound> {
    const sound = new StandInSound(StandInProgram.connect(socket), 'org.bluealsa', '/org/bluealsa');
    t.teardown(() => sound.leave());
    sound.add('/org/bluealsa', { 'org.bluealsa.Manager1': { Version: text('4.3.1') } });
    await sound.begin();
    bluez.sound = sound;
    return sound;
  }

  play(device: string): void {
    if (this.isDeaf) return;
    const pcm = {
      Device: new Variant('o', device),
      Transport: text('A2DP-source'),
      Mode: text('sink'),
      Running: flag(false),
      Codec: text('SBC'),
      SoftVolume: flag(true),
      Volume: new Variant('ay', Buffer.from([15, 15])),
    };
    this.add(this.pcmOf(device), { 'org.bluealsa.PCM1': pcm });
  }

  /** What a phone plays can be read. */
  hear(device: string): void {
    const pcm = {
      Device: new Variant('o', device),
      Transport: text('A2DP-sink'),
      Mode: text('source'),
      Running: flag(false),
      Rate: new Variant('u', 44_100),
      Codec: text('SBC'),
    };
    this.add(this.sourceOf(device), { 'org.bluealsa.PCM1': pcm });
  }

  sourceOf(device: string): string {
    return `${device.replace('/org/bluez', '/org/bluealsa')}/a2dpsnk/source`;
  }

  silence(device: string): void {
    for (const path of [this.pcmOf(device), this.sourceOf(device)]) if (this.objects.has(path)) this.remove(path);
  }

  silenceAll(): void {
    for (const path of [...this.objects.keys()]) if (/\/(?:sink|source)$/.test(path)) this.remove(path);
  }

  pcmOf(device: string): string {
    return `${device.replace('/org/bluez', '/org/bluealsa')}/a2dpsrc/sink`;
  }
}
