import t from 'tap';
import { Conflict, InvalidInput } from '../../src/errors.js';
import { FROM_START } from '../../src/player/state.js';
import { createRig, playing } from './rig.js';

t.test('a queue beyond its capacity is refused, and nothing changes', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  const before = { queue: player.queue(), current: player.currentTrack(), next: player.nextTrack() };
  const tooMany = Array.from({ length: 10_001 }, (_, at) => `/${at}`);
  const refusal = await player.replaceQueue(tooMany).catch((error: unknown) => error);
  t.type(refusal, Conflict);
  t.match(refusal, { code: 'QUEUE_FULL', message: /10000/ });
  t.equal(player.queue(), before.queue);
  t.strictSame({ queue: player.queue(), current: player.currentTrack(), next: player.nextTrack() }, before);
  t.strictSame(engine.told(), []);
  t.strictSame(store.saves, []);
});

t.test('a queue that is just full is taken', async (t) => {
  const { player } = createRig();
  const many = Array.from({ length: 10_000 }, (_, at) => `/${at}`);
  t.equal(await player.replaceQueue(many), 0);
  t.equal(player.queue().entries.length, 10_000);
  t.equal(player.queue().capacity, 10_000);
});

t.test('no tracks: the queue is unchanged', async (t) => {
  const { player, engine, store } = await playing('/a');
  const before = player.queue();
  t.equal(await player.replaceQueue([]), 0);
  t.equal(player.queue(), before);
  t.strictSame(engine.told(), []);
  t.strictSame(store.saves, []);
});

t.test('the same file twice is two entries, and no key is used again', async (t) => {
  const { player } = createRig();
  const keys = new Set<number>();
  for (let round = 0; round < 3; round++) {
    await player.replaceQueue(['/a', '/a']);
    for (const { key } of player.queue().entries) keys.add(key);
  }
  t.equal(keys.size, 6);
});

t.test('a start outside the queue is refused with the place of the mistake, and nothing changes', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  for (const index of [-1, 2, 2 ** 31, -Infinity]) {
    const refusal = await player.startAt(index, FROM_START).catch((error: unknown) => error);
    t.type(refusal, InvalidInput);
    t.match(refusal, {
      code: 'INDEX_OUT_OF_RANGE',
      violations: [{ path: 'start_index', message: 'must be between 0 and 1' }],
    });
  }
  t.equal(player.queue().index, 0);
  t.strictSame(engine.told(), []);
});

t.test('a start on an empty queue is accepted and stays stopped', async (t) => {
  const { player, engine } = createRig();
  await player.startAt(0, FROM_START);
  await player.startAt(7, FROM_START);
  await player.play(FROM_START);
  t.equal(player.status().kind, 'stopped');
  t.strictSame(engine.told(), []);
});

t.test('commands of one moment are taken in their order', async (t) => {
  const { player } = await playing('/a', '/b', '/c');
  await Promise.all([player.next(), player.pause(), player.next(), player.previous()]);
  t.equal(player.queue().index, 1);
  t.equal(player.status().kind, 'paused');
});
