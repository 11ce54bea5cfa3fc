import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'koa';
import t, { type Test } from 'tap';
import { sendPieces } from '../../src/http/send-pieces.js';

const PIECE = Buffer.alloc(1024 * 1024, 'x');

/** A server that answers with these pieces. @returns a response whose body nobody reads yet */
async function answered(t: Test, pieces: AsyncIterable<Buffer>) {
  let sent: Promise<void> | undefined;
  const server = createServer((_request, res) => {
    sent = sendPieces({ res } as unknown as Context, pieces);
  });
  server.listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  return new Promise<{ request: ReturnType<typeof get>; body: () => Promise<number>; over: () => Promise<void> }>(
    (resolve) => {
      const request = get(
        { host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false },
        (response) => {
          const body = async (): Promise<number> => {
            let bytes = 0;
            for await (const chunk of response) bytes += (chunk as Buffer).length;
            return bytes;
          };
          response.on('error', () => undefined);
          resolve({ request, body, over: () => sent ?? Promise.reject(new Error('not asked')) });
        },
      );
      request.on('error', () => undefined);
    },
  );
}

t.test('no piece is made before the client has taken those in front of it', async (t) => {
  let made = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (; made < 100; made++) yield Promise.resolve(PIECE);
  }
  const { body, over } = await answered(t, pieces());
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.ok(made < 100, 'the sockets hold only so much');
  t.equal(await body(), 100 * PIECE.length);
  await over();
});

t.test('a piece that fails breaks the connection off', async (t) => {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(PIECE);
    throw new Error('the disk');
  }
  const { body, over } = await answered(t, pieces());
  await t.rejects(body(), { code: 'ECONNRESET' });
  await over();
});

t.test('a client that goes away ends the pieces', async (t) => {
  let isEnded = false;
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield await Promise.resolve(PIECE);
    } finally {
      isEnded = true;
    }
  }
  const { request, over } = await answered(t, pieces());
  request.destroy();
  await over();
  t.ok(isEnded);
});
