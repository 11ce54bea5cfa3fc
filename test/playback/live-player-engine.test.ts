import t from 'tap';
import type { PlayId } from '../../src/decode/decoder-messages.js';
import { SampleFormat } from '../../src/native.js';
import { createRing } from '../../src/output/ring-layout.js';
import type { TrackClock } from '../../src/playback/engine/timeline.js';
import { FROM_START } from '../../src/playback/state.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../src/units.js';
import { SOME_FACTS } from './fake-engine.js';
import { atElapsed } from './states.js';
import { createRig, playing, settled } from './rig.js';

function clockOf(playId: PlayId): TrackClock {
  const ring = createRing(sampleRateHz(1000), SampleFormat.S32, 0);
  const frames = { ringFrame: 0, trackFrame: frameCount(0), most: frameCount(5000) };
  return { playId, ring, ringRate: ring.rate, trackRate: ring.rate, ...frames };
}

t.test('a selected track is decoded before play, which then only runs it', async (t) => {
  const { player, engine } = createRig();
  await player.replaceQueue(['/a', '/b']);
  t.strictSame(engine.reported(), ['load /a from 0 ms']);
  await player.play(FROM_START);
  t.strictSame(engine.reported(), ['run', 'follow /b']);
});

t.test('a byte position counts when there is no time', async (t) => {
  const { player, engine } = await playing('/a');
  await player.play({ elapsed: milliseconds(0), offset: byteOffset(4096) });
  t.equal(engine.reported()[0], 'load /a from byte 4096');
  await player.play({ elapsed: milliseconds(900), offset: byteOffset(4096) });
  t.equal(engine.reported()[0], 'load /a from 900 ms');
  await player.startAt(0, atElapsed(12));
  t.equal(engine.reported()[0], 'load /a from 12 ms');
});

t.test('a negative seek is left to the decoder, which knows the length', async (t) => {
  const { player, engine } = await playing('/a');
  await player.seek(milliseconds(-1500));
  t.equal(engine.reported()[0], 'load /a from -1500 ms');
});

t.test('pause, resume and stop are reported once, and only when they mean something', async (t) => {
  const { player, engine } = await playing('/a');
  for (const command of ['resume', 'pause', 'pause', 'resume', 'resume', 'stop', 'stop', 'pause'] as const) {
    await player[command]();
  }
  t.strictSame(engine.reported(), ['hold', 'run', 'halt', 'load /a from 0 ms']);
});

t.test('the engine goes on to the next track: it is current, and what follows is named', async (t) => {
  const { player, engine } = await playing('/a', '/b', '/c');
  engine.goesOn();
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.equal(player.nextTrack()?.location, '/c');
  t.strictSame(engine.reported(), ['follow /c']);
});

t.test('the engine has played everything: the player stops and has the last track ready', async (t) => {
  const { player, engine } = await playing('/a');
  engine.runsDry();
  t.equal(player.status().kind, 'stopped');
  t.strictSame(engine.reported(), ['halt', 'load /a from 0 ms']);
});

t.test('a file that cannot be read is skipped, and the log says why', async (t) => {
  const { player, engine, log } = await playing('/a', '/b');
  engine.fails(engine.loaded);
  await settled();
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.strictSame(log, ['<4>player: track skipped path=/a code=FILE_UNREADABLE reason="no such file"']);
});

t.test('a track that breaks off is played to where it goes, and not skipped', async (t) => {
  const { player, engine, log } = await playing('/a', '/b');
  engine.fails(engine.loaded, true);
  await settled();
  t.equal(player.currentTrack()?.entry.location, '/a');
  t.strictSame(engine.reported(), []);
  t.match(log, [/track ends early path=\/a/]);
});

t.test('the failure of a track that was left is neither logged nor obeyed', async (t) => {
  const { player, engine, log } = await playing('/a', '/b', '/c');
  const left = engine.loaded;
  await player.next();
  engine.reported();
  engine.fails(left);
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.strictSame(engine.reported(), []);
  t.strictSame(log, []);
});

t.test('events in the middle of a call is taken in its turn, after the effects under way', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  engine.onCall = (call) => {
    if (call === 'follow nothing') engine.runsDry();
  };
  await player.next();
  t.strictSame(engine.reported(), ['load /b from 0 ms', 'follow nothing', 'run', 'halt', 'load /b from 0 ms']);
  t.equal(player.status().kind, 'stopped');
});

t.test('an engine that throws fails the command, and the next command is obeyed', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  engine.onCall = () => {
    throw new Error('out of order');
  };
  await t.rejects(player.pause(), { message: 'out of order' });
  engine.onCall = () => undefined;
  engine.reported();
  await player.resume();
  t.strictSame(engine.reported(), ['run']);
});

t.test('the place is kept on the clock of the current track while it plays, and only then', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  const clock = clockOf(engine.loadedId);
  engine.trackClockNow = clock;
  engine.events.clockChanged();
  t.equal(store.followed, clock);
  await player.pause();
  t.equal(store.followed, undefined, 'not at rest');
  await player.resume();
  t.equal(store.followed, clock);
  engine.trackClockNow = undefined;
  engine.events.clockChanged();
  t.equal(store.followed, undefined, 'not while another place is sought');
  engine.trackClockNow = clockOf(engine.following?.playId ?? 0);
  engine.events.clockChanged();
  t.equal(store.followed, undefined, 'not on the clock of a track that is not the current one yet');
  engine.goesOn();
  t.equal(store.followed, engine.trackClockNow);
  await player.remove([1]);
  t.equal(store.followed, undefined, 'not of a track that has left the queue');
});

t.test('more is known of the current track when its file is open, and of no other', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  const reported: string[] = [];
  player.subscribe((events) => reported.push(events.type === 'changed' ? [...events.aspects].join(' ') : events.type));
  engine.events.trackOpened(engine.following?.playId ?? 0);
  t.strictSame(reported, []);
  engine.known.set(engine.loadedId, SOME_FACTS);
  engine.events.trackOpened(engine.loadedId);
  t.strictSame(reported.splice(0), ['currentTrack']);
  t.match(player.currentTrack()?.facts, { length: 180_000, sampleRate: 44_100 });
  await player.stop();
  reported.length = 0;
  engine.events.trackOpened(engine.loadedId);
  t.strictSame(reported, [], 'what is only made ready is no current track');
});

t.test('the clock is followed anew when a state is durable', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  engine.trackClockNow = clockOf(engine.loadedId);
  store.hold();
  const inserted = player.insert(['/c'], -1);
  store.followed = undefined;
  store.release();
  await inserted;
  t.equal(store.followed, engine.trackClockNow);
});

t.test('an output that is lost pauses, is reported, and goes on when it is back in time', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  const reported: string[] = [];
  player.subscribe((events) => reported.push(events.type === 'changed' ? [...events.aspects].join(' ') : events.type));
  engine.trouble = { code: 'OUTPUT_MISSING', detail: 'gone' };
  engine.events.outputLost();
  t.strictSame(player.status(), { kind: 'paused', outputProblem: { code: 'OUTPUT_MISSING', detail: 'gone' } });
  t.ok(reported.includes('status'));
  t.strictSame(engine.reported(), ['hold']);
  engine.trouble = undefined;
  engine.events.outputBack(true);
  t.strictSame(player.status(), { kind: 'playing', outputProblem: undefined });
  t.strictSame(engine.reported(), ['run']);
});

t.test('an output that is back late is reported, and stays paused', async (t) => {
  const { player, engine } = await playing('/a');
  engine.events.outputLost();
  let reported = 0;
  player.subscribe(() => reported++);
  engine.events.outputBack(false);
  t.equal(player.status().kind, 'paused');
  t.equal(reported, 1);
});

t.test('resume is refused while the output is away, and not when it is found', async (t) => {
  const { player, engine } = await playing('/a');
  engine.trouble = { code: 'OUTPUT_MISSING', detail: 'gone' };
  engine.events.outputLost();
  await t.rejects(player.resume(), { code: 'OUTPUT_MISSING', message: 'The output is away. gone' });
  await t.rejects(player.resumeTrack(), { code: 'OUTPUT_MISSING' });
  t.equal(player.status().kind, 'paused');
  engine.isBack = true;
  await player.resume();
  t.equal(player.status().kind, 'playing');
});

t.test('events of a stream is reported as a change of the status and of the current track', async (t) => {
  const { player, engine } = await playing('/a');
  const reported: ReadonlySet<string>[] = [];
  const leave = player.subscribe((events) => {
    if (events.type === 'changed') reported.push(events.aspects);
  });
  engine.events.streamChanged(engine.loadedId);
  t.strictSame(reported.splice(0), [new Set(['status', 'currentTrack'])]);
  leave();
  engine.events.streamChanged(engine.loadedId);
  t.strictSame(reported, [], 'not to whoever has left');
});

t.test('a stream tells what it says of itself, and is sought in only where that is possible', async (t) => {
  const { player, engine } = await playing('http://radio.example/live');
  let seekable: boolean | undefined = false;
  const said = { station: 'Radio', genre: '', artist: '', title: 'News', album: '' };
  const asked: PlayId[] = [];
  Object.assign(engine, {
    stream: (playId: PlayId) => {
      asked.push(playId);
      return { ...said, seekable };
    },
  });
  t.match(player.currentTrack()?.stream, { station: 'Radio', title: 'News' });
  t.strictSame(asked, [engine.loadedId]);
  await player.seek(milliseconds(5000));
  t.strictSame(engine.reported(), []);
  seekable = true;
  await player.seek(milliseconds(5000));
  t.equal(engine.reported()[0], 'load http://radio.example/live from 5000 ms');
});

t.test('the player awaits its output after a loss, until somebody pauses or it is back', async (t) => {
  const { player, engine } = await playing('/a');
  t.equal(player.awaitsOutput(), false);
  engine.events.outputLost();
  t.equal(player.awaitsOutput(), true);
  await player.pause();
  t.equal(player.awaitsOutput(), false);
});

t.test('a track that cannot be played is reported with its reason, and whether it had started', async (t) => {
  const { player, engine } = await playing('/a', '/b', '/c');
  const reported: unknown[] = [];
  player.subscribe((events) => {
    if (events.type === 'trackSkipped') reported.push(events.track);
  });
  engine.fails(engine.following);
  engine.fails(engine.loaded, true);
  await player.stop();
  engine.fails(engine.loaded);
  const failure = { code: 'FILE_UNREADABLE', reason: 'no such file' };
  t.strictSame(reported, [
    { location: '/b', ...failure, started: false },
    { location: '/a', ...failure, started: true },
    { location: '/a', ...failure, started: false },
  ]);
});

t.test('what is asked while the output is away is refused only where the queue is paused', async (t) => {
  const { player, engine } = await playing('/a');
  engine.trouble = { code: 'OUTPUT_MISSING', detail: 'gone' };
  await t.resolves(player.resume(), 'playing');
  await player.stop();
  await t.resolves(player.resumeTrack(), 'stopped');
  t.equal(player.status().kind, 'playing');
});

t.test('single mode pauses at the border of what differs, once both tracks are known', async (t) => {
  const { player, engine } = await playing('/one-1', '/one-2', '/two-1');
  await player.setModes({ single: 'album' });
  await settled();
  engine.reported();
  t.equal(engine.following?.location, '/one-2');
  engine.goesOn();
  await settled();
  t.equal(engine.reported().at(-1), 'follow nothing');
  engine.runsDry();
  t.equal(player.status().kind, 'paused');
  t.equal(player.currentTrack()?.entry.location, '/two-1');
});
