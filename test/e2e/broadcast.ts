/**
 * A radio station on the loopback that sends one MP3 as on the air: some seconds at once, then in real time; each
 * listener begins at the current position of the programme. The station can stop sending, as a network does, and then
 * sends all that was due.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { Test } from 'tap';

/** Bit rate in kbit/s; encoded without a bit reservoir, so that a listener can begin at any frame. */
export const BITRATE = 128;
export const LAME = ['-b', String(BITRATE), '-t', '--nores'];
const BYTES_PER_MILLISECOND = BITRATE / 8;
const TICK_MILLISECONDS = 50;
const BURST_MILLISECONDS = 7000;

export class Broadcast {
  readonly url: string;
  /** Number of connections so far. */
  connections = 0;
  readonly #bytes: Buffer;
  readonly #listeners = new Map<Socket, number>();
  readonly #startedAt = performance.now();
  #isSilent = false;

  constructor(bytes: Buffer, port: number) {
    this.#bytes = bytes;
    this.url = `http://127.0.0.1:${port}/live`;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** Position of the programme in milliseconds. */
  get onAir(): number {
    return performance.now() - this.#startedAt;
  }

  fallSilent(): void {
    this.#isSilent = true;
  }

  goOn(): void {
    this.#isSilent = false;
  }

  /** Sends a new listener the burst, which ends at the current position. */
  join(socket: Socket): void {
    this.connections++;
    socket.write('HTTP/1.0 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: Testfunk\r\n\r\n');
    this.#listeners.set(socket, Math.floor(this.onAir * BYTES_PER_MILLISECOND));
    socket.on('close', () => this.#listeners.delete(socket));
    this.send();
  }

  /** Sends all bytes up to the current position. */
  send(): void {
    if (this.#isSilent) return;
    const due = Math.floor((this.onAir + BURST_MILLISECONDS) * BYTES_PER_MILLISECOND);
    for (const [socket, at] of this.#listeners) {
      socket.write(this.#bytes.subarray(at, due));
      this.#listeners.set(socket, Math.min(Math.max(at, due), this.#bytes.length));
    }
  }
}

/** Starts a station whose programme begins now and is longer than the test; it stops when the test ends. */
export async function broadcast(t: Test, file: string): Promise<Broadcast> {
  const sockets = new Set<Socket>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const station = new Broadcast(await readFile(file), (server.address() as AddressInfo).port);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      station.join(socket);
    });
  });
  const timer = setInterval(() => {
    station.send();
  }, TICK_MILLISECONDS);
  t.teardown(() => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return station;
}
