/** Outputs that do not play: on a DAC of registers, with a real store; and what holds when they play then. */
import fc from 'fast-check';
import t from 'tap';
import { chooseScale } from '../../src/volume/choose-scale.js';
import { stepsOf } from '../../src/volume/closed-scale.js';
import { percentOf } from '../../src/volume/mapping.js';
import { Mixers } from '../../src/volume/mixers.js';
import { InactiveVolumes, type OutputDescription } from '../../src/volume/inactive-volumes.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import type { VolumeMode } from '../../src/volume/scale.js';
import { Volume } from '../../src/volume/volume.js';
import { VolumeStore } from '../../src/volume/volume-store.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { FakeMixer, FakeNative } from '../output/fake-native.js';

/** 207 is 0 dB; half decibels, up to 24 dB of gain. */
const decibels = (step: number) => (step - 207) / 2;
const MIXER = { card: 'hw:CARD=DAC', control: '' };
const DAC: OutputDescription = {
  id: 'alsa-dac',
  key: 'alsa-dac',
  name: 'DAC',
  mixer: MIXER,
  isMixerCertain: true,
  isPresent: true,
};
const AWAY: OutputDescription = { ...DAC, isPresent: false };
const HDMI: OutputDescription = { ...DAC, id: 'alsa-hdmi', key: 'alsa-hdmi', name: 'HDMI', mixer: undefined };
const SOFTWARE = { min: -80, max: 0 };
const UNKNOWN = { min: undefined, max: undefined, limit: undefined };

function box(directory: string) {
  const registers = { steps: 255, muted: false, gone: false };
  const native = new FakeNative();
  const mixer = () =>
    new (class extends FakeMixer {
      override close() {} // one card, opened more than once
    })(registers, { maximum: 255, decibels });
  native.mixer = mixer;
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  const { log, lines } = keptLog('audio');
  const resting = new InactiveVolumes({ mixers: new Mixers(native), memory: store, log });
  let gain = 1;
  const volume = new Volume({
    choose: (output, mode) => chooseScale(new Mixers(native), output, mode, (to) => (gain = to), SILENT_LOG),
    memory: store,
    whileSilent: (change) => change(),
    log,
  });
  const sink = { name: 'ALSA device dac', open: () => Promise.reject(new Error('no test opens it')) };
  const target: SinkTarget = { sink, key: DAC.key, mixer: MIXER };
  /** The output plays from now on. */
  const open = () => volume.follow(target, 1);
  /** What reaches the ear, in dB. */
  const level = () => decibels(registers.steps) + 20 * Math.log10(gain);
  return { registers, native, mixer, store, resting, volume, open, level, lines };
}

t.test('of an output that was never used its control is reported, and no level', async (t) => {
  const { resting, native } = box(t.testdir());
  t.strictSame(await resting.read(DAC), {
    ...{ mode: 'hardware', control: 'Digital', volume: undefined },
    ...{ min: 0, max: 255, limit: 255 },
  });
  await resting.read(DAC);
  t.equal(native.looks, 1, 'the card is looked at once');
  resting.forget();
  await resting.read(DAC);
  t.equal(native.looks, 2);
  const none = { control: undefined, volume: undefined };
  t.strictSame(await resting.read(HDMI), { mode: 'software', ...none, ...SOFTWARE, limit: 0 });
});

t.test('what it was left at is reported, also while it is away', async (t) => {
  const directory = t.testdir();
  const before = box(directory);
  await before.open();
  await before.volume.set(150);
  await before.volume.setLimit(180);
  const { resting, native } = box(directory);
  const reported = { mode: 'hardware', control: 'Digital', volume: 150, min: 0, max: 255, limit: 180 };
  t.strictSame(await resting.read(DAC), { ...reported, percent: 12.7 });
  t.strictSame(await resting.read(AWAY), { ...reported, min: undefined, max: undefined });
  t.equal(native.looks, 1, 'what is away is not looked at');
});

t.test('what nobody can say is not reported', async (t) => {
  const { resting, native } = box(t.testdir());
  native.mixer = undefined;
  const nothing = { mode: undefined, control: undefined, volume: undefined, ...UNKNOWN };
  t.strictSame(await resting.read(AWAY), nothing);
  t.strictSame(await resting.read({ ...DAC, isMixerCertain: false }), nothing);
  t.match(await resting.read(DAC), { mode: 'software', volume: undefined, ...SOFTWARE });
});

t.test('a limit is in force when it plays, and holds then', async (t) => {
  const { resting, open, volume, registers } = box(t.testdir());
  await resting.setLimit(DAC, 100);
  t.match(await resting.read(DAC), { limit: 100 });
  await open();
  t.equal(registers.steps, 100, 'below -30 dB');
  t.equal(volume.limit(), 100);
  await volume.set(255);
  t.equal(registers.steps, 100);
});

t.test('a limit is lifted, by its highest step too', async (t) => {
  const { resting, store } = box(t.testdir());
  for (const step of [undefined, 255]) {
    await resting.setLimit(DAC, 100);
    await resting.setLimit(DAC, step);
    t.match(await resting.read(DAC), { limit: 255 });
    t.equal(await store.loadLimit('alsa-dac, hardware Digital'), undefined);
  }
});

t.test('a step that the output does not have is refused', async (t) => {
  const { resting } = box(t.testdir());
  for (const step of [-1, 256]) {
    await t.rejects(resting.setLimit(DAC, step), {
      code: 'INVALID_BODY',
      violations: [{ path: '/volume_limit', message: 'must be between 0 and 255' }],
    });
  }
  await t.rejects(resting.setLimit(HDMI, 1), { code: 'INVALID_BODY' });
  await resting.setLimit(HDMI, -80);
  t.match(await resting.read(HDMI), { limit: -80, volume: undefined });
});

t.test('of an output that is away its steps must be known', async (t) => {
  const directory = t.testdir();
  const { resting, open } = box(directory);
  await t.rejects(resting.setLimit(AWAY, 100), { code: 'OUTPUT_MISSING', name: 'Unavailable' });
  await open();
  const later = box(directory);
  await later.resting.setLimit(AWAY, 90);
  await later.open();
  t.equal(later.registers.steps, 90);
});

t.test('a limit that was set unseen and lies outside the range is the nearest step of it', async (t) => {
  const root = t.testdir();
  for (const [step, limit] of [
    [-500, 0],
    [500, 255],
  ] as const) {
    const { resting, open, volume, registers } = box(`${root}/${step}`);
    await open();
    const away = { ...AWAY, mixer: { card: 'hw:CARD=DAC', control: 'Digital' } };
    await resting.setLimit(away, step);
    await volume.reload();
    t.equal(volume.limit(), limit);
    t.ok(registers.steps <= Math.max(limit, 0), String(registers.steps));
  }
});

t.test('another mode holds when it plays, at the loudness and under the limit that it had', async (t) => {
  const { resting, open, volume, registers, level } = box(t.testdir());
  await open();
  await volume.setLimit(157); // -25 dB
  await volume.set(150); // -28.5 dB
  await resting.setMode(DAC, 'software', false);
  t.strictSame(await resting.read(DAC), {
    ...{ mode: 'software', control: 'Digital', volume: -29, percent: 32.9 },
    ...{ ...SOFTWARE, limit: -25 },
  });
  await volume.reload();
  t.equal(volume.mode(), 'software');
  t.equal(registers.steps, 207);
  t.equal(Math.round(level()), -29);
  t.equal(volume.limit(), -25);
});

t.test('a mode that was chosen while it was away is carried out when it is there, played or not', async (t) => {
  const root = t.testdir();
  for (const isSeenFirst of [true, false]) {
    const directory = `${root}/${isSeenFirst}`;
    const before = box(directory);
    await before.open();
    await before.volume.setLimit(157);
    await before.volume.set(150);
    const { resting, open, volume, level, store } = box(directory);
    await resting.setMode(AWAY, 'software', false);
    t.match(await resting.read(AWAY), { mode: 'software' });
    if (isSeenFirst) t.match(await resting.read(DAC), { mode: 'software', volume: -29, limit: -25 });
    await open();
    t.strictSame([volume.mode(), volume.read().volume, volume.limit()], ['software', -29, -25]);
    t.equal(Math.round(level()), -29);
    t.equal(await store.loadFormerMode(DAC.key), undefined, 'once');
    await volume.setLimit(0);
    await open();
    t.equal(volume.limit(), 0);
  }
});

t.test('there and back again while it is away changes nothing', async (t) => {
  const { resting, open, volume, store } = box(t.testdir());
  await open();
  await volume.setLimit(157);
  await volume.set(150);
  await resting.setMode(AWAY, 'software', false);
  await resting.setMode(AWAY, 'hardware', false);
  t.equal(await store.loadFormerMode(DAC.key), undefined);
  await open();
  t.strictSame([volume.mode(), volume.read().volume, volume.limit()], ['hardware', 150, 157]);
});

t.test('a mode that rounds out to be impossible is made in software, and that is reported', async (t) => {
  const { resting, open, volume, native, mixer, lines } = box(t.testdir());
  await resting.setMode(AWAY, 'software', false);
  await resting.setMode(AWAY, 'hardware', false);
  native.mixer = undefined;
  await open();
  t.equal(volume.mode(), 'software');
  t.equal(volume.read().volume, -30);
  t.equal(lines.filter((line) => line.includes('no volume control now')).length, 1);
  await open();
  t.equal(lines.filter((line) => line.includes('no volume control now')).length, 1, 'once');
  native.mixer = mixer;
  await open();
  t.equal(volume.mode(), 'hardware', 'as soon as it can be');
});

t.test('an output that is there and has no control is not set to hardware', async (t) => {
  const { resting, native } = box(t.testdir());
  await t.rejects(resting.setMode(HDMI, 'hardware', false), { code: 'NO_HARDWARE_VOLUME', name: 'Conflict' });
  native.mixer = undefined;
  await t.rejects(resting.setMode(DAC, 'hardware', false), { code: 'NO_HARDWARE_VOLUME' });
  await resting.setMode({ ...DAC, isMixerCertain: false }, 'hardware', false);
});

t.test('fixed asks for a confirmation, and for no limit in any mode that it had', async (t) => {
  const { resting, open, level, volume } = box(t.testdir());
  await t.rejects(resting.setMode(DAC, 'fixed', false), { code: 'CONFIRMATION_NEEDED' });
  await resting.setLimit(DAC, 150);
  await t.rejects(resting.setMode(DAC, 'fixed', true), { code: 'VOLUME_LIMITED' });
  await resting.setMode(AWAY, 'software', false);
  await t.rejects(resting.setMode(AWAY, 'fixed', true), { code: 'VOLUME_LIMITED' }, 'which waits to be carried over');
  await resting.setLimit(DAC, undefined);
  await resting.setMode(AWAY, 'hardware', false);
  await resting.setLimit(DAC, undefined);
  await resting.setMode(AWAY, 'fixed', true);
  t.strictSame(await resting.read(AWAY), {
    ...{ mode: 'fixed', control: 'Digital', volume: 0 },
    ...{ ...SOFTWARE, limit: 0 },
  });
  await t.rejects(resting.setLimit(AWAY, -10), { code: 'VOLUME_FIXED' });
  await resting.setLimit(AWAY, undefined);
  await open();
  t.equal(volume.mode(), 'fixed');
  t.equal(level(), 0);
});

t.test('what the disk refuses is reported', async (t) => {
  const directory = t.testdir({ 'state.db': t.fixture('symlink', '/proc/self/mem') });
  const { resting } = box(directory);
  await t.rejects(resting.setMode(DAC, 'software', false), { code: 'STATE_NOT_SAVED' });
  await t.rejects(resting.setLimit(DAC, 100), { code: 'STATE_NOT_SAVED' });
  t.match(await resting.read(DAC), { mode: 'hardware', volume: undefined });
});

t.test(
  'however modes are changed while it rests, it is never played louder than it was left, nor above its limit',
  async (t) => {
    const change = fc.tuple(fc.constantFrom<VolumeMode>('hardware', 'software'), fc.boolean());
    const levels = fc.record({ left: fc.integer({ min: 60, max: 255 }), limit: fc.integer({ min: 60, max: 255 }) });
    let run = 0;
    const root = t.testdir();
    await fc.assert(
      fc.asyncProperty(levels, fc.array(change, { maxLength: 5 }), async ({ left, limit }, changes) => {
        const directory = `${root}/${run++}`;
        const before = box(directory);
        await before.open();
        await before.volume.setLimit(limit);
        await before.volume.set(left);
        const loudest = before.level();
        const { resting, open, level, volume } = box(directory);
        for (const [mode, isPresent] of changes) await resting.setMode({ ...DAC, isPresent }, mode, false);
        await open();
        if (level() > loudest + 0.01) return false;
        await volume.setPercent(100);
        // Software has no gain: what is allowed above 0 dB ends there.
        return level() <= decibels(limit) + 0.01;
      }),
      { numRuns: 30 },
    );
  },
);

t.test('a level is in percent what it is once the output plays, and can be given so', async (t) => {
  const { resting, volume, open } = box(t.testdir());
  for (const percent of [0, 12.5, 50, 99, 100, 31.6]) {
    await resting.setLevel(DAC, { percent });
    const { percent: kept = -1 } = await resting.read(DAC);
    t.ok(Math.abs(kept - percent) < 1, `${percent} % is about ${kept} %`);
  }
  const kept = await resting.read(DAC);
  await open();
  t.match(volume.read(), { volume: kept.volume, percent: kept.percent });
  t.equal(volume.status().percent, kept.percent);
  await resting.setLevel(HDMI, { percent: 31.6 });
  t.match(await resting.read(HDMI), { volume: -30, percent: 31.6 });
});

t.test('a control of very many steps is sampled', async (t) => {
  const maximum = 65_535;
  const decibels = (step: number) => (step - maximum) / 512;
  const steps = stepsOf({ minimum: 0, maximum, decibels });
  for (const step of [0, 1, 127, 128, 129, 40_001, maximum - 1, maximum]) {
    t.ok(Math.abs((steps.decibels(step) ?? NaN) - decibels(step)) < 0.001, String(step));
  }
  const unknown = stepsOf({ minimum: 0, maximum: 30, decibels: () => undefined });
  t.equal(percentOf(unknown, 15), 50);
});

t.test(
  'a level is kept for when the output plays, within its steps and its limit, and nothing is moved before',
  async (t) => {
    const { registers, resting, volume, open } = box(t.testdir());
    const before = registers.steps;
    await resting.setLevel(DAC, { step: 120 });
    t.match(await resting.read(DAC), { volume: 120 });
    t.equal(registers.steps, before);
    await resting.setLimit(DAC, 100);
    await resting.setLevel(DAC, { step: 110 });
    t.match(await resting.read(DAC), { volume: 100, limit: 100 });
    for (const step of [-1, 256]) await t.rejects(resting.setLevel(DAC, { step }), { code: 'LEVEL_OUT_OF_RANGE' });
    await resting.setLevel(DAC, { step: 90 });
    await open();
    t.equal(volume.read().volume, 90);
    t.equal(registers.steps, 90);
    await t.rejects(resting.setLevel({ ...AWAY, id: 'alsa-x', key: 'alsa-x' }, { step: 1 }), {
      code: 'OUTPUT_MISSING',
    });
    await resting.setMode(HDMI, 'fixed', true);
    await t.rejects(resting.setLevel(HDMI, { step: -10 }), { code: 'VOLUME_FIXED' });
  },
);
