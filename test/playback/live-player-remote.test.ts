import t from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import { createRig, playing, settled } from './rig.js';

const STREAM = 'http://radio.example/live';

t.test('a stream is loaded and followed like a file', async (t) => {
  const { player, engine } = createRig();
  await player.replaceQueue([STREAM, '/a', 'https://radio.example/']);
  await player.play(FROM_START);
  t.strictSame(engine.reported(), [`load ${STREAM} from 0 ms`, 'run', 'follow /a']);
  engine.goesOn();
  t.strictSame(engine.reported(), ['follow https://radio.example/']);
});

t.test('a stream that cannot be played is passed over with its reason: the next file follows', async (t) => {
  const { player, engine, log } = await playing('/a', STREAM, '/b');
  engine.fails(engine.following);
  t.equal(player.nextTrack()?.location, '/b');
  t.equal(engine.following?.location, '/b');
  t.equal(player.queue().entries.length, 3, 'it stays in the queue');
  t.strictSame(log, [`<4>player: track skipped path=${STREAM} code=FILE_UNREADABLE reason="no such file"`]);
});

t.test('an engine that runs dry while the stream behind its track is being passed over still stops', async (t) => {
  const { player, engine } = await playing('/a', STREAM);
  // The real engine says that it has run dry whenever it is reported that nothing follows.
  engine.onCall = (call) => {
    if (call === 'follow nothing') engine.runsDry();
  };
  engine.fails(engine.following);
  await settled();
  t.equal(player.status().kind, 'stopped');
});

t.test('nothing but streams that fail: it stops, and listeners are reported of each', async (t) => {
  const { player, engine } = createRig();
  const skipped: string[] = [];
  player.subscribe((events) => {
    if (events.type === 'trackSkipped') skipped.push(events.track.code);
  });
  await player.replaceQueue([STREAM, STREAM, STREAM]);
  await player.play(FROM_START);
  for (let rounds = 0; rounds < 10 && player.status().kind !== 'stopped'; rounds++) engine.fails(engine.loaded);
  t.equal(player.status().kind, 'stopped');
  t.equal(player.currentTrack(), undefined);
  t.strictSame(skipped, ['FILE_UNREADABLE', 'FILE_UNREADABLE', 'FILE_UNREADABLE']);
});
