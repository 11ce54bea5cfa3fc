/** A snapserver's control port as a test wants it: answers, notifications, silence, garbage. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';

export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Peer {
  readonly port: number;
  readonly asked: Asked[];
  /** Sends bytes to all that are connected. */
  send(bytes: string | Buffer): void;
  hangUp(): void;
  readonly connections: () => number;
}

/** @param answer the answer to a call: a result, an Error for a refusal, or undefined for none @param port 0 for a free one */
export async function startPeer(t: Test, answer: (asked: Asked) => unknown, port = 0): Promise<Peer> {
  const sockets = new Set<Socket>();
  const asked: Asked[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line) as Asked;
      asked.push(message);
      const result = answer(message);
      if (result === undefined) return;
      const { id } = message;
      const body =
        result instanceof Error
          ? { error: { code: -32603, message: 'Internal error', data: result.message } }
          : { result };
      socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', ...body })}\r\n`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  t.teardown(() => {
    hangUp();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    send: (bytes) => sockets.forEach((socket) => socket.write(bytes)),
    hangUp,
    connections: () => sockets.size,
  };
}
