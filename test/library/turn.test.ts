import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import t from 'tap';
import { letConnectionsIn, nextTurn } from '../../src/library/turn.js';

t.test('two tasks run one step each alternately', async (t) => {
  const steps: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let at = 0; at < 3; at++) {
      await nextTurn();
      steps.push(name);
    }
  };
  await Promise.all([work('one'), work('other')]);
  t.strictSame(steps, ['one', 'other', 'one', 'other', 'one', 'other']);
});

t.test('work that never ends does not hold up connections, and is not held up for good by them', async (t) => {
  const CONNECTIONS = 200;
  const taken: Socket[] = [];
  const server = createServer((socket) => {
    letConnectionsIn();
    taken.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  let steps = 0;
  while (taken.length < CONNECTIONS) {
    await nextTurn();
    steps += 1;
  }
  t.ok(steps < CONNECTIONS / 2, `${steps} steps while ${CONNECTIONS} connections came`);

  const immediate = (): void => {
    if (isFlooded) setImmediate(immediate);
    letConnectionsIn();
  };
  let isFlooded = true;
  setImmediate(immediate);
  for (let at = 0; at < 3; at++) await nextTurn();
  isFlooded = false;
  for (const socket of [...sockets, ...taken]) socket.destroy();
  server.close();
});
