import t from 'tap';
import { FROM_START } from '../../src/player/state.js';
import { storedPlayer } from './fake-store.js';
import { createRig } from './rig.js';

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
  t.strictSame(engine.told(), ['cue /b from 0 ms']);
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
  t.strictSame(engine.told(), []);
});

t.test('entries that come later get keys of their own', async (t) => {
  const { player, store } = createRig();
  store.stored = storedPlayer(['/a', '/b'], 0);
  await player.restore();
  const old = player.queue().entries.map(({ key }) => key);
  await player.replaceQueue(['/a', '/b']);
  t.notOk(player.queue().entries.some(({ key }) => old.includes(key)));
});
