/** What a controller sends, how it is played in the place of the queue, and how the queue comes back. */
import t, { type Test } from 'tap';
import { milliseconds } from '../../src/units.js';
import { FROM_START } from '../../src/playback/state.js';
import { didl, NEXT, startUpnp, type UpnpRig, URI } from './rig.js';

const AVT = 'AVTransport';

async function stateOf({ call }: UpnpRig): Promise<string | undefined> {
  return (await call(AVT, 'GetTransportInfo'))['CurrentTransportState'];
}

async function playingRig(t: Test): Promise<UpnpRig> {
  const rig = await startUpnp(t);
  await rig.player.replaceQueue(['/a', '/b']);
  await rig.player.play(FROM_START);
  await rig.call(AVT, 'SetAVTransportURI', { CurrentURI: URI, CurrentURIMetaData: didl(URI, 'Spray') });
  await rig.call(AVT, 'Play', { Speed: 1 });
  rig.opens();
  return rig;
}

const shown = ({ player }: UpnpRig): readonly unknown[] => [
  player.status().kind,
  player.currentTrack()?.entry.location,
  player
    .queue()
    .entries.map(({ location }) => location)
    .join(' '),
];

/** Resolves when the player is as wanted. */
async function until({ player }: UpnpRig, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    let undo: () => void = () => undefined;
    await new Promise<void>((resolve) => (undo = player.subscribe(() => resolve())));
    undo();
  }
}

t.test('nothing is there at first', async (t) => {
  const rig = await startUpnp(t);
  const { call, code } = rig;
  t.equal(await stateOf(rig), 'NO_MEDIA_PRESENT');
  t.match(await call(AVT, 'GetMediaInfo'), { NrTracks: '0', CurrentURI: '', PlayMedium: 'NONE' });
  t.match(await call(AVT, 'GetPositionInfo'), { Track: '0', TrackDuration: '0:00:00', RelTime: '0:00:00' });
  t.equal((await call(AVT, 'GetCurrentTransportActions'))['Actions'], '');
  for (const [action, args, expected] of [
    ['Play', { Speed: 1 }, 701],
    ['Pause', {}, 701],
    ['Next', {}, 701],
    ['Seek', { Unit: 'REL_TIME', Target: '0:00:10' }, 701],
    ['SetNextAVTransportURI', { NextURI: NEXT, NextURIMetaData: '' }, 701],
    ['Stop', {}, 0],
    ['Stop', { InstanceID: 3 }, 718],
    ['Play', { Speed: 2 }, 717],
    ['SetPlayMode', { NewPlayMode: 'SHUFFLE' }, 712],
    ['SetPlayMode', { NewPlayMode: 'NORMAL' }, 0],
    ['Record', {}, 401],
    ['SetAVTransportURI', { CurrentURI: URI }, 402],
    ['SetAVTransportURI', { CurrentURI: 'file:///etc/passwd', CurrentURIMetaData: '' }, 716],
    ['SetAVTransportURI', { CurrentURI: 'http://127.0.0.1/x', CurrentURIMetaData: '' }, 716],
    ['SetAVTransportURI', { CurrentURI: 'http://169.254.1.1/x', CurrentURIMetaData: '' }, 716],
    [
      'SetAVTransportURI',
      { CurrentURI: URI, CurrentURIMetaData: didl(URI, 'x').replace('audio/flac', 'image/jpeg') },
      714,
    ],
  ] as const) {
    t.equal(await code(AVT, action, args), expected, `${action} ${JSON.stringify(args)}`);
  }
  t.equal(await stateOf(rig), 'NO_MEDIA_PRESENT', 'what is refused changes nothing');
});

t.test('a track interrupts the queue, which comes back at its end and plays on', async (t) => {
  const rig = await startUpnp(t);
  const { player, engine, call, sentTracks } = rig;
  await player.replaceQueue(['/a', '/b']);
  await player.play(FROM_START);
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(7000) };
  const art = '<upnp:albumArtURI>http://192.168.7.7/cover.jpg</upnp:albumArtURI>';
  await call(AVT, 'SetAVTransportURI', { CurrentURI: URI, CurrentURIMetaData: didl(URI, 'Spray', art) });
  t.equal(await stateOf(rig), 'STOPPED');
  t.strictSame(shown(rig), ['playing', '/a', '/a /b'], 'only Play plays');
  t.match(await call(AVT, 'GetMediaInfo'), { NrTracks: '1', MediaDuration: '0:03:00', CurrentURI: URI });
  await call(AVT, 'Play', { Speed: 1 });
  t.equal(await stateOf(rig), 'TRANSITIONING', 'nothing has come of it yet');
  rig.opens();
  t.equal(await stateOf(rig), 'PLAYING');
  t.strictSame(shown(rig), ['playing', URI, URI]);
  t.match(sentTracks.find(URI), {
    title: 'Spray',
    artist: 'Can & Co.',
    album: 'Future Days',
    cover: /^u[0-9a-f]{40}$/,
  });
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(65_400) };
  t.match(await call(AVT, 'GetPositionInfo'), {
    Track: '1',
    TrackDuration: '0:03:00',
    TrackURI: URI,
    RelTime: '0:01:05',
    AbsTime: '0:01:05',
    TrackMetaData: didl(URI, 'Spray', art),
  });
  t.equal((await call(AVT, 'GetCurrentTransportActions'))['Actions'], 'Play,Pause,Stop,Seek,Previous');
  engine.runsDry();
  t.equal(await stateOf(rig), 'STOPPED');
  t.match(await call(AVT, 'GetPositionInfo'), { TrackURI: URI, RelTime: '0:00:00' });
  await until(rig, () => player.currentTrack()?.entry.location === '/a');
  t.strictSame(shown(rig), ['playing', '/a', '/a /b']);
  t.equal(
    engine.calls.findLast((each) => each.startsWith('load')),
    'load /a from 7000 ms',
  );
});

t.test('after Stop the queue is back, silent', async (t) => {
  const rig = await playingRig(t);
  await rig.call(AVT, 'Stop');
  t.equal(await stateOf(rig), 'STOPPED');
  t.equal(rig.player.status().kind, 'stopped');
  await until(rig, () => rig.player.queue().entries.length === 2);
  t.strictSame(shown(rig), ['paused', '/a', '/a /b']);
});

t.test('a controller that stops between two tracks does not let the queue sound in between', async (t) => {
  const rig = await playingRig(t);
  await rig.call(AVT, 'Stop');
  await rig.call(AVT, 'SetAVTransportURI', { CurrentURI: NEXT, CurrentURIMetaData: '' });
  await rig.call(AVT, 'Play', { Speed: 1 });
  t.strictSame(shown(rig), ['playing', NEXT, NEXT]);
  rig.engine.runsDry();
  await until(rig, () => rig.player.queue().entries.length === 2);
  t.strictSame(shown(rig), ['playing', '/a', '/a /b'], 'it played before');
});

t.test('pause, resume, seek and another track while one plays', async (t) => {
  const rig = await playingRig(t);
  const { call, code, engine } = rig;
  t.equal(await code(AVT, 'Pause'), 0);
  t.equal(await stateOf(rig), 'PAUSED_PLAYBACK');
  t.equal(await code(AVT, 'Pause'), 0, 'again');
  t.equal((await call(AVT, 'GetCurrentTransportActions'))['Actions'], 'Play,Stop,Seek,Previous');
  await call(AVT, 'Play', { Speed: 1 });
  t.equal(await stateOf(rig), 'PLAYING');
  await call(AVT, 'Seek', { Unit: 'REL_TIME', Target: '0:01:30.500' });
  t.equal(
    engine.calls.findLast((each) => each.startsWith('load')),
    `load ${URI} from 90500 ms`,
  );
  rig.opens();
  await call(AVT, 'Seek', { Unit: 'TRACK_NR', Target: '1' });
  t.equal(
    engine.calls.findLast((each) => each.startsWith('load')),
    `load ${URI} from 0 ms`,
  );
  rig.opens();
  for (const [args, expected] of [
    [{ Unit: 'ABS_TIME', Target: '9:00:00' }, 711],
    [{ Unit: 'REL_TIME', Target: 'soon' }, 711],
    [{ Unit: 'TRACK_NR', Target: '2' }, 711],
    [{ Unit: 'REL_COUNT', Target: '2' }, 710],
  ] as const) {
    t.equal(await code(AVT, 'Seek', args), expected, JSON.stringify(args));
  }
  await call(AVT, 'SetAVTransportURI', { CurrentURI: NEXT, CurrentURIMetaData: '' });
  t.strictSame(shown(rig), ['playing', NEXT, NEXT], 'replaced at once');
  await call(AVT, 'SetAVTransportURI', { CurrentURI: '', CurrentURIMetaData: '' });
  t.equal(await stateOf(rig), 'NO_MEDIA_PRESENT');
  await until(rig, () => rig.player.queue().entries.length === 2);
});

t.test('the next track follows without a gap, and is current then', async (t) => {
  const rig = await playingRig(t);
  const { call, code, engine } = rig;
  t.equal(await code(AVT, 'Next'), 711);
  await call(AVT, 'SetNextAVTransportURI', { NextURI: NEXT, NextURIMetaData: didl(NEXT, 'Moonshake') });
  t.equal(engine.following?.location, NEXT);
  t.match(await call(AVT, 'GetMediaInfo'), { CurrentURI: URI, NextURI: NEXT });
  await call(AVT, 'SetNextAVTransportURI', { NextURI: '', NextURIMetaData: '' });
  t.equal(engine.following, undefined, 'taken back');
  await call(AVT, 'SetNextAVTransportURI', { NextURI: NEXT, NextURIMetaData: didl(NEXT, 'Moonshake') });
  engine.goesOn();
  rig.opens();
  t.match(await call(AVT, 'GetMediaInfo'), { CurrentURI: NEXT, NextURI: '' });
  t.equal(rig.sentTracks.find(NEXT)?.title, 'Moonshake');
  t.equal(await stateOf(rig), 'PLAYING');
  await call(AVT, 'SetNextAVTransportURI', { NextURI: URI, NextURIMetaData: '' });
  t.equal(rig.player.queue().entries.length, 2, 'what was played is not kept');
  await call(AVT, 'Next');
  t.match(await call(AVT, 'GetMediaInfo'), { CurrentURI: URI, NextURI: '' });
  t.equal(rig.player.currentTrack()?.entry.location, URI);
});

t.test('what a person starts on the page ends the session', async (t) => {
  const rig = await playingRig(t);
  await rig.player.replaceQueue(['/c']);
  await rig.player.startAt(0, FROM_START);
  t.equal(await stateOf(rig), 'STOPPED');
  t.strictSame(shown(rig), ['playing', '/c', '/c']);
  await rig.call(AVT, 'Stop');
  t.strictSame(shown(rig), ['playing', '/c', '/c'], 'a late Stop is for nothing of ours');
  const other = await playingRig(t);
  await other.player.stop();
  t.equal(await stateOf(other), 'STOPPED');
  t.strictSame(shown(other), ['paused', '/a', '/a /b']);
});

t.test('the page pauses and resumes what a controller has sent', async (t) => {
  const rig = await playingRig(t);
  await rig.player.pause();
  t.equal(await stateOf(rig), 'PAUSED_PLAYBACK');
  t.equal(rig.player.currentTrack()?.entry.location, URI);
  await rig.player.resumeTrack();
  t.equal(await stateOf(rig), 'PLAYING');
});

t.test('an alarm takes the place, and the queue of before comes back after it', async (t) => {
  const rig = await playingRig(t);
  const { player } = rig;
  await player.suspension.begin({ locations: ['/tone'], isShuffled: false });
  t.equal(await stateOf(rig), 'STOPPED');
  t.strictSame(shown(rig), ['playing', '/tone', '/tone']);
  await player.suspension.end(true);
  t.strictSame(shown(rig), ['playing', '/a', '/a /b']);
  await rig.call(AVT, 'Play', { Speed: 1 });
  await player.suspension.begin({ locations: ['/tone'], isShuffled: false });
  await rig.call(AVT, 'Play', { Speed: 1 });
  t.equal(player.suspension.isActive, false, 'and a controller takes the place of an alarm');
});

t.test('a track that cannot be played', async (t) => {
  const rig = await startUpnp(t);
  await rig.call(AVT, 'SetAVTransportURI', { CurrentURI: URI, CurrentURIMetaData: 'no XML <' });
  await rig.call(AVT, 'Play', { Speed: 1 });
  rig.engine.fails(rig.engine.loaded);
  t.match(await rig.call(AVT, 'GetTransportInfo'), {
    CurrentTransportState: 'STOPPED',
    CurrentTransportStatus: 'ERROR_OCCURRED',
  });
  await until(rig, () => !rig.player.remoteTracks.isActive);
});

t.test('switched off, the queue is back', async (t) => {
  const rig = await playingRig(t);
  await rig.server.stop();
  t.strictSame(shown(rig), ['paused', '/a', '/a /b']);
});
