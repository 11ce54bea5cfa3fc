import t from 'tap';
import { FROM_START } from '../../src/player/transition.js';
import { createRig, playing, settled } from './rig.js';

const STREAM = 'http://radio.example/live';
const SKIPPED = `<4>player: track skipped path=${STREAM} code=UNSUPPORTED_SOURCE reason="remote streams are not played yet"`;

t.test('a stream at the head of the queue is skipped with a reason', async (t) => {
  const { player, log } = createRig();
  await player.replaceQueue([STREAM, '/a']);
  await player.play(FROM_START);
  await settled();
  t.equal(player.status().kind, 'playing');
  t.equal(player.currentTrack()?.entry.location, '/a');
  t.ok(log.includes(SKIPPED));
});

t.test('the engine never hears of a stream', async (t) => {
  const { player, engine } = createRig();
  await player.replaceQueue([STREAM, '/a', 'https://radio.example/', '/b']);
  await player.play(FROM_START);
  await settled();
  engine.goesOn();
  await settled();
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.strictSame(
    engine.calls.filter((call) => call.includes('http')),
    [],
  );
});

t.test('a stream between two files is passed over: the second file follows the first', async (t) => {
  const { player, engine, log } = await playing('/a', STREAM, '/b');
  await settled();
  t.equal(player.nextTrack()?.location, '/b');
  t.equal(engine.following?.path, '/b');
  t.equal(player.queue().entries.length, 3, 'it stays in the queue');
  t.strictSame(log, [SKIPPED]);
});

t.test('a stream at the end: the file before it is the last, and its end stops', async (t) => {
  const { player, engine } = await playing('/a', STREAM);
  await settled();
  t.equal(player.nextTrack(), undefined);
  engine.runsDry();
  t.equal(player.status().kind, 'stopped');
});

t.test('an engine that runs dry while the stream behind its track is being passed over still stops', async (t) => {
  const { player, engine } = createRig();
  await player.replaceQueue(['/a', STREAM]);
  // The real engine says that it has run dry whenever it is told that nothing follows.
  engine.onCall = (call) => {
    if (call === 'follow nothing') engine.runsDry();
  };
  await player.play(FROM_START);
  for (let turns = 0; turns < 50 && player.status().kind !== 'stopped'; turns++) await settled();
  t.equal(player.status().kind, 'stopped');
});

t.test('nothing but streams: it stops, and every one of them has its reason', async (t) => {
  const { player, log } = createRig();
  await player.replaceQueue([STREAM, STREAM, STREAM]);
  await settled();
  log.length = 0;
  await player.play(FROM_START);
  for (let turns = 0; turns < 50 && player.status().kind !== 'stopped'; turns++) await settled();
  t.equal(player.status().kind, 'stopped');
  t.equal(player.currentTrack(), undefined);
  t.strictSame(new Set(log), new Set([SKIPPED]));
});

t.test('start of a stream goes on to the file behind it', async (t) => {
  const { player } = await playing('/a', STREAM, '/b');
  await player.startAt(1, FROM_START);
  await settled();
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.equal(player.queue().index, 2);
});
