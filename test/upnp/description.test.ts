/** Descriptions, guards, and the actions of the volume and of the connection. */
import t from 'tap';
import { udnOf } from '../../src/upnp/description.js';
import { type Element, parseXml } from '../../src/xml.js';
import { BOX_ID, startUpnp } from './rig.js';

const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];

t.test('the device says what it is', async (t) => {
  const { send } = await startUpnp(t);
  const { status, headers, text } = await send('GET', '/description.xml');
  t.equal(status, 200);
  t.equal(headers['content-type'], 'text/xml; charset="utf-8"');
  t.match(headers['server'], /UPnP\/1\.0 Tonearm/);
  const root = parseXml(text);
  const read = (name: string): string | undefined => all(root, name)[0]?.text;
  t.equal(read('friendlyName'), 'Kitchen <1>');
  t.equal(read('deviceType'), 'urn:schemas-upnp-org:device:MediaRenderer:1');
  t.equal(read('UDN'), udnOf(BOX_ID));
  t.match(read('UDN'), /^uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(read('presentationURL'), 'http://127.0.0.1:6063/');
  t.strictSame(
    all(root, 'serviceId').map(({ text: id }) => id),
    ['AVTransport', 'RenderingControl', 'ConnectionManager'].map((name) => `urn:upnp-org:serviceId:${name}`),
  );
  for (const { text: path } of [...all(root, 'SCPDURL'), ...all(root, 'url')]) {
    const answer = await send('GET', path);
    t.equal(answer.status, 200, path);
    if (path.endsWith('.png')) t.equal(answer.headers['content-type'], 'image/png');
    else t.ok(all(parseXml(answer.text), 'action').length > 0, path);
  }
  t.equal((await send('HEAD', '/description.xml')).text, '');
});

t.test('every argument of an action has a variable, and what actions answer is what the table says', async (t) => {
  const { send, call } = await startUpnp(t);
  for (const service of ['AVTransport', 'RenderingControl', 'ConnectionManager']) {
    const root = parseXml((await send('GET', `/${service}/scpd.xml`)).text);
    const variables = new Set(all(root, 'stateVariable').flatMap((each) => all(each, 'name').map(({ text }) => text)));
    for (const action of all(root, 'action')) {
      const name = action.children.find((child) => child.name === 'name')?.text ?? '';
      const args = all(action, 'argument').map(({ children }) => children.map(({ text }) => text));
      for (const [, , variable = ''] of args) t.ok(variables.has(variable), `${name}: ${variable}`);
      if (
        !/^(?:Get|List)/.test(name) ||
        args.some(([arg, way]) => way === 'in' && !['InstanceID', 'Channel', 'ConnectionID'].includes(arg ?? ''))
      )
        continue;
      const results = await call(service, name, { Channel: 'Master', ConnectionID: 0 });
      t.strictSame(
        Object.keys(results),
        args.filter(([, way]) => way === 'out').map(([arg]) => arg),
        name,
      );
    }
  }
});

t.test('names of strangers, other sites and unknown paths are refused', async (t) => {
  const { send } = await startUpnp(t);
  t.equal((await send('GET', '/description.xml', { host: 'evil.example' })).status, 403);
  t.equal((await send('GET', '/description.xml', { host: 'box.local:6066' })).status, 200);
  t.equal((await send('POST', '/AVTransport/control', { origin: 'http://evil.example' }, 'x')).status, 403);
  t.equal((await send('SUBSCRIBE', '/AVTransport/event', { 'sec-fetch-site': 'cross-site' })).status, 403);
  t.equal((await send('GET', '/')).status, 404);
  t.equal((await send('GET', '/__proto__/scpd.xml')).status, 404);
  t.equal((await send('GET', '/icons/31.png')).status, 404);
  t.equal((await send('GET', '/AVTransport/control')).status, 405);
  t.equal((await send('POST', '/AVTransport/event', {}, '')).status, 405);
});

t.test('volume', async (t) => {
  const { call, code, volume } = await startUpnp(t);
  const master = { Channel: 'Master' };
  const get = async () => (await call('RenderingControl', 'GetVolume', master))['CurrentVolume'];
  const isMuted = async () => (await call('RenderingControl', 'GetMute', master))['CurrentMute'];
  t.equal(await get(), '40');
  await call('RenderingControl', 'SetVolume', { ...master, DesiredVolume: 25 });
  t.equal(volume.range.volume, 25);
  volume.highest = 50;
  await call('RenderingControl', 'SetVolume', { ...master, DesiredVolume: 100 });
  t.equal(await get(), '50', 'the limit holds');
  await call('RenderingControl', 'SetMute', { ...master, DesiredMute: 'true' });
  t.equal(volume.range.volume, 0);
  t.strictSame([await isMuted(), await get()], ['1', '50'], 'the volume that comes back');
  await call('RenderingControl', 'SetMute', { ...master, DesiredMute: 0 });
  t.strictSame([await isMuted(), await get(), volume.range.volume], ['0', '50', 50]);
  await call('RenderingControl', 'SetMute', { ...master, DesiredMute: 1 });
  await volume.set(7);
  t.strictSame([await isMuted(), await get()], ['0', '7'], 'somebody has made it louder');
  t.equal((await call('RenderingControl', 'ListPresets'))['CurrentPresetNameList'], 'FactoryDefaults');
  await call('RenderingControl', 'SelectPreset', { PresetName: 'FactoryDefaults' });
  for (const [action, args, expected] of [
    ['SetVolume', { ...master, DesiredVolume: 101 }, 601],
    ['SetVolume', { ...master, DesiredVolume: 'loud' }, 402],
    ['SetVolume', master, 402],
    ['SetMute', { ...master, DesiredMute: 2 }, 402],
    ['GetVolume', { Channel: 'LF' }, 600],
    ['GetVolume', { InstanceID: 1, ...master }, 702],
    ['SelectPreset', { PresetName: 'x' }, 701],
    ['GetLoudness', master, 401],
    ['constructor', {}, 401],
  ] as const) {
    t.equal(await code('RenderingControl', action, args), expected, action);
  }
});

t.test('the connection, and the formats that are played', async (t) => {
  const { call, code } = await startUpnp(t);
  const { Source, Sink = '' } = await call('ConnectionManager', 'GetProtocolInfo');
  t.equal(Source, '');
  for (const type of ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/wav']) t.match(Sink, `http-get:*:${type}:*`);
  t.equal((await call('ConnectionManager', 'GetCurrentConnectionIDs'))['ConnectionIDs'], '0');
  t.match(await call('ConnectionManager', 'GetCurrentConnectionInfo', { ConnectionID: 0 }), { Direction: 'Input' });
  t.equal(await code('ConnectionManager', 'GetCurrentConnectionInfo', { ConnectionID: 4 }), 706);
});
