/** By what the volume is made, on a DAC of registers: what reaches the ear is its level and the software's together. */
import fc from 'fast-check';
import t from 'tap';
import { chooseScale } from '../../src/volume/choose-scale.js';
import { Mixers } from '../../src/volume/mixers.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import type { VolumeMode } from '../../src/volume/scale.js';
import { Volume } from '../../src/volume/volume.js';
import { VolumeStore } from '../../src/volume/volume-store.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeMixer, FakeNative } from '../output/fake-native.js';

const sink = { name: 'ALSA device dac', device: 'dac', open: () => Promise.reject(new Error('no test opens it')) };
const DAC: SinkTarget = { sink, key: 'alsa-dac', mixer: { card: 'dac', control: '' } };
const PLAIN: SinkTarget = { sink, key: 'alsa-plain', mixer: undefined };

/** 207 is 0 dB; half decibels, up to 24 dB of gain. */
const decibels = (step: number) => (step - 207) / 2;

interface BoxOptions {
  /** The control knows its decibels. */
  readonly known?: boolean;
  /** What a change in silence waits for. */
  readonly before?: Promise<void>;
  readonly store?: VolumeStore;
}

function box(directory: string, { known = true, before, store }: BoxOptions = {}) {
  const registers = { steps: 255, muted: false, gone: false };
  const native = new FakeNative();
  native.mixer = () =>
    new (class extends FakeMixer {
      override close() {} // one card, opened more than once
    })(registers, { maximum: 255, ...(known ? { decibels } : {}) });
  let gain = 1;
  const played: number[] = [];
  let isSilent = false;
  const level = () => (known ? decibels(registers.steps) : 0) + 20 * Math.log10(gain);
  const listen = () => {
    if (!isSilent && !registers.gone) played.push(level());
  };
  const setGain = (to: number) => {
    gain = to;
    listen();
  };
  const volume = new Volume({
    choose: (output, mode) => chooseScale(new Mixers(native), output, mode, setGain, SILENT_LOG),
    memory: store ?? new VolumeStore(databaseIn(directory), SILENT_LOG),
    async whileSilent(change) {
      await before;
      isSilent = true;
      try {
        await change();
      } finally {
        isSilent = false;
        listen();
      }
    },
    log: SILENT_LOG,
  });
  /** Opens an output as the engine does. */
  const open = async (target = DAC) => {
    const putInForce = await volume.prepare(target, -1);
    isSilent = true;
    putInForce();
    isSilent = false;
    listen();
  };
  return { volume, registers, played, open, gain: () => gain, level };
}

t.test('a DAC with a control is hardware at first, and an output without one software', async (t) => {
  const { volume, open, gain, registers } = box(t.testdir());
  await open();
  t.equal(volume.mode(), 'hardware');
  t.equal(registers.steps, 147);
  t.equal(gain(), 1);
  await open(PLAIN);
  t.equal(volume.mode(), 'software');
  t.match(volume.read(), { volume: -30, min: -80, max: 0 });
  await t.rejects(volume.setMode('hardware'), { code: 'NO_HARDWARE_VOLUME' });
});

t.test('software takes over at the same loudness, with the hardware at 0 dB', async (t) => {
  const { volume, open, registers, level } = box(t.testdir());
  await open();
  await volume.set(180); // -13.5 dB
  await volume.setMode('software');
  t.equal(registers.steps, 207);
  t.match(volume.read(), { volume: -14, min: -80, max: 0 });
  t.ok(Math.abs(level() - -14) < 0.001);
  await volume.setMode('hardware');
  t.match(volume.read(), { volume: 179, min: 0, max: 255 });
  t.equal(level(), -14);
});

t.test('a control without decibels stands at its top, and software begins quietly', async (t) => {
  const { volume, open, registers } = box(t.testdir(), { known: false });
  await open();
  t.equal(registers.steps, 63, 'a quarter of the range');
  await volume.setMode('software');
  t.equal(registers.steps, 255);
  t.ok(volume.read().volume <= -45, `${volume.read().volume} dB`);
});

t.test('a fixed volume asks for a confirmation, and nothing moves it then', async (t) => {
  const { volume, open, registers, gain } = box(t.testdir());
  await open();
  await t.rejects(volume.setMode('fixed'), { code: 'CONFIRMATION_NEEDED' });
  t.equal(volume.mode(), 'hardware');
  await volume.setMode('fixed', { confirmed: true });
  t.equal(volume.mode(), 'fixed');
  t.equal(registers.steps, 207);
  t.equal(gain(), 1);
  t.match(volume.read(), { volume: 0, min: -80, max: 0 });
  await t.rejects(volume.adjust(-1), { code: 'VOLUME_FIXED' });
  await t.rejects(volume.set(-20), { code: 'VOLUME_FIXED' });
  await t.rejects(volume.setPercent(20), { code: 'VOLUME_FIXED' });
  await t.rejects(volume.setLimit(-20), { code: 'VOLUME_FIXED' });
  await volume.setLimit(0);
  t.equal(volume.limit(), 0);
  await volume.setMode('hardware');
  t.match(volume.read(), { volume: 147, min: 0, max: 255 }, 'as it was left');
});

t.test('where a limit is set there is no fixed volume', async (t) => {
  const { volume, open } = box(t.testdir());
  await open();
  await volume.setLimit(150);
  await t.rejects(volume.setMode('fixed', { confirmed: true }), { code: 'VOLUME_LIMITED' });
});

t.test('a limit goes with the volume to another mode', async (t) => {
  const { volume, open } = box(t.testdir());
  await open();
  await volume.setLimit(157); // -25 dB
  await volume.setMode('software');
  t.equal(volume.limit(), -25);
  await volume.set(0);
  t.equal(volume.read().volume, -25);
  await volume.setMode('hardware');
  t.equal(volume.limit(), 157);
});

t.test('the mode comes back with its output, before the first frame', async (t) => {
  const directory = t.testdir();
  const before = box(directory);
  await before.open();
  await before.volume.setMode('software');
  await before.volume.set(-20);
  const after = box(directory);
  await after.open();
  t.equal(after.volume.mode(), 'software');
  t.equal(after.volume.read().volume, -20);
  t.equal(after.registers.steps, 207);
  t.strictSame(after.played.map(Math.round), [-20], 'nothing else was played');
});

t.test('each output has its own mode, level and limit', async (t) => {
  const { volume, open, level } = box(t.testdir());
  await open();
  await volume.setLimit(170);
  await open(PLAIN);
  await volume.set(-10);
  t.equal(volume.limit(), 0);
  await open();
  t.strictSame([volume.mode(), volume.limit(), volume.read().volume], ['hardware', 170, 147]);
  t.equal(level(), -30);
  await open(PLAIN);
  t.equal(volume.read().volume, -10);
});

t.test('a mixer that is gone refuses another mode, and nothing is kept', async (t) => {
  const directory = t.testdir();
  const { volume, open, registers } = box(directory);
  await open();
  registers.gone = true;
  await t.rejects(volume.setMode('software'), { code: 'MIXER_UNAVAILABLE' });
  t.equal(await new VolumeStore(databaseIn(directory), SILENT_LOG).loadMode(DAC.key), undefined);
});

t.test('modes that are forgotten where they are kept are those of a new box', async (t) => {
  const directory = t.testdir();
  const { volume, open, level } = box(directory);
  await open();
  await volume.setMode('fixed', { confirmed: true });
  await databaseIn(directory).write((sql) => sql.exec('DELETE FROM volume_mode'));
  await volume.reload();
  t.equal(volume.mode(), 'hardware');
  t.equal(level(), -30);
});

t.test('levels that the default output had under its former name are found', async (t) => {
  const directory = t.testdir();
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  await store.save('ALSA device dac, hardware mixer hw:0 Digital', 111);
  await store.saveLimit('ALSA device dac, hardware mixer hw:0 Digital', 120);
  const { volume, open } = box(directory);
  const target: SinkTarget = { sink, key: 'builtin', mixer: { card: 'hw:0', control: '' } };
  await open(target);
  t.equal(volume.read().volume, 111);
  t.equal(volume.limit(), 120);
  await volume.setLimit(255);
  const later = box(directory);
  await later.open(target);
  t.equal(later.volume.limit(), 255, 'a limit that was lifted stays so');
  await store.saveLimit('ALSA device dac, hardware mixer hw:0 Digital', 100); // from an earlier backup
  await later.volume.reload();
  t.equal(later.volume.limit(), 100);
  t.equal(later.volume.read().volume, 100);
});

/** A promise that a test keeps. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

t.test('a mode for an output that another one follows meanwhile is not the other one’s', async (t) => {
  const directory = t.testdir();
  const exchange = gate();
  const { volume, open } = box(directory, { before: exchange.opened });
  await open(PLAIN);
  await volume.setLimit(-20);
  await open();
  const changing = volume.setMode('fixed', { confirmed: true });
  await open(PLAIN);
  exchange.open();
  await t.rejects(changing, { code: 'SUPERSEDED', name: 'Conflict' });
  t.equal(volume.mode(), 'software');
  t.equal(volume.limit(), -20);
  t.match(volume.read(), { volume: -30 });
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  t.equal(await store.loadMode(DAC.key), undefined, 'nothing is kept of it');
});

t.test('a limit that is set while a fixed volume comes holds, and that does not come', async (t) => {
  const directory = t.testdir();
  const exchange = gate();
  const { volume, open, registers } = box(directory, { before: exchange.opened });
  await open();
  const changing = volume.setMode('fixed', { confirmed: true });
  const refused = t.rejects(changing, { code: 'VOLUME_LIMITED' });
  await volume.setLimit(150);
  exchange.open();
  await refused;
  t.equal(volume.mode(), 'hardware');
  t.equal(volume.limit(), 150);
  t.equal(registers.steps, 147);
  t.equal(await new VolumeStore(databaseIn(directory), SILENT_LOG).loadMode(DAC.key), undefined);
});

for (const call of ['loadLimit', 'save', 'saveLimit', 'saveMode'] as const) {
  t.test(`a limit that is set while a change of mode waits for ${call} is not lost`, async (t) => {
    const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
    const [reached, going] = [gate(), gate()];
    let isHeld = false;
    const held = store[call].bind(store) as (...values: unknown[]) => Promise<unknown>;
    Object.assign(store, {
      [call]: async (...values: unknown[]) => {
        if (!isHeld) return held(...values);
        isHeld = false;
        const done = held(...values);
        reached.open();
        await going.opened;
        return done;
      },
    });
    const { volume, open, level } = box(t.testdir(), { store });
    await open();
    await volume.setLimit(200);
    await volume.set(190);
    isHeld = true;
    const changing = volume.setMode('software');
    await reached.opened;
    await volume.setLimit(volume.mode() === 'software' ? -25 : 157);
    going.open();
    await changing;
    t.equal(volume.mode(), 'software');
    t.equal(volume.limit(), -25);
    t.equal(volume.read().volume, -25);
    t.ok(level() <= -25);
    t.equal(await store.load('alsa-dac, software'), -25);
    t.equal(await store.loadLimit('alsa-dac, software'), -25);
  });
}

t.test('limits that are forgotten with the mode do not come back with it', async (t) => {
  const directory = t.testdir();
  const { volume, open } = box(directory);
  await open();
  await volume.setMode('software');
  await volume.setLimit(-40);
  const database = databaseIn(directory);
  await database.write((sql) => {
    sql.exec('UPDATE volume SET highest = NULL');
    sql.exec('DELETE FROM volume_mode');
  });
  await volume.reload();
  t.equal(volume.mode(), 'hardware');
  t.equal(volume.limit(), 255);
  t.equal(volume.read().volume, 127, 'no louder than it was');
  const later = box(directory);
  await later.open();
  t.equal(later.volume.limit(), 255);
});

t.test('a limit that is kept for another mode is the one that holds there', async (t) => {
  const directory = t.testdir();
  const { volume, open } = box(directory);
  await open();
  await volume.setMode('software');
  await volume.setLimit(-40);
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  await store.saveLimit('alsa-dac, hardware Digital', 160);
  await store.saveMode(DAC.key, 'hardware');
  await volume.reload();
  t.equal(volume.limit(), 160);
  t.equal(await store.loadLimit('alsa-dac, hardware Digital'), 160);
});

t.test('the limit of an output that goes while it is looked up is not that of the next', async (t) => {
  const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
  const { volume, open } = box(t.testdir(), { store });
  await open(PLAIN);
  await volume.setLimit(-20);
  await open();
  await volume.setLimit(100);
  const [reached, going] = [gate(), gate()];
  const loadLimit = store.loadLimit.bind(store);
  store.loadLimit = async (output) => {
    store.loadLimit = loadLimit;
    const limit = await loadLimit(output);
    reached.open();
    await going.opened;
    return limit;
  };
  const reloading = volume.reload();
  await reached.opened;
  await open(PLAIN);
  await store.saveLimit('alsa-plain, software', -35);
  going.open();
  await reloading;
  t.equal(volume.limit(), -35);
  t.equal(volume.read().volume, -35);
});

t.test('no change of mode is ever louder than what was played before it', async (t) => {
  const modes = fc.array(
    fc.tuple(fc.constantFrom<VolumeMode>('hardware', 'software'), fc.integer({ min: 0, max: 100 })),
    {
      maxLength: 6,
    },
  );
  const directory = t.testdir();
  await fc.assert(
    fc.asyncProperty(modes, async (changes) => {
      const { volume, open, level, played } = box(directory);
      await open();
      for (const [mode, percent] of changes) {
        await volume.setPercent(percent);
        const before = Math.max(level(), -60); // the DAC's lowest step is no silence
        played.length = 0;
        await volume.setMode(mode);
        if (played.some((each) => each > before + 0.01)) return false;
      }
      return true;
    }),
    { numRuns: 20 },
  );
});
