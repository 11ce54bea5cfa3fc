/** Renderers are found on a real network: the loopback, with sockets and servers of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { Listeners } from '../../src/listeners.js';
import { Renderers } from '../../src/renderers/renderers.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { Announcer, multicastTrouble } from './announcer.js';
import { descriptionText } from './description-text.js';

const OWN = 'uuid:own';
const [A, B] = ['uuid:aaaa', 'uuid:bbbb'];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const describes =
  (udn: string, name = 'Kitchen'): Answer =>
  (_, response) =>
    void response.end(descriptionText({ udn, name }));

async function listen(t: Test, answer: Answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  t.teardown(close);
  const { port } = server.address() as AddressInfo;
  return { port, location: `http://127.0.0.1:${port}/root.xml`, close };
}

async function startRig(t: Test, more: { readonly ownPort?: number } = {}) {
  const announcer = await Announcer.start(t);
  const moved = new Listeners();
  const warnings: string[] = [];
  const renderers = new Renderers({
    isOn: true,
    addresses: () => [{ address: '127.0.0.1', reaches: (address) => address.startsWith('127.') }],
    subscribeAddresses: (listener) => moved.add(listener),
    isOwn: (_, port) => port === more.ownPort,
    ownUdn: () => Promise.resolve(OWN),
    userAgent: 'Tonearm/test',
    log: { ...SILENT_LOG, warn: (message) => void warnings.push(message) },
    ssdpPort: announcer.port,
  });
  t.teardown(() => renderers.stop());
  const names = (): string[] => renderers.list().map(({ name }) => name);
  const until = async (isSo: () => boolean): Promise<void> => {
    const alive = setInterval(() => undefined, 1000); // its timers do not keep a process
    while (!isSo()) {
      let undo: () => void = () => undefined;
      await Promise.race([
        new Promise<void>((resolve) => (undo = renderers.subscribe(resolve))),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
      undo();
    }
    clearInterval(alive);
  };
  return { announcer, renderers, names, until, warnings, moveAddresses: () => moved.call() };
}

const SETTINGS = { timeout: 60_000, skip: await multicastTrouble() };

t.test('a renderer is found by the search, or by what it says', SETTINGS, async (t) => {
  const { announcer, renderers, names, until } = await startRig(t);
  const [a, b] = [await listen(t, describes(A)), await listen(t, describes(B, 'Bath'))];
  announcer.devices.set(A, { udn: A, location: a.location });
  t.strictSame(renderers.list(), [], 'before the start');
  await renderers.start();
  await until(() => names().length === 1);
  t.match(renderers.list(), [
    {
      id: A,
      name: 'Kitchen',
      service: 'upnp',
      pcm: '',
      mixer: undefined,
      isPresent: true,
      network: {
        app: 'UPnP/DLNA',
        host: '127.0.0.1',
        ip: '127.0.0.1',
        port: a.port,
        controlUrl: `http://127.0.0.1:${a.port}/AVTransport/control`,
      },
    },
  ]);
  announcer.alive({ udn: B, location: b.location });
  await until(() => names().length === 2);
  t.strictSame(names(), ['Bath', 'Kitchen']);
  announcer.byebye(A);
  await until(() => names().length === 1);
  t.strictSame(names(), ['Bath']);
});

t.test('it is searched for again when an address is another', SETTINGS, async (t) => {
  const { announcer, renderers, until, moveAddresses } = await startRig(t);
  await renderers.start();
  await until(() => announcer.searches === 2);
  moveAddresses();
  await until(() => announcer.searches === 4);
  t.equal(announcer.searches, 4, 'and each search is sent twice');
});

t.test('one that loses its power leaves while somebody looks', SETTINGS, async (t) => {
  const { announcer, renderers, names, until } = await startRig(t);
  const a = await listen(t, describes(A));
  await renderers.start();
  announcer.alive({ udn: A, location: a.location });
  await until(() => names().length === 1);
  a.close();
  const begun = performance.now();
  await renderers.refresh();
  await until(() => names().length === 0);
  t.ok(performance.now() - begun < 30_000, 'within 30 s');
});

t.test('the daemon itself is neither listed nor asked', SETTINGS, async (t) => {
  const asked: string[] = [];
  const own = await listen(t, ({ url = '' }) => void asked.push(url));
  const rig = await startRig(t, { ownPort: own.port });
  const { announcer, renderers, names, until } = rig;
  const a = await listen(t, describes(A));
  await renderers.start();
  announcer.alive({ udn: OWN, location: a.location });
  announcer.alive({ udn: B, location: own.location });
  announcer.alive({ udn: A, location: a.location });
  await until(() => names().length === 1);
  t.match(renderers.list(), [{ id: A }]);
  t.strictSame(asked, []);
});

t.test('what descriptions can do to whoever reads them', SETTINGS, async (t) => {
  const { announcer, renderers, names, until } = await startRig(t);
  let sent = 0;
  const answers: readonly Answer[] = [
    (_, response) => {
      // 100 MB, as fast as they are taken
      const chunk = Buffer.alloc(1 << 20, 'x');
      const pour = (): void => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
        response.end();
      };
      pour();
    },
    (_, response) =>
      void response.end(`<!DOCTYPE r [${'<!ENTITY a "&b;">'.repeat(500)}]>${descriptionText({ udn: A })}`),
    (_, response) => void response.end('<device>'.repeat(7000)),
    () => undefined, // never answers
    (_, response) => void response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
    (_, response) => void response.writeHead(302, { location: '/again' }).end(),
    (request) => void request.socket.end('\u0000\u0001 nonsense\r\n\r\n'),
    (_, response) => void response.writeHead(500).end(descriptionText({ udn: A })),
    (_, response) => void response.end(descriptionText({ udn: 'uuid:other' })),
  ];
  await renderers.start();
  for (const [at, answer] of answers.entries()) {
    const { location } = await listen(t, answer);
    announcer.alive({ udn: `uuid:bad${at}`, location });
  }
  const good = await listen(t, describes(B));
  announcer.alive({ udn: B, location: good.location });
  await until(() => names().length === 1);
  t.match(renderers.list(), [{ id: B }], 'the others are listed all the same');
  t.ok(sent < 30, `of 100 MB only what was on the way was sent: ${sent}`);
});

t.test('500 announced devices: 32 of one address, and one line in the log', SETTINGS, async (t) => {
  const { announcer, renderers, names, until, warnings } = await startRig(t);
  let asked = 0;
  const { location } = await listen(t, ({ url = '' }, response) => {
    asked += 1;
    response.end(descriptionText({ udn: `uuid:${url.slice(1)}` }));
  });
  await renderers.start();
  for (let at = 0; at < 500; at++) {
    announcer.alive({ udn: `uuid:n${at}`, location: new URL(`/n${at}`, location).href });
    if (at % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => names().length === 32 && warnings.length > 0);
  t.equal(asked, 32);
  t.strictSame(warnings, ['list full: more renderers are announced than are listed (the others cannot be chosen)']);
});

t.test('where it is off nothing is opened', async (t) => {
  const renderers = new Renderers({
    isOn: false,
    addresses: () => t.fail('nobody asks'),
    subscribeAddresses: () => t.fail('nobody asks'),
    isOwn: () => false,
    ownUdn: () => Promise.reject(new Error('nobody asks')),
    userAgent: '',
    log: SILENT_LOG,
  } as never);
  await renderers.start();
  await renderers.refresh();
  t.strictSame(renderers.list(), []);
  await renderers.stop();
});
