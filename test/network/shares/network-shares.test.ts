import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Unavailable } from '../../../src/errors.js';
import { NetworkShares } from '../../../src/network/shares/network-shares.js';
import { saveShare } from '../../../src/network/shares/share-store.js';
import type { ShareAddress, ShareLogin } from '../../../src/network/shares/share.js';
import { databaseIn } from '../../database/rig.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FakeUnits } from './fake-units.js';

const MUSIC: ShareAddress = { kind: 'smb', server: 'nas.local', port: undefined, path: 'Music' };
const NOBODY: ShareLogin = { user: undefined, password: undefined, domain: undefined };
const ANNA: ShareLogin = { user: 'anna', password: 'a,b=c', domain: undefined };
const noBus = { call: () => Promise.reject(new Error('no bus')), subscribe: () => () => undefined };

function rig(t: Test, units = new FakeUnits(), folder = t.testdir()) {
  const looked: string[] = [];
  const state = databaseIn(folder);
  const shares = new NetworkShares({
    ...{ bus: noBus, units, state, log: SILENT_LOG, delays: [1] },
    mounted: (path) => void looked.push(path),
  });
  t.teardown(() => {
    shares.stop();
    return state.close();
  });
  return { shares, units, looked, folder, state };
}

t.test('a share is mounted, kept, and looked through; its password is not kept by the daemon', async (t) => {
  const { shares, units, looked, state } = rig(t);
  t.strictSame(await shares.list(), []);
  const added = await shares.add(MUSIC, ANNA);
  t.match(added, { state: 'mounted', folder: 'Music on nas', mountPoint: '/media/tonearm/Music on nas', user: 'anna' });
  t.match(units.requests[0]?.[1], /^user=anna\npassword=a,b=c$/m);
  t.strictSame(looked, ['/media/tonearm/Music on nas']);
  t.match(await shares.list(), [{ id: added.id, state: 'mounted' }]);
  const rows = JSON.stringify(await state.read((sql) => sql.prepare('SELECT * FROM network_share').all()));
  t.notMatch(rows, /a,b=c/);
});

t.test('a share that cannot be mounted is refused with the reason, and not kept', async (t) => {
  const { shares, units } = rig(t);
  for (const [said, code] of [
    ['PASSWORD_WRONG Permission denied', 'SHARE_PASSWORD_WRONG'],
    ['NO_SUCH_HOST ', 'SHARE_NO_SUCH_HOST'],
    ['FAILED Input/output error', 'SHARE_FAILED'],
    ['nonsense', 'SHARE_FAILED'],
  ] as const) {
    units.failing = said;
    await t.rejects(shares.add(MUSIC, ANNA), { code });
  }
  t.strictSame(await shares.list(), []);
});

t.test('a second folder of the same name gets a number, the same share is refused', async (t) => {
  const { shares } = rig(t);
  await shares.add(MUSIC, NOBODY);
  await t.rejects(shares.add({ ...MUSIC, server: 'NAS.local', path: 'music' }, NOBODY), { code: 'SHARE_EXISTS' });
  t.equal((await shares.add({ ...MUSIC, path: 'Old/Music' }, NOBODY)).folder, 'Music on nas 2');
  t.equal(
    (await shares.add({ ...MUSIC, kind: 'nfs', server: '192.168.1.20', path: '/' }, NOBODY)).folder,
    '_ on 192.168.1.20',
  );
});

t.test(
  'shares of the last time are mounted after a start, as they are kept, and tried again until they are there',
  async (t) => {
    const first = rig(t);
    const { id } = await first.shares.add(MUSIC, ANNA);
    const units = new FakeUnits();
    units.failing = 'NOT_ANSWERING Host is down';
    const { shares, looked } = rig(t, units, first.folder);
    shares.start();
    while (units.requests.length < 3) await new Promise(setImmediate);
    t.match(await shares.list(), [{ id, state: 'waiting', failure: { code: 'SHARE_NOT_ANSWERING' } }]);
    units.failing = undefined;
    while (looked.length === 0) await new Promise(setImmediate);
    t.match(await shares.list(), [{ id, state: 'mounted', failure: undefined }]);
    t.ok(units.requests.every(([each, request]) => each === id && request === undefined));
  },
);

t.test('a wrong new password leaves the old one in force', async (t) => {
  const { shares, units } = rig(t);
  const { id } = await shares.add(MUSIC, ANNA);
  units.failing = 'PASSWORD_WRONG Permission denied';
  const refused = shares.change(id, () => ({ ...ANNA, user: 'bert' }));
  await t.rejects(refused, { code: 'SHARE_PASSWORD_WRONG' });
  units.failing = undefined;
  while ((await shares.list())[0]?.state !== 'mounted') await new Promise(setImmediate);
  t.match(await shares.list(), [{ id, user: 'anna' }]);
  t.match(await shares.change(id, () => ({ ...ANNA, user: 'bert' })), { user: 'bert', state: 'mounted' });
  t.match(await shares.list(), [{ id, user: 'bert' }]);
  await t.rejects(
    shares.change('0', () => NOBODY),
    { code: 'UNKNOWN_SHARE' },
  );
});

t.test('a trial keeps nothing, whatever comes of it', async (t) => {
  const { shares, units } = rig(t);
  await shares.test(MUSIC, NOBODY);
  units.failing = 'NO_SUCH_SHARE No such file or directory';
  await t.rejects(shares.test(MUSIC, NOBODY), { code: 'SHARE_NO_SUCH_SHARE' });
  t.equal(units.released.length, 2);
  t.strictSame(await shares.list(), []);
});

t.test('a removed share is forgotten, also on a machine that cannot mount it', async (t) => {
  const { shares, units } = rig(t);
  const one = await shares.add(MUSIC, NOBODY);
  const other = await shares.add({ ...MUSIC, path: 'Other' }, NOBODY);
  await shares.remove(one.id);
  t.strictSame(units.forgotten, [one.id]);
  units.failure = new Unavailable('NO_SHARES_HERE', 'None.');
  await shares.remove(other.id);
  t.strictSame(await shares.list(), []);
  await t.rejects(shares.remove(one.id), { code: 'UNKNOWN_SHARE' });
});

t.test('one mount of a share at a time, and sixteen shares at most', async (t) => {
  const { shares, units } = rig(t);
  const { id } = await shares.add(MUSIC, NOBODY);
  let open = (): void => undefined;
  units.gate = new Promise((resolve) => (open = resolve));
  const first = shares.connect(id);
  while (units.requests.length < 2) await new Promise(setImmediate);
  t.match(await shares.list(), [{ state: 'mounting' }]);
  await t.rejects(shares.connect(id), { code: 'SHARE_BUSY' });
  open();
  await first;
  for (let n = 2; n <= 16; n++) await shares.add({ ...MUSIC, path: `Music ${n}` }, NOBODY);
  await t.rejects(shares.add({ ...MUSIC, path: 'More' }, NOBODY), { code: 'TOO_MANY_SHARES' });
});

t.test('shares of a backup are mounted: a guest as a new one, a user when the password has been given', async (t) => {
  const { shares, units, state } = rig(t);
  const mounted = await shares.add(MUSIC, NOBODY);
  const address = { ...MUSIC, createdAt: 1 };
  const open = {
    ...address,
    id: '00000001',
    path: 'Guest',
    folder: 'Guest on nas',
    user: undefined,
    domain: undefined,
  };
  await state.write((sql) => saveShare(sql, open));
  await state.write((sql) => saveShare(sql, { ...open, id: '00000002', path: 'Anna', folder: 'Anna', user: 'anna' }));
  units.keptOnly = new Set([mounted.id]);
  await shares.mountRest();
  const stateOf = async (id: string) => (await shares.list()).find((share) => share.id === id);
  while ((await stateOf('00000001'))?.state !== 'mounted') await delay(1);
  t.match(await stateOf('00000002'), { state: 'waiting', failure: { code: 'SHARE_PASSWORD_NEEDED' } });
  t.equal(units.requests.filter(([id]) => id === mounted.id).length, 1, 'what is mounted stays so');
  t.equal((await shares.change('00000002', () => ANNA)).state, 'mounted');
});

t.test('after a reset no share is left, mounted or kept', async (t) => {
  const { shares, units } = rig(t);
  await shares.add(MUSIC, ANNA);
  await shares.add({ ...MUSIC, path: 'More' }, NOBODY);
  await shares.removeAll();
  t.strictSame(await shares.list(), []);
  t.equal((await units.states()).size, 0);
});
