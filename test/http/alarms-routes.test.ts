import t from 'tap';
import { MOST_ALARMS } from '../../src/alarms/alarm.js';
import { toZoned } from '../../src/http/wire/timers/alarms.js';
import { alarmRig } from '../alarms/rig.js';
import { follow } from './event-client.js';
import { problem, startRig } from './rig.js';

process.env['TZ'] = 'Europe/Berlin';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
/** Six in the morning, on a Friday. */
const RUNG = { id: String, name: 'Work', phase: 'ringing', failure: null, snooze: 9 };

async function start(t: Test) {
  const { alarms, people, player, goTo } = await alarmRig(t);
  await alarms.start();
  const rig = await startRig(t, { alarms, library: people.library });
  return { ...rig, alarms, player, goTo };
}
type Test = Parameters<typeof alarmRig>[0];

t.test('an alarm is kept with all that was said of it', async (t) => {
  const { send } = await start(t);
  const said = {
    ...{ name: 'Work', enabled: true, time: '07:00', days: ['monday', 'friday'], shuffle: true, level: 40 },
    ...{ fade_in: 60, snooze: 5, duration: 90, music: { of: 'smart_playlist', id: 'most-played' } },
  };
  const [playlist] = (await send('GET', '/smart-playlists')).json as { id: string }[];
  said.music.id = playlist?.id ?? '';
  const made = await send('POST', '/alarms', { body: said });
  t.equal(made.status, 201);
  const { id, ...rest } = made.json as { id: string };
  t.strictSame(rest, { ...said, next: '2026-11-27T07:00:00+01:00', skipped: null, missed: null });
  t.equal(made.headers['location'], `/alarms/${id}`);
  t.strictSame((await send('GET', `/alarms/${id}`)).json, { id, ...rest });
  t.strictSame((await send('GET', '/alarms')).json, {
    ...{ time_zone: 'Europe/Berlin', ringing: null, alarms: [{ id, ...rest }] },
  });
  const changed = await send('PUT', `/alarms/${id}`, { body: { time: '06:30', days: [] } });
  t.match(changed, { status: 200, json: { time: '06:30', days: [], next: '2026-11-27T06:30:00+01:00', level: 40 } });
  t.match((await send('PUT', `/alarms/${id}`, { body: { enabled: false } })).json, { enabled: false, next: null });
  t.equal((await send('DELETE', `/alarms/${id}`)).status, 204);
  t.equal((await send('DELETE', `/alarms/${id}`)).status, 204);
  t.match(await send('GET', `/alarms/${id}`), { status: 404, json: { code: 'UNKNOWN_ID' } });
});

t.test('an alarm with a time alone has the usual values', async (t) => {
  const { send } = await start(t);
  t.match((await send('POST', '/alarms', { body: { time: '23:59' } })).json, {
    ...{ name: '', enabled: true, days: [], music: { of: 'tone', id: null }, shuffle: false, level: null },
    ...{ fade_in: 30, snooze: 9, duration: 60, next: '2026-11-27T23:59:00+01:00' },
  });
});

t.test('what is no alarm is refused', async (t) => {
  const { send } = await start(t);
  const wrong = [
    {},
    ...['7:00', '24:00', '07:60', '07:00:00', ''].map((time) => ({ time })),
    { time: '07:00', days: ['Monday'] },
    { time: '07:00', days: Array.from({ length: 8 }, () => 'monday') },
    { time: '07:00', level: 0 },
    { time: '07:00', level: 101 },
    { time: '07:00', fade_in: -1 },
    { time: '07:00', snooze: 0 },
    { time: '07:00', duration: 241 },
    { time: '07:00', name: 'x'.repeat(101) },
    { time: '07:00', name: 'a\u0000b' },
    { time: '07:00', music: {} },
    { time: '07:00', music: { of: 'album', id: 'x' } },
    { time: '07:00', music: { of: 'tone', id: 'x' } },
    { time: '07:00', music: { of: 'station' } },
  ];
  for (const body of wrong) {
    const { status, json } = await send('POST', '/alarms', { body });
    t.equal(status, 400, JSON.stringify(body));
    t.match(json, { code: 'INVALID_BODY' });
  }
  const gone = await send('POST', '/alarms', { body: { time: '07:00', music: { of: 'station', id: NOWHERE } } });
  t.strictSame(gone.json, problem(404, 'Not Found', 'UNKNOWN_ID', 'There is no station with this id.'));
  for (let at = 0; at < MOST_ALARMS; at++) await send('POST', '/alarms', { body: { time: '07:00', enabled: false } });
  t.match(await send('POST', '/alarms', { body: { time: '07:00' } }), {
    status: 409,
    json: { code: 'TOO_MANY_ALARMS' },
  });
  for (const [method, path, body] of [
    ['PUT', `/alarms/${NOWHERE}`, { level: 3 }],
    ['PUT', `/alarms/${NOWHERE}/skip`, { skip: true }],
  ] as const) {
    t.match(await send(method, path, { body }), { status: 404, json: { code: 'UNKNOWN_ID' } });
  }
});

t.test('the next time is skipped, and not skipped after all', async (t) => {
  const { send } = await start(t);
  const { id } = (await send('POST', '/alarms', { body: { time: '07:00', days: ['friday'] } })).json as { id: string };
  const skip = async (skip: boolean) => (await send('PUT', `/alarms/${id}/skip`, { body: { skip } })).json;
  t.match(await skip(true), { next: '2026-12-04T07:00:00+01:00', skipped: '2026-11-27T07:00:00+01:00' });
  t.match(await skip(false), { next: '2026-11-27T07:00:00+01:00', skipped: null });
  await send('PUT', `/alarms/${id}`, { body: { days: [] } });
  t.match(await send('PUT', `/alarms/${id}/skip`, { body: { skip: true } }), {
    ...{ status: 409, json: { code: 'ALARM_RINGS_ONCE' } },
  });
});

t.test('what rings is told by an event, snoozed and stopped', async (t) => {
  const { send, goTo, port } = await start(t);
  for (const path of ['/alarms/snooze', '/alarms/stop']) {
    const none = problem(409, 'Conflict', 'NO_ALARM_RINGS', 'No alarm rings or is snoozed.');
    t.strictSame((await send('PUT', path)).json, none);
  }
  const client = await follow(t, port);
  const snapshot = (await client.event('snapshot')) as { data: { alarms: object } };
  t.match(snapshot.data.alarms, { revision: String, ringing: null });
  const { id } = (await send('POST', '/alarms', { body: { name: 'Work', time: '07:00', days: ['friday'] } })).json as {
    id: string;
  };
  await goTo('2026-11-27T06:00:00Z');
  const rings = ({ data }: { data: unknown }) => (data as { ringing?: { phase: string } | null }).ringing?.phase;
  await client.until(({ events }) => events.some((event) => event.event === 'alarms' && rings(event) === 'ringing'));
  const { ringing } = (await send('GET', '/alarms')).json as { ringing: object };
  t.match(ringing, { ...RUNG, id, until: '2026-11-27T08:00:00+01:00' });
  t.equal((await send('PUT', '/alarms/snooze')).status, 204);
  t.match((await send('GET', '/alarms')).json, { ringing: { phase: 'snoozed', until: '2026-11-27T07:09:00+01:00' } });
  await client.until(({ events }) => events.some((event) => event.event === 'alarms' && rings(event) === 'snoozed'));
  t.equal((await send('PUT', '/alarms/stop')).status, 204);
  t.match((await send('GET', '/alarms')).json, { ringing: null });
});

t.test('times are written with the offset of their day', async (t) => {
  t.equal(toZoned(Date.parse('2026-07-01T05:00:00Z')), '2026-07-01T07:00:00+02:00');
  t.equal(toZoned(Date.parse('2026-12-01T05:00:00Z')), '2026-12-01T06:00:00+01:00');
});
