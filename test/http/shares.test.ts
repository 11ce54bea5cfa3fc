import t from 'tap';
import { clientOf, largestShare } from '../../src/http/shares.js';

const client = (remoteAddress: string, localAddress = '192.0.2.1') => clientOf({ remoteAddress, localAddress });

t.test('an IPv4 address is the same on an IPv6 socket, and its own network', async (t) => {
  const expected = { address: '192.0.2.7', network: '192.0.2.7', isLocal: false };
  t.strictSame(client('192.0.2.7'), expected);
  t.strictSame(client('::ffff:192.0.2.7'), expected);
});

t.test('the network of an IPv6 address is its /64, however it is written', async (t) => {
  for (const [address, network] of [
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8:0:7::9', '2001:db8:0:7::/64'],
    ['2001:DB8::7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:0db8:0000:0007::', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ] as const) {
    t.equal(client(address).network, network, address);
  }
  t.not(client('2001:db8:0:7::1').network, client('2001:db8:0:8::1').network);
});

t.test('who has the same address at both ends is on this machine', async (t) => {
  t.ok(client('127.0.0.1', '127.0.0.1').isLocal);
  t.ok(client('::ffff:192.0.2.1', '::ffff:192.0.2.1').isLocal);
  t.notOk(client('127.0.0.2', '127.0.0.1').isLocal);
  t.notOk(clientOf({ remoteAddress: undefined, localAddress: undefined } as never).isLocal, 'it has gone');
});

t.test('the largest share is counted or weighed, and stays in order', async (t) => {
  const held = [1, 2, 3, 4].map((weight) => ({ weight, client: client(weight < 3 ? '192.0.2.2' : '192.0.2.3') }));
  const weights = (weigh?: (each: { weight: number }) => number) =>
    largestShare(held.slice(0, 3), 'address', weigh).map(({ weight }) => weight);
  t.strictSame(weights(), [1, 2]);
  t.strictSame(
    weights(({ weight }) => weight * weight),
    [3],
  );
  t.strictSame(largestShare([], 'network'), []);
});
