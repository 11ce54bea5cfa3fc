/** The connections of the server. A client that opens many, or that opens some and says nothing, shuts out nobody else. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type SlotBounds, Slots } from './slots.js';
import { clientOf, type Held } from './shares.js';

/** One address may be a program that asks for many things at once, or what stands in front of a house full of phones. */
const BOUNDS: SlotBounds = { address: 128, network: 256, all: 512 };
/** In ms. */
const SILENCE_MS = 10_000;

interface Connection extends Held {
  readonly socket: Socket;
  /** The answer to its last request. */
  response?: ServerResponse;
  /** Whether it speaks another protocol now, which is never idle. */
  isOther?: true;
}

export class Connections {
  readonly #open = new WeakMap<Socket, Connection>();
  readonly #slots: Slots<Connection>;
  readonly #silence: number;

  /** @param silence ms after which a new connection that says nothing is closed */
  constructor(bounds = BOUNDS, silence = SILENCE_MS) {
    this.#silence = silence;
    this.#slots = new Slots(bounds, {
      isIdle: ({ response, isOther }) => isOther !== true && (response === undefined || response.writableFinished),
      end: ({ socket }) => socket.destroy(),
    });
  }

  /** Takes a new connection, or closes it. */
  take(socket: Socket): void {
    const connection = { client: clientOf(socket), socket };
    if (!this.#slots.take(connection)) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#slots.leave(connection);
    });
    // A time-out of the connection itself: no timer runs while there is none.
    socket.setTimeout(this.#silence);
  }

  /** The connection is in use until this answer is sent. */
  answering(response: ServerResponse): void {
    const { socket } = response.req;
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    if (connection.response === undefined) socket.setTimeout(0);
    connection.response = response;
  }

  /** The connection is in use for as long as it lasts: it changes to another protocol. */
  keeping(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.socket.setTimeout(0);
    connection.isOther = true;
  }
}
