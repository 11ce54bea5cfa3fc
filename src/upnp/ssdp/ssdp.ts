/**
 * Lets controllers find the device: answers searches, and announces it on each interface every quarter of an hour, when an
 * address is another, and at its end. In between nothing runs. IPv4 only. Thread: main.
 *
 * Answers go to addresses of the networks of this box only, and a search costs a bounded number of them: it is of no use to
 * whoever wants to flood somebody else.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { Log } from '../../log.js';
import type { OwnAddress } from '../addresses.js';
import { alive, type Announced, answer, byebye, foundBy, GROUP, MAX_AGE, readSearch, targetsOf } from './messages.js';
import { Quota } from './quota.js';

export const SSDP_PORT = 1900;
/** Half of the time for which an announcement counts, in ms. */
const PERIOD = (MAX_AGE / 2) * 1000;
/** Announcements get lost: each is sent once more after so long, in ms. */
const AGAIN = 800;
/** An interface gets and loses its addresses within this time around its signal, in ms. */
const SETTLED = 1000;
const HOPS = 2;

export interface SsdpDeps extends Announced {
  /** Text of the header `SERVER`. */
  readonly server: string;
  /** Port of the description. */
  readonly port: number;
  readonly addresses: () => readonly OwnAddress[];
  readonly subscribeAddresses: (listener: () => void) => () => void;
  readonly log: Log;
  /** Port of searches and announcements; another one in tests. */
  readonly ssdpPort?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export class Ssdp {
  readonly #quota = new Quota();
  readonly #answers = new Set<NodeJS.Timeout>();
  #socket: Socket | undefined;
  #joined: readonly OwnAddress[] = [];
  #timer: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: SsdpDeps) {}

  /** @throws Error when the port cannot be had */
  async start(): Promise<void> {
    const { ssdpPort = SSDP_PORT, log, subscribeAddresses } = this.deps;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ port: ssdpPort, address: '0.0.0.0' }, () => {
        socket.off('error', reject);
        resolve();
      });
    }).catch((error: unknown) => {
      socket.close();
      throw error;
    });
    socket.on('error', (error) => log.warn('ssdp: failed (controllers may not find the box)', { error }));
    socket.on('message', (message, from) => this.#hear(message, from));
    this.#attempt('TTL', () => socket.setMulticastTTL(HOPS));
    this.#socket = socket;
    this.#unsubscribe = subscribeAddresses(() => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => void this.announce(), SETTLED).unref();
    });
    await this.announce();
  }

  /** Port of the socket. */
  get port(): number | undefined {
    return this.#socket?.address().port;
  }

  /** Says that the device is there, on the interfaces that there are now; from then on again and again. Never rejects. */
  async announce(): Promise<void> {
    if (this.#socket === undefined) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#timer = setTimeout(() => void this.announce(), PERIOD).unref();
    this.#again = setTimeout(() => void this.#sayAlive(), AGAIN).unref();
    this.#join();
    await this.#sayAlive();
  }

  /** Says that the device is gone. May be called twice. */
  async stop(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined) return;
    for (const each of [this.#timer, this.#again, this.#settling, ...this.#answers]) clearTimeout(each);
    this.#unsubscribe();
    await this.#toAll(() => targetsOf(this.deps).map(([target, usn]) => byebye(target, usn)));
    this.#socket = undefined;
    await new Promise<void>((resolve) => socket.close(() => resolve()));
  }

  /** Each is left and joined anew: an interface may have gone and come with the same address, and knows nothing then. */
  #join(): void {
    const socket = this.#socket;
    for (const { address } of this.#joined) this.#attempt('leave', () => socket?.dropMembership(GROUP, address));
    this.#joined = this.deps.addresses();
    for (const { address } of this.#joined) this.#attempt('join', () => socket?.addMembership(GROUP, address));
  }

  /** An interface may be gone at any moment. */
  #attempt(what: string, act: () => unknown): void {
    try {
      act();
    } catch (error) {
      this.deps.log.debug('ssdp: not done', { what, error });
    }
  }

  #sayAlive(): Promise<void> {
    return this.#toAll((address) =>
      targetsOf(this.deps).map(([target, usn]) => alive(this.#senderAt(address), target, usn)),
    );
  }

  #senderAt(address: string): { readonly server: string; readonly host: string } {
    return { server: this.deps.server, host: `${address}:${this.deps.port}` };
  }

  /** One interface after the other: it is chosen for the whole socket. */
  async #toAll(messages: (address: string) => readonly Buffer[]): Promise<void> {
    const { port = SSDP_PORT } = this;
    for (const { address } of this.#joined) {
      const socket = this.#socket;
      this.#attempt('choose interface', () => socket?.setMulticastInterface(address));
      await Promise.all(messages(address).map((message) => this.#send(message, port, GROUP)));
    }
  }

  /** Never rejects. */
  #send(message: Buffer, port: number, address: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket === undefined) {
        resolve();
        return;
      }
      this.#socket.send(message, port, address, (error) => {
        if (error !== null) this.deps.log.debug('ssdp: not sent', { address, error });
        resolve();
      });
    });
  }

  #hear(message: Buffer, { address, port }: RemoteInfo): void {
    const search = readSearch(message);
    const own = search && this.#joined.find(({ reaches }) => reaches(address));
    if (search === undefined || own === undefined) return;
    const found = foundBy(search, this.deps);
    const { random = Math.random } = this.deps;
    const delay = search.within * 1000 * random();
    if (found.length === 0 || !this.#quota.take(address, delay)) return;
    const timer = setTimeout(() => {
      this.#answers.delete(timer);
      for (const [target, usn] of found)
        void this.#send(answer(this.#senderAt(own.address), target, usn), port, address);
    }, delay);
    this.#answers.add(timer.unref());
  }
}
