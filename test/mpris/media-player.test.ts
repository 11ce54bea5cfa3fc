/** The player's side of the interface, without a bus: what happens while a track is not known yet. */
import t from 'tap';
import { MediaPlayer } from '../../src/mpris/media-player.js';
import { FROM_START } from '../../src/playback/state.js';
import { milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeVolume } from '../http/fake-player.js';
import { SOME_FACTS } from '../playback/fake-engine.js';
import { createRig } from '../playback/rig.js';
import { describedAs, LateFacts } from './scene.js';

/** A player of two tracks in the first one, whose tracks are described when the test says so. */
async function playing() {
  const { player, engine } = createRig();
  engine.onCall = () => {
    if (engine.loaded !== undefined) engine.known.set(engine.loaded.playId, SOME_FACTS);
  };
  const late = new LateFacts();
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const mediaPlayer = new MediaPlayer({
    player,
    volume: new FakeVolume(),
    describe: async () => {
      await gate;
      const path = player.currentTrack()?.entry.location;
      return path === undefined ? null : describedAs(path);
    },
    admit: (location) => Promise.resolve(location),
    tags: late.tags,
    library: late.library,
    coverOf: String,
    log: SILENT_LOG,
  });
  await player.replaceQueue(['/music/one.flac', '/music/two.flac', '/music/three.flac']);
  await player.play(FROM_START);
  return {
    player,
    engine,
    mediaPlayer,
    /** From now on nothing is described, until `open`. */
    close: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    open: () => {
      open();
    },
    settled: async () => {
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    },
  };
}

t.test('a listener that fails once is told what comes after that', async (t) => {
  const { player, mediaPlayer, close, open, settled } = await playing();
  const reported: string[] = [];
  let failures = 0;
  const end = mediaPlayer.subscribe((event) => {
    if (event.type !== 'changed') return;
    if (failures-- > 0) throw new Error('the bus is gone');
    reported.push(...Object.keys(event.properties));
  });
  await settled();
  reported.length = 0;
  close();
  await player.next();
  await settled();
  await player.setModes({ shuffle: true });
  failures = 1;
  open();
  await settled();
  await player.setModes({ repeat: 'all' });
  await settled();
  t.ok(reported.includes('LoopStatus'), reported.join(' '));
  await player.pause();
  await settled();
  t.ok(reported.includes('PlaybackStatus'), reported.join(' '));
  end();
});

t.test('while a track is not known it is not sought in by the length of the one before', async (t) => {
  const { player, engine, mediaPlayer, close, open, settled } = await playing();
  const end = mediaPlayer.subscribe(() => undefined);
  await settled();
  close();
  await player.next();
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(170_000) };
  await settled();
  engine.reported();
  const seek = mediaPlayer.interface.methods?.['Seek'];
  await seek?.call([20_000_000n], ':1.1');
  t.strictSame(engine.reported(), []);
  t.equal(player.queue().index, 1, 'nor is it skipped, since the one before would be over');
  open();
  await settled();
  await seek?.call([5_000_000n], ':1.1');
  t.strictSame(engine.reported().slice(0, 1), ['load /music/two.flac from 175000 ms']);
  end();
});
