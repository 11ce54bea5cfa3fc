/** One client's stream of server-sent events (WHATWG HTML, "Server-sent events"). Memory per client is bounded. */
import type { ServerResponse } from 'node:http';

/** A browser that lost its stream waits this long before it comes back, in ms. */
const RETRY_MILLISECONDS = 2000;
/** What a client may leave unread beyond what the kernel keeps for it, in bytes; after that it is dropped. */
export const UNREAD_LIMIT = 128 * 1024;

/** One event; without an id it leaves the client's last id as it is. @param data one line */
export function eventFrame(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

export class EventStream {
  /** Sends the head of the answer. */
  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  }

  send(frame: string): void {
    if (!this.response.writable) return;
    this.response.write(frame);
    if (this.response.writableLength > UNREAD_LIMIT) this.response.destroy();
  }

  /** Ends the answer and, once it is sent, the connection. */
  end(): void {
    const { socket } = this.response;
    this.response.end();
    socket?.destroySoon();
  }
}
