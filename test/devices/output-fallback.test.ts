import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { OutputUnavailable } from '../../src/output/sinks/sink.js';
import { graceOf, OutputFallback, type FallbackPlayer } from '../../src/devices/output-fallback.js';
import { milliseconds } from '../../src/units.js';
import { keptLog } from '../fixtures/log.js';
import { BUILT_IN, createOutputs, DAC } from '../http/fake-outputs.js';

const MISSING = { code: 'OUTPUT_MISSING' };
const AWAY = [BUILT_IN, { ...DAC, isPresent: false }];
const THERE = [BUILT_IN, DAC];
/** Short: a test waits for it. */
const GRACE = 30;

class FallenPlayer implements FallbackPlayer {
  kind: 'stopped' | 'playing' | 'paused' = 'playing';
  problem: { readonly code: string } | undefined;
  awaits = false;
  resumed = 0;
  readonly #listeners = new Set<() => void>();

  queueStatus() {
    return { kind: this.kind, outputProblem: this.problem };
  }

  awaitsOutput(): boolean {
    return this.awaits;
  }

  async resume(): Promise<void> {
    this.resumed++;
    this.become('playing');
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(kind: FallenPlayer['kind'], problem?: { readonly code: string }, awaits = false): void {
    this.kind = kind;
    this.problem = problem;
    this.awaits = awaits;
    for (const listener of this.#listeners) listener();
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

async function rig(t: Test, { wanted = true, grace = GRACE } = {}) {
  const outputs = createOutputs(THERE);
  outputs.outputs.start();
  await outputs.outputs.choose(DAC.id);
  const player = new FallenPlayer();
  // As the engine does when the output is another one: the trouble is over.
  outputs.switching = () => {
    player.problem = undefined;
    return Promise.resolve();
  };
  const { log, lines } = keptLog('devices');
  const state = { wanted };
  const fallback = new OutputFallback({
    outputs: outputs.outputs,
    player,
    isWanted: () => state.wanted,
    graceOf: () => milliseconds(grace),
    log,
  });
  fallback.start();
  t.teardown(() => {
    fallback.stop();
    fallback.stop();
  });
  const current = () => outputs.outputs.current().id;
  const until = async (what: string, condition: () => boolean) => {
    for (const end = Date.now() + 30_000; !condition();) {
      if (Date.now() > end) throw new Error(`never happened: ${what}`);
      await delay(5);
    }
  };
  /** Long enough for whatever would happen. */
  const nothing = () => delay(4 * GRACE);
  return { ...outputs, box: outputs, player, fallback, state, lines, current, until, nothing };
}

t.test('what plays when its output is lost goes on at the built-in one, and the choice stays', async (t) => {
  const { player, source, current, until, outputs, memory, lines } = await rig(t);
  source.become(AWAY);
  player.become('paused', MISSING, true);
  await until('it goes on', () => player.resumed === 1);
  t.equal(current(), 'builtin');
  t.equal(memory.choice.id, DAC.id, 'kept as it was');
  t.match(outputs.fallbackFor(), { id: DAC.id, name: DAC.name, isPresent: false });
  t.match(await outputs.read('current'), { device: { id: 'builtin' }, fallbackFor: DAC.id });
  t.match(await outputs.read(DAC.id), { isCurrent: false, fallbackFor: undefined });
  t.ok(lines.some((line) => line.includes('plays in the place of one that is away')));
});

t.test('an output that is not there at play is waited for, and then stood in for', async (t) => {
  const { player, source, current, until } = await rig(t);
  player.become('stopped');
  source.become(AWAY);
  player.become('playing', MISSING);
  await until('it is heard', () => current() === 'builtin');
  t.equal(player.resumed, 0, 'it plays already');
});

t.test('one that is back in time keeps what plays', async (t) => {
  const { player, source, current, nothing, switched } = await rig(t, { grace: 3 * GRACE });
  source.become(AWAY);
  player.become('paused', MISSING, true);
  await delay(GRACE);
  source.become(THERE);
  player.become('playing');
  await nothing();
  t.equal(current(), DAC.id);
  t.equal(switched.length, 1);
});

t.test('nobody is disturbed who has not asked for it, has paused by hand, or has stopped', async (t) => {
  const { player, source, current, nothing, state, fallback, until } = await rig(t, { wanted: false });
  source.become(AWAY);
  player.become('paused', MISSING, true);
  await nothing();
  t.equal(current(), DAC.id, 'not wanted');
  player.become('paused', MISSING, false);
  state.wanted = true;
  fallback.look();
  await nothing();
  player.become('stopped', MISSING);
  await nothing();
  t.equal(current(), DAC.id);
  player.become('playing', MISSING);
  await until('it is heard', () => current() === 'builtin');
});

t.test('it is wanted from the moment at which it is set', async (t) => {
  const { player, source, current, until, state, fallback } = await rig(t, { wanted: false });
  source.become(AWAY);
  player.become('paused', MISSING, true);
  state.wanted = true;
  fallback.look();
  await until('it goes on', () => current() === 'builtin' && player.resumed === 1);
});

t.test('an output that is in use by somebody else is there', async (t) => {
  const { player, current, nothing } = await rig(t);
  player.become('playing', { code: 'OUTPUT_BUSY' });
  await nothing();
  t.equal(current(), DAC.id);
});

t.test('an output whose trouble comes after the word that it plays is seen too', async (t) => {
  const { player, current, until } = await rig(t);
  player.become('playing');
  player.problem = MISSING; // nobody tells
  await until('it is heard', () => current() === 'builtin');
});

t.test('when it is back it plays again as soon as nothing sounds', async (t) => {
  for (const rest of ['paused', 'stopped'] as const) {
    const { player, source, current, until, nothing, outputs, memory } = await rig(t);
    source.become(AWAY);
    player.become('playing', MISSING);
    await until('it is heard', () => current() === 'builtin');
    source.become(THERE);
    await nothing();
    t.equal(current(), 'builtin', 'sound does not move by itself');
    player.become(rest);
    await until('it is gone back to', () => current() === DAC.id);
    t.equal(outputs.fallbackFor(), undefined);
    t.equal(memory.choice.id, DAC.id);
  }
});

t.test('when it is back while nothing plays it is gone back to at once', async (t) => {
  const { player, source, current, until } = await rig(t);
  source.become(AWAY);
  player.become('playing', MISSING);
  await until('it is heard', () => current() === 'builtin');
  player.become('stopped');
  t.equal(current(), 'builtin');
  source.become(THERE);
  await until('it is gone back to', () => current() === DAC.id);
});

t.test('another choice ends it', async (t) => {
  const { player, source, current, until, nothing, outputs, memory } = await rig(t);
  source.become(AWAY);
  player.become('playing', MISSING);
  await until('it is heard', () => current() === 'builtin');
  await outputs.choose('builtin');
  t.equal(memory.choice.id, 'builtin');
  t.equal(outputs.fallbackFor(), undefined);
  source.become(THERE);
  player.become('stopped');
  await nothing();
  t.equal(current(), 'builtin');
});

t.test(
  'where the built-in output is away or silent, or refuses, nothing is changed and it is tried again',
  async (t) => {
    const { box, ...rigged } = await rig(t);
    const { player, source, current, until, nothing, lines } = rigged;
    for (const builtin of [
      { ...BUILT_IN, isPresent: false },
      { ...BUILT_IN, pcm: '' },
    ]) {
      source.become([builtin, { ...DAC, isPresent: false }]);
      player.become('playing', MISSING);
      await nothing();
      t.equal(current(), DAC.id);
    }
    box.switching = () => Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'busy'));
    source.become(AWAY);
    await until('it was tried', () => lines.some((line) => line.includes('cannot stand in')));
    t.equal(current(), DAC.id);
    box.switching = () => Promise.resolve();
    player.become('playing', MISSING);
    await until('it is heard', () => current() === 'builtin');
  },
);

t.test('one that cannot be opened after all is stood in for further', async (t) => {
  const { box, ...rigged } = await rig(t);
  const { player, source, current, until, outputs, lines } = rigged;
  source.become(AWAY);
  player.become('playing', MISSING);
  await until('it is heard', () => current() === 'builtin');
  box.switching = () => Promise.reject(new OutputUnavailable('OUTPUT_MISSING', 'gone'));
  player.become('paused');
  source.become(THERE);
  await until('it was tried', () => lines.some((line) => line.includes('cannot be gone back to')));
  t.equal(current(), 'builtin');
  t.equal(outputs.fallbackFor()?.id, DAC.id);
});

t.test('after the stop nothing is moved any more', async (t) => {
  const { player, source, current, nothing, fallback } = await rig(t);
  source.become(AWAY);
  player.become('playing', MISSING);
  fallback.stop();
  t.equal(player.listeners, 0);
  await nothing();
  t.equal(current(), DAC.id);
});

t.test('a speaker boots, a card does not', async (t) => {
  t.equal(graceOf(DAC), 10_000);
  t.equal(graceOf({ ...DAC, service: 'bluetooth' }), 60_000);
});
