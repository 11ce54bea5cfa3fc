import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { DURABLE } from '../fixtures/durable.js';
import { Clock } from '../../src/system/clock.js';
import { NetworkTimeMark } from '../../src/system/network-time-mark.js';
import { Power } from '../../src/system/power.js';
import { Sticks } from '../../src/system/sticks.js';
import { LibraryRoots } from '../../src/library/library-roots.js';
import { libraryRig } from '../library/rig.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { FakeClock } from './fake-box.js';
import { foldersIn } from './fake-folders.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

t.test('the clock is told in UTC, with its zone and who sets it', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('GET', '/system/time');
  t.equal(status, 200);
  t.strictSame(json, {
    time: '2026-11-22T12:00:00.000Z',
    timezone: 'Europe/Berlin',
    timezone_chosen: true,
    ntp: true,
    ntp_available: true,
    synchronised: true,
  });
  t.strictSame((await send('GET', '/system/time-zones')).json, ['Europe/Berlin', 'UTC']);
});

t.test('what is sent of the clock is changed, and nothing else', async (t) => {
  const clock = new FakeClock();
  const { send } = await startRig(t, { clock });
  for (const body of [
    {},
    { timezone: 'UTC' },
    { ntp: false, time: '2026-11-22T18:30:00.5+01:00' },
    { time: '1999-12-31t23:59:59.123456789z' },
    { time: '2024-02-29 00:00:00-00:30' },
  ]) {
    const { status, text } = await send('PUT', '/system/time', { body });
    t.strictSame([status, text], [204, '']);
  }
  t.strictSame(clock.changes, [
    {},
    { timeZone: 'UTC' },
    { networkTime: false, time: Date.UTC(2026, 10, 22, 17, 30, 0, 500) },
    { time: Date.UTC(1999, 11, 31, 23, 59, 59, 123) },
    { time: Date.UTC(2024, 1, 29, 0, 30) },
  ]);
});

const NO_TIMES = [
  ...['', 'now', '1795372200', '2026-11-22', '2026-11-22T18:30:00', '2026-11-22T18:30Z', '22.11.2026 18:30'],
  ...['2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-22T24:30:00Z', '2026-11-22T18:60:00Z'],
  ...['2026-11-22T18:30:60Z', '2026-11-22T18:30:00+25:00', '2026-11-22T18:30:00.Z', '1969-12-31T23:59:59Z'],
  ...['1970-01-01T00:00:00+01:00', '-26-11-22T18:30:00Z', '+002026-11-22T18:30:00Z', '2026-11-22T18:30:00Z\n'],
];

t.test('a time that is none is refused, and nothing is changed', async (t) => {
  const clock = new FakeClock();
  const { send } = await startRig(t, { clock });
  const message = 'must be a date, a time and an offset of RFC 3339, such as 2026-11-22T18:30:00+01:00, after 1970';
  for (const time of NO_TIMES) {
    const { status, json } = await send('PUT', '/system/time', { body: { time, timezone: 'UTC' } });
    t.equal(status, 400, time);
    const expected = problem(400, 'Bad Request', 'INVALID_BODY', `The time ${message}.`, [{ path: '/time', message }]);
    t.strictSame(json, expected, time);
  }
  for (const body of [{ time: 5 }, { ntp: 'yes' }, { timezone: null }, [], 'x']) {
    t.match(await send('PUT', '/system/time', { body }), { status: 400 });
  }
  t.strictSame(clock.changes, []);
});

/** The real parts of the box, on a bus where only systemd stands in. */
async function onBus(t: Test, patience?: number) {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t, patience);
  const mark = new NetworkTimeMark(await temporaryDirectory(t));
  const clock = new Clock({ bus, mark, makeDurable: DURABLE, zoneChanged: () => undefined });
  const rig = await startRig(t, { clock, power: new Power(bus), sticks: new Sticks(bus) });
  return { ...rig, real, systemd };
}

t.test('the box is restarted and shut down by systemd', async (t) => {
  const { send, systemd } = await onBus(t);
  for (const action of ['restart', 'shutdown']) {
    const { status, text } = await send('PUT', '/system/power', { body: { action } });
    t.strictSame([status, text], [202, '']);
  }
  t.strictSame(systemd.asked, [
    'StartUnit reboot.target replace-irreversibly',
    'StartUnit poweroff.target replace-irreversibly',
  ]);
  for (const body of [{}, { action: 'halt' }, { action: null }]) {
    t.match(await send('PUT', '/system/power', { body }), { status: 400, json: { code: 'INVALID_BODY' } });
  }
  t.match(
    await send('PUT', '/system/power', { body: { action: 'restart' }, headers: { origin: 'http://evil.example' } }),
    {
      status: 403,
    },
  );
  t.equal(systemd.asked.length, 2);
});

t.test('a refusal of the system is 403 and names the missing rule', async (t) => {
  const { send, systemd } = await onBus(t);
  systemd.refusal = { error: 'org.freedesktop.DBus.Error.AccessDenied', text: 'Access denied' };
  const { status, json } = await send('PUT', '/system/power', { body: { action: 'restart' } });
  t.equal(status, 403);
  const detail =
    'The system does not let the daemon do this (org.freedesktop.systemd1.StartUnit: Access denied). No rule of polkit ' +
    'allows org.freedesktop.systemd1.manage-units (start reboot.target) to the user of the daemon.';
  t.strictSame(json, problem(403, 'Forbidden', 'SYSTEM_FORBIDS', detail));
});

t.test('a failure of the system is 500 in its words', async (t) => {
  const { send, systemd } = await onBus(t);
  systemd.refusal = { error: 'org.freedesktop.systemd1.TransactionIsDestructive', text: 'There is a job already.' };
  const { status, json } = await send('PUT', '/system/power', { body: { action: 'restart' } });
  t.equal(status, 500);
  const detail = 'org.freedesktop.systemd1.StartUnit: There is a job already.';
  t.strictSame(json, problem(500, 'Internal Server Error', 'SYSTEM_SERVICE_FAILED', detail));
});

t.test('a system that does not answer is 504', async (t) => {
  const { send, systemd } = await onBus(t, 1000);
  systemd.refusal = 'silence';
  const { status, json } = await send('PUT', '/system/power', { body: { action: 'restart' } });
  t.equal(status, 504);
  const detail = 'org.freedesktop.systemd1.StartUnit does not answer within 1 s.';
  t.strictSame(json, problem(504, 'Gateway Timeout', 'SYSTEM_BUS_SILENT', detail));
});

t.test('without a bus the clock and the power are 503, and the roots are told all the same', async (t) => {
  const { send, real, library } = await onBus(t);
  await real.end();
  for (const [method, path, body] of [
    ['GET', '/system/time', undefined],
    ['GET', '/system/time-zones', undefined],
    ['PUT', '/system/time', { timezone: 'UTC' }],
    ['PUT', '/system/power', { action: 'shutdown' }],
  ] as const) {
    t.match(await send(method, path, { body }), { status: 503, json: { code: 'NO_SYSTEM_BUS' } }, path);
  }
  t.match((await send('GET', '/system/roots')).json, { roots: [{ path: library }], sticks: null });
});

t.test('a root that was never scanned is told with its room', async (t) => {
  const { send, library } = await startRig(t);
  const { json } = await send('GET', '/system/roots');
  const [root] = (json as { roots: Record<string, unknown>[] }).roots;
  const { id, bytes_total: total, bytes_free: free, ...rest } = root ?? {};
  t.match(rest['kind'], /^(?:card|stick|share|disk)$/);
  t.strictSame(
    { ...rest, kind: '' },
    {
      ...{
        path: library,
        label: library,
        kind: '',
        origin: 'configured',
        state: 'ready',
        present: true,
        mounted: false,
      },
      ...{ tracks: 0, bytes_music: 0, read_only: false },
    },
  );
  t.match(id, /^c[0-9a-z]{24}$/);
  t.ok(Number(total) > 0 && Number(free) <= Number(total));
});

t.test('what is away keeps its tracks, and what is there is told with its sticks', async (t) => {
  const people = await libraryRig(t);
  const folder = await temporaryDirectory(t);
  const [music, stick] = ['music', 'music/stick'].map((name) => join(folder, name)) as [string, string];
  for (const path of [music, stick]) await mkdir(path);
  await people.write((sql) => {
    const add = sql.prepare('INSERT INTO root (key, path, mounted, available) VALUES (?, ?, ?, ?)');
    add.run(1, music, 0, 1);
    add.run(2, stick, 1, 0);
    sql.exec(`
      INSERT INTO folder (key, root, path) VALUES (1, 2, 'f');
      INSERT INTO file (key, folder, name, size, modified) VALUES (1, 1, 'x', 1, 1);
      INSERT INTO artist (key, id, name, sort_key) VALUES (1, 'a', 'a', 'a');
      INSERT INTO album (key, id, identity, title, sort_key, artist_name, artist, year, year_string, label, copyright)
        VALUES (1, 'b', 'b', 'b', 'b', 'a', 1, 0, '', '', '');
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
      INSERT INTO track SELECT i, 't' || i, 'l' || i, 'm', 2, 1, NULL, NULL, 't', 't', 'a', 'b', 'a', '', '', 1, 1, NULL,
        1, 1, 0, '', 1, 1, 1, 1, 1, 1, 0, 0 FROM n;
    `);
  });
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  systemd.units.set('tonearm-stick@sda.service', { active: 'active', status: 'is not mounted: no file system' });
  systemd.units.set('tonearm-stick@sdb1.service', { active: 'active', status: `is mounted under ${music}` });
  const { send } = await startRig(t, {
    library: people.library,
    ...foldersIn(new LibraryRoots([music, join(folder, 'nowhere')])),
    sticks: new Sticks(real.client(t)),
  });
  const { json } = await send('GET', '/system/roots');
  const { roots, sticks } = json as { roots: Record<string, unknown>[]; sticks: unknown };
  const away = { present: false, bytes_total: null, bytes_free: null, read_only: null };
  t.match(roots, [
    { path: music, present: true, mounted: false, tracks: 0, read_only: false },
    { path: stick, mounted: true, origin: 'mounted', state: 'away', tracks: 25_000, bytes_music: 1, ...away },
    { path: join(folder, 'nowhere'), mounted: false, tracks: 0, ...away },
  ]);
  t.equal(new Set(roots.map(({ id }) => id)).size, 3);
  t.strictSame(sticks, [
    { device: 'sda', state: 'refused', path: null, reason: 'no file system' },
    { device: 'sdb1', state: 'mounted', path: music, reason: null },
  ]);
  await rename(music, `${music}.gone`);
  t.match(
    (await send('GET', '/system/roots')).json,
    { roots: [{ path: music, present: false }] },
    'also before a scan',
  );
});
