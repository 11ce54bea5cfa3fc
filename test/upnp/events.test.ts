/** Subscriptions: what they are told, when, and how they end. */
import t, { type Test } from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import { ownAddresses } from '../../src/ssdp/addresses.js';
import { mayNotify } from '../../src/upnp/addresses.js';
import { readCallbacks } from '../../src/upnp/events/callbacks.js';
import { readSeconds } from '../../src/upnp-wire/time.js';
import { Subscriptions } from '../../src/upnp/events/subscriptions.js';
import { connectionManager } from '../../src/upnp/services/connection-manager.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { didl, startUpnp, Subscriber, type UpnpRig, URI } from './rig.js';

async function subscribed(t: Test, { send }: UpnpRig, service: string) {
  const subscriber = new Subscriber();
  const callback = `<${await subscriber.listen(t)}>`;
  const answer = await send('SUBSCRIBE', `/${service}/event`, { callback, nt: 'upnp:event', timeout: 'Second-300' });
  t.equal(answer.status, 200);
  t.equal(answer.headers['timeout'], 'Second-300');
  await subscriber.until(() => subscriber.events.length > 0);
  return { subscriber, sid: String(answer.headers['sid']) };
}

t.test('the first event holds everything, later ones what has changed', async (t) => {
  const rig = await startUpnp(t);
  const { call, engine } = rig;
  const { subscriber, sid } = await subscribed(t, rig, 'AVTransport');
  const { events } = subscriber;
  t.match(events[0], { sid, sequence: 0, values: { TransportState: 'NO_MEDIA_PRESENT', TransportStatus: 'OK' } });
  await call('AVTransport', 'SetAVTransportURI', {
    CurrentURI: `${URI}?a=1&b="2"`,
    CurrentURIMetaData: didl(URI, 'A & B <c>'),
  });
  await call('AVTransport', 'Play', { Speed: 1 });
  rig.opens();
  await subscriber.untilValue('TransportState', 'PLAYING');
  const known = Object.assign({}, ...events.map(({ values }) => values)) as Record<string, string>;
  t.match(known, { AVTransportURI: `${URI}?a=1&b="2"`, CurrentTrackMetaData: didl(URI, 'A & B <c>') });
  t.match(known['CurrentTransportActions'], 'Play,Pause,Stop,Seek');
  engine.runsDry();
  await subscriber.untilValue('TransportState', 'STOPPED');
  t.strictSame(
    events.map(({ sequence }) => sequence),
    events.map((_, at) => at),
    'in order',
  );
  t.notOk(events.at(-1)?.values['AVTransportURI'], 'only what has changed');
});

t.test('changes in quick succession are one event', async (t) => {
  const rig = await startUpnp(t);
  const { subscriber } = await subscribed(t, rig, 'RenderingControl');
  t.match(subscriber.events[0], { values: { Volume: '40', Mute: '0' } });
  t.match(subscriber.events[0]?.body, /Volume channel=&quot;Master&quot; val=&quot;40&quot;/);
  for (let percent = 41; percent <= 60; percent++) await rig.volume.set(percent);
  await subscriber.untilValue('Volume', '60');
  t.equal(subscriber.events.length, 2);
});

t.test('the manager of connections says what it plays', async (t) => {
  const { subscriber } = await subscribed(t, await startUpnp(t), 'ConnectionManager');
  t.match(subscriber.events[0], { values: { CurrentConnectionIDs: '0', SinkProtocolInfo: /audio\/flac/ } });
});

t.test('renewed, ended, and what is refused', async (t) => {
  const rig = await startUpnp(t);
  const { send } = rig;
  const { subscriber, sid } = await subscribed(t, rig, 'RenderingControl');
  const path = '/RenderingControl/event';
  const renewed = await send('SUBSCRIBE', path, { sid, timeout: 'Second-infinite' });
  t.match(renewed, { status: 200, headers: { sid, timeout: 'Second-1800' } });
  const callback = '<http://127.0.0.1:9/>';
  for (const [method, headers, status] of [
    ['SUBSCRIBE', { sid, nt: 'upnp:event' }, 400],
    ['SUBSCRIBE', { sid: 'uuid:none' }, 412],
    ['SUBSCRIBE', { nt: 'upnp:event' }, 412],
    ['SUBSCRIBE', { callback }, 412],
    ['SUBSCRIBE', { callback: '<http://10.9.9.9/>', nt: 'upnp:event' }, 412],
    ['SUBSCRIBE', { callback: '<http://localhost/>', nt: 'upnp:event' }, 412],
    ['SUBSCRIBE', { callback: '<https://127.0.0.1/>', nt: 'upnp:event' }, 412],
    ['SUBSCRIBE', { callback: 'http://127.0.0.1/', nt: 'upnp:event' }, 412],
    ['UNSUBSCRIBE', {}, 412],
    ['UNSUBSCRIBE', { sid, callback }, 400],
  ] as const) {
    t.equal((await send(method, path, headers)).status, status, `${method} ${JSON.stringify(headers)}`);
  }
  t.equal((await send('UNSUBSCRIBE', '/AVTransport/event', { sid })).status, 412, 'of another service');
  t.equal((await send('UNSUBSCRIBE', path, { sid })).status, 200);
  t.equal((await send('UNSUBSCRIBE', path, { sid })).status, 412);
  const other = await subscribed(t, rig, 'RenderingControl');
  await rig.volume.set(3);
  await other.subscriber.untilValue('Volume', '3');
  t.equal(subscriber.events.length, 1, 'an ended one is told nothing');
});

t.test('there are only so many, and each address has its share', async (t) => {
  const { send } = await startUpnp(t);
  const subscriber = new Subscriber();
  const callback = `<${await subscriber.listen(t)}>`;
  const statuses: number[] = [];
  for (let count = 0; count < 14; count++) {
    statuses.push((await send('SUBSCRIBE', '/AVTransport/event', { callback, nt: 'upnp:event' })).status);
  }
  t.strictSame(statuses, [...Array<number>(12).fill(200), 503, 503]);
});

t.test('one that takes no events is dropped, and others are not held up', async (t) => {
  const tried: number[] = [];
  let drop: () => void = () => undefined;
  const dropped = new Promise<void>((resolve) => (drop = resolve));
  const failing = new Subscriptions({
    log: { ...SILENT_LOG, info: () => drop() },
    send: async (_url, { sequence }) => {
      tried.push(sequence);
      throw new Error('refused');
    },
  });
  t.teardown(() => failing.stop());
  const client = { address: '192.168.7.7', network: '192.168.7.7', isLocal: false };
  failing.add(connectionManager(), client, [new URL('http://192.168.7.7/')], 60)?.begin();
  const alive = setInterval(() => undefined, 1000); // timers of subscriptions do not keep a process
  await dropped;
  clearInterval(alive);
  t.equal(failing.size, 0);
  t.strictSame(tried, [0, 1, 2], 'an event that was missed is missed');
});

t.test('where events may go', async (t) => {
  const interfaces = {
    eth0: [{ address: '192.168.1.5', cidr: '192.168.1.5/24', family: 'IPv4', internal: false }],
    lo: [{ address: '127.0.0.1', cidr: '127.0.0.1/8', family: 'IPv4', internal: true }],
    wan: [{ address: '8.8.8.8', cidr: '8.8.8.8/8', family: 'IPv4', internal: false }],
  } as never;
  for (const [subscriber, target, expected] of [
    ['192.168.1.9', '192.168.1.9', true],
    ['192.168.1.9', '192.168.1.10', true],
    ['192.168.1.9', '192.168.2.10', false],
    ['192.168.1.9', '192.168.1.5', false],
    ['192.168.1.9', '127.0.0.1', false],
    ['192.168.1.9', '8.8.4.4', false],
    ['8.1.1.1', '8.8.4.4', false],
    ['192.168.1.9', 'box', false],
    ['192.168.1.9', '[::1]', false],
    ['127.0.0.1', '127.0.0.1', true],
  ] as const) {
    t.equal(mayNotify(interfaces, subscriber, target), expected, `${subscriber} ${target}`);
  }
  const own = (host: string) => ownAddresses(interfaces, host).map(({ address }) => address);
  t.strictSame(own('0.0.0.0'), ['192.168.1.5']);
  t.strictSame(own('127.0.0.1'), ['127.0.0.1']);
  t.strictSame(own('192.168.1.5'), ['192.168.1.5']);
  const callbacks = readCallbacks('<http://1.1.1.1/a> <http://2.2.2.2:99/b> <x> <http://u@1.1.1.1/>', () => true);
  t.strictSame(
    callbacks.map(({ href }) => href),
    ['http://1.1.1.1/a', 'http://2.2.2.2:99/b'],
  );
  t.strictSame(['Second-5', 'Second-90', 'infinite', '', 'Second-99999'].map(readSeconds), [60, 90, 1800, 1800, 1800]);
});

t.test('nothing is compared while nobody has subscribed', async (t) => {
  const rig = await startUpnp(t);
  await rig.send('GET', '/description.xml');
  let reads = 0;
  const read = rig.volume.read.bind(rig.volume);
  rig.volume.read = () => {
    reads += 1;
    return read();
  };
  await rig.player.replaceQueue(['/a']);
  await rig.player.play(FROM_START);
  await rig.volume.set(9);
  const { subscriber } = await subscribed(t, rig, 'RenderingControl');
  t.equal(subscriber.events.length, 1);
  t.equal(reads, 1, 'for the first event');
});
