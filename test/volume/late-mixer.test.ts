/** The volume of an output whose mixer does not answer while it is opened, as that of a speaker whose service hangs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mock } from 'node:test';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { chooseScale } from '../../src/volume/choose-scale.js';
import { Mixers } from '../../src/volume/mixers.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import { levelKey } from '../../src/volume/memory.js';
import type { VolumeMode, VolumeScale } from '../../src/volume/scale.js';
import { Volume } from '../../src/volume/volume.js';
import { moveToShare } from '../../src/mpris/reading.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeMixer, FakeNative } from '../output/fake-native.js';
import { Memory } from './memory.js';

const sink = { name: 'speaker', open: () => Promise.reject(new Error('no test opens it')) };
const SPEAKER: SinkTarget = { sink, key: 'bt-1', mixer: { card: 'speaker', control: '' } };
const DAC: SinkTarget = { sink, key: 'alsa-dac', mixer: { card: 'dac', control: '' } };
const PATIENCE = 5000;
const QUIET = 10 ** (-30 / 20);
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Two outputs, each with a mixer that may hang: 207 is 0 dB, in half decibels. Timers go when the test says so. */
function box(t: Test) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const registers = { speaker: { steps: 207, muted: false }, dac: { steps: 207, muted: false } };
  const open = new Set<FakeMixer>();
  const hung = new Map<string, { promise: Promise<void>; free: () => void }>();
  const native = new FakeNative();
  /** Key of the output that what runs was asked of. */
  const request = new AsyncLocalStorage<string>();
  const strays: string[] = [];
  const touch = (key: string): void => {
    const meant = request.getStore();
    if (meant !== undefined && meant !== key) strays.push(`${meant}: ${key}`);
  };
  native.mixer = (card) => {
    const mixer = new (class extends FakeMixer {
      override write(steps: number) {
        touch(card === 'dac' ? DAC.key : SPEAKER.key);
        super.write(steps);
      }

      override close() {
        open.delete(this);
      }
    })(registers[card as keyof typeof registers], { decibels: (step) => (step - 207) / 2 });
    open.add(mixer);
    return mixer;
  };
  const openMixer = async (card: string, control: string) => {
    await hung.get(card)?.promise;
    return native.openMixer(card, control);
  };
  const gains: number[] = [];
  const memory = new (class extends Memory {
    override async save(output: string, level: number) {
      touch(output.split(',')[0] ?? '');
      await super.save(output, level);
    }
  })();
  memory.levels.set('bt-1, hardware Digital', 110);
  memory.limits.set('bt-1, hardware Digital', 120);
  const mixers = new Mixers({ openMixer }, PATIENCE);
  const keys = new WeakMap<VolumeScale, string>();
  /** Happens while nothing sounds, before the change that was waited for. */
  const silence = { begins: (): void => undefined };
  const volume = new Volume({
    choose: async (output, mode) => {
      const { key } = output.target;
      const setGain = (gain: number) => {
        touch(key);
        gains.push(gain);
      };
      const scale = await chooseScale(mixers, output, mode, setGain, SILENT_LOG);
      keys.set(scale, key);
      return scale;
    },
    memory,
    whileSilent: (change) => {
      silence.begins();
      return change();
    },
    log: SILENT_LOG,
  });
  const hang = (card: string) => {
    if (hung.has(card)) return;
    let free = (): void => undefined;
    const promise = new Promise<void>((resolve) => (free = resolve));
    hung.set(card, { promise, free });
  };
  const free = async (card: string) => {
    hung.get(card)?.free();
    hung.delete(card);
    await settle();
  };
  const pass = async (time: number) => {
    await settle();
    mock.timers.tick(time);
    await settle();
  };
  /** The key of the output that has the say, and what its level and limit are remembered under. */
  const present = () => {
    const key = keys.get(volume.scale) ?? '';
    return { key, name: levelKey(key, volume.scale) };
  };
  return { volume, memory, registers, gains, open, hang, free, pass, silence, request, strays, present };
}

t.test('an output whose mixer does not answer plays, quietly and in software', async (t) => {
  const { volume, memory, registers, gains, hang, pass } = box(t);
  hang('speaker');
  const followed = volume.follow(SPEAKER, -1);
  await pass(PATIENCE - 1);
  t.strictSame(gains, []);
  await pass(1);
  await followed;
  t.strictSame(gains.at(-1), QUIET);
  t.equal(volume.mode(), 'software');
  t.match(volume.read(), { volume: -30, min: -80, max: 0 });
  t.equal(registers.speaker.steps, 207, 'nobody knows where it stands');
  await volume.set(-40);
  t.equal(gains.at(-1), 10 ** (-40 / 20), 'and it can be moved');
  await volume.set(0);
  t.equal(gains.at(-1), QUIET, 'but not up');
  t.match(volume.read(), { volume: -30 });
  t.notOk(memory.levels.has('bt-1, software'), 'and what holds only until it answers is not kept');
  t.equal(memory.saves, 0);
});

t.test('the mixer that answers at last has the say by itself, within its limit', async (t) => {
  const { volume, registers, gains, open, hang, free, pass } = box(t);
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  await pass(300);
  t.equal(volume.mode(), 'software', 'it still hangs');
  await free('speaker');
  t.equal(open.size, 0, 'what came too late is closed');
  await pass(1000);
  t.equal(volume.mode(), 'hardware');
  t.equal(registers.speaker.steps, 110);
  t.equal(volume.limit(), 120);
  t.equal(gains.at(-1), 1);
  t.equal(open.size, 1);
});

t.test('a fixed volume waits for the mixer as well, and is no louder meanwhile', async (t) => {
  const { volume, memory, gains, hang, free, pass } = box(t);
  memory.modes.set('bt-1', 'fixed');
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  t.equal(volume.mode(), 'software');
  t.ok(Math.max(...gains) <= QUIET);
  await free('speaker');
  await pass(300);
  t.equal(volume.mode(), 'fixed');
  t.equal(gains.at(-1), 1);
});

t.test('it is looked for when somebody moves the volume, and when its output is opened again', async (t) => {
  for (const again of ['set', 'follow'] as const) {
    const { volume, registers, hang, free, pass } = box(t);
    hang('speaker');
    void volume.follow(SPEAKER, -1);
    await pass(PATIENCE);
    await free('speaker');
    await (again === 'set' ? volume.set(-50) : volume.follow(SPEAKER, -1));
    t.equal(volume.mode(), 'hardware');
    t.equal(registers.speaker.steps, again === 'set' ? 107 : 110);
    mock.timers.reset();
  }
});

t.test('what is asked of the volume before the mixer answers is as loud on its scale', async (t) => {
  const asked: [string, (volume: Volume) => Promise<void>, number][] = [
    ['a level', (volume) => volume.set(-40), 207 - 80],
    ['a level that it could not have', (volume) => volume.set(0), 207 - 60],
    ['silence', (volume) => volume.set(-80), 0],
    ['the end of a slider of another program', (volume) => moveToShare(volume, 1), 207],
    ['steps', (volume) => volume.adjust(5), 115],
  ];
  for (const [what, ask, steps] of asked) {
    const { volume, memory, registers, hang, free, pass } = box(t);
    memory.limits.clear();
    hang('speaker');
    void volume.follow(SPEAKER, -1);
    await pass(PATIENCE);
    await free('speaker');
    await ask(volume);
    t.equal(volume.mode(), 'hardware');
    t.equal(registers.speaker.steps, steps, what);
    t.equal(memory.levels.get('bt-1, hardware Digital'), steps, what);
    mock.timers.reset();
  }
});

t.test('a place on the slider is one on the slider of the mixer that answers at last', async (t) => {
  const { volume, memory, registers, hang, free, pass } = box(t);
  memory.limits.clear();
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  await free('speaker');
  await volume.setPercent(60);
  t.equal(volume.mode(), 'hardware');
  t.ok(Math.abs((volume.read().percent ?? 0) - 60) < 1);
  t.ok(registers.speaker.steps > 0);
  t.equal(memory.levels.get('bt-1, hardware Digital'), registers.speaker.steps);
});

t.test('what is asked of one output is not done to another that is chosen meanwhile', async (t) => {
  const asked = {
    set: (volume: Volume) => volume.set(0),
    adjust: (volume: Volume) => volume.adjust(20),
    setPercent: (volume: Volume) => volume.setPercent(100),
  };
  for (const [what, ask] of Object.entries(asked)) {
    const { volume, memory, registers, gains, hang, free, pass } = box(t);
    hang('speaker');
    void volume.follow(SPEAKER, -1);
    await pass(PATIENCE);
    await free('speaker');
    hang('speaker');
    const refused = t.rejects(ask(volume), { code: 'SUPERSEDED' }, what);
    await settle();
    await volume.follow(DAC, -1);
    await pass(PATIENCE);
    await refused;
    t.equal(registers.dac.steps, 147, what);
    t.equal(memory.levels.get('alsa-dac, hardware Digital'), 147);
    t.equal(gains.at(-1), 1);
    mock.timers.reset();
  }
});

t.test('no limit is set while the mixer does not answer, for its steps are not known', async (t) => {
  const { volume, memory, hang, free, pass } = box(t);
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  await t.rejects(volume.setLimit(-40), { code: 'MIXER_UNAVAILABLE' });
  t.equal(volume.limit(), 0);
  t.strictSame([...memory.limits], [['bt-1, hardware Digital', 120]]);
  await free('speaker');
  await pass(300);
  t.equal(volume.limit(), 120);
});

t.test('no mode is chosen where the mixer answers no more when it is to come into force', async (t) => {
  const { volume, memory, registers, hang, free, pass, silence, open } = box(t);
  await volume.follow(SPEAKER, -1);
  memory.limits.clear();
  await volume.setLimit(207);
  for (const mode of ['software', 'fixed'] as const) {
    silence.begins = () => {
      hang('speaker');
    };
    const refused = t.rejects(volume.setMode(mode, { confirmed: true }), { code: 'MIXER_UNAVAILABLE' });
    await pass(PATIENCE);
    await refused;
    await free('speaker');
    t.equal(volume.mode(), 'hardware');
    t.equal(registers.speaker.steps, 110);
    t.equal(open.size, 1);
    t.equal(memory.modes.size, 0);
  }
});

t.test('a mixer is looked for as long as it takes, however often its output is opened again', async (t) => {
  const { volume, registers, hang, free, pass } = box(t);
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  for (let times = 0; times < 6; times++) await volume.follow(SPEAKER, -1);
  for (let times = 0; times < 10; times++) await pass(30_000);
  t.equal(volume.mode(), 'software');
  await free('speaker');
  await pass(60_000);
  t.equal(volume.mode(), 'hardware');
  t.equal(registers.speaker.steps, 110);
});

t.test('another output is looked for as soon as the first one was', async (t) => {
  const { volume, hang, free, pass } = box(t);
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  for (let times = 0; times < 6; times++) await pass(30_000);
  hang('dac');
  void volume.follow(DAC, -1);
  await pass(PATIENCE);
  t.equal(volume.mode(), 'software');
  await free('dac');
  await pass(300);
  t.equal(volume.mode(), 'hardware');
});

t.test('no mode is chosen while the mixer does not answer, and nothing is changed', async (t) => {
  const { volume, memory, hang, pass } = box(t);
  await volume.follow(SPEAKER, -1);
  hang('speaker');
  for (const mode of ['software', 'fixed'] as const) {
    memory.limits.clear();
    await volume.setLimit(207);
    const refused = t.rejects(volume.setMode(mode, { confirmed: true }), { code: 'MIXER_UNAVAILABLE' });
    await pass(PATIENCE);
    await refused;
  }
  t.equal(volume.mode(), 'hardware');
  t.equal(volume.read().volume, 110);
  t.equal(memory.modes.size, 0);
});

t.test('a mixer that comes when another output has the say is closed', async (t) => {
  const { volume, registers, open, hang, free, pass } = box(t);
  hang('speaker');
  void volume.follow(SPEAKER, -1);
  await pass(PATIENCE);
  await free('speaker');
  hang('speaker');
  await pass(300); // it is tried again, and hangs
  await volume.follow(DAC, -1);
  t.equal(registers.dac.steps, 147);
  await free('speaker');
  t.equal(open.size, 1);
  t.match(volume.scale.name, /dac/);
  t.equal(registers.speaker.steps, 207);
});

t.test('the old output keeps its say while the mixer of the new one is waited for', async (t) => {
  const { volume, registers, hang, pass } = box(t);
  await volume.follow(DAC, -1);
  hang('speaker');
  const readied = volume.prepare(SPEAKER, -1);
  await settle();
  await volume.set(160);
  t.equal(registers.dac.steps, 160);
  await pass(PATIENCE);
  (await readied)();
  t.equal(volume.mode(), 'software');
  t.equal(registers.dac.steps, 160);
});

t.test('a mode that is wanted while the mixer is opened is the one that comes into force', async (t) => {
  const { volume, memory, registers, open, hang, free } = box(t);
  hang('speaker');
  const followed = volume.follow(SPEAKER, -1);
  await settle();
  memory.modes.set('bt-1', 'software');
  await free('speaker');
  await followed;
  t.equal(volume.mode(), 'software');
  t.equal(registers.speaker.steps, 207, 'at rest');
  t.equal(open.size, 1);
});

/** Such a limit is none, and is not kept. */
const isWholeRange = (name: string, limit: number) => limit === (name.endsWith('software') ? 0 : 207);

t.test('whatever happens while mixers hang, it is quiet, and nothing is done but to what it was asked of', async () => {
  const card = fc.constantFrom('speaker', 'dac');
  const action = fc.oneof(
    fc.record({ follow: fc.constantFrom(SPEAKER, DAC) }),
    fc.record({ hang: card }),
    fc.record({ free: card }),
    fc.record({ set: fc.integer({ min: -40, max: 207 }) }),
    fc.record({ limit: fc.integer({ min: -40, max: 207 }) }),
    fc.record({ mode: fc.constantFrom<VolumeMode>('hardware', 'software', 'fixed') }),
    fc.record({ pass: fc.constantFrom(0, 300, 1000, PATIENCE, 30_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      mock.timers.reset();
      const { volume, memory, registers, gains, open, hang, free, pass, request, strays, present } = box(t);
      const ignore = () => undefined;
      /** What was reported as accepted: of each output's ways the one that was asked for last. */
      const limits = new Map<string, { limit: number; order: number }>();
      let orders = 0;
      const setLimit = async (step: number) => {
        const { name } = present();
        const order = orders++;
        const { min, max } = volume.scale.read();
        const isFixed = volume.mode() === 'fixed';
        await volume.setLimit(step);
        if (isFixed || order < (limits.get(name)?.order ?? 0)) return;
        limits.set(name, { limit: Math.max(Math.min(step, max), min), order });
      };
      const set = (step: number) => request.run(present().key, () => volume.set(step));
      const isQuiet = () => {
        try {
          return volume.scale.state !== 'fallback' || (gains.at(-1) ?? Infinity) <= QUIET;
        } catch {
          return true; // no output was tried yet
        }
      };
      const ask = async (requested: () => Promise<void>) => {
        try {
          await requested();
        } catch {
          return; // it was reported as refused
        }
      };
      // One output is readied at a time, as the output does it, and modes are changed while none is.
      let devices: Promise<unknown> = Promise.resolve();
      const going: Promise<unknown>[] = [];
      for (const each of actions) {
        if ('follow' in each) devices = devices.then(() => volume.follow(each.follow, -1));
        else if ('mode' in each) {
          devices = devices.then(() => volume.setMode(each.mode, { confirmed: true })).catch(ignore);
        } else if ('hang' in each) hang(each.hang);
        else if ('free' in each) await free(each.free);
        else if ('set' in each) going.push(ask(() => set(each.set)));
        else if ('limit' in each) going.push(ask(() => setLimit(each.limit)));
        else await pass(each.pass);
        if (!isQuiet() || strays.length > 0) return false;
      }
      await free('speaker');
      await free('dac');
      for (let at = 0; at < actions.length + 5; at++) await pass(60_000);
      await devices;
      await Promise.all(going);
      await volume.follow(SPEAKER, -1);
      const { volume: level } = volume.read();
      const held = memory.limits.get(present().name);
      for (const [name, { limit }] of limits) {
        if ((memory.limits.get(name) ?? Infinity) > limit && !isWholeRange(name, limit)) return false;
      }
      if (volume.limit() > (held ?? Infinity) || strays.length > 0) return false;
      return open.size === 1 && level <= volume.limit() && registers.speaker.steps <= 207 && !registers.speaker.muted;
    }),
  );
});
