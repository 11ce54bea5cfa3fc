import { networkInterfaces } from 'node:os';
import t from 'tap';
import { HOME_NETWORKS, StreamAddresses } from '../../src/net/stream-address.js';

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
    'https://a@radio.example/',
    'https://:b@radio.example/',
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

t.test('a URL is taken up to its greatest length', async (t) => {
  const url = 'http://radio.example/';
  t.equal(code(url + 'x'.repeat(4096 - url.length)), 'fine');
  t.equal(code(url + 'x'.repeat(4097 - url.length)), 'UNSUPPORTED_URL');
});

t.test('a URL without a port means that of its scheme', async (t) => {
  for (const [port, http, https] of [
    [80, 'STREAM_ADDRESS_FORBIDDEN', 'fine'],
    [443, 'fine', 'STREAM_ADDRESS_FORBIDDEN'],
  ] as const) {
    const guard = new StreamAddresses({ ownPorts: () => [port], ownNames: () => ['tonearm.local'] });
    t.equal(code('http://tonearm.local/', guard), http);
    t.equal(code('https://tonearm.local/', guard), https);
    t.equal(code('http://tonearm.local./', guard), http, 'with the dot of the root');
    t.equal(code('http://radio.example/', guard), 'fine');
  }
});

t.test('names of this machine itself are loopback', async (t) => {
  for (const name of ['ip6-localhost', 'ip6-loopback', 'a.b.localhost']) {
    t.equal(code(`http://${name}/x`), 'STREAM_ADDRESS_FORBIDDEN', name);
  }
  for (const name of ['localhost.example', 'notlocalhost', 'ip6-localhost.example']) {
    t.equal(code(`http://${name}/x`), 'fine', name);
  }
});

t.test('our own port is closed on loopback whatever is allowed, and open where it is not ours', async (t) => {
  const guard = new StreamAddresses({ allow: ['127.0.0.0/8', '::1/128'], ownPorts: () => [6063] });
  for (const address of ['127.0.0.1', '127.255.0.9', '::1']) {
    t.equal(guard.mayConnect(address, 6063), false, address);
    t.equal(guard.mayConnect(address, 6064), true, address);
  }
});

t.test('a network is an address alone, or one with as many bits as it may have', async (t) => {
  for (const [network, inside, outside] of [
    ['127.0.0.1', '127.0.0.1', '127.0.0.2'],
    ['127.0.0.1/32', '127.0.0.1', '127.0.0.0'],
    ['fe80::1', 'fe80::1', 'fe80::2'],
    ['fe80::1/128', 'fe80::1', 'fe80::'],
    ['169.254.0.0/17', '169.254.127.255', '169.254.128.0'],
  ] as const) {
    const guard = new StreamAddresses({ allow: [network] });
    t.equal(guard.mayConnect(inside, 80), true, `${inside} in ${network}`);
    t.equal(guard.mayConnect(outside, 80), false, `${outside} in ${network}`);
  }
  for (const network of ['127.0.0.1/1234', '127.0.0.1/-1', '127.0.0.1/8x', '::1/x']) {
    t.throws(() => new StreamAddresses({ allow: [network] }), { code: 'INVALID_NETWORK' }, network);
  }
});
