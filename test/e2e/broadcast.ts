/**
 * A station of our own on the loopback, which sends one MP3 as it would be on the air: some seconds at once, then as
 * fast as it is heard, each listener from where the programme is. It can fall silent, as a network does: what was due
 * meanwhile comes afterwards.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { Test } from 'tap';

/** kbit/s, without a reservoir, so that a listener may join anywhere. */
export const BITRATE = 128;
export const LAME = ['-b', String(BITRATE), '-t', '--nores'];
const BYTES_PER_MILLISECOND = BITRATE / 8;
const TICK_MILLISECONDS = 50;
const BURST_MILLISECONDS = 7000;

export class Broadcast {
  readonly url: string;
  /** How many listeners came so far. */
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

  /** Milliseconds of the programme that a listener could have heard by now. */
  get onAir(): number {
    return performance.now() - this.#startedAt;
  }

  fallSilent(): void {
    this.#isSilent = true;
  }

  goOn(): void {
    this.#isSilent = false;
  }

  /** A listener begins with the burst before what is on the air. */
  join(socket: Socket): void {
    this.connections++;
    socket.write('HTTP/1.0 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: Testfunk\r\n\r\n');
    this.#listeners.set(socket, Math.floor(this.onAir * BYTES_PER_MILLISECOND));
    socket.on('close', () => this.#listeners.delete(socket));
    this.send();
  }

  /** Sends what is due. */
  send(): void {
    if (this.#isSilent) return;
    const due = Math.floor((this.onAir + BURST_MILLISECONDS) * BYTES_PER_MILLISECOND);
    for (const [socket, at] of this.#listeners) {
      socket.write(this.#bytes.subarray(at, due));
      this.#listeners.set(socket, Math.min(Math.max(at, due), this.#bytes.length));
    }
  }
}

/** The programme begins now, and is long enough for the test; gone when the test ends. */
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
