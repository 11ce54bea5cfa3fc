import t from 'tap';
import { StreamAddresses } from '../../../src/net/stream-address.js';
import { UpdateAddresses } from '../../../src/system/update/update-addresses.js';

const from = (named: string, allow: readonly string[] = []) =>
  new UpdateAddresses(new StreamAddresses({ allow }), new URL(named));

t.test('everything comes from the host that was named, and encryption is never dropped', async (t) => {
  const secure = from('https://updates.example/channel.json');
  t.equal(secure.examine('https://updates.example/x'), 'https://updates.example/x');
  t.equal(secure.examine('https://updates.example:8443/x'), 'https://updates.example:8443/x');
  for (const [url, reason] of [
    ['https://elsewhere.example/x', /another host, elsewhere.example/],
    ['https://updates.example.elsewhere.example/x', /another host/],
    ['http://updates.example/x', /from https to http/],
    ['file:///etc/passwd', /not fetched/],
    ['https://user@updates.example/x', /not fetched/],
  ] as const) {
    t.match(secure.examine(url), { message: reason }, url);
  }
  t.ok(secure.mayConnect('203.0.113.7', 443));
  t.ok(secure.mayConnect('192.168.1.2', 443));
  t.notOk(secure.mayConnect('127.0.0.1', 443), 'never this machine');
});

t.test('http is for private networks only', async (t) => {
  const plain = from('http://nas.local/channel.json');
  t.equal(plain.examine('http://nas.local/x'), 'http://nas.local/x');
  for (const near of ['192.168.1.2', '10.1.2.3', '172.16.0.9', '100.64.0.1', 'fd00::2']) {
    t.ok(plain.mayConnect(near, 80), near);
  }
  for (const far of ['203.0.113.7', '8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '127.0.0.1', '169.254.1.1']) {
    t.notOk(plain.mayConnect(far, 80), far);
  }
  t.equal(plain.examine('https://nas.local/x'), 'https://nas.local/x');
  t.notOk(plain.mayConnect('203.0.113.7', 443), 'whoever redirects there was not encrypted');
  t.match(from('http://8.8.8.8/x').examine('http://8.8.8.8/x'), { message: /http is for private networks/ });
  t.match(from('http://[2001:4860::1]/x').examine('http://[2001:4860::1]/x'), {
    message: /http is for private networks/,
  });
  t.equal(from('http://192.168.1.2/x').examine('http://192.168.1.2/x'), 'http://192.168.1.2/x');
  t.ok(from('http://127.0.0.1/x', ['127.0.0.0/8']).mayConnect('127.0.0.1', 80), 'where the configuration allows it');
});
