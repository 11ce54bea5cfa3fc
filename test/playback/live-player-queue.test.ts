import t from 'tap';
import { Conflict, InvalidInput } from '../../src/errors.js';
import { DEFAULT_MODES } from '../../src/playback/modes.js';
import { FROM_START } from '../../src/playback/state.js';
import type { Player } from '../../src/playback/player.js';
import { milliseconds } from '../../src/units.js';
import { createRig, playing } from './rig.js';

const locationsOf = (player: Player): string =>
  player
    .queue()
    .entries.map(({ location }) => location)
    .join(' ');

t.test('a queue beyond its capacity is refused, and nothing changes', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  const before = { queue: player.queue(), current: player.currentTrack(), next: player.nextTrack() };
  const tooMany = Array.from({ length: 10_001 }, (_, at) => `/${at}`);
  const refusal = await player.replaceQueue(tooMany).catch((error: unknown) => error);
  t.type(refusal, Conflict);
  t.match(refusal, { code: 'QUEUE_FULL', message: /10000/ });
  t.equal(player.queue(), before.queue);
  t.strictSame({ queue: player.queue(), current: player.currentTrack(), next: player.nextTrack() }, before);
  t.strictSame(engine.reported(), []);
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
  t.strictSame(engine.reported(), []);
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
  t.strictSame(engine.reported(), []);
});

t.test('a start on an empty queue is accepted and stays stopped', async (t) => {
  const { player, engine } = createRig();
  await player.startAt(0, FROM_START);
  await player.startAt(7, FROM_START);
  await player.play(FROM_START);
  t.equal(player.status().kind, 'stopped');
  t.strictSame(engine.reported(), []);
});

t.test('commands of one moment are taken in their order', async (t) => {
  const { player } = await playing('/a', '/b', '/c');
  await Promise.all([player.next(), player.pause(), player.next(), player.previous()]);
  t.equal(player.queue().index, 1);
  t.equal(player.status().kind, 'paused');
});

t.test('an edit outside the queue is refused with the place of the mistake, and nothing changes', async (t) => {
  const { player, engine, store } = await playing('/a', '/b', '/c');
  const before = player.queue();
  const refused: readonly [
    name: string,
    edit: () => Promise<unknown>,
    path: string,
    lowest: number,
    highest: number,
  ][] = [
    ['remove one beyond', () => player.remove([2, 3]), '/positions/1', 0, 2],
    ['remove one before', () => player.remove([-1]), '/positions/0', 0, 2],
    ['move one beyond', () => player.move(3, 0, 1), '/from', 0, 2],
    ['move one before', () => player.move(-1, 0, 1), '/from', 0, 2],
    ['move none', () => player.move(1, 0, 0), '/count', 1, 2],
    ['move more than there are', () => player.move(1, 0, 3), '/count', 1, 2],
    ['move beyond the end', () => player.move(0, 2, 2), '/to', 0, 1],
    ['move before the beginning', () => player.move(0, -1, 2), '/to', 0, 1],
    ['shuffle from beyond', () => player.shuffle(3), 'start_index', 0, 2],
    ['shuffle from before', () => player.shuffle(-1), 'start_index', 0, 2],
    ['insert behind the end', () => player.insert(['/x'], 4), '/position', -8, 3],
    ['insert at no position of this name', () => player.insert(['/x'], -9), '/position', -8, 3],
    ['insert at half a place', () => player.insert(['/x'], 0.5), '/position', -8, 3],
  ];
  for (const [name, edit, path, lowest, highest] of refused) {
    const violations = [{ path, message: `must be between ${lowest} and ${highest}` }];
    await t.rejects(edit(), { code: 'INDEX_OUT_OF_RANGE', violations }, name);
  }
  t.equal(player.queue(), before);
  t.strictSame(engine.reported(), []);
  t.strictSame(store.saves, []);
});

t.test('edits of an empty queue are refused as such, but for an insertion and a shuffle', async (t) => {
  const { player } = createRig();
  const code = 'INDEX_OUT_OF_RANGE';
  const message = 'the queue is empty';
  await t.rejects(player.remove([0]), { code, violations: [{ path: '/positions/0', message }] });
  await t.rejects(player.move(0, 0, 1), { code, violations: [{ path: '/from', message }] });
  t.equal(await player.shuffle(5), 0);
  t.equal(await player.insert(['/a', '/b'], 0), 0);
  t.equal(locationsOf(player), '/a /b');
});

t.test('edits up to the bounds of the queue are done', async (t) => {
  for (const [edit, expected] of [
    [(player: Player) => player.remove([0, 2]), '/b'],
    [(player: Player) => player.remove([]), '/a /b /c'],
    [(player: Player) => player.move(0, 2, 1), '/b /c /a'],
    [(player: Player) => player.move(2, 0, 1), '/c /a /b'],
    [(player: Player) => player.move(1, 0, 2), '/b /c /a'],
    [(player: Player) => player.move(0, 0, 3), '/a /b /c'],
    [(player: Player) => player.insert(['/x'], 3), '/a /b /c /x'],
    [(player: Player) => player.insert(['/x'], -8), '/x /a /b /c'],
    [(player: Player) => player.clear(), '/a'],
  ] as const) {
    const { player } = await playing('/a', '/b', '/c');
    await edit(player);
    t.equal(locationsOf(player), expected);
  }
});

t.test('an insertion tells where the first of its entries is now', async (t) => {
  for (const [position, expected] of [
    [-1, 0],
    [-2, 2],
    [-3, 3],
    [-6, 1],
    [0, 0],
    [2, 2],
    [3, 3],
  ] as const) {
    const { player } = await playing('/a', '/b', '/c');
    await player.next();
    t.equal(await player.insert(['/x', '/x'], position), expected, String(position));
    t.equal(player.queue().entries[expected]?.location, '/x');
  }
  const { player } = await playing('/a', '/b');
  t.equal(await player.insert([], 2), 0, 'of none it is 0');
});

t.test('an insertion beyond the capacity is refused; one that replaces keeps the current track only', async (t) => {
  const many = Array.from({ length: 10_000 }, (_, at) => `/${at}`);
  const { player } = await playing(...many);
  await t.rejects(player.insert(['/x'], -3), { code: 'QUEUE_FULL' });
  await t.rejects(player.insert(many, -6), { code: 'QUEUE_FULL' });
  t.equal(player.queue().entries.length, 10_000);
  await player.insert(many.slice(1), -6);
  t.equal(player.queue().entries.length, 10_000, 'with the current track');
  await player.remove([player.queue().index]);
  await player.insert(many, -6);
  t.equal(player.queue().entries.length, 10_000, 'the track that sounds has left the queue');
});

t.test('a queue that is empty or was not started is replaced up to its capacity', async (t) => {
  const { player } = createRig();
  const many = Array.from({ length: 10_000 }, (_, at) => `/${at}`);
  t.equal(await player.insert(many, -6), 0);
  t.equal(player.queue().entries.length, 10_000);
});

t.test('undo takes the last edit back, and is refused where there is none', async (t) => {
  const { player } = await playing('/a', '/b');
  await player.clear();
  await player.undo();
  t.equal(locationsOf(player), '/a /b');
  const fresh = createRig();
  await t.rejects(fresh.player.undo(), { code: 'NOTHING_TO_UNDO', message: 'There is no edit that could be undone.' });
});

t.test('a shuffle tells the index that the queue is at, and keeps all entries', async (t) => {
  const { player } = await playing('/a', '/b', '/c', '/d', '/e');
  const index = await player.shuffle(2);
  t.equal(index, player.queue().index);
  t.ok(player.queue().seed > 0);
  t.equal(locationsOf(player).split(' ').sort().join(' '), '/a /b /c /d /e');
});

t.test(
  'forgotten, the player is as new: stopped, an empty queue, default modes, nothing to undo or to resume',
  async (t) => {
    const { player, engine, store } = await playing('/a', '/b');
    await player.setModes({ repeat: 'all', shuffle: true });
    await player.insert(['/c'], -1);
    engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(5000) };
    engine.reported();
    await player.forget();
    t.equal(player.status().kind, 'stopped');
    t.strictSame(player.queue().entries, []);
    t.strictSame(player.modes(), DEFAULT_MODES);
    t.equal(player.resumePoint(), undefined);
    t.match(store.states.at(-1), { queue: { entries: [], index: 0 }, modes: DEFAULT_MODES });
    t.equal(store.states.at(-1)?.resume, undefined, 'it is durable');
    t.equal(engine.reported()[0], 'halt');
    await t.rejects(player.undo(), { code: 'NOTHING_TO_UNDO' });
  },
);

t.test('to forget is refused by a disk that refuses', async (t) => {
  const { player, store } = createRig();
  store.failure = new Error('no space left on device');
  await t.rejects(player.forget(), { code: 'STATE_NOT_SAVED' });
});
