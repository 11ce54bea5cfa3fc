import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { Engine } from '../../../src/playback/engine/engine.js';
import type { QueueTrack } from '../../../src/playback/engine/queue-track.js';
import type { SourceResolverDeps } from '../../../src/playback/engine/source-resolver.js';
import { milliseconds } from '../../../src/units.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FakePipeline } from './fake-pipeline.js';

const START = { kind: 'elapsed', elapsed: milliseconds(0) } as const;
const track = (playId: number, location = `/${playId}`): QueueTrack => ({ playId, location });

/** Gains are minus the play id in dB; those of a path that is held come when the test says so. */
function rig() {
  const held = new Map<string, () => void>();
  const hold = new Set<string>();
  const read: string[] = [];
  const looked: string[] = [];
  const readGains: SourceResolverDeps['readGains'] = async (path) => {
    read.push(path);
    if (hold.has(path)) await new Promise<void>((resolve) => held.set(path, resolve));
    return { trackGain: -Number(path.slice(1)) };
  };
  const findPart: SourceResolverDeps['findPart'] = async (location) => {
    looked.push(location);
    const number = Number(/^\/disc#track=(\d)$/.exec(location)?.[1] ?? 0);
    return number === 0 ? undefined : { path: '/7', start: milliseconds(500 * number), end: undefined };
  };
  const nothing = () => undefined;
  const none = (): never => {
    throw new Error('nothing comes from elsewhere here');
  };
  const behind = new FakePipeline();
  const engine = new Engine({
    ...{ pipeline: behind, output: behind, readGains, findPart },
    ...{ openFeed: none, openCapture: none, log: SILENT_LOG },
  });
  engine.connect({
    ...{ trackStarted: nothing, finished: nothing, trackFailed: nothing, trackOpened: nothing, clockChanged: nothing },
    ...{ outputLost: nothing, outputBack: nothing, streamChanged: nothing },
  });
  return { behind, engine, hold, held, read, looked };
}

t.test('while ReplayGain is off a track passes through at once, and no tag is read', (t) => {
  const { behind, engine, read } = rig();
  engine.load(track(1), START);
  engine.follow(track(2));
  t.strictSame(behind.calls, ['load 1 0', 'follow 2']);
  t.strictSame(behind.loaded, { playId: 1, source: { kind: 'localFile', location: '/1' } });
  t.strictSame(read, []);
  t.end();
});

t.test('a track waits for its gains, and what follows waits behind it', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.setReplayGain(true);
  hold.add('/1');
  engine.load(track(1), START);
  engine.follow(track(2));
  engine.run();
  await turn();
  t.strictSame(behind.calls, ['clear', 'run']);
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'run', 'load 1 0', 'follow 2']);
  t.match(
    [behind.loaded, behind.following],
    [{ source: { gain: { trackGain: -1 } } }, { source: { gain: { trackGain: -2 } } }],
  );
});

t.test('a track that was replaced while it waited is not loaded', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.setReplayGain(true);
  hold.add('/1');
  engine.load(track(1), START);
  engine.follow(track(2));
  engine.load(track(3), START);
  engine.follow(undefined);
  await turn();
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'clear', 'load 3 0']);
});

t.test('nothing is loaded after a clear', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.setReplayGain(true);
  hold.add('/1');
  engine.load(track(1), START);
  engine.follow(track(2));
  engine.clear();
  held.get('/1')?.();
  await turn();
  t.strictSame(behind.calls, ['clear', 'clear']);
});

t.test('a follower that is replaced while it waits never follows', async (t) => {
  const { behind, engine, hold, held } = rig();
  await engine.setReplayGain(true);
  engine.load(track(1), START);
  await turn();
  hold.add('/2');
  engine.follow(track(2));
  engine.follow(track(3));
  await turn();
  held.get('/2')?.();
  await turn();
  t.equal(behind.following?.playId, 3);
  t.notOk(behind.calls.includes('follow 2'));
});

t.test('switched on, the tracks that play already are reported', async (t) => {
  const { behind, engine } = rig();
  engine.load(track(1), START);
  engine.follow(track(2));
  await engine.setReplayGain(true);
  t.match(
    behind.learnt.toSorted((a, b) => a.playId - b.playId),
    [
      { playId: 1, source: { gain: { trackGain: -1 } } },
      { playId: 2, source: { gain: { trackGain: -2 } } },
    ],
  );
});

t.test(
  'a part of a file waits to be found, with ReplayGain and without; its gains are those of the file',
  async (t) => {
    const { behind, engine } = rig();
    engine.load(track(1, '/disc#track=2'), START);
    engine.follow(track(2));
    await turn();
    t.strictSame(behind.calls, ['clear', 'load 1 0', 'follow 2']);
    t.match(behind.loaded, { source: { kind: 'cuePart', part: { path: '/7', start: 1000 }, gain: undefined } });
    await engine.setReplayGain(true);
    engine.follow(track(3, '/disc#track=2'));
    await turn();
    t.match(behind.following, { playId: 3, source: { part: { path: '/7' }, gain: { trackGain: -7 } } });
  },
);

t.test('a file that is only named like a part is loaded as it is', async (t) => {
  const { behind, engine } = rig();
  engine.load(track(1, '/take #track=9'), START);
  await turn();
  t.equal(behind.loaded?.source.kind, 'localFile');
  t.strictSame(behind.calls, ['clear', 'load 1 0']);
});

const AT_NINE = { kind: 'elapsed', elapsed: milliseconds(9000) } as const;

t.test('a seek in a part, and a skip to the part that follows, reach the engine at once', async (t) => {
  const { behind, engine, looked } = rig();
  engine.load(track(1, '/disc#track=2'), START);
  engine.follow(track(2, '/disc#track=3'));
  await turn();
  behind.reported();
  engine.load(track(3, '/disc#track=2'), AT_NINE);
  engine.follow(track(4, '/disc#track=3'));
  t.strictSame(behind.reported(), ['load 3 9000', 'follow 4'], 'nothing falls silent');
  t.match(
    [behind.loaded, behind.following],
    [{ source: { part: { start: 1000 } } }, { source: { part: { start: 1500 } } }],
  );
  engine.load(track(5, '/disc#track=3'), START);
  t.strictSame(behind.reported(), ['load 5 0']);
  t.strictSame(looked, ['/disc#track=2', '/disc#track=3'], 'each was looked up once');
});

t.test('while ReplayGain is on a seek does not wait for the tags again', async (t) => {
  const { behind, engine, read } = rig();
  await engine.setReplayGain(true);
  engine.load(track(1), START);
  engine.follow(track(2, '/disc#track=2'));
  await turn();
  behind.reported();
  engine.load(track(3, '/1'), AT_NINE);
  engine.load(track(4, '/disc#track=2'), START);
  t.strictSame(behind.reported(), ['load 3 9000', 'load 4 0']);
  t.match(behind.loaded, { playId: 4, source: { part: { path: '/7' }, gain: { trackGain: -7 } } });
  t.strictSame(read, ['/1', '/7']);
});

t.test('a part of which the gains are not known yet waits for them', async (t) => {
  const { behind, engine } = rig();
  engine.load(track(1, '/disc#track=2'), START);
  await turn();
  const turning = engine.setReplayGain(true);
  behind.reported();
  engine.load(track(2, '/disc#track=2'), AT_NINE);
  t.strictSame(behind.reported(), ['clear']);
  await turning;
  await turn();
  t.match(behind.loaded, { playId: 2, source: { part: { path: '/7' }, gain: { trackGain: -7 } } });
});

t.test('a track that waits counts as cursor where it is to begin', async (t) => {
  const { behind, engine } = rig();
  behind.hear(1, 700);
  engine.load(track(2, '/disc#track=2'), AT_NINE);
  t.strictSame(engine.position(), { playId: 2, elapsed: 9000 });
  await turn();
  behind.hear(2, 9001);
  t.strictSame(engine.position(), { playId: 2, elapsed: 9001 });
});

t.test('what is played stays known, however often what follows it changes', async (t) => {
  const { behind, engine, looked } = rig();
  engine.load(track(1, '/disc#track=1'), START);
  await turn();
  behind.hear(1, 700);
  for (let playId = 2; playId <= 9; playId++) {
    engine.follow(track(playId, `/disc#track=${playId}`));
    await turn();
  }
  t.equal(looked.length, 9);
  await engine.setReplayGain(true);
  t.ok(
    behind.learnt.some(({ playId }) => playId === 1),
    'its gains are reported when they count',
  );
  behind.reported();
  engine.load(track(10, '/disc#track=1'), AT_NINE);
  t.strictSame(behind.reported(), ['load 10 9000']);
});

t.test('a part that is not known yet is looked for again', async (t) => {
  const { behind, engine, looked } = rig();
  engine.load(track(1, '/other#track=1'), START);
  await turn();
  t.equal(behind.loaded?.source.kind, 'localFile');
  engine.load(track(2, '/other#track=1'), START);
  await turn();
  t.strictSame(looked, ['/other#track=1', '/other#track=1']);
});
