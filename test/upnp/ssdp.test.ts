/** Searches and announcements. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import t from 'tap';
import { udnOf } from '../../src/upnp/description.js';
import { foundBy, readSearch } from '../../src/upnp/ssdp/messages.js';
import { Quota } from '../../src/upnp/ssdp/quota.js';
import { Ssdp } from '../../src/upnp/ssdp/ssdp.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { BOX_ID, Searcher, startUpnp } from './rig.js';

const headersOf = (message: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    message
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]),
  );

t.test('a search finds the device, its parts and nothing else', async (t) => {
  const { server, port } = await startUpnp(t);
  const searcher = await Searcher.start(t);
  const ssdp = server.ssdpPort ?? 0;
  searcher.search(ssdp, 'urn:schemas-upnp-org:device:MediaServer:1');
  searcher.search(ssdp, 'urn:schemas-upnp-org:device:MediaRenderer:1');
  await searcher.until(1);
  const udn = udnOf(BOX_ID);
  t.match(searcher.received[0], /^HTTP\/1\.1 200 OK\r\n/);
  t.match(headersOf(searcher.received[0] ?? ''), {
    'CACHE-CONTROL': 'max-age=1800',
    EXT: '',
    LOCATION: `http://127.0.0.1:${port}/description.xml`,
    SERVER: /UPnP\/1\.0/,
    ST: 'urn:schemas-upnp-org:device:MediaRenderer:1',
    USN: `${udn}::urn:schemas-upnp-org:device:MediaRenderer:1`,
  });
  searcher.search(ssdp, 'ssdp:all');
  await searcher.until(7);
  t.strictSame(
    searcher.received
      .slice(1)
      .map((each) => headersOf(each)['ST'])
      .sort(),
    [
      'upnp:rootdevice',
      'urn:schemas-upnp-org:device:MediaRenderer:1',
      'urn:schemas-upnp-org:service:AVTransport:1',
      'urn:schemas-upnp-org:service:ConnectionManager:1',
      'urn:schemas-upnp-org:service:RenderingControl:1',
      udn,
    ].sort(),
  );
  searcher.search(ssdp, udn);
  await searcher.until(8);
});

t.test('what is no search', async (t) => {
  const read = (...lines: readonly string[]) => readSearch(Buffer.from(lines.join('\r\n')));
  const search = ['M-SEARCH * HTTP/1.1', 'MAN: "ssdp:discover"', 'ST: ssdp:all'];
  t.strictSame(read(...search, 'MX: 2'), { target: 'ssdp:all', within: 2 });
  t.strictSame(read(...search, 'mx: 120'), { target: 'ssdp:all', within: 3 });
  t.strictSame(read(...search), { target: 'ssdp:all', within: 0 });
  t.equal(read('NOTIFY * HTTP/1.1', ...search.slice(1)), undefined);
  t.equal(read(...search.slice(0, 2)), undefined);
  t.equal(read(search[0] ?? '', search[2] ?? ''), undefined);
  t.equal(read(...search, `X: ${'x'.repeat(2000)}`), undefined);
  t.equal(readSearch(Buffer.alloc(0)), undefined);
  t.strictSame(foundBy({ target: 'x', within: 0 }, { udn: 'uuid:1', serviceTypes: [] }), []);
});

t.test('one address gets only so many answers at a time, and all together', async (t) => {
  const quota = new Quota();
  const taken = Array.from({ length: 10 }, () => quota.take('192.168.1.2', 0));
  t.equal(taken.filter(Boolean).length, 6);
  const others = Array.from({ length: 100 }, (_, at) => quota.take(`192.168.2.${at}`, 0));
  t.equal(others.filter(Boolean).length, 58);
});

t.test('it is announced, anew when an address is another, and its end is', async (t) => {
  const listener = createSocket({ type: 'udp4', reuseAddr: true });
  listener.bind(0, '0.0.0.0');
  await once(listener, 'listening');
  t.teardown(() => void listener.close());
  const searcher = new Searcher(listener);
  try {
    listener.addMembership('239.255.255.250', '127.0.0.1');
  } catch {
    t.comment('no multicast on the loopback here');
    return;
  }
  let changed: () => void = () => undefined;
  let isThere = true;
  const ssdp = new Ssdp({
    udn: 'uuid:1',
    serviceTypes: ['s:1'],
    server: 'Linux UPnP/1.0 Tonearm/1',
    port: 6066,
    addresses: () => (isThere ? [{ address: '127.0.0.1', reaches: () => true }] : []),
    subscribeAddresses: (notice) => {
      changed = notice;
      return () => undefined;
    },
    log: SILENT_LOG,
    ssdpPort: listener.address().port,
  });
  await ssdp.start();
  const alive = setInterval(() => undefined, 1000); // its timers do not keep a process
  await searcher.until(8);
  t.match(headersOf(searcher.received[0] ?? ''), {
    NTS: 'ssdp:alive',
    LOCATION: 'http://127.0.0.1:6066/description.xml',
  });
  changed();
  await searcher.until(16);
  await ssdp.stop();
  await searcher.until(20);
  t.match(headersOf(searcher.received.at(-1) ?? ''), { NTS: 'ssdp:byebye' });
  isThere = false;
  await ssdp.stop();
  clearInterval(alive);
});
