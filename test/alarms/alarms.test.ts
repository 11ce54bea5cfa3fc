import t, { type Test } from 'tap';
import type { Alarms } from '../../src/alarms/alarms.js';
import { alarmRig, type AlarmRig } from './rig.js';

const SEVEN = 7 * 60;
const AT_SEVEN = '2026-11-27T06:00:00Z';
const FRIDAY = { minute: SEVEN, days: ['friday'], fadeIn: 0 } as const;

/** Resolves when the alarms are as wanted; every change of them is looked at. */
async function until(alarms: Alarms, isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => void alarms.subscribe(resolve));
}

async function started(t: Test, more: Parameters<typeof alarmRig>[1] = {}, factor?: number): Promise<AlarmRig> {
  const rig = await alarmRig(t, more, factor);
  await rig.alarms.start();
  return rig;
}

/** Rings at seven. */
async function ringing(t: Test, facts: Partial<Parameters<Alarms['add']>[0]> = {}, factor?: number) {
  const rig = await started(t, {}, factor);
  const { id } = await rig.alarms.add({ ...FRIDAY, ...facts });
  await rig.goTo(AT_SEVEN);
  t.equal(rig.alarms.read().kind, 'ringing');
  return { ...rig, id };
}

t.test('an alarm has the usual values, and what was said', async (t) => {
  const { alarms } = await started(t);
  const alarm = await alarms.add({ minute: SEVEN });
  t.match(alarm, {
    ...{ name: '', isEnabled: true, days: [], music: { of: 'tone', id: null }, level: null, fadeIn: 30 },
    ...{ snooze: 9, duration: 60, next: Date.parse(AT_SEVEN), zone: 'Europe/Berlin', missed: null },
  });
  const changed = await alarms.change(alarm.id, { name: 'Work', days: ['monday', 'sunday'], level: 30 });
  t.match(changed, { name: 'Work', days: ['monday', 'sunday'], next: Date.parse('2026-11-29T06:00Z'), level: 30 });
  t.match(await alarms.change(alarm.id, { isEnabled: false }), { isEnabled: false, next: null });
  t.equal((await alarms.list()).length, 1);
  await alarms.remove(alarm.id);
  t.strictSame(await alarms.list(), []);
  await t.rejects(alarms.get(alarm.id), { code: 'UNKNOWN_ID' });
});

t.test('there are at most 32 alarms, and none with music that is not there', async (t) => {
  const { alarms } = await started(t);
  for (let at = 0; at < 32; at++) await alarms.add({ minute: at, isEnabled: false });
  await t.rejects(alarms.add({ minute: SEVEN }), { code: 'TOO_MANY_ALARMS' });
  await t.rejects(alarms.add({ minute: 1, music: { of: 'station', id: 'x' } }), { code: 'UNKNOWN_ID' });
  await t.rejects(alarms.add({ minute: 1, music: { of: 'saved_playlist', id: 'x' } }), { code: 'UNKNOWN_ID' });
  await t.rejects(alarms.add({ minute: 1, music: { of: 'smart_playlist', id: 'x' } }), { code: 'UNKNOWN_ID' });
  await t.rejects(alarms.add({ minute: 1, music: { of: 'station', id: null } }), { code: 'INVALID_BODY' });
  await t.rejects(alarms.add({ minute: 1, music: { of: 'tone', id: 'x' } }), { code: 'INVALID_BODY' });
});

t.test('it rings at its time with the tone, stops once, and rings again a week later', async (t) => {
  const { alarms, player, volume, goTo } = await ringing(t, { level: 70 });
  await player.asked.until('begin Alarm.wav');
  t.equal(volume.percent, 70);
  await alarms.end();
  t.equal(alarms.read().kind, 'waiting');
  t.strictSame(player.asked.all, ['begin Alarm.wav', 'end, goes on']);
  t.equal(volume.percent, 40, 'the volume is back');
  await t.rejects(alarms.end(), { code: 'NO_ALARM_RINGS' });
  await t.rejects(alarms.snooze(), { code: 'NO_ALARM_RINGS' });
  await goTo('2026-11-27T06:00:30Z');
  t.equal(alarms.read().kind, 'waiting', 'once');
  await goTo('2026-12-04T06:00:00Z');
  t.equal(alarms.read().kind, 'ringing');
});

t.test('who has set another volume while it rings keeps that', async (t) => {
  const { alarms, player, volume } = await ringing(t, { level: 70 });
  await player.asked.until('begin Alarm.wav');
  await volume.setPercent(55);
  await alarms.end();
  t.equal(volume.percent, 55);
});

t.test('a snooze is silent for its minutes, and the music begins anew', async (t) => {
  const { alarms, player } = await ringing(t, { snooze: 1, music: { of: 'queue', id: null } }, 40);
  await player.asked.until('begin queue');
  await alarms.snooze();
  t.equal(alarms.read().kind, 'snoozed');
  t.strictSame(player.asked.all, ['begin queue', 'end, silent']);
  await until(alarms, () => alarms.read().kind === 'ringing');
  await player.asked.until('begin queue', 2);
  await alarms.end();
});

t.test('nobody acts: it ends by itself', async (t) => {
  const { alarms, player } = await ringing(t, { duration: 1 }, 40);
  await player.asked.until('begin Alarm.wav');
  await until(alarms, () => alarms.read().kind === 'waiting');
  await player.asked.until('end, silent');
});

t.test('who pauses the player has ended the alarm', async (t) => {
  const { alarms, player } = await ringing(t);
  await player.asked.until('begin Alarm.wav');
  await player.followed.until('followed');
  await player.pause();
  t.equal(alarms.read().kind, 'waiting');
});

t.test('music that is not there gives way to the tone', async (t) => {
  const { alarms, player, people, goTo } = await started(t);
  const { id } = await people.stations.add({
    ...{ name: 'Gone', url: 'http://radio.example/live', logo: null, homepage: null, tags: [], codec: '', bitrate: 0 },
    directoryId: null,
  });
  await alarms.add({ ...FRIDAY, music: { of: 'station', id } });
  await people.stations.remove(id);
  await goTo(AT_SEVEN);
  await player.asked.until('begin Alarm.wav');
  t.match(alarms.read(), { kind: 'ringing', failure: 'UNKNOWN_ID' });
});

t.test('an empty queue gives way to the tone, and a station is played by its address', async (t) => {
  const { alarms, player, people, goTo } = await started(t);
  player.isQueueEmpty = true;
  await alarms.add({ ...FRIDAY, music: { of: 'queue', id: null } });
  await goTo(AT_SEVEN);
  await player.asked.until('begin Alarm.wav');
  t.match(alarms.read(), { failure: 'NOTHING_TO_PLAY' });
  const { id } = await people.stations.add({
    ...{ name: 'Live', url: 'http://radio.example/live', logo: null, homepage: null, tags: [], codec: '', bitrate: 0 },
    directoryId: null,
  });
  await alarms.add({ ...FRIDAY, minute: SEVEN + 10, music: { of: 'station', id } });
  await goTo('2026-11-27T06:10:00Z');
  await player.asked.until('begin live');
  t.match(alarms.read(), { kind: 'ringing', failure: null }, 'another alarm takes the place of the first');
});

t.test('it rises from nearly nothing to the volume', async (t) => {
  const { player, soft } = await ringing(t, { fadeIn: 4 }, 20);
  await player.asked.until('begin Alarm.wav');
  await soft.until((shares) => shares.at(-1) === 100);
  t.ok(soft.shares.length >= 6, soft.shares.join(' '));
  t.ok(
    (soft.shares[0] ?? 100) < 5 && soft.shares.every((share, at) => at === 0 || share >= (soft.shares[at - 1] ?? 0)),
  );
});

t.test('what was missed by some minutes rings late, and what was missed by hours is noted', async (t) => {
  const { alarms, goTo } = await started(t);
  const { id } = await alarms.add({ ...FRIDAY, days: ['friday', 'saturday'] });
  await goTo('2026-11-27T06:14:00Z');
  t.equal(alarms.read().kind, 'ringing', 'late');
  await alarms.end();
  await goTo('2026-11-28T09:00:00Z');
  t.equal(alarms.read().kind, 'waiting');
  t.match(await alarms.get(id), { missed: Date.parse('2026-11-28T06:00:00Z'), next: Date.parse('2026-12-04T06:00Z') });
  await alarms.change(id, { level: 20 });
  t.match(await alarms.get(id), { missed: null });
});

t.test('the next time is skipped once, and not skipped after all', async (t) => {
  const { alarms, goTo } = await started(t);
  const { id } = await alarms.add(FRIDAY);
  const [friday, later] = [Date.parse(AT_SEVEN), Date.parse('2026-12-04T06:00Z')];
  t.match(await alarms.skip(id, true), { next: later, skipped: friday });
  t.match(await alarms.skip(id, true), { next: later, skipped: friday }, 'again: once');
  t.match(await alarms.skip(id, false), { next: friday, skipped: null });
  await alarms.skip(id, true);
  t.match(await alarms.change(id, { name: 'Same time' }), { next: later, skipped: friday });
  await goTo(AT_SEVEN);
  t.equal(alarms.read().kind, 'waiting');
  await goTo(later);
  t.equal(alarms.read().kind, 'ringing');
  await alarms.change(id, { isEnabled: false });
  t.equal(alarms.read().kind, 'waiting', 'one that is switched off ends');
  await t.rejects(alarms.skip(id, true), { code: 'ALARM_OFF' });
  const once = await alarms.add({ minute: SEVEN });
  await t.rejects(alarms.skip(once.id, true), { code: 'ALARM_RINGS_ONCE' });
  await t.rejects(alarms.skip('x', true), { code: 'UNKNOWN_ID' });
});

t.test('one that is deleted ends, and one that rang once is off', async (t) => {
  const { alarms, id } = await ringing(t, { days: [] });
  t.match(await alarms.get(id), { isEnabled: false, next: null });
  await alarms.remove(id);
  await until(alarms, () => alarms.read().kind === 'waiting');
});

t.test('after a restart it rings on within its time, and gives back the volume', async (t) => {
  const { alarms, player, volume, time, again } = await ringing(t, { level: 70, duration: 60 }, 1);
  await player.asked.until('begin Alarm.wav');
  await player.followed.until('followed');
  await alarms.stop();
  time.now += 10 * 60_000;
  const next = again();
  await next.start();
  t.match(next.read(), { kind: 'ringing', until: Date.parse(AT_SEVEN) + 3_600_000 });
  await player.asked.until('begin Alarm.wav', 2);
  await next.end();
  t.equal(volume.percent, 40);
  await next.stop();
  const last = again();
  await last.start();
  t.equal(last.read().kind, 'waiting');
});

t.test('after a restart behind its time it is over, and the queue is back', async (t) => {
  const { alarms, player, time, again } = await ringing(t, { duration: 60 }, 1);
  await player.asked.until('begin Alarm.wav');
  await player.followed.until('followed');
  await alarms.stop();
  time.now += 2 * 3_600_000;
  const next = again();
  await next.start();
  t.equal(next.read().kind, 'waiting');
  t.match(player.asked.all.at(-1), /^end/);
});

t.test('a snooze outlasts a restart', async (t) => {
  const { alarms, player, time, again } = await ringing(t, { snooze: 9 }, 1);
  await player.asked.until('begin Alarm.wav');
  await alarms.snooze();
  await alarms.stop();
  time.now += 12 * 60_000;
  const next = again();
  await next.start();
  await until(next, () => next.read().kind === 'ringing');
});

t.test('another time zone moves the next time, and a clock that is set rings what is due', async (t) => {
  const { alarms, time, goTo } = await started(t);
  const { id } = await alarms.add(FRIDAY);
  time.zone = 'America/New_York';
  await goTo('2026-11-27T06:00:00Z');
  t.equal(alarms.read().kind, 'waiting');
  t.match(await alarms.get(id), { next: Date.parse('2026-11-27T12:00:00Z'), zone: 'America/New_York' });
  await goTo('2026-11-27T12:00:00Z');
  t.equal(alarms.read().kind, 'ringing');
});

t.test('a clock that was never set rings nothing and misses nothing', async (t) => {
  const { alarms, time, goTo } = await started(t);
  const { id } = await alarms.add(FRIDAY);
  time.isAwaited = true;
  await goTo('1970-01-01T00:00:10Z');
  t.equal(alarms.read().kind, 'waiting');
  t.match(await alarms.get(id), { next: Date.parse(AT_SEVEN), missed: null });
  await goTo('2026-11-27T06:03:00Z');
  t.equal(alarms.read().kind, 'ringing');
});

t.test('without an alarm that is on nothing is loaded, and a disk that refuses still rings', async (t) => {
  const { alarms, people, player, goTo } = await started(t);
  await alarms.add({ ...FRIDAY, isEnabled: false });
  t.equal(alarms.read().kind, 'waiting');
  await alarms.add(FRIDAY);
  people.state.write = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  await goTo(AT_SEVEN);
  t.equal(alarms.read().kind, 'ringing');
  await player.asked.until('begin Alarm.wav');
  await t.rejects(alarms.end(), { code: 'NOT_SAVED' });
  t.equal(alarms.read().kind, 'waiting', 'in force all the same');
  await goTo('2026-11-27T06:01:00Z');
  t.equal(alarms.read().kind, 'waiting', 'once, though the disk does not know');
});
