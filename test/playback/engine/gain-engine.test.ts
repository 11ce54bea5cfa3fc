import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { TrackToDecode } from '../../../src/decode/decoder-messages.js';
import { type FindPart, GainEngine, type ReadGains } from '../../../src/playback/engine/gain-engine.js';
import { milliseconds } from '../../../src/units.js';
import { FakeEngine } from '../fake-engine.js';

const START = { kind: 'elapsed', elapsed: milliseconds(0) } as const;
const track = (playId: number, path = `/${playId}`): TrackToDecode => ({ playId, path });

/** What stands behind, which learns, too. */
class LearningEngine extends FakeEngine {
  readonly learnt: TrackToDecode[] = [];

  learn(known: TrackToDecode): void {
    this.learnt.push(known);
  }
}

/** Gains are minus the play id in dB; those of a path that is held come when the test says so. */
function rig() {
  const held = new Map<string, () => void>();
  const hold = new Set<string>();
  const read: string[] = [];
  const looked: string[] = [];
  const readGains: ReadGains = async (path) => {
    read.push(path);
    if (hold.has(path)) await new Promise<void>((resolve) => held.set(path, resolve));
    return { trackGain: -Number(path.slice(1)) };
  };
  const findPart: FindPart = async (location) => {
    looked.push(location);
    const number = Number(/^\/disc#track=(\d)$/.exec(location)?.[1] ?? 0);
    return number === 0 ? undefined : { path: '/7', start: milliseconds(500 * number), end: undefined };
  };
  const none = () => undefined;
  const behind = new LearningEngine({
    trackHeard: none,
    finished: none,
    trackFailed: none,
    trackOpened: none,
    courseChanged: none,
    outputLost: none,
    outputBack: none,
  });
  return { behind, engine: new GainEngine(behind, readGains, findPart), hold, held, read, looked };
}

t.test('while ReplayGain is off a track passes through at once, and no tag is read', (t) => {
  const { behind, engine, read } = rig();
  engine.cue(track(1), START);
  engine.follow(track(2));
  t.strictSame(behind.calls, ['cue /1 from 0 ms', 'follow /2']);
  t.equal(behind.cued?.gain, undefined);
  t.strictSame(read, []);
  t.end();
});

t.test('a track waits for its gains, and what follows waits behind it', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.turn(true);
  hold.add('/1');
  engine.cue(track(1), START);
  engine.follow(track(2));
  engine.run();
  await turn();
  t.strictSame(behind.calls, ['clear', 'run']);
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'run', 'cue /1 from 0 ms', 'follow /2']);
  t.match([behind.cued, behind.following], [{ gain: { trackGain: -1 } }, { gain: { trackGain: -2 } }]);
});

t.test('a track that was replaced while it waited is not cued', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.turn(true);
  hold.add('/1');
  engine.cue(track(1), START);
  engine.follow(track(2));
  engine.cue(track(3), START);
  engine.follow(undefined);
  await turn();
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'clear', 'cue /3 from 0 ms', 'follow nothing']);
});

t.test('nothing is cued after a clear', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.turn(true);
  hold.add('/1');
  engine.cue(track(1), START);
  engine.follow(track(2));
  engine.clear();
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'clear']);
});

t.test('a follower that is replaced while it waits never follows', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.turn(true);
  engine.cue(track(1), START);
  await turn();
  hold.add('/2');
  engine.follow(track(2));
  engine.follow(track(3));
  await turn();
  held.get('/2')?.();
  await turn();
  t.equal(behind.following?.playId, 3);
  t.notOk(behind.calls.includes('follow /2'));
});

t.test('switched on, the tracks that play already are told', async (t) => {
  const { behind, engine } = rig();
  engine.cue(track(1), START);
  engine.follow(track(2));
  await engine.turn(true);
  t.match(
    behind.learnt.toSorted((a, b) => a.playId - b.playId),
    [
      { playId: 1, gain: { trackGain: -1 } },
      { playId: 2, gain: { trackGain: -2 } },
    ],
  );
});

t.test('a stream has no tags to wait for', async (t) => {
  const { behind, engine, read } = rig();
  await engine.turn(true);
  engine.cue(track(1, 'http://radio.example/'), START);
  t.strictSame(behind.calls, ['cue http://radio.example/ from 0 ms']);
  t.strictSame(read, []);
});

t.test(
  'a part of a file waits to be found, with ReplayGain and without; its gains are those of the file',
  async (t) => {
    const { behind, engine } = rig();
    engine.cue(track(1, '/disc#track=2'), START);
    engine.follow(track(2));
    await turn();
    t.strictSame(behind.calls, ['clear', 'cue /disc#track=2 from 0 ms', 'follow /2']);
    t.match(behind.cued, { part: { path: '/7', start: 1000 }, gain: undefined });
    await engine.turn(true);
    engine.follow(track(3, '/disc#track=2'));
    await turn();
    t.match(behind.following, { playId: 3, part: { path: '/7' }, gain: { trackGain: -7 } });
  },
);

t.test('a file that is only named like a part is cued as it is', async (t) => {
  const { behind, engine } = rig();
  engine.cue(track(1, '/take #track=9'), START);
  await turn();
  t.equal(behind.cued?.part, undefined);
  t.strictSame(behind.calls, ['clear', 'cue /take #track=9 from 0 ms']);
});

const AT_NINE = { kind: 'elapsed', elapsed: milliseconds(9000) } as const;

t.test('a seek in a part, and a skip to the part that follows, reach the engine at once', async (t) => {
  const { behind, engine, looked } = rig();
  engine.cue(track(1, '/disc#track=2'), START);
  engine.follow(track(2, '/disc#track=3'));
  await turn();
  behind.told();
  engine.cue(track(3, '/disc#track=2'), AT_NINE);
  engine.follow(track(4, '/disc#track=3'));
  t.strictSame(behind.told(), ['cue /disc#track=2 from 9000 ms', 'follow /disc#track=3'], 'nothing falls silent');
  t.match([behind.cued, behind.following], [{ part: { start: 1000 } }, { part: { start: 1500 } }]);
  engine.cue(track(5, '/disc#track=3'), START);
  t.strictSame(behind.told(), ['cue /disc#track=3 from 0 ms']);
  t.strictSame(looked, ['/disc#track=2', '/disc#track=3'], 'each was looked up once');
});

t.test('while ReplayGain is on a seek does not wait for the tags again', async (t) => {
  const { behind, engine, read } = rig();
  await engine.turn(true);
  engine.cue(track(1), START);
  engine.follow(track(2, '/disc#track=2'));
  await turn();
  behind.told();
  engine.cue(track(3, '/1'), AT_NINE);
  engine.cue(track(4, '/disc#track=2'), START);
  t.strictSame(behind.told(), ['cue /1 from 9000 ms', 'cue /disc#track=2 from 0 ms']);
  t.match(behind.cued, { playId: 4, part: { path: '/7' }, gain: { trackGain: -7 } });
  t.strictSame(read, ['/1', '/7']);
});

t.test('a part of which the gains are not known yet waits for them', async (t) => {
  const { behind, engine } = rig();
  engine.cue(track(1, '/disc#track=2'), START);
  await turn();
  const turning = engine.turn(true);
  behind.told();
  engine.cue(track(2, '/disc#track=2'), AT_NINE);
  t.strictSame(behind.told(), ['clear']);
  await turning;
  await turn();
  t.match(behind.cued, { playId: 2, part: { path: '/7' }, gain: { trackGain: -7 } });
});

t.test('a track that waits counts as standing where it is to begin', async (t) => {
  const { behind, engine } = rig();
  behind.place = { playId: 1, elapsed: milliseconds(700) };
  engine.cue(track(2, '/disc#track=2'), AT_NINE);
  t.strictSame(engine.position(), { playId: 2, elapsed: 9000 });
  await turn();
  behind.place = { playId: 2, elapsed: milliseconds(9001) };
  t.strictSame(engine.position(), { playId: 2, elapsed: 9001 });
});

t.test('what is heard stays known, however often what follows it changes', async (t) => {
  const { behind, engine, looked } = rig();
  engine.cue(track(1, '/disc#track=1'), START);
  await turn();
  behind.place = { playId: 1, elapsed: milliseconds(700) };
  for (let playId = 2; playId <= 9; playId++) {
    engine.follow(track(playId, `/disc#track=${playId}`));
    await turn();
  }
  t.equal(looked.length, 9);
  await engine.turn(true);
  t.ok(
    behind.learnt.some(({ playId }) => playId === 1),
    'its gains are told when they count',
  );
  behind.told();
  engine.cue(track(10, '/disc#track=1'), AT_NINE);
  t.strictSame(behind.told(), ['cue /disc#track=1 from 9000 ms']);
});

t.test('a part that is not known yet is looked for again', async (t) => {
  const { behind, engine, looked } = rig();
  engine.cue(track(1, '/other#track=1'), START);
  await turn();
  t.equal(behind.cued?.part, undefined);
  engine.cue(track(2, '/other#track=1'), START);
  await turn();
  t.strictSame(looked, ['/other#track=1', '/other#track=1']);
});
