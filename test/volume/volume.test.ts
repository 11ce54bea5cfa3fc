import { mock } from 'node:test';
import fc from 'fast-check';
import t from 'tap';
import { chooseScale, type OpenOutput } from '../../src/volume/choose-scale.js';
import { Mixers } from '../../src/volume/mixers.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import { HardwareScale } from '../../src/volume/hardware-scale.js';
import type { VolumeScale } from '../../src/volume/scale.js';
import { SoftwareScale } from '../../src/volume/software-scale.js';
import type { VolumeMemory } from '../../src/volume/volume-store.js';
import { Volume } from '../../src/volume/volume.js';
import { Unavailable } from '../../src/errors.js';
import { createLog } from '../../src/log.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeMixer, FakeNative, type FakeMixerOptions, type MixerRegisters } from '../output/fake-native.js';
import { Memory } from './memory.js';

/** Half a decibel a step, as many DACs have it: 207 is 0 dB. */
const HALF_DECIBELS = (steps: number) => (steps - 207) / 2;

function hardware(registers: Partial<MixerRegisters> = {}, options: FakeMixerOptions = { decibels: HALF_DECIBELS }) {
  const state: MixerRegisters = { steps: 100, muted: false, ...registers };
  const mixer = new FakeMixer(state, options);
  const gains: number[] = [];
  return { state, mixer, gains, scale: new HardwareScale({ mixer, card: 'hw:0' }, (gain) => gains.push(gain)) };
}

function software() {
  const gains: number[] = [];
  return { gains, scale: new SoftwareScale((gain) => gains.push(gain)) };
}

/** A volume that chooses this scale for every card. */
function volumeOf(scale: VolumeScale, memory: VolumeMemory): Volume {
  return new Volume({ choose: () => scale, memory, whileSilent: (change) => change(), log: SILENT_LOG });
}

const sink = { name: 'ALSA device rig', device: 'rig', open: () => Promise.reject(new Error('no test opens it')) };
const CARD: SinkTarget = { sink, key: 'card', mixer: 'card' };

t.test('the hardware volume is reported in the mixer’s own steps', async (t) => {
  const { scale } = hardware({ steps: 17 }, { minimum: 3, maximum: 40 });
  t.strictSame(scale.read(), { volume: 17, min: 3, max: 40 });
  t.equal(scale.name, 'hardware mixer hw:0 Digital');
});

t.test('writing the hardware volume unmutes, and touches the switch only then', async (t) => {
  const { state, scale } = hardware({ muted: true });
  scale.write(120);
  t.strictSame(state, { steps: 120, muted: false });
});

t.test('the loudest step at or below a level is found by the control’s own decibels', async (t) => {
  const { scale } = hardware();
  t.equal(scale.stepAtMost(-30), 147);
  t.equal(scale.stepAtMost(-30.4), 146);
  t.equal(scale.stepAtMost(0), 207);
  t.equal(scale.stepAtMost(10), 207);
  t.equal(scale.stepAtMost(-1000), 0, 'never below the lowest step');
});

t.test('a control that knows no decibels starts at a quarter of its range', async (t) => {
  t.equal(hardware({}, { minimum: 10, maximum: 50 }).scale.stepAtMost(-30), 20);
  t.equal(hardware({}, { minimum: 0, maximum: 1 }).scale.stepAtMost(-30), 0);
});

t.test('of ten thousands of steps few are asked for', async (t) => {
  let asked = 0;
  const decibels = (step: number) => {
    asked++;
    return (step - 30_000) / 300;
  };
  const { state, mixer, scale } = hardware({ steps: 0 }, { maximum: 32_000, decibels });
  t.equal(scale.stepAtMost(-30), 21_000);
  t.equal(scale.unityStep, 30_000);
  new SoftwareScale(() => undefined, { mixer, card: 'hw:0' }).activate(-20);
  t.equal(state.steps, 30_000);
  t.ok(asked < 100, `${asked} were asked for`);
});

t.test('what is loudest without gain is the top where every step adds some', async (t) => {
  t.equal(hardware({}, { maximum: 20, decibels: (step) => step + 1 }).scale.unityStep, 20);
  t.equal(hardware({}, { maximum: 20 }).scale.unityStep, 20, 'and where no decibels are known');
});

t.test('the loudest step at or below a level is that of a walk down the steps', async () => {
  const rising = fc.array(fc.double({ min: -100, max: 30, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(rising, fc.double({ min: -110, max: 40, noNaN: true }), (levels, wanted) => {
      const sorted = levels.toSorted((one, other) => one - other);
      const { scale } = hardware({}, { maximum: sorted.length - 1, decibels: (step) => sorted[step] ?? NaN });
      const under = sorted.filter((level) => level <= wanted).length;
      const unamplified = sorted.filter((level) => level <= 0).length;
      return (
        scale.stepAtMost(wanted) === Math.max(under - 1, 0) &&
        scale.unityStep === (unamplified > 0 ? unamplified : sorted.length) - 1
      );
    }),
  );
});

t.test('a card that is gone is Unavailable, for reading and for writing', async (t) => {
  const { scale } = hardware({ gone: true });
  t.throws(() => scale.read(), new Unavailable('MIXER_UNAVAILABLE', 'hardware mixer hw:0 Digital does not answer'));
  t.throws(() => scale.write(3), Unavailable);
});

t.test('the software volume is whole decibels, and its lowest step is silence', async (t) => {
  const { gains, scale } = software();
  t.strictSame(scale.read(), { volume: 0, min: -80, max: 0 });
  for (const volume of [0, -20, -6, -79, -80]) scale.write(volume);
  t.strictSame(gains, [1, 0.1, 10 ** (-6 / 20), 10 ** (-79 / 20), 0]);
  t.strictSame(scale.read(), { volume: -80, min: -80, max: 0 });
  t.equal(scale.stepAtMost(-30), -30);
  t.equal(scale.stepAtMost(-30.5), -31);
});

t.test('a remembered level is restored', async (t) => {
  const { state, mixer, scale } = hardware({ steps: 100 });
  const memory = new Memory();
  memory.levels.set('card, hardware Digital', 180);
  await volumeOf(scale, memory).follow(CARD, 0);
  t.equal(state.steps, 180);
  t.strictSame(mixer.writes, [180]);
  t.equal(memory.saves, 0);
});

t.test('a card that is muted at its remembered level is played again', async (t) => {
  const { state, scale } = hardware({ steps: 100, muted: true });
  const memory = new Memory();
  memory.levels.set('card, hardware Digital', 100);
  await volumeOf(scale, memory).follow(CARD, 0);
  t.strictSame(state, { steps: 100, muted: false });
});

t.test('before any output was tried there is no volume', async (t) => {
  const volume = volumeOf(hardware().scale, new Memory());
  t.throws(() => volume.read(), Unavailable);
  await t.rejects(volume.adjust(1), Unavailable);
});

t.test('a mixer that answers keeps the say when its card is opened again', async (t) => {
  const { state, mixer, scale } = hardware({ steps: 100 });
  const volume = volumeOf(scale, new Memory());
  await volume.follow(CARD, 0);
  state.steps = 111; // moved by another program
  await volume.follow(CARD, 0);
  t.equal(state.steps, 111);
  t.equal(mixer.writes.length, 1);
});

t.test('a DAC that comes back has its level before it plays, from a new mixer', async (t) => {
  const scales = [hardware({ steps: 207 }), hardware({ steps: 207 })];
  const memory = new Memory();
  const choose = () => (scales.find(({ state }) => state.gone !== true) ?? scales[0])?.scale as VolumeScale;
  const volume = new Volume({ choose, memory, whileSilent: (change) => change(), log: SILENT_LOG });
  await volume.follow(CARD, 0);
  await volume.adjust(-7);
  const [first, second] = scales;
  if (first !== undefined) first.state.gone = true;
  await volume.follow(CARD, 0);
  t.equal(second?.state.steps, 140);
  t.equal(volume.scale, second?.scale);
});

for (const mode of ['software', 'fixed'] as const) {
  t.test(`a DAC that comes back stands at 0 dB again where its volume is ${mode}`, async (t) => {
    const cards = [0, 1].map(() => ({ steps: 30, muted: false, gone: false }));
    const native = new FakeNative();
    native.mixer = () =>
      new FakeMixer(cards.find(({ gone }) => !gone) ?? { steps: 0, muted: false, gone: true }, {
        decibels: HALF_DECIBELS,
      });
    const memory = new Memory();
    memory.modes.set('card', mode);
    const gains: number[] = [];
    const volume = new Volume({
      choose: (output, wanted) =>
        chooseScale(new Mixers(native), output, wanted, (gain) => gains.push(gain), SILENT_LOG),
      memory,
      whileSilent: (change) => change(),
      log: SILENT_LOG,
    });
    await volume.follow(CARD, 2);
    const [first, second] = cards;
    t.equal(first?.steps, 207);
    await volume.follow(CARD, 2);
    t.equal(second?.steps, 30, 'it keeps the say while it answers');
    if (first !== undefined) first.gone = true;
    gains.length = 0;
    await volume.follow(CARD, 2);
    t.equal(second?.steps, 207);
    t.strictSame(gains, [mode === 'software' ? 10 ** (-30 / 20) : 1], 'at the level that it had');
  });
}

t.test('another DAC in the place of the default one begins with what is its own', async (t) => {
  const [first, second] = [hardware({ steps: 207 }), hardware({ steps: 207 })];
  let key = 'builtin';
  const target: SinkTarget = {
    sink,
    mixer: 'card',
    get key() {
      return key;
    },
  };
  const memory = new Memory();
  memory.limits.set('alsa-b, hardware Digital', 100);
  const choose = () => (key === 'builtin' ? first : second).scale;
  const volume = new Volume({ choose, memory, whileSilent: (change) => change(), log: SILENT_LOG });
  await volume.follow(target, 1);
  await volume.set(190);
  key = 'alsa-b';
  await volume.set(180);
  t.equal(memory.levels.get('builtin, hardware Digital'), 180, 'until the other one is open');
  t.equal(memory.levels.get('alsa-b, hardware Digital'), undefined);
  await volume.follow(target, 1);
  t.equal(second.state.steps, 100);
  t.equal(volume.limit(), 100);
  t.equal(first.state.steps, 180);
});

/** A card whose mixer fails for a while as `broken` says, and a volume of it; a limit of 120 is kept, and level 110. */
function failing() {
  const state = { steps: 207, muted: false };
  const broken = { read: false, write: false };
  const refuse = (): never => {
    throw Object.assign(new Error('mixer: Input/output error'), { errno: 5 });
  };
  class FailingMixer extends FakeMixer {
    override read() {
      return broken.read ? refuse() : super.read();
    }

    override write(steps: number) {
      if (broken.write) refuse();
      super.write(steps);
    }

    override close() {} // one card, opened more than once
  }
  const native = new FakeNative();
  native.mixer = () => new FailingMixer(state, { decibels: HALF_DECIBELS });
  const memory = new Memory();
  memory.levels.set('card, hardware Digital', 110);
  memory.limits.set('card, hardware Digital', 120);
  const gains: number[] = [];
  const volume = new Volume({
    choose: (output, mode) => chooseScale(new Mixers(native), output, mode, (gain) => gains.push(gain), SILENT_LOG),
    memory,
    whileSilent: (change) => change(),
    log: SILENT_LOG,
  });
  return { native, state, broken, memory, gains, volume };
}

const QUIET = 10 ** (-30 / 20);

for (const call of ['read', 'write'] as const) {
  t.test(`an output whose mixer refuses to ${call} is quiet until it does not, and has its limit`, async (t) => {
    const { state, broken, gains, volume } = failing();
    broken[call] = true;
    await volume.follow(CARD, 0);
    t.equal(gains[0], QUIET);
    t.ok((gains.at(-1) ?? 1) <= QUIET, 'or more so: where it can be read the limit holds as well');
    t.equal(state.steps, 207, 'as it was plugged in');
    broken[call] = false;
    t.equal(volume.limit(), 120);
    await volume.follow(CARD, 0);
    t.equal(state.steps, 110, 'opening it again puts its level in force');
    t.equal(gains.at(-1), 1);
    t.equal(volume.limit(), 120);
    const { length } = gains;
    await volume.follow(CARD, 0);
    t.equal(gains.length, length, 'once');
  });
}

t.test('a mixer that was in trouble stands at its level before it is moved from there', async (t) => {
  const { state, broken, gains, volume } = failing();
  broken.write = true;
  await volume.follow(CARD, 0);
  await t.rejects(volume.adjust(1), { code: 'MIXER_UNAVAILABLE' });
  broken.write = false;
  await volume.adjust(1);
  t.equal(state.steps, 111, 'not from where it was plugged in');
  t.equal(gains.at(-1), 1);
});

t.test('a mixer that was in trouble is tried again by itself', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { state, broken, gains, volume } = failing();
  broken.read = true;
  await volume.follow(CARD, 0);
  mock.timers.tick(300);
  await new Promise(setImmediate);
  t.strictSame(gains, [QUIET], 'it is still in trouble');
  broken.read = false;
  mock.timers.tick(1000);
  await new Promise(setImmediate);
  t.equal(state.steps, 110);
  t.equal(gains.at(-1), 1);
  broken.write = true;
  mock.timers.tick(100_000);
  await new Promise(setImmediate);
  t.equal(gains.at(-1), 1, 'that was all');
});

t.test('a mode is not changed from where a mixer in trouble was plugged in', async (t) => {
  const { broken, gains, volume } = failing();
  broken.write = true;
  await volume.follow(CARD, 0);
  broken.write = false;
  await volume.setMode('software');
  t.equal(volume.read().volume, -49, 'half a decibel below step 110');
  t.equal(gains.at(-1), 10 ** (-49 / 20));
});

t.test('a control that cannot be opened when its card is plugged in is looked for once more', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { native, state, gains, volume } = failing();
  const { mixer } = native;
  native.mixer = undefined;
  await volume.follow(CARD, 0);
  t.equal(volume.mode(), 'software');
  native.mixer = mixer;
  mock.timers.tick(300);
  await new Promise(setImmediate);
  t.equal(volume.mode(), 'hardware');
  t.equal(state.steps, 110);
  t.equal(volume.limit(), 120);
  t.strictSame(gains, [QUIET, 1]);
});

t.test('samples alone are quiet while the mixer behind them does not stand at rest', async (t) => {
  const { state, broken, memory, gains, volume } = failing();
  memory.modes.set('card', 'software');
  memory.levels.set('card, software', -5);
  state.steps = 100;
  broken.write = true;
  await volume.follow(CARD, 0);
  t.equal(gains.at(-1), QUIET);
  broken.write = false;
  await volume.follow(CARD, 0);
  t.equal(gains.at(-1), 10 ** (-5 / 20));
  t.equal(state.steps, 207);
});

t.test('a card with a mixer that was busy at the start takes over from the software volume', async (t) => {
  const { gains, scale: soft } = software();
  const { state, gains: later, scale: hard } = hardware({ steps: 207 });
  const choose = ({ card }: OpenOutput) => (card < 0 ? soft : hard);
  const volume = new Volume({ choose, memory: new Memory(), whileSilent: (change) => change(), log: SILENT_LOG });
  await volume.follow(CARD, -1);
  t.strictSame(gains, [10 ** (-30 / 20)]);
  await volume.follow(CARD, 2);
  t.strictSame(later, [1], 'samples are untouched again');
  t.equal(state.steps, 147);
  await volume.follow(CARD, -1);
  t.equal(volume.scale, soft);
  t.ok(state.gone, 'the mixer was closed');
  t.equal(soft.read().volume, -30);
});

t.test('a mixer that fails while its level is restored does not keep the output from playing', async (t) => {
  const lines: string[] = [];
  const { scale } = hardware({ gone: true });
  const log = createLog('warn', (line) => lines.push(line));
  await new Volume({ choose: () => scale, memory: new Memory(), whileSilent: (change) => change(), log }).follow(
    CARD,
    0,
  );
  t.match(lines, [/volume not restored/]);
});

t.test('a remembered level outside the range of today is brought inside', async (t) => {
  for (const [remembered, wanted] of [
    [1000, 207],
    [-5, 0],
  ] as const) {
    const { state, scale } = hardware();
    const memory = new Memory();
    memory.levels.set('card, hardware Digital', remembered);
    await volumeOf(scale, memory).follow(CARD, 0);
    t.equal(state.steps, wanted);
  }
});

t.test('an output that was never seen starts at -30 dB or below, and that is remembered', async (t) => {
  const { state, scale } = hardware({ steps: 207 });
  const memory = new Memory();
  await volumeOf(scale, memory).follow(CARD, 0);
  t.equal(state.steps, 147);
  t.strictSame([...memory.levels], [['card, hardware Digital', 147]]);
  const { gains, scale: soft } = software();
  await volumeOf(soft, new Memory()).follow(CARD, 0);
  t.strictSame(gains, [10 ** (-30 / 20)]);
});

t.test('an output that was never seen and is quieter than that stays as it is', async (t) => {
  const { mixer, scale } = hardware({ steps: 20 });
  const memory = new Memory();
  await volumeOf(scale, memory).follow(CARD, 0);
  t.strictSame(mixer.writes, [20]);
  t.strictSame([...memory.levels.values()], [20]);
});

t.test('the memory of one scale is not used for another: steps are not decibels', async (t) => {
  const memory = new Memory();
  memory.levels.set('card, hardware Digital', 207);
  const { scale } = software();
  await volumeOf(scale, memory).follow(CARD, 0);
  t.equal(scale.read().volume, -30);
});

t.test('a change moves by steps, stops at the ends of the range, and is remembered', async (t) => {
  const { state, scale } = hardware({ steps: 100 });
  const memory = new Memory();
  const volume = volumeOf(scale, memory);
  await volume.follow(CARD, 0);
  for (const [steps, wanted] of [
    [5, 105],
    [-10, 95],
    [0, 95],
    [1000, 207],
    [-1_000_000, 0],
  ] as const) {
    await volume.adjust(steps);
    t.equal(state.steps, wanted);
    t.strictSame([...memory.levels.values()], [wanted]);
    t.equal(volume.read().volume, wanted);
  }
});

t.test('a change on a card that is gone is refused, and nothing is remembered', async (t) => {
  const memory = new Memory();
  const { state, scale } = hardware();
  const volume = volumeOf(scale, memory);
  await volume.follow(CARD, 0);
  state.gone = true;
  await t.rejects(volume.adjust(1), Unavailable);
  t.equal(memory.saves, 1);
});

t.test('the mixer of the card behind the output is chosen, and one named by hand before it', async (t) => {
  const native = new FakeNative();
  const asked: string[] = [];
  native.mixer = (card, control) => {
    asked.push(`${card} ${control}`);
    return new FakeMixer({ steps: 1, muted: false });
  };
  const log = createLog('debug', () => undefined);
  const choose = (mixer: SinkTarget['mixer'], card: number) =>
    chooseScale(new Mixers(native), { target: { ...CARD, mixer }, card }, 'hardware', () => undefined, log);
  await choose('card', 2);
  await choose('card', -1);
  await choose({ card: 'hw:1', control: 'Line,1' }, 2);
  await choose(undefined, 2);
  t.strictSame(asked, ['hw:2 ', 'rig ', 'hw:1 Line,1']);
});

t.test('a mixer that is not understood by its name is opened by the other one', async (t) => {
  const native = new FakeNative();
  const asked: string[] = [];
  const lines: string[] = [];
  const choose = async (understood: readonly string[]) => {
    native.mixer = (card) => {
      asked.push(card);
      if (!understood.includes(card)) throw new Error('Invalid argument');
      return new FakeMixer({ steps: 1, muted: false });
    };
    const mixer = { card: 'speaker:FIXED', otherwise: 'speaker', control: 'A2DP' };
    const log = createLog('warn', (line) => lines.push(line));
    const output = { target: { ...CARD, mixer }, card: -1 };
    return (await chooseScale(new Mixers(native), output, 'hardware', () => undefined, log)).name;
  };
  t.equal(await choose(['speaker:FIXED', 'speaker']), 'hardware mixer speaker:FIXED Digital');
  t.equal(await choose(['speaker']), 'hardware mixer speaker Digital');
  t.strictSame(lines, []);
  t.equal(await choose([]), 'software volume');
  t.equal(lines.length, 1);
  t.strictSame(asked, ['speaker:FIXED', 'speaker:FIXED', 'speaker', 'speaker:FIXED', 'speaker']);
});

t.test('without a mixer there is software volume, with a warning only when one was named', async (t) => {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const choose = (mixer: SinkTarget['mixer']) =>
    chooseScale(
      new Mixers(new FakeNative()),
      { target: { ...CARD, mixer }, card: 0 },
      'hardware',
      () => undefined,
      log,
    );
  t.type(await choose('card'), SoftwareScale);
  t.type(await choose(undefined), SoftwareScale);
  t.strictSame(lines, []);
  t.type(await choose({ card: 'hw:9', control: 'PCM' }), SoftwareScale);
  t.equal(lines.length, 1);
});

t.test('the volume goes to a level of its range, remembers it and tells who listens', async (t) => {
  const memory = new Memory();
  const { state, scale } = hardware({}, { minimum: 10, maximum: 50 });
  const volume = volumeOf(scale, memory);
  const played: number[] = [];
  const end = volume.subscribe(() => played.push(volume.read().volume));
  await volume.follow(CARD, 0);
  await volume.set(33);
  for (const level of [51, 9, -7]) await t.rejects(volume.set(level), { code: 'LEVEL_OUT_OF_RANGE' }, `${level}`);
  await volume.set(50);
  await volume.set(10);
  await volume.adjust(2);
  t.strictSame(played, [20, 33, 50, 10, 12], 'the first is that of the output that was opened');
  t.equal(state.steps, 12);
  t.strictSame([...memory.levels.values()], [12]);
  end();
  await volume.set(20);
  t.equal(played.length, 5);
});

t.test('no more than the limit is ever written, whoever asks', async (t) => {
  const { state, scale } = hardware({ steps: 150 });
  const memory = new Memory();
  const volume = volumeOf(scale, memory);
  memory.levels.set('card, hardware Digital', 150);
  await volume.follow(CARD, 0);
  t.equal(volume.limit(), 207);
  await volume.setLimit(120);
  t.equal(state.steps, 120, 'what is louder is turned down at once');
  await volume.adjust(50);
  t.equal(state.steps, 120);
  await volume.set(207);
  t.equal(state.steps, 120);
  await volume.set(100);
  t.equal(state.steps, 100);
  t.equal(volume.limit(), 120);
});

t.test('a limit comes back with its output, before the first frame', async (t) => {
  const { state, scale } = hardware({ steps: 200 });
  const memory = new Memory();
  memory.levels.set('card, hardware Digital', 180);
  memory.limits.set('card, hardware Digital', 110);
  const volume = volumeOf(scale, memory);
  await volume.follow(CARD, 0);
  t.equal(state.steps, 110);
  t.equal(volume.limit(), 110);
});

t.test('a limit at the maximum is none', async (t) => {
  const { scale } = hardware({ steps: 50 });
  const memory = new Memory();
  const volume = volumeOf(scale, memory);
  await volume.follow(CARD, 0);
  await volume.setLimit(20);
  await volume.setLimit(999);
  t.equal(volume.limit(), 207);
  t.equal(memory.limits.size, 0);
});

t.test('a disk that takes neither the limit nor the level is reported of once, and ends nothing', async (t) => {
  const memory = new Memory();
  const volume = volumeOf(hardware({ steps: 150 }).scale, memory);
  memory.levels.set('card, hardware Digital', 150);
  await volume.follow(CARD, 0);
  memory.save = memory.saveLimit = () => Promise.reject(new Error('no space left on device'));
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  t.teardown(() => process.off('unhandledRejection', hear));
  await t.rejects(volume.setLimit(120), { message: 'no space left on device' });
  await new Promise(setImmediate);
  t.strictSame(unheard, []);
  t.equal(volume.read().volume, 120, 'it is in force');
});

t.test('the reading says what a level is to people, and a place on a slider is gone to', async (t) => {
  const { scale } = hardware({ steps: 147 });
  const volume = volumeOf(scale, new Memory());
  await volume.follow(CARD, 0);
  t.strictSame(volume.read(), { volume: 147, min: 0, max: 207, percent: 30.3, decibels: -30 });
  await volume.setPercent(100);
  t.match(volume.read(), { volume: 207, percent: 100, decibels: 0 });
  await volume.setLimit(180);
  await volume.setPercent(100);
  t.equal(volume.read().volume, 180, 'within the limit');
  const unknown = volumeOf(hardware({ steps: 12 }, { minimum: 10, maximum: 50 }).scale, new Memory());
  await unknown.follow(CARD, 0);
  t.strictSame(unknown.read(), { volume: 12, min: 10, max: 50, percent: 5 });
});
