/** A WebSocket to a program on this machine (RFC 6455): text messages both ways, as Node 20 has no client of its own. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const TEXT = 1;
const CONTINUATION = 0;
const LAST = 0x80;
const MASKED = 0x80;

export class WebSocket {
  readonly #socket: Socket;
  readonly #receive: (text: string) => void;
  #bytes: Buffer;
  #parts: Buffer[] = [];

  private constructor(socket: Socket, head: Buffer, receive: (text: string) => void) {
    this.#socket = socket;
    this.#receive = receive;
    this.#bytes = head;
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#takeFrame());
    });
  }

  /** @param address `http://…` @param receive called for each message */
  static async open(address: string, receive: (text: string) => void): Promise<WebSocket> {
    const key = randomBytes(16).toString('base64');
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const request = get(address, {
      headers: { ...upgrade, 'sec-websocket-version': '13', 'sec-websocket-key': key },
    });
    const [, socket, head] = (await once(request, 'upgrade')) as [IncomingMessage, Socket, Buffer];
    return new WebSocket(socket, head, receive);
  }

  send(text: string): void {
    const payload = Buffer.from(text);
    const size = Buffer.alloc(payload.length < 126 ? 1 : 3);
    if (payload.length > 0xffff) throw new Error('a message has 65,535 bytes at most');
    if (payload.length < 126) size.writeUInt8(MASKED | payload.length);
    else size.writeUIntBE(((MASKED | 126) << 16) + payload.length, 0, 3);
    const mask = randomBytes(4);
    this.#socket.write(
      Buffer.concat([Buffer.from([LAST | TEXT]), size, mask, payload.map((byte, at) => byte ^ mask[at % 4]!)]),
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  /** @returns false while the next frame is not there as a whole */
  #takeFrame(): boolean {
    const bytes = this.#bytes;
    if (bytes.length < 2) return false;
    const short = bytes[1]! & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) return false;
    const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + size) return false;
    this.#bytes = bytes.subarray(start + size);
    const kind = bytes[0]! & 0x0f;
    if (kind !== TEXT && kind !== CONTINUATION) return true;
    this.#parts.push(bytes.subarray(start, start + size));
    if ((bytes[0]! & LAST) === 0) return true;
    const message = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#receive(message.toString());
    return true;
  }
}
