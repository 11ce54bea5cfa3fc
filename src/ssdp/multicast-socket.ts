/**
 * A UDP socket in the group of SSDP on every interface of the home network. An interface comes and goes at any moment: what
 * fails on one is logged and tried again with the next change of an address, or when the owner says `join`. IPv4 only.
 * Thread: main.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { OwnAddress } from './addresses.js';
import { GROUP } from './messages.js';

/** An interface gets and loses its addresses within this time around its signal, in ms. */
const SETTLED = 1000;
const HOPS = 2;

export interface MulticastDeps {
  readonly addresses: () => readonly OwnAddress[];
  readonly subscribeAddresses: (listener: () => void) => () => void;
  readonly log: Log;
}

export interface MulticastEvents {
  /** A datagram came from `from`, which is in the network of `own`. */
  received(message: Buffer, from: RemoteInfo, own: OwnAddress): void;
  /** There may be other addresses; the socket is in the group on each of them already. */
  moved(): void;
}

export class MulticastSocket {
  /** The interface is chosen for the whole socket: what goes out on several is sent one after the other. */
  readonly #sending = new SerialQueue();
  #socket: Socket | undefined;
  #joined: readonly OwnAddress[] = [];
  #settling: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly deps: MulticastDeps,
    private readonly events: MulticastEvents,
  ) {}

  /** Port of the socket; undefined while there is none. */
  get port(): number | undefined {
    return this.#socket?.address().port;
  }

  /**
   * Opens the socket; it is in no group before `join`.
   * @param port 0 for any free one
   * @param address bound to the group, it leaves what is sent to this machine alone to another socket of the same port
   * @throws Error when the port cannot be had
   */
  async open(port: number, address: '0.0.0.0' | typeof GROUP): Promise<void> {
    const { log, subscribeAddresses } = this.deps;
    const socket = createSocket({ type: 'udp4', reuseAddr: port !== 0 });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ port, address }, () => {
        socket.off('error', reject);
        resolve();
      });
    }).catch((error: unknown) => {
      socket.close();
      throw error;
    });
    socket.on('error', (error) => log.warn('ssdp: failed (devices may not find each other)', { error }));
    socket.on('message', (message, from) => {
      const own = this.#joined.find(({ reaches }) => reaches(from.address));
      if (own !== undefined) this.events.received(message, from, own);
    });
    this.#socket = socket;
    this.#attempt('TTL', () => socket.setMulticastTTL(HOPS));
    this.#unsubscribe = subscribeAddresses(() => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => {
        this.join();
        this.events.moved();
      }, SETTLED).unref();
    });
  }

  /**
   * Is in the group on all addresses that there are now. Each is left and joined anew: an interface may have gone and come
   * with the same address, and knows nothing then.
   */
  join(): void {
    const socket = this.#socket;
    for (const { address } of this.#joined) this.#attempt('leave', () => socket?.dropMembership(GROUP, address));
    this.#joined = this.deps.addresses();
    for (const { address } of this.#joined) this.#attempt('join', () => socket?.addMembership(GROUP, address));
  }

  /**
   * Sends to the group on each interface. Never rejects.
   * @param messages those that go out from an own address
   */
  sendToAll(messages: (address: string) => readonly Buffer[], port: number): Promise<void> {
    return this.#sending.run(async () => {
      for (const { address } of this.#joined) {
        const socket = this.#socket;
        this.#attempt('choose interface', () => socket?.setMulticastInterface(address));
        await Promise.all(messages(address).map((message) => this.send(message, port, GROUP)));
      }
    });
  }

  /** Never rejects. */
  send(message: Buffer, port: number, address: string): Promise<void> {
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

  /** May be called twice. */
  async close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    clearTimeout(this.#settling);
    this.#unsubscribe();
    if (socket !== undefined) await new Promise<void>((resolve) => socket.close(() => resolve()));
  }

  #attempt(what: string, act: () => unknown): void {
    try {
      act();
    } catch (error) {
      this.deps.log.debug('ssdp: not done', { what, error });
    }
  }
}
