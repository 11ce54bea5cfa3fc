/**
 * Client with little CPU of its own: one loopback connection, one exchange at a time, raw bytes. The time stamp of an
 * exchange is taken right before its bytes are handed to the kernel.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { now } from './process.mjs';

/** Length of the first complete HTTP answer in `text`, or undefined. A chunked answer has to be the last in `text`. */
export function httpAnswerEnd(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  if (/\r\ntransfer-encoding: *chunked\r\n/i.test(text.slice(0, head + 2))) {
    return text.endsWith('\r\n0\r\n\r\n') ? text.length : undefined;
  }
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : undefined;
}

/** Length of the first complete answer of MPD in `text`, or undefined: an answer ends with a line `OK…` or `ACK …`. */
export function mpdAnswerEnd(text) {
  if (!text.endsWith('\n')) return undefined;
  const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
  return last.startsWith('OK') || last.startsWith('ACK') ? text.length : undefined;
}

export class Connection {
  #socket;
  #answerEnd;
  #text = '';
  #waiting;

  constructor(socket, answerEnd) {
    this.#socket = socket;
    this.#answerEnd = answerEnd;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      this.#text += chunk;
      this.#settle();
    });
    const lost = () => this.#waiting?.reject(new Error('the connection was closed'));
    socket.on('error', lost).on('close', lost);
  }

  /** @param address `{ port, host }` or `{ path }`. @throws while nobody listens. */
  static async open(address, answerEnd) {
    const socket = connect(address);
    await once(socket, 'connect');
    return new Connection(socket, answerEnd);
  }

  get isOpen() {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /**
   * Sends `bytes`, or only waits for the greeting. @returns the text of the answer and when the request was sent
   * (`now()`)
   */
  async exchange(bytes) {
    const answer = new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    const asked = now();
    if (bytes !== undefined) this.#socket.write(bytes);
    this.#settle();
    return { text: await answer, asked };
  }

  close() {
    this.#socket.destroy();
  }

  #settle() {
    const end = this.#waiting === undefined ? undefined : this.#answerEnd(this.#text);
    if (end === undefined) return;
    const answer = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(answer);
  }
}

/**
 * Repeats the connection attempt until the server listens. @throws after `timeout` ms, or when `stillRunning` is false
 */
export async function openSoon(address, answerEnd, stillRunning, timeout = 20_000) {
  const deadline = Date.now() + timeout;
  for (;;) {
    try {
      return await Connection.open(address, answerEnd);
    } catch (error) {
      if (Date.now() > deadline || !stillRunning()) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
  }
}
