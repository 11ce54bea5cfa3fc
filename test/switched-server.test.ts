/** A server that follows its setting, on a real socket. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import t, { type Test } from 'tap';
import { Unavailable } from '../src/errors.js';
import { Listeners } from '../src/listeners.js';
import { SwitchedServer } from '../src/switched-server.js';
import { keptLog } from './fixtures/log.js';

class Socket {
  #server: Server | undefined;

  get port(): number | undefined {
    return (this.#server?.address() as AddressInfo | null | undefined)?.port;
  }

  async start(port: number): Promise<this> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) => reject(new Unavailable('ADDRESS_IN_USE', `Port ${port} is taken.`, { cause })));
      server.listen(port, '127.0.0.1', resolve);
    });
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

function switchable(t: Test, open: () => Promise<Socket> = () => new Socket().start(0)) {
  const listeners = new Listeners();
  const { log, lines } = keptLog('mpd');
  let isWanted = true;
  let changes = 0;
  const server = new SwitchedServer({
    isWanted: () => isWanted,
    settings: { subscribe: (listener) => listeners.add(listener) },
    open,
    clients: 'MPD clients',
    log,
  });
  server.subscribe(() => (changes += 1));
  t.teardown(() => server.stop());
  const set = (wanted: boolean): void => {
    isWanted = wanted;
    listeners.call();
  };
  return { server, set, lines, changes: () => changes, listeners };
}

t.test('it is open while the setting wants it, and closed for good by stop()', async (t) => {
  const { server, set, lines, changes, listeners } = switchable(t);
  t.equal(server.port, undefined);
  await server.start();
  t.type(server.port, 'number');
  t.match(lines.join('\n'), /^<6>mpd: port: MPD clients can connect/);
  set(false);
  await server.follow();
  t.equal(server.port, undefined);
  set(true);
  await server.follow();
  t.type(server.port, 'number');
  t.equal(changes(), 3);
  await server.stop();
  await server.stop();
  set(true);
  await server.follow();
  t.equal(server.port, undefined);
  t.equal(listeners.size, 0);
  t.equal(changes(), 4);
});

t.test('what is switched back and forth meanwhile ends as it was wanted last', async (t) => {
  const { server, set } = switchable(t);
  void server.start();
  for (const wanted of [false, true, false, true, false]) set(wanted);
  await server.follow();
  t.equal(server.port, undefined);
});

t.test('a port that is taken is logged and told, and tried again when it is wanted anew', async (t) => {
  const other = await new Socket().start(0);
  let attempts = 0;
  const { server, set, lines } = switchable(t, () => {
    attempts += 1;
    return new Socket().start(other.port ?? 0);
  });
  await server.start();
  t.equal(server.port, undefined);
  t.equal(server.failure, `Port ${other.port} is taken.`);
  t.match(lines.join('\n'), /^<4>mpd: port: not opened \(MPD clients cannot connect\)/);
  set(true);
  t.equal(attempts, 1, 'another setting that changes is no reason');
  await other.stop();
  set(false);
  set(true);
  await server.follow();
  t.type(server.port, 'number');
  t.equal(server.failure, undefined);
});

t.test('a fault while it is opened is logged as one', async (t) => {
  const { server, lines } = switchable(t, () => Promise.reject(new Error('no such module')));
  await server.start();
  t.match(lines.join('\n'), /^<3>mpd: port: .*a fault of ours/);
  t.equal(server.failure, 'no such module');
});
