/** The connection to a broker as MQTT.js gets it: what is out of bounds never reaches it, and ends the connection. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { PacketBounds } from './packet-bounds.js';

export class BoundedStream extends Duplex {
  readonly #bounds = new PacketBounds();
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return;
    try {
      this.#bounds.take(chunk);
    } catch (error) {
      this.destroy(error as Error);
      return;
    }
    if (!this.push(chunk)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
