/**
 * Lets controllers find the device: answers searches, and announces it on each interface every quarter of an hour, when an
 * address is another, and at its end. In between nothing runs. IPv4 only. Thread: main.
 *
 * Answers go to addresses of the networks of this box only, and a search costs a bounded number of them: it is of no use to
 * whoever wants to flood somebody else.
 */
import type { RemoteInfo } from 'node:dgram';
import type { OwnAddress } from '../../ssdp/addresses.js';
import { SSDP_PORT } from '../../ssdp/messages.js';
import { type MulticastDeps, MulticastSocket } from '../../ssdp/multicast-socket.js';
import { alive, type Announced, answer, byebye, foundBy, MAX_AGE, readSearch, targetsOf } from './messages.js';
import { Quota } from './quota.js';

/** Half of the time for which an announcement counts, in ms. */
const PERIOD = (MAX_AGE / 2) * 1000;
/** Announcements get lost: each is sent once more after so long, in ms. */
const AGAIN = 800;

export interface SsdpDeps extends Announced, MulticastDeps {
  /** Text of the header `SERVER`. */
  readonly server: string;
  /** Port of the description. */
  readonly port: number;
  /** Port of searches and announcements; another one in tests. */
  readonly ssdpPort?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export class Ssdp {
  readonly #quota = new Quota();
  readonly #answers = new Set<NodeJS.Timeout>();
  readonly #socket: MulticastSocket;
  #timer: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(private readonly deps: SsdpDeps) {
    this.#socket = new MulticastSocket(deps, {
      received: (message, from, own) => this.#received(message, from, own),
      moved: () => void this.announce(),
    });
  }

  /** @throws Error when the port cannot be had */
  async start(): Promise<void> {
    await this.#socket.open(this.deps.ssdpPort ?? SSDP_PORT, '0.0.0.0');
    await this.announce();
  }

  /** Port of the socket. */
  get port(): number | undefined {
    return this.#socket.port;
  }

  /** Says that the device is there, on the interfaces that there are now; from then on again and again. Never rejects. */
  async announce(): Promise<void> {
    if (this.port === undefined) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#timer = setTimeout(() => void this.announce(), PERIOD).unref();
    this.#again = setTimeout(() => void this.#sayAlive(), AGAIN).unref();
    this.#socket.join();
    await this.#sayAlive();
  }

  /** Says that the device is gone. May be called twice. */
  async stop(): Promise<void> {
    if (this.port === undefined) return;
    for (const each of [this.#timer, this.#again, ...this.#answers]) clearTimeout(each);
    await this.#toAll(() => targetsOf(this.deps).map(([target, usn]) => byebye(target, usn)));
    await this.#socket.close();
  }

  #sayAlive(): Promise<void> {
    return this.#toAll((address) =>
      targetsOf(this.deps).map(([target, usn]) => alive(this.#senderAt(address), target, usn)),
    );
  }

  #toAll(messages: (address: string) => readonly Buffer[]): Promise<void> {
    return this.#socket.sendToAll(messages, this.port ?? SSDP_PORT);
  }

  #senderAt(address: string): { readonly server: string; readonly host: string } {
    return { server: this.deps.server, host: `${address}:${this.deps.port}` };
  }

  #received(message: Buffer, { address, port }: RemoteInfo, own: OwnAddress): void {
    const search = readSearch(message);
    if (search === undefined) return;
    const found = foundBy(search, this.deps);
    const { random = Math.random } = this.deps;
    const delay = search.within * 1000 * random();
    if (found.length === 0 || !this.#quota.take(address, delay)) return;
    const timer = setTimeout(() => {
      this.#answers.delete(timer);
      for (const [target, usn] of found)
        void this.#socket.send(answer(this.#senderAt(own.address), target, usn), port, address);
    }, delay);
    this.#answers.add(timer.unref());
  }
}
