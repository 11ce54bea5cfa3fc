import t from 'tap';
import { reachablePorts } from '../../src/discovery/ports.js';

t.test('others reach the port of the daemon', async (t) => {
  t.strictSame(reachablePorts('0.0.0.0', 6063, []), { web: 6063, rest: 6063 });
  t.strictSame(reachablePorts('192.168.1.7', 6063, []), { web: 6063, rest: 6063 });
});

t.test('browsers are led to the port that was handed over', async (t) => {
  t.strictSame(reachablePorts('::', 6063, [80]), { web: 80, rest: 6063 });
  t.strictSame(reachablePorts('127.0.0.1', 6063, [80]), { web: 80, rest: 80 });
});

t.test('nobody else reaches the loopback', async (t) => {
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
    t.equal(reachablePorts(host, 6063, []), undefined, host);
  }
});
