import { networkInterfaces } from 'node:os';

import t, { type Test } from 'tap';

import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { headOf, listen, station } from '../streams/station.js';

const FORBIDDEN = { code: 'STREAM_ADDRESS_FORBIDDEN' };
/** Ways to write an address that is this machine, its link, or a way round the rules. */
const VARIANTS = [
  '[::1]',
  '[::]',
  '0.0.0.0',
  '0',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '[fe80::1]',
  '[ff02::1]',
  '224.0.0.1',
  '255.255.255.255',
];

const get = (guard: StreamAddresses, address: string) =>
  new GuardedHttp(guard, 'Tonearm/test').get(address, { signal: new AbortController().signal });

/** The servers of the test are on 127/8, which alone is allowed. */
async function leadsTo(t: Test, answer: (target: string) => string): Promise<void> {
  let target = '';
  const { base, requests } = await station(t, (socket) => socket.end(answer(target)));
  for (const host of VARIANTS) {
    target = `http://${host}:${new URL(base).port}/`;
    const before = requests.length;
    await listen(t, base).until('failed STREAM_ADDRESS_FORBIDDEN');
    t.equal(requests.length, before + 1, host);
  }
}

t.test('no spelling of a forbidden address is connected to', async (t) => {
  const { base, requests } = await station(t, (socket) => socket.end());
  for (const host of [...VARIANTS, '127.0.0.1', '127.1', '2130706433', '017700000001', '[::ffff:127.0.0.1]']) {
    await t.rejects(get(new StreamAddresses(), `http://${host}:${new URL(base).port}/`), FORBIDDEN, host);
  }
  t.strictSame(requests, []);
});

t.test('no redirect leads to a forbidden address', (t) =>
  leadsTo(t, (target) => headOf('HTTP/1.1 302 Found', `location: ${target}`)),
);

t.test('no playlist leads to a forbidden address', (t) =>
  leadsTo(t, (target) => `${headOf('HTTP/1.1 200 OK', 'content-type: audio/x-scpls')}[playlist]\nFile1=${target}\n`),
);

t.test('no variant of an HLS list leads to a forbidden address', (t) =>
  leadsTo(
    t,
    (target) =>
      `${headOf('HTTP/1.1 200 OK', 'content-type: application/vnd.apple.mpegurl')}#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=64000
${target}
`,
  ),
);

t.test('no segment, and no head of one, leads to a forbidden address', async (t) => {
  for (const map of ['', '#EXT-X-MAP:URI="http://169.254.169.254/"\n']) {
    const segment = map === '' ? 'http://169.254.169.254/a.ts' : 'a.ts';
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${map}${`#EXTINF:4,\n${segment}\n`.repeat(5)}#EXT-X-ENDLIST\n`;
    const { base } = await station(t, (socket) =>
      socket.end(headOf('HTTP/1.1 200 OK', 'content-type: application/vnd.apple.mpegurl') + list),
    );
    await listen(t, base).until('failed STREAM_ADDRESS_FORBIDDEN');
  }
});

t.test('a name that leads to this machine is refused when it is connected to, each time', async (t) => {
  const { base, requests } = await station(t, (socket) => socket.end());
  const strict = new StreamAddresses();
  const answers: string[] = [];
  // What a name server that changes its answers (DNS rebinding) makes of a name: it looked harmless before.
  const guard = {
    examine: (url: string) => url,
    mayConnect(address: string, port: number) {
      answers.push(address);
      return strict.mayConnect(address, port);
    },
  };
  const http = new GuardedHttp(guard, 'Tonearm/test');
  const { port } = new URL(base);
  for (let round = 0; round < 2; round++) {
    const { signal } = new AbortController();
    await t.rejects(http.get(`http://localhost:${port}/`, { signal }), FORBIDDEN);
    await t.rejects(http.get(`https://localhost:${port}/`, { signal }), FORBIDDEN);
  }
  t.ok(answers.length >= 4, 'no answer is kept');
  t.strictSame(requests, []);
});

t.test('our own ports are refused on every address of ours, and redirects to them', async (t) => {
  const { base, requests } = await station(t, (socket) => socket.end(headOf('HTTP/1.1 302 Found', `location: ${own}`)));
  const ours = await station(t, (socket) => socket.end());
  const own = `${ours.base}/player/status`;
  const ownPort = Number(new URL(own).port);
  const guard = new StreamAddresses({ allow: ['127.0.0.0/8'], ownPorts: () => [ownPort] });
  await t.rejects(get(guard, base), FORBIDDEN);
  t.equal(requests.length, 1);
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, family } of addresses) {
    const host = family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address;
    await t.rejects(get(guard, `http://${host}:${ownPort}/`), FORBIDDEN, host);
  }
  t.strictSame(ours.requests, []);
});
