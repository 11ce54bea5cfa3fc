import t from 'tap';
import { portalAddress } from '../../src/http/portal.js';
import { FakeHotspot } from './fake-box.js';
import { FOUND, PAGE, startRig } from './rig.js';

/** The rig's own address stands for that of the hotspot. */
const IN_HOTSPOT = '127.0.0.1';
const PROBES = [
  ['captive.apple.com', '/hotspot-detect.html'],
  ['connectivitycheck.gstatic.com', '/generate_204'],
  ['www.msftconnecttest.com', '/connecttest.txt'],
  ['detectportal.firefox.com', '/canonical.html'],
] as const;

function hotspotAt(address: string | undefined): FakeHotspot {
  const hotspot = new FakeHotspot();
  hotspot.state = { ...hotspot.state!, kind: 'on', address };
  return hotspot;
}

t.test('in the hotspot, a foreign host is answered by the way to the page, and by no data', async (t) => {
  const hotspot = hotspotAt(IN_HOTSPOT);
  const { sendUndescribed: send, port } = await startRig(t, { hotspot });
  const location = `http://${IN_HOTSPOT}:${port}/#/welcome/network`;
  const foreign = [
    ...PROBES,
    ['evil.example', '/player/status'],
    ['evil.example', '/'],
    ['10.9.9.9', '/events'],
  ] as const;
  for (const [host, path] of foreign) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const answer = await send(method, path, { headers: { host } });
      t.match(
        answer,
        { status: 302, text: '', headers: { location, 'cache-control': 'no-store' } },
        `${method} ${host}`,
      );
    }
  }
  t.equal(hotspot.uses, 0, 'programs of a phone in a pocket are no use');
  t.equal((await send('GET', '/player/status')).status, 200);
  t.equal((await send('GET', '/player/status', { headers: { host: 'tonearm.local' } })).status, 200);
  t.equal(hotspot.uses, 2);
});

t.test('ten phones are all led there', async (t) => {
  const { sendUndescribed: send } = await startRig(t, { hotspot: hotspotAt(IN_HOTSPOT) });
  const phones = Array.from({ length: 10 }, () => PROBES).flat();
  const answers = await Promise.all(phones.map(([host, path]) => send('GET', path, { headers: { host } })));
  t.ok(answers.every(({ status }) => status === 302));
});

t.test('elsewhere a foreign host is refused as ever', async (t) => {
  for (const hotspot of [hotspotAt(undefined), hotspotAt('10.42.0.1')]) {
    const { send } = await startRig(t, { hotspot });
    const answer = await send('GET', '/player/status', { headers: { host: 'evil.example' } });
    t.match(answer, { status: 403, json: { code: 'HOST_NOT_ALLOWED' } });
    t.equal((await send('GET', '/player/status')).status, 200);
    t.equal(hotspot.uses, 0);
  }
});

t.test('the address of the page', async (t) => {
  t.equal(
    portalAddress({ localAddress: '::ffff:10.42.0.1', localPort: 80 }, '10.42.0.1'),
    'http://10.42.0.1/#/welcome/network',
  );
  t.equal(
    portalAddress({ localAddress: '10.42.0.1', localPort: 6063 }, '10.42.0.1'),
    'http://10.42.0.1:6063/#/welcome/network',
  );
  t.equal(portalAddress({ localAddress: '10.42.0.1', localPort: 80 }, undefined), undefined);
  t.equal(portalAddress({ localAddress: '192.168.1.20', localPort: 80 }, '10.42.0.1'), undefined);
});

t.test('in the hotspot the page may look for the box by name, and for a while after from elsewhere', async (t) => {
  const hotspot = hotspotAt(IN_HOTSPOT);
  const { send } = await startRig(t, { hotspot });
  const policy = async () => {
    const { text, headers } = await send('GET', '/');
    t.equal(text, PAGE);
    return [
      /connect-src [^;]*/.exec(String(headers['content-security-policy']))?.[0],
      headers['cross-origin-resource-policy'],
    ];
  };
  t.strictSame(await policy(), [`connect-src 'self' ${FOUND.addresses[0]}`, 'same-origin']);
  hotspot.state = undefined;
  t.strictSame(await policy(), ["connect-src 'self'", 'same-origin']);
  hotspot.wasOnLately = true;
  t.strictSame(await policy(), ["connect-src 'self'", 'cross-origin']);
});
