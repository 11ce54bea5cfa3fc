import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PlayerStore } from '../../src/playback/player-store.js';
import { milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { databaseIn } from '../database/rig.js';
import { createRig, playing } from './rig.js';

const MUSIC = { locations: ['/x', '/y'], isShuffled: false };
const paths = (entries: readonly { readonly location: string }[]): string =>
  entries.map(({ location }) => location).join(' ');

t.test('what plays in the place of the queue is shown, with the modes of the listener', async (t) => {
  const { player } = await playing('/a', '/b');
  await player.setModes({ repeat: 'one' });
  await player.suspension.begin(MUSIC);
  t.equal(paths(player.queue().entries), '/x /y');
  t.equal(player.currentTrack()?.entry.location, '/x');
  t.equal(player.modes().repeat, 'one');
  t.equal(player.suspension.isActive, true);
  await player.suspension.end(true);
  t.equal(paths(player.queue().entries), '/a /b');
  t.equal(player.status().kind, 'playing');
  await player.suspension.end(true);
  t.equal(player.status().kind, 'playing', 'again: nothing');
});

t.test('pause and stop end it in silence, and other music goes into the queue', async (t) => {
  for (const [act, kind] of [
    ['pause', 'paused'],
    ['stop', 'paused'],
  ] as const) {
    const { player } = await playing('/a');
    await player.suspension.begin(MUSIC);
    await player[act]();
    t.equal(player.suspension.isActive, false, act);
    t.equal(player.status().kind, kind);
    t.equal(player.currentTrack()?.entry.location, '/a');
  }
  const { player } = await playing('/a');
  await player.suspension.begin(MUSIC);
  await player.insert(['/c'], 1);
  t.equal(paths(player.queue().entries), '/a /c');
  await player.suspension.begin(MUSIC);
  await player.replaceQueue(['/d']);
  t.equal(paths(player.queue().entries), '/d');
  await player.undo();
  t.equal(paths(player.queue().entries), '/a /c', 'undo knows the queue of the listener');
});

t.test('the queue itself can play in its own place, from where it was', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  await player.next();
  engine.playedAt = { playId: engine.loaded?.playId ?? 0, elapsed: milliseconds(7000) };
  await player.suspension.begin('queue');
  t.equal(paths(player.queue().entries), '/a /b');
  t.equal(player.currentTrack()?.entry.location, '/b');
  await player.suspension.end(false);
  t.equal(player.currentTrack()?.entry.location, '/b');
  const empty = createRig().player;
  await t.rejects(empty.suspension.begin('queue'), { code: 'NOTHING_TO_PLAY' });
  await t.rejects(empty.suspension.begin({ locations: [], isShuffled: false }), { code: 'NOTHING_TO_PLAY' });
});

t.test('what a controller has sent plays once, may be paused, and is followed by one track', async (t) => {
  const { player, engine } = await playing('/a', '/b');
  const { remoteTracks } = player;
  await player.setModes({ repeat: 'all' });
  t.equal(remoteTracks.follow('/y').entry, undefined, 'nothing follows what does not play');
  await remoteTracks.begin({ locations: ['/x'], isShuffled: false });
  t.strictSame([remoteTracks.isActive, player.suspension.isActive], [true, false]);
  await player.pause();
  t.equal(player.status().kind, 'paused');
  t.equal(remoteTracks.current?.location, '/x', 'a pause does not end it');
  await player.resumeTrack();
  await remoteTracks.follow('/y').saved;
  t.equal(engine.following?.location, '/y');
  await remoteTracks.follow('/z').saved;
  t.equal(paths(player.queue().entries), '/x /z', 'in the place of what followed before');
  await remoteTracks.next();
  await remoteTracks.follow(undefined).saved;
  t.equal(paths(player.queue().entries), '/z');
  await remoteTracks.seek(milliseconds(9000));
  t.equal(
    engine.calls.findLast((call) => call.startsWith('load')),
    'load /z from 9000 ms',
  );
  engine.runsDry();
  t.strictSame([remoteTracks.isOver, player.status().kind], [true, 'stopped'], 'it is not repeated');
  await remoteTracks.end(true);
  t.equal(paths(player.queue().entries), '/a /b');
  t.equal(player.status().kind, 'playing');
});

t.test('a suspended queue outlasts the daemon, with order, modes and position', async (t) => {
  const store = keptStore(t);
  const { player, engine } = createRig({ store: store() });
  await player.replaceQueue(['/a', '/b', '/c']);
  await player.setModes({ shuffle: true, repeat: 'all' });
  const order = paths(player.queue().entries);
  await player.startAt(1, { elapsed: milliseconds(0), offset: 0 as never });
  engine.playedAt = { playId: engine.loaded?.playId ?? 0, elapsed: milliseconds(4000) };
  await player.suspension.begin(MUSIC);

  const next = createRig({ store: store() }).player;
  await next.restore(true);
  t.equal(next.suspension.isActive, true);
  t.equal(next.awaitsStart(), false, 'the alarm decides whether it sounds');
  t.equal(paths(next.queue().entries), '/x /y');
  await next.suspension.begin({ locations: ['/z'], isShuffled: false });
  await next.suspension.end(true);
  t.equal(paths(next.queue().entries), order);
  t.match(next.modes(), { shuffle: true, repeat: 'all' });
  t.equal(next.status().kind, 'playing');
  t.equal(next.resumePoint()?.elapsed, 4000);

  const last = createRig({ store: store() }).player;
  await last.restore();
  t.equal(last.suspension.isActive, false);
  t.equal(paths(last.queue().entries), order);
});

t.test('what a controller had sent does not outlast the daemon: the queue of before is there', async (t) => {
  for (const [was, goesOn] of [
    ['playing', true],
    ['stopped', false],
  ] as const) {
    const store = keptStore(t);
    const { player, engine } = createRig({ store: store() });
    await player.replaceQueue(['/a', '/b', '/c']);
    await player.setModes({ repeat: 'one' });
    await player.startAt(1, { elapsed: milliseconds(0), offset: 0 as never });
    engine.playedAt = { playId: engine.loaded?.playId ?? 0, elapsed: milliseconds(4000) };
    if (was === 'stopped') await player.stop();
    await player.remoteTracks.begin({ locations: ['/x'], isShuffled: false });

    const next = createRig({ store: store() }).player;
    await next.restore(true);
    t.equal(next.remoteTracks.isActive, false);
    t.equal(paths(next.queue().entries), '/a /b /c');
    t.equal(next.modes().repeat, 'one');
    t.match(next.resumePoint(), { index: 1, elapsed: 4000 });
    t.equal(next.awaitsStart(), goesOn, was);
    await next.setModes({ repeat: 'off' });

    const last = createRig({ store: store() }).player;
    await last.restore();
    t.equal(paths(last.queue().entries), '/a /b /c', 'kept');
  }
});

/** Makes stores of one folder. */
function keptStore(t: Test): () => PlayerStore {
  const folder = t.testdir();
  const database = databaseIn(folder);
  t.teardown(() => database.close());
  const position = {
    read: async () => undefined,
    write: () => undefined,
    follow: () => undefined,
    rest: () => undefined,
  };
  return () => new PlayerStore(database, position as never, join(folder, 'aside.json'), SILENT_LOG);
}
