import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { PlaybackClock } from '../../src/playback-clock.js';
import { PositionKeeper } from '../../src/playback/position-keeper.js';
import type { PlaybackKind, PlayerEvent, ResumePoint } from '../../src/playback/types.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

/** A player that is somewhere, and a store that notes what it is given. */
class Scene {
  kind: PlaybackKind = 'stopped';
  elapsed = 0;
  failure: Error | undefined;
  readonly kept: string[] = [];
  readonly #listeners = new Set<(events: PlayerEvent) => void>();
  readonly #log = keptLog('player');
  readonly logged = this.#log.lines;
  /** What the timer calls; undefined while there is none. */
  #tick: (() => void) | undefined;
  readonly keeper = new PositionKeeper({
    player: this,
    store: this,
    log: this.#log.log,
    repeat: (action) => {
      this.#tick = action;
      return () => (this.#tick = undefined);
    },
  });

  get ticks(): boolean {
    return this.#tick !== undefined;
  }

  /** Plays on for some rounds of the timer. */
  async play(rounds: number): Promise<void> {
    for (let turn = 0; turn < rounds; turn++) {
      this.elapsed += 10_000;
      this.#tick?.();
      await setImmediate();
    }
  }

  queueStatus() {
    return { kind: this.kind, outputProblem: undefined };
  }

  resumePoint(): ResumePoint | undefined {
    if (this.elapsed < 0) return undefined;
    return { index: 0, location: '/a', elapsed: milliseconds(this.elapsed), offset: byteOffset(0) };
  }

  subscribe(listener: (events: PlayerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  keepPosition({ elapsed }: ResumePoint): void {
    if (this.failure !== undefined) throw this.failure;
    this.kept.push(`${elapsed}`);
  }

  async syncPosition(): Promise<void> {
    this.kept.push(`${this.kept.pop() ?? ''} durable`);
  }

  become(kind: PlaybackKind): void {
    this.kind = kind;
    for (const listener of this.#listeners) listener({ type: 'changed', aspects: new Set(['status']) });
  }
}

function playing(): Scene {
  const scene = new Scene();
  scene.keeper.start();
  scene.become('playing');
  return scene;
}

t.test('while it plays the place is kept durably every ten seconds', async (t) => {
  const scene = playing();
  await scene.play(2);
  t.strictSame(scene.kept, ['10000 durable', '20000 durable']);
});

t.test('a pause keeps its place durably, and then nothing is written', async (t) => {
  const scene = playing();
  await scene.play(1);
  scene.elapsed = 1111;
  scene.become('paused');
  await setImmediate();
  t.strictSame(scene.kept, ['10000 durable', '1111 durable']);
  t.notOk(scene.ticks);
  scene.become('playing');
  await scene.play(1);
  t.equal(scene.kept.length, 3);
});

t.test('stopped, nothing is written: the state that is saved knows the place', async (t) => {
  const scene = playing();
  scene.become('stopped');
  await setImmediate();
  t.strictSame(scene.kept, []);
  t.notOk(scene.ticks);
});

t.test('what already plays at the start is kept', async (t) => {
  const scene = new Scene();
  scene.kind = 'playing';
  scene.keeper.start();
  await scene.play(1);
  t.strictSame(scene.kept, ['10000 durable']);
});

t.test('the end of the daemon keeps the last place, once', async (t) => {
  const scene = playing();
  scene.elapsed = 4321;
  await scene.keeper.stop();
  await scene.keeper.stop();
  t.strictSame(scene.kept, ['4321 durable']);
  scene.become('paused');
  scene.become('playing');
  t.notOk(scene.ticks, 'and nothing is followed any more');
});

t.test('without a place nothing is written', async (t) => {
  const scene = playing();
  scene.elapsed = -20_000;
  await scene.play(1);
  t.strictSame(scene.kept, []);
});

t.test('a disk that refuses is reported of once, and again after it took something', async (t) => {
  const scene = playing();
  scene.failure = new Error('no space left on device');
  await scene.play(3);
  t.equal(scene.logged.length, 1);
  scene.failure = undefined;
  await scene.play(1);
  scene.failure = new Error('no space left on device');
  await scene.play(2);
  t.match(scene.logged, [/^<4>player: position not kept/, /^<4>player: position not kept/]);
  t.equal(scene.logged.length, 2);
});

t.test('by itself the place is kept every ten seconds of the playback clock, or of real time', async (t) => {
  for (const [clock, every] of [
    [undefined, 10_000],
    [new PlaybackClock(4), 2500],
  ] as const) {
    mock.timers.enable({ apis: ['setInterval'] });
    t.teardown(() => mock.timers.reset());
    const kept: number[] = [];
    const scene = playing();
    const store = {
      keepPosition: ({ elapsed }: ResumePoint) => void kept.push(elapsed),
      syncPosition: () => Promise.resolve(),
    };
    scene.elapsed = 7;
    const keeper = new PositionKeeper({ player: scene, store, log: SILENT_LOG, clock });
    keeper.start();
    mock.timers.tick(every - 1);
    t.strictSame(kept, []);
    mock.timers.tick(1);
    t.strictSame(kept, [7]);
    mock.timers.tick(2 * every);
    t.strictSame(kept, [7, 7, 7]);
    await keeper.stop();
    t.strictSame(kept, [7, 7, 7, 7], 'and once more at the end');
    mock.timers.tick(9 * every);
    t.equal(kept.length, 4);
    mock.timers.reset();
  }
});
