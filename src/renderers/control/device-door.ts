/**
 * The port to which one renderer comes: for the events that it sends, and for sound that the daemon has decoded for it. Open
 * while the renderer is played to, on the own address in its network; only the renderer itself is answered, at paths that
 * nobody guesses. What an event says is not read: it is a reason to ask. Thread: main.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../log.js';

/** Answers a request for what was published. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const MOST = { connections: 32, headerBytes: 8192, eventBytes: 256 * 1024 };

export interface DeviceDoorDeps {
  /** Own IPv4 address in the network of the renderer. */
  readonly address: string;
  /** IPv4 address of the renderer. */
  readonly host: string;
  /** The renderer has sent an event. */
  readonly changed: () => void;
  readonly log: Log;
}

export class DeviceDoor {
  readonly #secret = randomBytes(12).toString('hex');
  readonly #published = new Map<string, Answer>();
  #count = 0;
  readonly #server: Server;

  private constructor(private readonly deps: DeviceDoorDeps) {
    this.#server = createServer({ maxHeaderSize: MOST.headerBytes }, (request, response) => {
      this.#answer(request, response);
    });
    this.#server.maxConnections = MOST.connections;
    this.#server.on('connection', (socket) => {
      if (socket.remoteAddress !== deps.host) socket.destroy();
    });
    this.#server.on('clientError', (_, socket) => void socket.destroy());
    this.#server.on('error', (error) => deps.log.warn('renderer: port failed', { error }));
  }

  /** @throws Error where no port can be had */
  static async open(deps: DeviceDoorDeps): Promise<DeviceDoor> {
    const door = new DeviceDoor(deps);
    door.#server.listen(0, deps.address);
    await once(door.#server, 'listening');
    door.#server.unref();
    return door;
  }

  /** Where events are to be sent. */
  get eventAddress(): string {
    return this.#addressOf('events');
  }

  /** Serves something at a path of its own, also where the name was published before. @returns the address, and what ends that */
  publish(name: string, answer: Answer): { readonly address: string; readonly withdraw: () => void } {
    const path = `${++this.#count}/${name}`;
    this.#published.set(path, answer);
    return { address: this.#addressOf(path), withdraw: () => void this.#published.delete(path) };
  }

  /** Breaks all connections. May be called twice. */
  close(): void {
    this.#published.clear();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #addressOf(path: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://${this.deps.address}:${port}/${this.#secret}/${path}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [, secret, ...path] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const { method } = request;
    const name = path.join('/');
    const answer = this.#published.get(name);
    if (secret !== this.#secret) this.#refuse(response, 404);
    else if (name === 'events' && method === 'NOTIFY') this.#takeEvent(request, response);
    else if (answer === undefined) this.#refuse(response, 404);
    else if (method !== 'GET' && method !== 'HEAD') this.#refuse(response, 405);
    else answer(request, response);
  }

  #takeEvent(request: IncomingMessage, response: ServerResponse): void {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST.eventBytes) request.destroy();
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      response.writeHead(200).end();
      this.deps.changed();
    });
  }

  #refuse(response: ServerResponse, status: number): void {
    response.writeHead(status, { Connection: 'close' }).end();
  }
}
