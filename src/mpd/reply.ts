/**
 * The answer to one command, or to a list of them: lines and binary pieces, gathered into blocks of some kilobytes. A
 * handler that sends much awaits `room` every hundred lines or so: it waits for a client that reads slowly, and lets other
 * work have its turn. A client that reads nothing thus holds one block and what its socket holds.
 */
import type { Socket } from 'node:net';
import { nextTurn, Turn } from '../library/turn.js';
import { oneLine } from './song.js';

const BLOCK = 16 * 1024;
/** Items that are written before the client is waited for. */
const PAGE = 100;
/** Bytes that a socket holds before handlers wait. */
const HELD = 128 * 1024;

/** Thrown where a command has nobody to answer any more: the client wants to go, or has gone. */
export class Goodbye extends Error {}

export class Reply {
  #text = '';
  /** Begins when a handler first asks whether its turn is over: a short answer is written without a look at the clock. */
  #begun: Turn | undefined;

  constructor(private readonly socket: Socket) {}

  /** Whether the client has gone: what is left to do for it is not worth doing. */
  get isGone(): boolean {
    return this.socket.destroyed;
  }

  get #turn(): Turn {
    return (this.#begun ??= new Turn());
  }

  /** Whether `room` has something to wait for: another handler's turn has come, the client reads slowly, or has gone. */
  get isDue(): boolean {
    return this.#turn.isOver || this.socket.writableLength >= HELD || this.isGone;
  }

  /** Whether the client has to read more of what was sent before it gets the next answer. */
  get isHeldUp(): boolean {
    return this.socket.writableLength >= HELD;
  }

  /** A line `name: value`. A line break in a value would begin a line of its own: it becomes a space. */
  line(name: string, value: string | number): void {
    this.text(`${name}: ${typeof value === 'string' ? oneLine(value) : value}\n`);
  }

  /** Whole lines. */
  text(lines: string): void {
    this.#text += lines;
    if (this.#text.length > BLOCK) this.#send();
  }

  /** A line with the length, the bytes, and a line break. */
  binary(bytes: Uint8Array): void {
    this.text(`binary: ${bytes.length}\n`);
    this.#send();
    this.socket.write(bytes);
    this.#text = '\n';
  }

  /** Writes something for each item, and awaits `room` as often as is due. @throws Goodbye */
  async each<Item>(items: Iterable<Item>, write: (item: Item) => void): Promise<void> {
    let count = 0;
    for (const item of items) {
      write(item);
      count += 1;
      if (count % PAGE === 0) await this.room();
    }
  }

  flush(): void {
    this.#send();
  }

  /** Resolves when there is room for more. @throws Goodbye when the client has gone: nothing more is to be done for it */
  async room(): Promise<void> {
    if (this.#turn.isOver) await this.#turn.end();
    this.#requireClient();
    if (this.socket.writableLength < HELD) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        this.socket.off('drain', go).off('close', go);
        resolve();
      };
      this.socket.on('drain', go).on('close', go);
    });
    await nextTurn();
    this.#requireClient();
  }

  #requireClient(): void {
    if (this.isGone) throw new Goodbye();
  }

  #send(): void {
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    if (!this.socket.destroyed) this.socket.write(text);
  }
}
