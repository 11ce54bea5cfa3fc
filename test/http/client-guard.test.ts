import { networkInterfaces } from 'node:os';
import t from 'tap';
import { ClientGuard, subnetOf } from '../../src/http/client-guard.js';
import { startRig } from './rig.js';

function answers(guard: ClientGuard, address: string | undefined): boolean {
  try {
    guard.check(address);
    return true;
  } catch {
    return false;
  }
}

t.test('clients of this machine and of private, unique-local and link-local networks are answered', async (t) => {
  const guard = new ClientGuard([]);
  const near = ['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.178.20'];
  for (const address of [...near, '169.254.1.1', 'fe80::1%eth0', 'fd12::1', '::ffff:192.168.1.2', '::ffff:127.0.0.1']) {
    t.ok(answers(guard, address), address);
  }
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    t.ok(answers(guard, address), address);
  }
});

t.test('all others are refused, also as addresses that IPv6 maps, and one whose connection is gone', async (t) => {
  const guard = new ClientGuard([]);
  const far = ['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.64.0.1', '::ffff:8.8.8.8', '2001:db8::1', 'fec0::1'];
  for (const address of [...far, '', undefined]) {
    t.throws(() => guard.check(address), { code: 'CLIENT_NOT_ALLOWED', message: /http_allow/ }, String(address));
  }
});

t.test('the setting names other networks', async (t) => {
  const guard = new ClientGuard(['8.8.8.0/24', '2001:db8::/32']);
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2001:db8::1']) t.ok(answers(guard, address), address);
  for (const address of ['8.8.9.8', '2001:db9::1']) t.notOk(answers(guard, address), address);
});

t.test('an address that DHCPv6 gave stands for its /64', async (t) => {
  const subnet = (address: string, prefix: number, internal = false) =>
    subnetOf({
      ...{ address, cidr: `${address}/${prefix}`, family: 'IPv6', scopeid: 0, internal, netmask: '', mac: '' },
    });
  t.strictSame(subnet('2001:db8::1', 128), ['2001:db8::1/64']);
  t.strictSame(subnet('2001:db8::1', 56), ['2001:db8::1/56']);
  t.strictSame(subnet('::1', 128, true), ['::1/128']);
  const guard = new ClientGuard(subnet('2001:db8::1', 128));
  t.ok(answers(guard, '2001:db8::2'));
  t.notOk(answers(guard, '2001:db8:0:1::2'));
});

t.test('a server that is told of networks answers as before', async (t) => {
  const { send } = await startRig(t, { allowedClients: ['203.0.113.0/24'] });
  t.equal((await send('GET', '/version')).status, 200);
});
