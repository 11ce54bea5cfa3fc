import { networkInterfaces } from 'node:os';
import t from 'tap';
import { HOME_NETWORKS, StreamAddresses } from '../../src/library/stream-address.js';

const streams = new StreamAddresses();
const code = (url: string, guard = streams): string => {
  const result = guard.examine(url);
  return typeof result === 'string' ? 'fine' : result.code;
};

t.test('radios on the internet and on the LAN are let in as they are written', async (t) => {
  const urls = ['http://radio.example/live', 'https://radio.example:8000/a?b=c', 'http://192.168.1.20/music.mp3'];
  for (const url of [...urls, 'http://10.0.0.9:8096/x', 'http://[2001:db8::1]/x', 'http://[fd00::5]/x']) {
    t.equal(streams.examine(url), url);
  }
});

t.test('loopback is refused in every spelling', async (t) => {
  const hosts = ['127.0.0.1', '127.9.9.9', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '[::1]', '[::]'];
  for (const host of [...hosts, '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]']) {
    t.equal(code(`http://${host}/x`), 'STREAM_ADDRESS_FORBIDDEN', host);
  }
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1.', '①②⑦.0.0.1']) {
    t.equal(code(`http://${host}/x`), 'STREAM_ADDRESS_FORBIDDEN', host);
  }
});

t.test('link-local, multicast, unspecified and tunnelled addresses are refused', async (t) => {
  const hosts = ['169.254.169.254', '[fe80::1]', '224.0.0.1', '[ff02::1]', '0.0.0.0', '255.255.255.255', '240.0.0.1'];
  for (const host of [...hosts, '[::ffff:169.254.169.254]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]']) {
    t.equal(code(`http://${host}/x`), 'STREAM_ADDRESS_FORBIDDEN', host);
  }
});

t.test('other schemes, credentials and nonsense are refused', async (t) => {
  for (const url of [
    'ftp://radio.example/x',
    'file:///etc/passwd',
    'http://',
    'http://[::1',
    'https://a:b@radio.example/',
  ]) {
    t.equal(code(url), 'UNSUPPORTED_URL', url);
  }
  t.equal(code(`http://radio.example/${'x'.repeat(5000)}`), 'UNSUPPORTED_URL');
});

t.test('an allowed network opens loopback, and nothing else', async (t) => {
  const guard = new StreamAddresses({ allow: ['127.0.0.0/8'] });
  t.equal(code('http://127.0.0.1:8000/x', guard), 'fine');
  t.equal(code('http://localhost:8000/x', guard), 'fine');
  t.equal(code('http://169.254.1.1/x', guard), 'STREAM_ADDRESS_FORBIDDEN');
});

t.test('our own port is refused under every name and address of ours', async (t) => {
  const guard = new StreamAddresses({
    allow: ['127.0.0.0/8'],
    ownPorts: () => [6063],
    ownNames: () => ['Tonearm.local'],
  });
  t.equal(code('http://127.0.0.1:6063/', guard), 'STREAM_ADDRESS_FORBIDDEN');
  t.equal(code('http://tonearm.local:6063/', guard), 'STREAM_ADDRESS_FORBIDDEN');
  t.equal(code('http://tonearm.local:8000/', guard), 'fine');
  t.equal(code('http://192.0.2.7:6063/', guard), 'fine', 'another machine');
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, family } of own.filter(({ address }) => !address.startsWith('fe80'))) {
    t.equal(guard.mayConnect(address, 6063), false, `${family} ${address}`);
  }
});

t.test('resolved addresses are judged like written ones', async (t) => {
  t.equal(streams.mayConnect('93.184.216.34', 80), true);
  t.equal(streams.mayConnect('::ffff:127.0.0.1', 80), false);
  t.equal(streams.mayConnect('fe80::1', 80), false);
});

t.test('home networks can be forbidden, and opened again', async (t) => {
  const outside = new StreamAddresses({ forbid: HOME_NETWORKS, allow: ['192.168.7.0/24'] });
  for (const address of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.9', 'fd12::1', '::ffff:192.168.1.1']) {
    t.equal(outside.mayConnect(address, 80), false, address);
    t.equal(streams.mayConnect(address, 80), true, address);
  }
  t.equal(outside.mayConnect('192.168.7.2', 80), true);
  t.equal(outside.mayConnect('93.184.216.34', 80), true);
});

t.test('a network that is none is refused at once', async (t) => {
  for (const network of ['localhost', '127.0.0.1/33', '127.0.0.1/', '::1/129', '10.0.0.0/8/8', '']) {
    t.throws(() => new StreamAddresses({ allow: [network] }), { code: 'INVALID_NETWORK' }, network);
  }
});
