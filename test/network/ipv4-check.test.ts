import t from 'tap';
import { InvalidInput } from '../../src/errors.js';
import { checkStaticIpv4 } from '../../src/network/ipv4-check.js';

function mistakes(addresses: readonly string[], gateway?: string, dns: readonly string[] = []): readonly string[] {
  try {
    checkStaticIpv4({ kind: 'static', addresses, gateway, dns }, '/ipv4');
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.violations.map(({ path }) => path);
  }
}

t.test('addresses that a machine can have', async (t) => {
  for (const [addresses, gateway] of [
    [['192.168.1.20/24'], '192.168.1.1'],
    [['192.168.1.20/24']],
    [['10.0.0.2/8', '192.168.1.20/24'], '192.168.1.254'],
    [['10.0.0.0/31'], '10.0.0.1'],
    [['10.0.0.5/32']],
    [['223.255.255.1/1'], '200.0.0.1'],
  ] as const) {
    t.strictSame(mistakes(addresses, gateway, ['9.9.9.9']), [], addresses.join());
  }
});

t.test('addresses that cannot be, and where the mistake is', async (t) => {
  t.strictSame(mistakes([]), ['/ipv4/addresses']);
  for (const address of [
    ...['', '192.168.1.20', '192.168.1.20/', '192.168.1.20/0', '192.168.1.20/33', '192.168.1.256/24', '192.168.1/24'],
    ...['fe80::1/64', 'router/24', '192.168.1.20/24 ', '192.168.01.20/24', '192.168.1.0/24', '192.168.1.255/24'],
    ...['0.0.0.1/8', '127.0.0.2/8', '224.0.0.1/24', '255.255.255.255/32'],
  ]) {
    t.strictSame(mistakes(['10.0.0.2/8', address]), ['/ipv4/addresses/1'], address);
  }
  t.strictSame(mistakes(['192.168.1.20/24'], '192.168.2.1'), ['/ipv4/gateway'], 'out of reach');
  t.strictSame(mistakes(['192.168.1.20/24'], '192.168.1.20'), ['/ipv4/gateway'], 'the box itself');
  t.strictSame(mistakes(['192.168.1.20/24'], 'router'), ['/ipv4/gateway']);
  t.strictSame(mistakes(['192.168.1.20/24'], '192.168.1.1', ['9.9.9.9', 'dns.example']), ['/ipv4/dns/1']);
});
