import { join } from 'node:path';
import t from 'tap';
import { alarmHouse, loudness, makeSine, secondsIn, secondsOf, SEVEN, strengthOf } from './alarm-house.js';

/** What the queue plays, and the strongest partial of the tone. */
const QUEUE = 440;
const TONE = 1046.5;

t.test('an alarm rings softly at first, snoozes, rings again and gives back queue, position and volume', async (t) => {
  const { rig, library, start } = await alarmHouse(t);
  const file = join(library, 'queue.wav');
  await makeSine(file, QUEUE, 400);
  const alarm = await start(SEVEN - 3600_000);
  const { daemon } = alarm;
  await daemon.put('/player/volume/level', { percent: 30 });
  const before = await daemon.volume();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 20_000);

  await alarm.ringAtSeven({ name: 'Work', level: 60, fade_in: 20, snooze: 3 });
  const interrupted = secondsIn(await rig.capture());
  t.match(await alarm.ringing(), { name: 'Work', failure: null, snooze: 3, until: '2026-11-27T08:00:00+01:00' });
  await daemon.until('the tone has played for half a minute', async () => {
    const track = await daemon.currentTrack();
    return track?.path.endsWith('Alarm.wav') === true && secondsIn(await rig.capture()) > interrupted + 40;
  });
  t.equal(Math.round((await daemon.volume()).percent ?? 0), 60);
  const pcm = await rig.capture();
  const rounds = [2, 10, 18, 30].map((from) => secondsOf(pcm, interrupted + from, interrupted + from + 4));
  const loud = rounds.map(loudness);
  t.ok(
    loud.every((value, at) => at === 0 || value > (loud[at - 1] ?? 0) * 1.05),
    `it rises: ${loud.join(' ')}`,
  );
  const last = rounds.at(-1) ?? Buffer.alloc(0);
  t.ok(strengthOf(last, TONE) > 10 * strengthOf(last, QUEUE), 'the tone is what is heard');

  await alarm.daemon.put('/alarms/snooze');
  await alarm.until('snoozed');
  t.equal(await daemon.playbackStatus(), 3, 'silence');
  const there = await daemon.currentTrack();
  t.equal(there?.path, file, 'the queue is back');
  t.ok((there?.elapsed ?? 0) >= 20_000, `${there?.elapsed}`);
  t.strictSame(await daemon.volume(), before);
  await alarm.until('ringing');
  await daemon.until('it sounds again', async () => (await daemon.currentTrack())?.path.endsWith('Alarm.wav') === true);
  await daemon.put('/alarms/stop');
  await alarm.until(undefined);
  const again = await daemon.currentTrack();
  t.equal(again?.path, file);
  t.ok(Math.abs((again?.elapsed ?? 0) - (there?.elapsed ?? 0)) <= 2, `${again?.elapsed}`);
  t.equal(await daemon.playbackStatus(), 3, 'what a snooze had paused stays paused');
  t.strictSame(await daemon.volume(), before);
  t.match((await daemon.get('/alarms')).body, { alarms: [{ enabled: false, next: null }] }, 'it rang once');
});

t.test('stopping an alarm lets the queue play on from where it was', async (t) => {
  const { rig, library, start } = await alarmHouse(t);
  const file = join(library, 'queue.wav');
  await makeSine(file, QUEUE, 400);
  const alarm = await start(SEVEN - 3600_000);
  const { daemon } = alarm;
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 5000);
  await alarm.ringAtSeven({ days: ['friday'], fade_in: 0 });
  // Also before the tone has begun.
  await daemon.put('/alarms/stop');
  await daemon.until('the queue plays on', async () => (await daemon.currentTrack())?.path === file);
  t.equal(await daemon.playbackStatus(), 1);
  const from = secondsIn(await rig.capture());
  await daemon.until('it is heard', async () => secondsIn(await rig.capture()) > from + 6);
  const pcm = await rig.capture();
  const played = secondsOf(pcm, from + 2, from + 4);
  t.ok(strengthOf(played, QUEUE) > 0.2, 'as loud as it was');
  t.match((await daemon.get('/alarms')).body, {
    alarms: [{ next: '2026-12-04T07:00:00+01:00' }],
    time_zone: 'Europe/Berlin',
  });
});
