import t from 'tap';
import { byteOffset, milliseconds } from '../../src/units.js';
import { SOME_FACTS } from './fake-engine.js';
import { createRig, playing } from './rig.js';

t.test('elapsed is what the engine says of the current playing', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(1234) };
  t.equal(player.currentTrack()?.elapsed, 1234);
});

t.test('elapsed is 0 while the engine still speaks of another playing', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(1234) };
  await player.next();
  t.equal(player.currentTrack()?.elapsed, 0);
  engine.playedAt = undefined;
  t.equal(player.currentTrack()?.elapsed, 0);
});

t.test('facts of the stream are known once the decoder has opened it', async (t) => {
  const { player, engine } = await playing('/a');
  t.equal(player.currentTrack()?.facts, undefined);
  engine.known.set(engine.loadedId, SOME_FACTS);
  t.strictSame(player.currentTrack()?.facts, {
    ...{ length: 180_000, sampleRate: 44_100, bitrate: 320 },
    ...{ bitsPerSample: undefined, channels: 2 },
  });
});

t.test('the current track tells its place in the queue, or -1 once it has left it', async (t) => {
  const { player } = await playing('/a', '/b');
  await player.next();
  t.equal(player.currentTrack()?.index, 1);
  await player.replaceQueue(['/x', '/y']);
  t.match(player.currentTrack(), { entry: { location: '/b' }, index: -1 });
  t.equal(player.queue().index, 0);
  t.equal(player.nextTrack()?.location, '/x');
});

t.test('stopped, there is no current track, no next one and no position', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  engine.byte = byteOffset(77);
  await player.stop();
  t.equal(player.currentTrack(), undefined);
  t.equal(player.nextTrack(), undefined);
  t.equal(await player.filePosition(), 0);
});

t.test('the file position is what the engine says, and 0 as long as it says nothing', async (t) => {
  const { player, engine } = await playing('/a');
  t.equal(await player.filePosition(), 0);
  engine.byte = byteOffset(77);
  t.equal(await player.filePosition(), 77);
});

t.test('nothing is next at the last entry', async (t) => {
  const { player } = await playing('/a');
  t.equal(player.nextTrack(), undefined);
});

t.test('trouble with the output shows in the status, whatever the state', async (t) => {
  const { player, engine } = createRig();
  t.strictSame(player.status(), { kind: 'stopped', outputProblem: undefined });
  engine.trouble = { code: 'EBUSY', detail: 'the device is busy' };
  t.strictSame(player.status(), { kind: 'stopped', outputProblem: { code: 'EBUSY', detail: 'the device is busy' } });
});
