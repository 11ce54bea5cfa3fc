import t from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import { storedPlayer } from './fake-store.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { createRig, playing } from './rig.js';

t.test('queue and index are back, stopped, with the entry decoded from its beginning', async (t) => {
  const { player, engine, store } = createRig();
  store.stored = storedPlayer(['/a', '/b', '/c'], 1);
  await player.restore();
  t.strictSame(
    player.queue().entries.map(({ location }) => location),
    ['/a', '/b', '/c'],
  );
  t.equal(player.queue().index, 1);
  t.equal(player.status().kind, 'stopped');
  t.equal(player.currentTrack(), undefined);
  t.strictSame(engine.reported(), ['load /b from 0 ms']);
});

t.test('one play goes on at the index', async (t) => {
  const { player, store } = createRig();
  store.stored = storedPlayer(['/a', '/b', '/c'], 1);
  await player.restore();
  await player.play(FROM_START);
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.equal(player.nextTrack()?.location, '/c');
});

t.test('an index that does not fit the queue becomes 0', async (t) => {
  for (const index of [3, -1, 0.5, NaN]) {
    const { player, store } = createRig();
    store.stored = storedPlayer(['/a', '/b', '/c'], index);
    await player.restore();
    t.equal(player.queue().index, 0);
  }
});

t.test('nothing was saved: the queue is empty, and play stays stopped', async (t) => {
  const { player, engine } = createRig();
  await player.restore();
  await player.play(FROM_START);
  t.strictSame(player.queue().entries, []);
  t.equal(player.status().kind, 'stopped');
  t.strictSame(engine.reported(), []);
});

t.test('entries that come later get keys of their own', async (t) => {
  const { player, store } = createRig();
  store.stored = storedPlayer(['/a', '/b'], 0);
  await player.restore();
  const old = player.queue().entries.map(({ key }) => key);
  await player.replaceQueue(['/a', '/b']);
  t.notOk(player.queue().entries.some(({ key }) => old.includes(key)));
});

/** A box that ended while it played the second track, 40 s into it. */
function endedPlaying(plays = true) {
  const rig = createRig();
  const resume = { index: 1, location: '/b', elapsed: milliseconds(40_000), offset: byteOffset(0) };
  rig.store.stored = storedPlayer(['/a', '/b', '/c'], 1, { resume, plays });
  return rig;
}

t.test('what played waits after a start, and plays on from its position when it is reported to', async (t) => {
  const { player, engine, store } = endedPlaying();
  await player.restore(true);
  t.equal(player.status().kind, 'stopped');
  t.ok(player.awaitsStart());
  t.strictSame(store.states, [], 'what came from the disk is not written there again');
  engine.reported();
  await player.goOn();
  t.equal(player.status().kind, 'playing');
  t.strictSame(engine.reported(), ['load /b from 40000 ms', 'follow /c', 'run']);
  t.notOk(player.awaitsStart());
  await player.pause();
  await player.goOn();
  t.equal(player.status().kind, 'paused', 'once');
});

t.test('a pause or a stop before it plays on is kept', async (t) => {
  for (const end of ['pause', 'stop'] as const) {
    const { player, store } = endedPlaying();
    await player.restore(true);
    await player[end]();
    t.notOk(player.awaitsStart());
    t.match(store.states, [{ plays: false, resume: { elapsed: 40_000 } }]);
    await player.goOn();
    t.equal(player.status().kind, 'stopped');
  }
});

t.test('what was paused or stopped when the daemon ended does not wait', async (t) => {
  const { player } = endedPlaying(false);
  await player.restore(true);
  t.notOk(player.awaitsStart());
  await player.goOn();
  t.equal(player.status().kind, 'stopped');
});

t.test('without the setting it is stopped for good, also for the next start', async (t) => {
  const { player, store } = endedPlaying();
  await player.restore(false);
  t.notOk(player.awaitsStart());
  t.match(store.states, [{ plays: false, resume: { elapsed: 40_000 } }]);
});

t.test('another queue in its place is not played by itself', async (t) => {
  const { player } = endedPlaying();
  await player.restore(true);
  await player.replaceQueue(['/x']);
  await player.goOn();
  t.equal(player.status().kind, 'stopped');
  t.notOk(player.awaitsStart());
});

t.test('an end of the daemon while the output is lost counts as playing', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  engine.events.outputLost();
  t.equal(player.status().kind, 'paused');
  await player.insert(['/x'], -3);
  t.match(store.states, [{ plays: true }]);
});
