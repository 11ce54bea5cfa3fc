import t from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import type { Player } from '../../src/playback/player.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { createRig, isPending, playing, settled } from './rig.js';

t.test('a new queue is acknowledged only once it is durable', async (t) => {
  const { player, store } = createRig();
  store.hold();
  const replaced = player.replaceQueue(['/a', '/b']);
  t.ok(await isPending(replaced));
  t.strictSame(store.saves, [{ locations: ['/a', '/b'], index: 0 }]);
  t.strictSame(
    player.queue().entries.map(({ location }) => location),
    ['/a', '/b'],
    'it is in force already',
  );
  store.release();
  t.equal(await replaced, 0);
});

for (const [name, index] of [
  ['next', 1],
  ['startAt', 2],
] as const) {
  t.test(`${name} is acknowledged only once the index is durable, and sounds before that`, async (t) => {
    const { player, engine, store } = await playing('/a', '/b', '/c');
    store.hold();
    const moved = name === 'next' ? player.next() : player.startAt(index, FROM_START);
    t.ok(await isPending(moved));
    t.ok(engine.reported().includes('run'), 'the engine runs');
    t.strictSame(store.saves, [{ locations: ['/a', '/b', '/c'], index }]);
    store.release();
    await t.resolves(moved);
  });
}

t.test('a command that changes nothing durable waits for what is being saved', async (t) => {
  const { player, store } = await playing('/a', '/b');
  store.hold();
  const next = player.next();
  const flush = player.flush();
  t.ok(await isPending(flush));
  store.release();
  await Promise.all([next, flush]);
  t.equal(store.saves.length, 1);
});

t.test('whether it plays is saved: after a start what was paused stays silent', async (t) => {
  const { player, store } = await playing('/a', '/b');
  store.hold();
  const pausing = player.pause();
  t.ok(await isPending(pausing));
  t.equal(player.status().kind, 'paused', 'it is in force already');
  store.release();
  await pausing;
  await player.resume();
  await player.stop();
  t.strictSame(
    store.states.map(({ plays }) => plays),
    [false, true, false],
  );
});

for (const [name, send] of [
  ['seek', (player: Player) => player.seek(milliseconds(5000))],
  ['play from a time', (player: Player) => player.play({ ...FROM_START, elapsed: milliseconds(5000) })],
] as const) {
  t.test(`${name} is acknowledged only once its place is durable, paused as well`, async (t) => {
    for (const pauses of [false, true]) {
      const { player, store } = await playing('/a', '/b');
      if (pauses) await player.pause();
      store.states.length = 0;
      store.hold();
      const sent = send(player);
      t.ok(await isPending(sent));
      t.match(store.states, [{ resume: { index: 0, location: '/a', elapsed: 5000 } }]);
      store.release();
      await t.resolves(sent);
    }
  });
}

t.test('a seek from the end saves the place that the engine makes of it', async (t) => {
  const { player, engine, store } = await playing('/a');
  engine.onCall = (call) => {
    if (call.startsWith('load')) engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(179_000) };
  };
  await player.seek(milliseconds(-1000));
  t.match(store.states, [{ resume: { elapsed: 179_000 } }]);
});

t.test('an edit saves where the current track is played, and not where it was started', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(60_000) };
  await player.insert(['/x'], 0);
  t.match(store.states, [{ resume: { index: 1, location: '/a', elapsed: 60_000 } }]);
});

t.test('while a removed track sounds on, what follows it is where a restart resumes', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(60_000) };
  await player.remove([0]);
  const point = { index: 0, location: '/b', elapsed: 0, offset: 0 };
  t.match(store.states, [{ resume: point }]);
  t.strictSame(player.resumePoint(), point);
  await player.replaceQueue(['/x', '/y']);
  t.match(store.states.at(-1), { resume: { index: 0, location: '/x', elapsed: 0 } });
});

t.test(
  'stopped, a queue that has lost the saved track resumes at its head, before a restart as behind it',
  async (t) => {
    const { player, store } = await playing('/a', '/b');
    await player.stop();
    await player.replaceQueue(['/x', '/y']);
    const point = { index: 0, location: '/x', elapsed: 0, offset: 0 };
    t.strictSame(player.resumePoint(), point);
    t.strictSame(store.states.at(-1)?.resume, point);
    await player.resumeTrack();
    t.equal(player.currentTrack()?.entry.location, '/x');
  },
);

t.test('stop saves where the track was played, and its byte position once that is known', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(4321) };
  engine.byte = byteOffset(777);
  await player.stop();
  await settled();
  t.strictSame(
    store.states.map(({ resume }) => resume),
    [
      { index: 0, location: '/a', elapsed: 4321, offset: 0 },
      { index: 0, location: '/a', elapsed: 4321, offset: 777 },
    ],
  );
  t.strictSame(player.resumePoint(), { index: 0, location: '/a', elapsed: 4321, offset: 777 });
});

t.test('a disk that refuses is reported as the failure of the command, and logged', async (t) => {
  const { player, engine, store, log } = await playing('/a', '/b');
  store.failure = new Error('no space left on device');
  await t.rejects(player.next(), { code: 'STATE_NOT_SAVED', cause: { message: 'no space left on device' } });
  t.ok(engine.reported().includes('run'), 'the music goes on');
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.strictSame(log, ['<3>player: queue not saved error="no space left on device"']);
});

t.test('the next change that can be saved is acknowledged again', async (t) => {
  const { player, store } = await playing('/a', '/b');
  store.failure = new Error('no space left on device');
  await t.rejects(player.next());
  store.failure = undefined;
  await t.resolves(player.previous());
});

t.test('a change of track by itself is saved; a failure of that is logged and hurts nobody', async (t) => {
  const { player, engine, store, log } = await playing('/a', '/b');
  store.failure = new Error('no space left on device');
  engine.goesOn();
  await settled();
  t.strictSame(store.saves, [{ locations: ['/a', '/b'], index: 1 }]);
  t.equal(player.currentTrack()?.entry.location, '/b');
  t.equal(log.length, 1);
});

t.test('a save that failed and was followed by a good one is not made again', async (t) => {
  const { player, store } = await playing('/a', '/b', '/c');
  store.hold();
  store.failure = new Error('no space left on device');
  const first = player.next();
  store.failure = undefined;
  const second = player.next();
  store.release();
  await Promise.all([t.rejects(first), t.resolves(second)]);
  await settled();
  const saves = store.saves.length;
  await player.flush();
  t.equal(store.saves.length, saves);
});

t.test('a stop is acknowledged while the byte position is still looked for, and whatever comes of it', async (t) => {
  const { player, engine, store, log } = await playing('/a');
  engine.bytePosition = async () => {
    throw new Error('the decoder has ended');
  };
  await player.stop();
  await settled();
  t.match(store.states.at(-1), { resume: { location: '/a', offset: 0 } });
  t.strictSame(log, ['<7>player: byte position not known error="the decoder has ended"']);
  t.equal(store.states.length, 1);
});

t.test('a byte position that comes after another stop, or a start, changes nothing', async (t) => {
  const { player, engine, store } = await playing('/a', '/b');
  let found: (offset: ReturnType<typeof byteOffset>) => void = () => undefined;
  engine.bytePosition = () => new Promise((done) => (found = done));
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(4321) };
  await player.stop();
  await player.startAt(1, FROM_START);
  found(byteOffset(777));
  await settled();
  t.match(store.states.at(-1), { resume: { location: '/b', elapsed: 0, offset: 0 } });
});

t.test('stopped before anything of it was played, a track resumes where it was to begin', async (t) => {
  const { player, store } = await playing('/a', '/b');
  await player.startAt(1, { elapsed: milliseconds(5000), offset: byteOffset(99) });
  t.match(player.resumePoint(), { index: 1, location: '/b', elapsed: 5000, offset: 99 });
  t.match(store.states.at(-1), { resume: { index: 1, location: '/b', elapsed: 5000, offset: 99 } });
});
