import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { createRing } from '../../src/output/ring-layout.js';
import { FROM_START } from '../../src/playback/state.js';
import type { ListeningEvent } from '../../src/playback/types.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../src/units.js';
import { SOME_FACTS } from './fake-engine.js';
import { createRig, type PlayerRig, settled } from './rig.js';

interface Rig extends PlayerRig {
  /** What was reported since the last time: phase, number of the listening, location, milliseconds played. */
  readonly reported: () => string[];
  /** The first frames of what is loaded are decoded, from this place on. */
  readonly sounds: (from?: number) => void;
  /** The output has played on to this place, in ms. */
  readonly hears: (to: number) => void;
}

const ring = createRing(sampleRateHz(44_100), SampleFormat.S16, 0);

function listeningRig(): Rig {
  const rig = createRig();
  const { player, engine } = rig;
  const events: ListeningEvent[] = [];
  player.subscribe((each) => {
    if (each.type === 'listening') events.push(each);
  });
  return {
    ...rig,
    reported: () =>
      events
        .splice(0)
        .map(({ phase, listening: { number, location, played } }) => `${phase} ${number} ${location} ${played}`),
    sounds(from = 0) {
      const playId = engine.loadedId;
      engine.known.set(playId, SOME_FACTS);
      const frames = { ringFrame: 0, trackFrame: frameCount((from * 44_100) / 1000), most: frameCount(2 ** 31 - 1) };
      engine.trackClockNow = { playId, ring, ringRate: ring.rate, trackRate: ring.rate, ...frames };
      engine.playedAt = { playId, elapsed: milliseconds(from) };
      engine.events.clockChanged();
    },
    hears(to) {
      engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(to) };
    },
  };
}

async function playing(...locations: string[]): Promise<Rig> {
  const rig = listeningRig();
  await rig.player.replaceQueue(locations);
  await rig.player.play(FROM_START);
  rig.sounds();
  return rig;
}

t.test('it begins with the first sound and is over with the next track', async (t) => {
  const { player, hears, sounds, reported } = await playing('/a', '/b');
  t.strictSame(reported(), ['begun 1 /a 0']);
  hears(61_000);
  await player.next();
  t.strictSame(reported(), ['over 1 /a 61000']);
  sounds();
  t.strictSame(reported(), ['begun 2 /b 0']);
});

t.test('what was decoded while nothing played begins with the command', async (t) => {
  const { player, sounds, reported } = listeningRig();
  await player.replaceQueue(['/a']);
  sounds();
  t.strictSame(reported(), []);
  await player.play(FROM_START);
  t.strictSame(reported(), ['begun 1 /a 0']);
});

t.test('a pause and a change of what is paused on are no end', async (t) => {
  const { player, hears, sounds, reported } = await playing('/a', '/b');
  hears(5000);
  await player.pause();
  await player.resume();
  hears(8000);
  await player.pause();
  t.strictSame(reported(), ['begun 1 /a 0']);
  await player.next();
  sounds();
  t.strictSame(reported(), ['over 1 /a 8000'], 'and what is paused on has not begun');
  await player.resume();
  t.strictSame(reported(), ['begun 2 /b 0']);
});

t.test('seeks and play move about in one listening, and leaps are not played', async (t) => {
  const { player, hears, sounds, reported } = await playing('/a', '/b');
  hears(5000);
  await player.seek(milliseconds(100_000));
  sounds(100_000);
  hears(107_000);
  await player.seek(milliseconds(-20_000));
  hears(0); // the engine learns only later where that is
  sounds(160_000);
  hears(161_000);
  await player.play({ elapsed: milliseconds(30_000), offset: byteOffset(0) });
  sounds(30_000);
  hears(32_500);
  await player.next();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 15500']);
});

t.test('a seek that never came to sound adds nothing', async (t) => {
  const { player, engine, hears, reported } = await playing('/a', '/b');
  hears(5000);
  await player.seek(milliseconds(100_000));
  engine.trackClockNow = undefined;
  hears(100_000);
  await player.next();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 5000']);
});

t.test('a track that is gone over from was played to its end', async (t) => {
  const { engine, hears, sounds, reported } = await playing('/a', '/b');
  hears(170_000);
  engine.goesOn();
  sounds();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 180000', 'begun 2 /b 0']);
  engine.fails(engine.loaded, true);
  hears(50_000);
  engine.runsDry();
  t.strictSame(reported(), ['over 2 /b 50000'], 'the end of the queue is one too');
});

t.test('each repeat is a listening of its own', async (t) => {
  const { player, engine, hears, sounds, reported } = await playing('/a');
  await player.setModes({ repeat: 'one' });
  hears(179_000);
  engine.goesOn();
  sounds();
  hears(30_000);
  await player.stop();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 180000', 'begun 2 /a 0', 'stopped 2 /a 30000']);
});

t.test('the same entry chosen anew begins anew', async (t) => {
  const { player, hears, sounds, reported } = await playing('/a', '/b');
  hears(30_000);
  await player.startAt(0, FROM_START);
  sounds();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 30000', 'begun 2 /a 0']);
});

t.test('what was stopped goes on where it was, and is over when something else begins', async (t) => {
  const { player, hears, sounds, reported } = await playing('/a', '/b');
  hears(30_000);
  await player.stop();
  sounds();
  hears(0);
  await player.resumeTrack();
  sounds(30_000);
  hears(50_000);
  await player.stop();
  t.strictSame(reported(), ['begun 1 /a 0', 'stopped 1 /a 30000', 'stopped 1 /a 50000']);
  await player.startAt(1, FROM_START);
  sounds();
  t.strictSame(reported(), ['over 1 /a 50000', 'begun 2 /b 0']);
  hears(1000);
  await player.stop();
  await player.play(FROM_START);
  sounds();
  t.strictSame(reported(), ['stopped 2 /b 1000', 'over 2 /b 1000', 'begun 3 /b 0'], 'from its beginning it is another');
});

t.test('what was stopped goes on from any place but its beginning', async (t) => {
  for (const [elapsed, offset, next] of [
    [1, 0, ['over 1 /a 30000']],
    [0, 1, ['over 1 /a 30000']],
    [0, 0, ['over 1 /a 30000', 'begun 2 /a 0', 'over 2 /a 0']],
  ] as const) {
    const { player, hears, sounds, reported } = await playing('/a', '/b');
    hears(30_000);
    await player.stop();
    t.strictSame(reported(), ['begun 1 /a 0', 'stopped 1 /a 30000']);
    await player.play({ elapsed: milliseconds(elapsed), offset: byteOffset(offset) });
    sounds();
    await player.next();
    t.strictSame(reported(), next, `${elapsed} ms, byte ${offset}`);
  }
});

t.test('a track that cannot be played is not listened to', async (t) => {
  const { player, engine, reported } = listeningRig();
  await player.replaceQueue(['/a', '/b']);
  await player.play(FROM_START);
  engine.fails(engine.loaded);
  engine.fails(engine.loaded);
  t.strictSame(reported(), []);
});

t.test('of a track that ends early no more counts than was played', async (t) => {
  const { engine, hears, sounds, reported } = await playing('/a', '/b');
  hears(50_000);
  engine.fails(engine.loaded, true);
  engine.goesOn();
  sounds();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 50000', 'begun 2 /b 0']);
});

t.test('a track that left the queue is listened to all the same', async (t) => {
  const { player, hears, reported } = await playing('/a', '/b');
  await player.remove([0]);
  hears(30_000);
  await player.next();
  t.strictSame(reported(), ['begun 1 /a 0', 'over 1 /a 30000']);
});

t.test('after a start of the daemon what lies before the kept place counts along', async (t) => {
  const { player, engine, store, hears, sounds, reported } = listeningRig();
  store.stored = await storedAt(90_000);
  await player.restore();
  sounds();
  await player.resumeTrack();
  sounds(90_000);
  hears(110_000);
  engine.runsDry();
  t.strictSame(reported(), ['begun 1 /a 90000', 'over 1 /a 110000']);
});

t.test('what is not taken up again after a start is reported of no more', async (t) => {
  const { player, store, hears, sounds, reported } = listeningRig();
  store.stored = await storedAt(90_000);
  await player.restore();
  await player.play(FROM_START);
  sounds();
  hears(1000);
  await player.stop();
  t.strictSame(reported(), ['begun 2 /a 0', 'stopped 2 /a 1000']);
});

t.test('the end of the daemon stops it, once', async (t) => {
  const { player, hears, reported } = await playing('/a');
  hears(30_000);
  player.leave();
  player.leave();
  t.strictSame(reported(), ['begun 1 /a 0', 'stopped 1 /a 30000']);
  const idle = listeningRig();
  idle.player.leave();
  t.strictSame(idle.reported(), []);
});

t.test('it says whether it had begun before the daemon was started', async (t) => {
  const { player, store, sounds } = listeningRig();
  const resumed: boolean[] = [];
  player.subscribe((events) => {
    if (events.type === 'listening') resumed.push(events.listening.resumed);
  });
  store.stored = await storedAt(90_000);
  await player.restore();
  await player.resumeTrack();
  sounds(90_000);
  await player.startAt(0, FROM_START);
  sounds();
  t.strictSame(resumed, [true, true, false]);
});

async function storedAt(elapsed: number) {
  const { player, store, hears } = await playing('/a');
  hears(elapsed);
  await player.stop();
  await settled();
  return store.states.at(-1);
}
