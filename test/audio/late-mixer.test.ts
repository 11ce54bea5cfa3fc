/** The volume of an output whose mixer does not answer while it is opened, as that of a speaker whose service hangs. */
import { mock } from 'node:test';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { chooseScale } from '../../src/audio/choose-scale.js';
import { Mixers } from '../../src/audio/mixers.js';
import type { SinkTarget } from '../../src/audio/sinks/sink.js';
import type { VolumeMode } from '../../src/audio/volume-scales.js';
import { Volume } from '../../src/audio/volume.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeMixer, FakeNative } from './fake-native.js';
import { Memory } from './volume-memory.js';

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
  native.mixer = (card) => {
    const mixer = new (class extends FakeMixer {
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
  const memory = new Memory();
  memory.levels.set('bt-1, hardware Digital', 110);
  memory.limits.set('bt-1, hardware Digital', 120);
  const mixers = new Mixers({ openMixer }, PATIENCE);
  const volume = new Volume({
    choose: (output, mode) => chooseScale(mixers, output, mode, (gain) => gains.push(gain), SILENT_LOG),
    memory,
    whileSilent: (change) => change(),
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
  return { volume, memory, registers, gains, open, hang, free, pass };
}

t.test('an output whose mixer does not answer plays, quietly and in software', async (t) => {
  const { volume, registers, gains, hang, pass } = box(t);
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
    await (again === 'set' ? volume.set(100) : volume.follow(SPEAKER, -1));
    t.equal(volume.mode(), 'hardware');
    t.equal(registers.speaker.steps, again === 'set' ? 100 : 110);
    mock.timers.reset();
  }
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
  const readied = volume.ready(SPEAKER, -1);
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

t.test('whatever happens while mixers hang, one scale has the say and its mixer alone is open', async () => {
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
      const { volume, registers, open, hang, free, pass } = box(t);
      const ignore = () => undefined;
      // One output is readied at a time, as the output does it, and modes are changed while none is.
      let devices: Promise<unknown> = Promise.resolve();
      const going: Promise<unknown>[] = [];
      for (const each of actions) {
        if ('follow' in each) devices = devices.then(() => volume.follow(each.follow, -1));
        else if ('mode' in each) {
          devices = devices.then(() => volume.setMode(each.mode, { confirmed: true })).catch(ignore);
        } else if ('hang' in each) hang(each.hang);
        else if ('free' in each) await free(each.free);
        else if ('set' in each) going.push(volume.set(each.set).catch(ignore));
        else if ('limit' in each) going.push(volume.setLimit(each.limit).catch(ignore));
        else await pass(each.pass);
      }
      await free('speaker');
      await free('dac');
      for (let at = 0; at < actions.length + 5; at++) await pass(60_000);
      await devices;
      await Promise.all(going);
      await volume.follow(SPEAKER, -1);
      const { volume: level } = volume.read();
      return open.size === 1 && level <= volume.limit() && registers.speaker.steps <= 207 && !registers.speaker.muted;
    }),
  );
});
