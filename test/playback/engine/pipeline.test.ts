/** The engine with the real decoder worker, the real addon and the silent device, which takes PCM at four times its pace. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { Output } from '../../../src/output/output.js';
import { Pipeline } from '../../../src/playback/engine/pipeline.js';
import { loadNative } from '../../../src/native.js';
import { alsaSink } from '../../../src/output/sinks/alsa-sink.js';
import { createLog } from '../../../src/log.js';
import { SOUND_OFF } from '../../../src/dsp/sound-settings.js';
import { PlaybackClock } from '../../../src/playback-clock.js';
import { milliseconds } from '../../../src/units.js';
import { makeMp3 } from '../../fixtures/mp3.js';

const built = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const NATIVE = built('native/build/Release/tonearm_native.node');
const WORKER = built('dist/decoder-worker.cjs');
const SPEED = 2;
const FROM_START = { kind: 'elapsed', elapsed: milliseconds(0) } as const;

async function rig(t: Test, workerFile = WORKER, opened: () => void = () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-engine-'));
  const native = loadNative(NATIVE, SPEED);
  const log = createLog('error', () => undefined);
  const events: string[] = [];
  const files: number[] = [];
  const clock = new PlaybackClock(SPEED);
  const output = new Output({
    native,
    target: { sink: alsaSink(native, ''), key: 'silent', mixer: undefined },
    opened: async () => {
      opened();
      return () => undefined;
    },
    clock,
    log,
  });
  let roots = [folder];
  const engine = new Pipeline({
    ...{ output, nativeFile: NATIVE, workerFile, clock, log },
    get roots() {
      return roots;
    },
  });
  engine.connect({
    trackOpened: (playId) => files.push(playId),
    trackStarted: (playId) => events.push(`played ${playId}`),
    trackFailed: (playId, code) => events.push(`failed ${playId} ${code}`),
    finished: (playId) => events.push(`finished ${playId}`),
    clockChanged: () => undefined,
    outputLost: () => events.push('output lost'),
    outputBack: () => events.push('output back'),
  });
  const awake = setInterval(() => undefined, 1000); // the engine itself keeps no process running
  t.teardown(async () => {
    clearInterval(awake);
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const until = async (what: string, condition: () => boolean) => {
    for (const end = Date.now() + 60_000; !condition();) {
      if (Date.now() > end) throw new Error(`never happened: ${what}; events: ${events.join(', ')}`);
      await delay(10);
    }
  };
  const track = async (playId: number, seconds: number, rate = 44_100) => {
    const path = join(folder, `${playId}.mp3`);
    await makeMp3(path, { seconds, seed: playId, rate });
    return { playId, source: { kind: 'localFile', location: path } } as const;
  };
  const become = (now: readonly string[]): void => {
    roots = [...now];
    engine.rootsChanged();
  };
  return { folder, engine, output, events, files, until, track, become };
}

/** A worker's file that ends at once while the file `broken` lies beside it, and otherwise is the real worker. */
async function brittleWorker(folder: string): Promise<{ file: string; flag: string }> {
  const file = join(folder, 'brittle.cjs');
  const flag = join(folder, 'broken');
  const source = `if (require('node:fs').existsSync(${JSON.stringify(flag)})) process.exit(3); require(${JSON.stringify(WORKER)});`;
  await writeFile(file, source);
  return { file, flag };
}

t.test('files are opened in the library roots of now, and in no others', async (t) => {
  const { folder, engine, events, files, until, track, become } = await rig(t);
  const one = await track(1, 1);
  const two = await track(2, 1);
  become([join(folder, 'elsewhere')]);
  engine.start();
  engine.load(one, FROM_START);
  engine.run();
  await until('it is refused', () => events.includes('failed 1 OUTSIDE_LIBRARY'));
  become([join(folder, 'elsewhere'), folder]);
  engine.load(two, FROM_START);
  engine.run();
  await until('it is open', () => files.includes(2));
  become([]);
  engine.load({ ...one, playId: 3 }, FROM_START);
  await until('it is refused again', () => events.includes('failed 3 OUTSIDE_LIBRARY'));
});

t.test('a follower that is replaced while the ring holds it already is never played', async (t) => {
  const { engine, events, until, track } = await rig(t);
  const [first, old, better] = [await track(1, 2), await track(2, 2), await track(3, 1)];
  engine.load(first, FROM_START);
  engine.follow(old);
  engine.run();
  engine.start();
  await until('the follower is decoded', () => engine.facts(2) !== undefined);
  engine.follow(better);
  await until('the end', () => events.includes('finished 3'));
  t.strictSame(events, ['played 3', 'finished 3']);
});

t.test('each track is reported once when its file is open, also when it is sought in', async (t) => {
  const { engine, events, files, until, track } = await rig(t);
  const [first, second] = [await track(1, 2), await track(2, 1)];
  engine.load(first, FROM_START);
  engine.follow(second);
  engine.run();
  engine.start();
  await until('both are open', () => files.length === 2);
  t.match([engine.facts(1)?.length, engine.facts(2)?.length], [2000, 1000]);
  engine.load(first, { kind: 'elapsed', elapsed: milliseconds(1000) });
  engine.follow(second);
  await until('the end', () => events.includes('finished 2'));
  t.strictSame(files, [1, 2, 2], 'what follows is forgotten by a load, and opened anew');
});

t.test('a follower that is taken away while the ring holds it already is never played', async (t) => {
  const { engine, events, until, track } = await rig(t);
  const [first, old] = [await track(1, 2), await track(2, 2)];
  engine.load(first, FROM_START);
  engine.follow(old);
  engine.run();
  engine.start();
  await until('the follower is decoded', () => engine.facts(2) !== undefined);
  engine.follow(undefined);
  await until('the end', () => events.includes('finished 1'));
  t.strictSame(events, ['finished 1']);
});

t.test('a follower of another rate that is replaced gives way to one of the old rate', async (t) => {
  const { engine, output, events, until, track } = await rig(t);
  const [first, old, better] = [await track(1, 2), await track(2, 2, 48_000), await track(3, 1)];
  engine.load(first, FROM_START);
  engine.follow(old);
  engine.run();
  engine.start();
  await until('the follower is decoded', () => engine.facts(2) !== undefined);
  engine.follow(better);
  await until('the end', () => events.includes('finished 3'));
  t.strictSame(events, ['played 3', 'finished 3']);
  t.equal(output.ring?.rate, 44_100);
});

t.test('loads of changing rates, faster than the device opens, end with the last one', async (t) => {
  const { engine, output, events, until, track } = await rig(t);
  const rates = [44_100, 48_000, 32_000, 44_100, 48_000, 44_100, 32_000];
  const tracks = await Promise.all(rates.map((rate, at) => track(at + 1, 1, rate)));
  engine.start();
  engine.run();
  for (const one of tracks) {
    engine.load(one, FROM_START);
    await delay(one.playId); // some before, some after what the worker and the device answer
  }
  await until('the end', () => events.includes('finished 7'));
  t.strictSame(events, ['finished 7']);
  t.equal(output.ring?.rate, 32_000);
});

t.test('a chain of changing rates is played in order, in the memory of two rings', async (t) => {
  const { engine, output, events, until, track } = await rig(t);
  const rates = [44_100, 48_000, 44_100, 32_000, 44_100, 48_000];
  const tracks = await Promise.all(rates.map((rate, at) => track(at + 1, 0.5, rate)));
  const memories = new Set<SharedArrayBuffer>();
  engine.load(tracks[0]!, FROM_START);
  engine.follow(tracks[1]);
  engine.run();
  engine.start();
  for (let playId = 2; playId <= rates.length; playId++) {
    await until(`track ${playId}`, () => events.includes(`played ${playId}`));
    if (output.ring !== undefined) memories.add(output.ring.memory);
    engine.follow(tracks[playId]);
  }
  await until('the end', () => events.includes('finished 6'));
  t.strictSame(events, ['played 2', 'played 3', 'played 4', 'played 5', 'played 6', 'finished 6']);
  t.ok(memories.size <= 3, `${memories.size} rings`);
});

t.test('a last track that is started after a change of rate ended the one before is played', async (t) => {
  const { engine, events, until, track } = await rig(t);
  const [first, last] = [await track(1, 0.5), await track(2, 1)];
  engine.load(first, FROM_START);
  engine.run();
  engine.start();
  await until('the first is over', () => events.includes('finished 1'));
  engine.load(last, FROM_START);
  engine.follow(undefined);
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 500);
  await until('the end', () => events.includes('finished 2'));
  t.strictSame(events, ['finished 1', 'finished 2']);
});

t.test('settings that change between two rings begin the track that follows, and none that was played', async (t) => {
  const moments: string[] = [];
  /** The second track is over, and the worker's word on what is in the new ring comes in a later turn. */
  const opened = async (engine: Pipeline) => {
    for (let tasks = 0; tasks < 100 && engine.trackClock() !== undefined; tasks++) await Promise.resolve();
    moments.push(engine.trackClock() === undefined ? 'between' : 'too early');
    engine.setSound({ ...SOUND_OFF, channels: 'mono' }, false);
  };
  const { engine, events, until, track } = await rig(t, WORKER, () => {
    if (events.includes('played 2') && moments.length === 0) void opened(engine);
  });
  const [first, second, other] = [await track(1, 0.4), await track(2, 1.5), await track(3, 1, 48_000)];
  const played = new Set<number>();
  engine.load(first, FROM_START);
  engine.follow(second);
  engine.run();
  engine.start();
  await until('the second track', () => events.includes('played 2'));
  engine.follow(other);
  await until('the end', () => {
    if (events.includes('played 2')) played.add(engine.position()?.playId ?? 0);
    return events.some((line) => line.startsWith('finished'));
  });
  t.strictSame(moments, ['between']);
  t.strictSame(events, ['played 2', 'played 3', 'finished 3']);
  t.notOk(played.has(1), 'the first track is over');
});

t.test('the place is reported while a track is decoded again from it', async (t) => {
  const { engine, until, track } = await rig(t);
  const [first, old, better] = [await track(1, 3), await track(2, 2), await track(3, 1)];
  engine.load(first, FROM_START);
  engine.follow(old);
  engine.run();
  engine.start();
  await until('the follower is decoded', () => engine.facts(2) !== undefined);
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 300);
  engine.follow(better);
  t.match(engine.position(), { playId: 1 });
  t.ok((engine.position()?.elapsed ?? 0) >= 250);
});

t.test('a track whose worker dies twice is given up, and the next one plays', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-brittle-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const { file, flag } = await brittleWorker(folder);
  const { engine, events, until, track } = await rig(t, file);
  const [poison, sound] = [await track(1, 1), await track(2, 1)];
  await writeFile(flag, '');
  engine.load(poison, FROM_START);
  engine.run();
  engine.start();
  await until('it is given up', () => events.includes('failed 1 DECODER_FAILED'));
  await rm(flag);
  engine.load(sound, FROM_START);
  await until('the end', () => events.includes('finished 2'));
  t.strictSame(
    events.filter((line) => !line.startsWith('failed 1')),
    ['finished 2'],
  );
});

t.test('a byte position is reported while a track sounds, and nothing is when none does', async (t) => {
  const { engine, until, track } = await rig(t);
  t.equal(await engine.bytePosition(), undefined);
  engine.load(await track(1, 3), FROM_START);
  engine.run();
  engine.start();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 300);
  const at = await engine.bytePosition();
  t.ok(at !== undefined && at > 0);
  const asked = engine.bytePosition();
  await engine.stop();
  await asked;
  t.pass('a question that is open at the end is answered');
});
