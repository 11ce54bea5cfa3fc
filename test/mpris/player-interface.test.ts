/** The player over a real bus: what it shows, what it does, and what it tells. */
import t from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import { until } from '../dbus/private-bus.js';
import { NAME, openScene, type Scene } from './scene.js';

const ROOT = { destination: NAME, path: '/org/mpris/MediaPlayer2', interface: 'org.mpris.MediaPlayer2' };
const TRACKS = ['/music/one.flac', '/music/two.flac', '/music/three.flac'];

/** Plays the first of three. */
async function playing(scene: Scene): Promise<void> {
  await scene.player.replaceQueue(TRACKS);
  await scene.player.play(FROM_START);
  scene.playedAt(0);
  await scene.signals();
}

t.test('a stopped player without a queue shows that there is nothing to do', async (t) => {
  const scene = await openScene(t);
  t.strictSame(await scene.all(), {
    PlaybackStatus: 'Stopped',
    LoopStatus: 'None',
    Rate: 1,
    Shuffle: false,
    Metadata: { 'mpris:trackid': '/org/mpris/MediaPlayer2/TrackList/NoTrack' },
    Volume: 0.4,
    Position: 0n,
    MinimumRate: 1,
    MaximumRate: 1,
    CanGoNext: false,
    CanGoPrevious: false,
    CanPlay: false,
    CanPause: false,
    CanSeek: false,
    CanControl: true,
  });
  t.match(await scene.bus.properties(ROOT), {
    Identity: 'Tonearm',
    CanQuit: false,
    CanRaise: false,
    HasTrackList: false,
  });
  for (const member of ['Play', 'PlayPause', 'Pause', 'Stop', 'Next', 'Previous']) await scene.call(member);
  await scene.call('Seek', 'x', [1n]);
  await scene.bus.call({ ...ROOT, member: 'Quit' });
  t.equal(await scene.get('PlaybackStatus'), 'Stopped');
  t.strictSame(await scene.signals(), [], 'and nothing is told while nothing happens');
});

t.test('the track that plays is shown', async (t) => {
  const scene = await openScene(t);
  scene.described.set('/music/one.flac', { artist: 'Ann', cover: 'c1.jpg' });
  await playing(scene);
  scene.playedAt(2500);
  t.match(await scene.all(), {
    PlaybackStatus: 'Playing',
    Position: 2_500_000n,
    Metadata: {
      'mpris:trackid': '/org/tonearm/queue/1',
      'mpris:length': 180_000_000n,
      'mpris:artUrl': 'http://127.0.0.1:6063/covers/c1.jpg',
      'xesam:title': 'title of /music/one.flac',
      'xesam:artist': ['Ann'],
    },
    ...{ CanGoNext: true, CanGoPrevious: false, CanPlay: true, CanPause: true, CanSeek: true },
  });
});

t.test('buttons are commands of the player', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  const status = () => scene.get('PlaybackStatus');
  const index = () => scene.player.queue().index;
  await scene.call('Pause');
  t.equal(await status(), 'Paused');
  await scene.call('Pause');
  t.equal(await status(), 'Paused', 'a pause is no toggle');
  await scene.call('Play');
  t.equal(await status(), 'Playing');
  await scene.call('PlayPause');
  t.equal(await status(), 'Paused');
  await scene.call('Next');
  t.strictSame([index(), await status()], [1, 'Paused'], 'the pause goes on');
  await scene.call('PlayPause');
  await scene.call('Next');
  t.strictSame([index(), await status()], [2, 'Playing']);
  t.equal(await scene.get('CanGoNext'), false);
  await scene.call('Next');
  t.strictSame([index(), await status()], [2, 'Playing'], 'there is no next one');
  await scene.call('Previous');
  t.equal(index(), 1);
  await scene.call('Stop');
  t.equal(await status(), 'Stopped');
});

t.test('after a stop from here it begins at the beginning of the track, after any other where it was', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  const begun = async () => {
    await scene.call('Play');
    return scene.engine.reported().find((call) => call.startsWith('load') || call === 'run');
  };
  scene.playedAt(60_000);
  await scene.player.stop();
  scene.engine.reported();
  t.equal(await begun(), 'load /music/one.flac from 60000 ms');
  scene.playedAt(70_000);
  await scene.call('Stop');
  scene.engine.reported();
  t.match(await begun(), /run|load \/music\/one\.flac from 0 ms/);
  scene.playedAt(0);
  t.equal(scene.player.resumePoint()?.elapsed, 0);
  scene.playedAt(50_000);
  await scene.call('Stop');
  await scene.player.resumeTrack();
  scene.playedAt(55_000);
  await scene.player.stop();
  scene.engine.reported();
  t.equal(await begun(), 'load /music/one.flac from 55000 ms', 'what was begun elsewhere meanwhile counts');
});

t.test('seeks go where they are meant to, and are told', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  scene.playedAt(10_000);
  const sought = async (member: string, signature: string, body: readonly unknown[]) => {
    scene.engine.reported();
    await scene.call(member, signature, body);
    const signals = await scene.signals();
    return [scene.engine.reported()[0], ...signals.filter((each) => 'Seeked' in each).map(({ Seeked }) => Seeked)];
  };
  const one = '/music/one.flac';
  t.strictSame(await sought('Seek', 'x', [5_000_000n]), [`load ${one} from 15000 ms`, 15_000_000n]);
  t.equal(await scene.get('Position'), 15_000_000n, 'before it is heard as well');
  scene.playedAt(15_000);
  t.strictSame(await sought('Seek', 'x', [-60_000_000n]), [`load ${one} from 0 ms`, 0n], 'not before its beginning');
  const id = '/org/tonearm/queue/1';
  t.strictSame(await sought('SetPosition', 'ox', [id, 30_000_000n]), [`load ${one} from 30000 ms`, 30_000_000n]);
  t.strictSame(await sought('SetPosition', 'ox', ['/org/tonearm/queue/2', 0n]), [undefined], 'of another track');
  t.strictSame(await sought('SetPosition', 'ox', [id, -1n]), [undefined]);
  t.strictSame(await sought('SetPosition', 'ox', [id, 180_000_001n]), [undefined]);
  t.strictSame(await sought('SetPosition', 'ox', [id, 2n ** 62n]), [undefined]);
  await sought('Seek', 'x', [180_000_000n]);
  t.equal(scene.player.queue().index, 1, 'past the end is the next one');
});

t.test(
  'in a stream that cannot be moved about in, and while the length is not known, there is no seeking',
  async (t) => {
    const scene = await openScene(t);
    scene.described.set('/music/one.flac', { length: 0 });
    await playing(scene);
    t.equal(await scene.get('CanSeek'), false);
    await scene.call('Seek', 'x', [1_000_000n]);
    t.equal(scene.player.queue().index, 0);
  },
);

t.test('only what has changed is told, together and once', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  await scene.call('Pause');
  t.strictSame(await scene.signals(), [{ PlaybackStatus: 'Paused' }]);
  await scene.call('Next');
  const [changed, ...more] = await scene.signals();
  t.strictSame(Object.keys(changed ?? {}).sort(), ['CanGoPrevious', 'Metadata']);
  t.match(changed, { Metadata: { 'mpris:trackid': '/org/tonearm/queue/2' } });
  t.strictSame(more, []);
  await scene.volume.set(40);
  t.strictSame(await scene.signals(), []);
  await scene.volume.set(60);
  t.strictSame(await scene.signals(), [{ Volume: 0.6 }]);
  await scene.player.setModes({ repeat: 'all', shuffle: false });
  t.strictSame(await scene.signals(), [{ LoopStatus: 'Playlist' }]);
  await scene.call('Stop');
  const [stopped] = await scene.signals();
  t.match(stopped, { PlaybackStatus: 'Stopped', CanSeek: false, CanGoNext: false });
});

t.test(
  'a track that follows by itself is told, and one that begins somewhere else is told with its place',
  async (t) => {
    const scene = await openScene(t);
    await playing(scene);
    scene.engine.goesOn();
    scene.playedAt(5);
    const followed = await scene.signals();
    t.match(followed, [{ Metadata: { 'xesam:title': 'title of /music/two.flac' } }]);
    t.equal(followed.length, 1);
    await scene.player.startAt(2, { ...FROM_START, elapsed: 90_000 as never });
    const begun = await scene.signals();
    t.strictSame(begun.at(-1), { Seeked: 90_000_000n });
  },
);

t.test('what is learnt of a track later is told when it is: by its decoder, by its tag, and by a scan', async (t) => {
  const scene = await openScene(t);
  const { described, engine, late } = scene;
  const path = '/music/one.flac';
  described.set(path, { id: null, title: 'one.flac', length: 0 });
  await playing(scene);
  t.match(await scene.get('Metadata'), { 'xesam:title': 'one.flac', 'mpris:length': undefined });

  described.set(path, { id: null, title: 'one.flac' });
  t.strictSame(await scene.signals(), [], 'nobody has said so yet');
  engine.events.trackOpened(engine.loadedId);
  t.match(await scene.signals(), [{ CanSeek: true, Metadata: { 'mpris:length': 180_000_000n } }]);

  described.set(path, { id: null });
  late.tagRead('/music/two.flac');
  t.strictSame(await scene.signals(), [], 'the tag of another file');
  late.tagRead(path);
  t.match(await scene.signals(), [{ Metadata: { 'xesam:title': `title of ${path}` } }]);

  described.set(path, { album: 'First' });
  late.scanned();
  t.strictSame(await scene.signals(), [], 'a scan that has found nothing yet');
  late.revision = 7;
  late.scanned();
  t.match(await scene.signals(), [{ Metadata: { 'xesam:album': 'First' } }]);
  late.tagRead(path);
  t.strictSame(await scene.signals(), [], 'what is known is not told again');
});

t.test('once nobody listens, nothing that comes later is followed', async (t) => {
  const scene = await openScene(t);
  t.equal(scene.late.listeners, 2);
  scene.mpris.stop();
  t.equal(scene.late.listeners, 0);
});

t.test('modes are set in the words of the field', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  const { player } = scene;
  await scene.set('LoopStatus', 's', 'Track');
  t.equal(player.modes().repeat, 'one');
  await player.setModes({ repeat: 'shuffle' });
  t.equal(await scene.get('LoopStatus'), 'Playlist');
  await scene.set('LoopStatus', 's', 'Playlist');
  t.equal(player.modes().repeat, 'shuffle', 'what shows so already stays');
  await scene.set('LoopStatus', 's', 'None');
  t.equal(player.modes().repeat, 'off');
  await scene.set('Shuffle', 'b', true);
  t.equal(player.modes().shuffle, true);
  t.equal(await scene.get('Shuffle'), true);
  for (const wrong of ['track', '', 'constructor']) await t.rejects(scene.set('LoopStatus', 's', wrong), wrong);
  await t.rejects(scene.set('Shuffle', 's', 'true'));
  await t.rejects(scene.set('PlaybackStatus', 's', 'Playing'));
  await scene.set('Rate', 'd', 1);
  await t.rejects(scene.set('Rate', 'd', 2));
  t.equal(await scene.get('PlaybackStatus'), 'Playing');
  await scene.set('Rate', 'd', 0);
  t.equal(await scene.get('PlaybackStatus'), 'Paused');
});

t.test('the volume is a place on the slider, and its end is the limit', async (t) => {
  const scene = await openScene(t);
  scene.volume.range = { volume: -80, min: -80, max: 0 };
  scene.volume.highest = 0;
  const set = async (share: number) => {
    await scene.set('Volume', 'd', share);
    return [scene.volume.read().volume, await scene.get('Volume')];
  };
  t.strictSame(await set(0.5), [-40, 0.5]);
  t.strictSame(await set(0.508), [-39, 41 / 80]);
  t.strictSame(await set(1), [0, 1]);
  await scene.volume.setLimit(-20);
  t.strictSame(await scene.get('Volume'), 1);
  t.strictSame(await set(0.5), [-50, 0.5]);
  t.strictSame(await set(1), [-20, 1]);
  t.strictSame(await set(7), [-20, 1]);
  t.strictSame(await set(-1), [-80, 0]);
  for (const wrong of [NaN, Infinity]) await t.rejects(scene.set('Volume', 'd', wrong));
  await scene.volume.setLimit(-80);
  t.strictSame(await set(1), [-80, 0], 'nothing is allowed');
});

t.test('an address is opened when the queue takes it, behind what plays', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  const locations = () => scene.player.queue().entries.map(({ location }) => location);
  await scene.call('OpenUri', 's', ['file:///music/new%20one.flac']);
  t.strictSame(locations(), ['/music/one.flac', '/music/new one.flac', '/music/two.flac', '/music/three.flac']);
  t.equal(scene.player.currentTrack()?.entry.location, '/music/new one.flac');
  await scene.call('OpenUri', 's', ['http://radio/live']);
  t.equal(scene.player.currentTrack()?.entry.location, 'http://radio/live');
  const before = locations();
  for (const wrong of ['file:///etc/passwd', 'file://elsewhere/music/a', 'ftp://x/y', 'file:///%00', '/music/a', '']) {
    await t.rejects(scene.call('OpenUri', 's', [wrong]), wrong);
  }
  t.strictSame(locations(), before);
});

t.test('without its card the volume shows the last, and everything else is as it was', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  scene.volume.read = () => {
    throw new Error('the card is gone');
  };
  t.match(await scene.all(), { Volume: 0.4, PlaybackStatus: 'Playing' });
  await t.rejects(scene.set('Volume', 'd', 0.5));
  await scene.call('Pause');
  t.strictSame(await scene.signals(), [{ PlaybackStatus: 'Paused' }]);
});

t.test('a bus that falls costs nothing, and when it is back the player is there again', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  let owner: string | undefined;
  scene.bus.watchName(NAME, (now) => (owner = now));
  await until('the player', () => owner !== undefined);
  await scene.real.end();
  await scene.player.pause();
  await until('nobody', () => owner === undefined);
  await scene.real.begin();
  await until('the player again', () => owner !== undefined);
  t.equal(await scene.get('PlaybackStatus'), 'Paused');
});

t.test('once it has ended, nothing is shown or told', async (t) => {
  const scene = await openScene(t);
  await playing(scene);
  scene.mpris.stop();
  scene.mpris.stop();
  await scene.player.pause();
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  await t.rejects(scene.get('Rate'));
  t.strictSame(scene.listener, []);
});
