import t, { type Test } from 'tap';
import { spaceOf } from '../../src/system/space.js';
import { NetworkFolder } from '../../src/webdav/network-folder.js';
import { keptLog } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { startRig, temporaryDirectory } from '../http/rig.js';
import { PASSWORD } from './rig.js';

async function folderOf(t: Test, port = 0, settings = settingsInMemory()) {
  const music = await temporaryDirectory(t);
  const { log, lines } = keptLog('http');
  const folder = new NetworkFolder({
    ...{ settings, host: '127.0.0.1', port, roots: () => [music], spaceOf, log },
    look: () => undefined,
    isPlayed: () => false,
    admit: () => undefined,
  });
  t.teardown(() => folder.stop());
  await folder.start();
  return { folder, settings, logged: lines };
}

const statusAt = async (port: number | undefined): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/`, { method: 'OPTIONS' })).status;

t.test('it is off until it has a password and is switched on, and off again', async (t) => {
  const { folder, settings, logged } = await folderOf(t);
  t.match(folder.read(), { enabled: false, hasPassword: false, port: undefined, user: 'tonearm', folder: 'Uploads' });
  await t.rejects(folder.change({ enabled: true }), { code: 'WEBDAV_NEEDS_PASSWORD' });
  await folder.change({ enabled: true, password: PASSWORD });
  const { port } = folder.read();
  t.equal(await statusAt(port), 200);
  t.notMatch(JSON.stringify([settings.read(), logged]), new RegExp(PASSWORD), 'the password itself is kept nowhere');
  await folder.change({ enabled: false });
  t.match(folder.read(), { enabled: false, hasPassword: true, port: undefined });
  await t.rejects(statusAt(port));
  await folder.change({ enabled: true });
  t.equal(await statusAt(folder.read().port), 200);
  await folder.stop();
  await folder.stop();
  t.equal(folder.read().port, undefined);
});

t.test('what is set elsewhere is followed, such as by a reset', async (t) => {
  const { folder, settings } = await folderOf(t);
  await folder.change({ enabled: true, password: PASSWORD });
  await settings.change({ networkFolder: settings.defaults.networkFolder });
  await folder.change({});
  t.match(folder.read(), { enabled: false, hasPassword: false, port: undefined });
});

t.test('a port that is taken is told, and nothing else suffers', async (t) => {
  const { port } = await startRig(t);
  const { folder } = await folderOf(t, port);
  await folder.change({ enabled: true, password: PASSWORD });
  t.match(folder.read(), { enabled: true, port: undefined, trouble: `Cannot listen on 127.0.0.1:${port}.` });
});

t.test('it is switched over the interface, which never tells the password', async (t) => {
  const { folder } = await folderOf(t);
  const { send } = await startRig(t, { networkFolder: folder });
  t.match(await send('PUT', '/system/network-folder', { body: { enabled: true } }), {
    status: 400,
    json: { code: 'WEBDAV_NEEDS_PASSWORD' },
  });
  for (const password of ['short', 'x'.repeat(129), 'with\nline', 5, null]) {
    t.match(await send('PUT', '/system/network-folder', { body: { password } }), {
      status: 400,
      json: { code: 'INVALID_BODY', errors: [{ path: '/password' }] },
    });
  }
  const on = await send('PUT', '/system/network-folder', { body: { enabled: true, password: PASSWORD } });
  t.strictSame(on.json, {
    ...{
      enabled: true,
      has_password: true,
      user: 'tonearm',
      port: folder.read().port,
      folder: 'Uploads',
      trouble: null,
    },
  });
  t.strictSame((await send('GET', '/system/network-folder')).json, on.json);
  await send('PUT', '/system/network-folder', { body: { enabled: false } });
  t.match((await send('GET', '/system/network-folder')).json, { enabled: false, port: null });
});
