import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { alarmHouse, makeSine, secondsIn, secondsOf, SEVEN, strengthOf } from './alarm-house.js';

const QUEUE = 440;
const PLAYLIST = 660;
const TONE = 1046.5;
const MINUTE = 60_000;

t.test('a box that is cut off while an alarm rings rings on, and gives back what was before it', async (t) => {
  const { rig, library, start } = await alarmHouse(t);
  const file = join(library, 'queue.wav');
  await makeSine(file, QUEUE, 300);
  const first = await start(SEVEN - 60 * MINUTE);
  await first.daemon.put('/player/volume/level', { percent: 30 });
  const before = await first.daemon.volume();
  await first.daemon.play([file]);
  await first.daemon.put('/player/play');
  await first.daemon.until('it plays', async () => (await first.daemon.elapsed()) > 10_000);
  await first.ringAtSeven({ days: ['friday'], level: 50, fade_in: 0 });
  await first.daemon.until('the tone plays', async () => (await first.daemon.currentTrack())?.path !== file);
  await first.daemon.stop('SIGKILL');

  const silent = secondsIn(await rig.capture());
  const second = await start(SEVEN + 5 * MINUTE, { TONEARM_RESUME_ON_START: 'on' });
  const { daemon } = second;
  await second.until('ringing');
  await daemon.until('it is heard', async () => secondsIn(await rig.capture()) > silent + 8);
  const played = secondsOf(await rig.capture(), silent + 4, silent + 8);
  t.ok(strengthOf(played, TONE) > 0.01, 'the tone');
  await daemon.put('/alarms/stop');
  await second.until(undefined);
  const there = await daemon.currentTrack();
  t.equal(there?.path, file);
  t.ok((there?.elapsed ?? 0) >= 10_000, `${there?.elapsed}`);
  t.strictSame(await daemon.volume(), before);
  t.equal((await bodyOf(daemon.api.GET('/playlists/amount'))).amount, 1);
});

t.test('a box that was off at the time rings some minutes late, and later says that it was missed', async (t) => {
  const { start } = await alarmHouse(t);
  const first = await start(SEVEN - 60 * MINUTE);
  await first.add({ time: '07:00', days: ['friday', 'saturday'] });
  await first.daemon.stop('SIGKILL');
  const late = await start(SEVEN + 5 * MINUTE);
  await late.until('ringing');
  await late.daemon.put('/alarms/stop');
  await late.daemon.stop();
  const missed = await start(SEVEN + 24 * 60 * MINUTE + 180 * MINUTE);
  await missed.daemon.until('it is noted', async () => {
    const { alarms } = await bodyOf(missed.daemon.api.GET('/alarms'));
    return alarms[0]?.missed === '2026-11-28T07:00:00+01:00';
  });
  t.equal(await missed.ringing(), null);
  t.match((await missed.daemon.get('/alarms')).body, { alarms: [{ next: '2026-12-04T07:00:00+01:00' }] });
  t.match(missed.daemon.text, /alarm: missed/);
});

t.test('a station that does not answer gives way to the tone within seconds', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  t.teardown(() => silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const { rig, start } = await alarmHouse(t);
  const alarm = await start(SEVEN - 60 * MINUTE);
  const { daemon } = alarm;
  const { id } = await bodyOf(
    daemon.api.POST('/radio/stations', { body: { name: 'Silent', url: `http://127.0.0.1:${port}/live` } }),
  );
  await alarm.ringAtSeven({ music: { of: 'station', id }, fade_in: 0, level: 50 });
  await daemon.until('the tone takes its place', async () => (await alarm.ringing())?.failure !== null);
  const from = secondsIn(await rig.capture());
  await daemon.until('it is heard', async () => secondsIn(await rig.capture()) > from + 8);
  t.ok(strengthOf(secondsOf(await rig.capture(), from + 4, from + 8), TONE) > 0.01);
  t.match(daemon.text, /alarm: the tone plays in the place of its music/);
  await daemon.put('/alarms/stop');
  await alarm.until(undefined);
  t.equal((await bodyOf(daemon.api.GET('/playlists/amount'))).amount, 0, 'the queue was empty, and is');
});

t.test('a saved playlist wakes, and whoever pauses the player has ended the alarm', async (t) => {
  const { rig, library, start } = await alarmHouse(t);
  await makeSine(join(library, 'list.wav'), PLAYLIST, 100);
  const alarm = await start(SEVEN - 60 * MINUTE);
  const { daemon } = alarm;
  const tracks = async () => bodyOf(daemon.api.GET('/tracks'));
  await daemon.until('the library is read', async () => (await tracks()).length === 1);
  const ids = (await tracks()).map(({ id }) => id);
  const { id } = await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: 'Morning', track_ids: ids } }));
  await alarm.ringAtSeven({ music: { of: 'saved_playlist', id }, fade_in: 0 });
  const from = secondsIn(await rig.capture());
  await daemon.until('it is heard', async () => secondsIn(await rig.capture()) > from + 6);
  t.ok(strengthOf(secondsOf(await rig.capture(), from + 3, from + 5), PLAYLIST) > 0.2);
  await daemon.put('/player/pause');
  await alarm.until(undefined);
  t.equal(await daemon.playbackStatus(), 0, 'the queue is stopped, as it was');
});
