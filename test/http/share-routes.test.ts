import t, { type Test } from 'tap';
import { Unavailable } from '../../src/errors.js';
import { databaseIn } from '../database/rig.js';
import { FakeUnits } from '../network/shares/fake-units.js';
import { sharesOf } from './fake-box.js';
import { startRig } from './rig.js';

const NO_BUS = new Unavailable('NO_SYSTEM_BUS', 'There is no bus.');

async function rig(t: Test) {
  const units = new FakeUnits();
  const state = databaseIn(t.testdir());
  t.teardown(() => state.close());
  return { units, ...(await startRig(t, { shares: sharesOf(state, units, NO_BUS) })) };
}

const MUSIC = { kind: 'smb', server: 'nas.local', path: '\\Music\\Flac/' };
const SHARES = '/system/shares';

t.test('a share is added, listed, changed and removed; its password is never told', async (t) => {
  const { send, units, logged } = await rig(t);
  t.strictSame((await send('GET', SHARES)).json, []);
  const added = await send('POST', SHARES, { body: { ...MUSIC, user: 'anna', password: 'very secret' } });
  t.equal(added.status, 201);
  const { id } = added.json as { id: string };
  t.equal(added.headers['location'], `${SHARES}/${id}`);
  const expected = {
    ...{ id, kind: 'smb', server: 'nas.local', port: null, path: 'Music/Flac', user: 'anna', domain: null },
    ...{ name: 'Flac on nas', state: 'mounted', folder: '/media/tonearm/Flac on nas', code: null, detail: null },
  };
  t.strictSame(added.json, expected);
  t.strictSame((await send('GET', SHARES)).json, [expected]);
  const changed = await send('PUT', `${SHARES}/${id}/login`, { body: { user: 'bert', password: 'other secret' } });
  t.strictSame(changed.json, { ...expected, user: 'bert' });
  t.match(units.requests.at(-1)?.[1], /^user=bert\npassword=other secret$/m);
  t.strictSame((await send('PUT', `${SHARES}/${id}/connect`)).json, { ...expected, user: 'bert' });
  t.equal((await send('DELETE', `${SHARES}/${id}`)).status, 204);
  t.strictSame((await send('GET', SHARES)).json, []);
  for (const path of [`${SHARES}/${id}/connect`, `${SHARES}/${id}/login`]) {
    const gone = await send('PUT', path, path.endsWith('login') ? { body: {} } : {});
    t.match([gone.status, gone.json], [404, { code: 'UNKNOWN_SHARE' }]);
  }
  t.notMatch(logged.join(), /secret/);
});

t.test('why a share cannot be mounted', async (t) => {
  const { send, units } = await rig(t);
  units.failing = 'PASSWORD_WRONG Permission denied';
  for (const path of [SHARES, `${SHARES}/test`]) {
    const { status, json } = await send('POST', path, { body: MUSIC });
    t.match([status, json], [503, { code: 'SHARE_PASSWORD_WRONG', detail: /user and password/ }]);
  }
  units.failing = undefined;
  t.equal((await send('POST', `${SHARES}/test`, { body: MUSIC })).status, 204);
  t.strictSame((await send('GET', SHARES)).json, []);
  const servers = await send('POST', `${SHARES}/servers`);
  t.match([servers.status, servers.json], [503, { code: 'NO_DISCOVERY' }]);
});

t.test('what no share can be is 400, and reaches no system', async (t) => {
  const { send, units } = await rig(t);
  for (const [member, body] of [
    ['/server', { ...MUSIC, server: 'nas/x' }],
    ['/server', { ...MUSIC, server: '-o suid' }],
    ['/server', { ...MUSIC, server: '' }],
    ['/server', { ...MUSIC, server: 'a'.repeat(254) }],
    ['/path', { ...MUSIC, path: '' }],
    ['/path', { ...MUSIC, path: 'Music/../../etc' }],
    ['/path', { ...MUSIC, path: 'Mu\nsic' }],
    ['/path', { kind: 'nfs', server: 'nas', path: '/a/./b' }],
    ['/user', { ...MUSIC, user: 'anna\nfolder=x' }],
    ['/password', { ...MUSIC, user: 'anna', password: 'a\u0000b' }],
    ['/user', { kind: 'nfs', server: 'nas', path: '/a', user: 'anna' }],
    ['/port', { ...MUSIC, port: 0 }],
    ['/kind', { ...MUSIC, kind: 'ext4' }],
  ] as const) {
    const { status, json } = await send('POST', SHARES, { body });
    t.match([status, json], [400, { code: 'INVALID_BODY', errors: [{ path: member }] }], JSON.stringify(body));
  }
  t.strictSame(units.requests, []);
});
