import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { watchBody } from '../../src/http/slow-body.js';

const PACE = { look: 100, least: 1000 };

/** A server that handles requests as told. @returns a connection, and how often it was too slow */
async function connectionTo(t: Test, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen = { slow: 0 };
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    watchBody(request, response, () => (seen.slow += 1), PACE);
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.teardown(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { socket, seen };
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

t.test('a body that comes slowly, and always comes, is read to its end', async (t) => {
  const { socket, seen } = await connectionTo(t, (request, response) => {
    request.resume().once('end', () => response.end('whole'));
  });
  socket.write(head(20_000));
  for (let sent = 0; sent < 20_000; sent += 1000) {
    socket.write(Buffer.alloc(1000));
    await delay(40);
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  t.match(String(answer), /whole/);
  t.equal(seen.slow, 0);
});

t.test('a body that stops, or drips, is given up once', async (t) => {
  for (const drip of [0, 10]) {
    const { socket, seen } = await connectionTo(t, (request) => void request.resume());
    socket.write(head(20_000));
    for (let look = 0; look < 8; look++) {
      if (drip > 0) socket.write(Buffer.alloc(drip));
      await delay(50);
    }
    t.equal(seen.slow, 1);
  }
});

t.test('who has not asked for the body yet waits for nobody', async (t) => {
  const { socket, seen } = await connectionTo(t, (request, response) => {
    request.pause();
    setTimeout(() => request.resume().once('end', () => response.end('whole')), 500);
  });
  socket.write(head(5000));
  await delay(450);
  t.equal(seen.slow, 0);
  socket.write(Buffer.alloc(5000));
  await once(socket, 'data');
  t.equal(seen.slow, 0);
});

t.test('a request without a body is watched by nobody', async (t) => {
  const { socket, seen } = await connectionTo(
    t,
    (_request, response) => void setTimeout(() => response.end('done'), 400),
  );
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  t.equal(seen.slow, 0);
});
