/** The limit of an output whose control others move too: a speaker by its own buttons, or another program. */
import fc from 'fast-check';
import t from 'tap';
import { chooseScale } from '../../src/volume/choose-scale.js';
import { Mixers } from '../../src/volume/mixers.js';
import type { LimitPace } from '../../src/volume/limit-guard.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import type { VolumeMode } from '../../src/volume/scale.js';
import { Volume } from '../../src/volume/volume.js';
import { createLog } from '../../src/log.js';

import { until } from '../dbus/private-bus.js';
import { FakeMixer, FakeNative } from '../output/fake-native.js';
import { Memory } from './memory.js';

const sink = { name: 'ALSA device dac', device: 'dac', open: () => Promise.reject(new Error('no test opens it')) };
const DAC: SinkTarget = { sink, key: 'alsa-dac', mixer: { card: 'dac', control: '' } };

/** All that happens in a test is one row, and what is left alone stays so. */
const ONE_ROW: LimitPace = { row: 1e9, first: 1e9, longest: 1e9 };
const MOST_IN_A_ROW = 5;

/** 207 is 0 dB; half decibels, up to 24 dB of gain. */
const decibels = (step: number) => (step - 207) / 2;

interface Circumstances {
  readonly pace?: LimitPace;
  readonly mode?: VolumeMode;
  readonly known?: boolean;
}

/** A DAC that plays, at -30 dB. */
async function playing({ pace = ONE_ROW, mode = 'hardware', known = true }: Circumstances = {}) {
  const registers = { steps: 255, muted: false, gone: false };
  const native = new FakeNative();
  let mixer = new FakeMixer(registers);
  native.mixer = () => {
    const options = { maximum: 255, ...(known ? { decibels } : {}) };
    return (mixer = new (class extends FakeMixer {
      override close() {} // one card, opened more than once
    })(registers, options));
  };
  let gain = 1;
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const volume = new Volume({
    choose: (output, wanted) => chooseScale(new Mixers(native), output, wanted, (to) => (gain = to), log),
    memory: new Memory(),
    whileSilent: (change) => change(),
    pace,
    log,
  });
  await volume.follow(DAC, -1);
  if (mode !== 'hardware') await volume.setMode(mode, { confirmed: true });
  const reported: (number | undefined)[] = [];
  volume.subscribe(() => reported.push(registers.gone ? undefined : volume.read().volume));
  return {
    volume,
    registers,
    lines,
    reported,
    mixer: () => mixer,
    gain: () => gain,
    /** In dB. */
    played: () => decibels(registers.steps) + 20 * Math.log10(gain),
    /** What mixers tell a little later is reported. */
    settle: async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

t.test('what others move within the limit stays, and is reported', async (t) => {
  const { volume, registers, reported, mixer, settle } = await playing();
  await volume.setLimit(180);
  await settle();
  reported.splice(0);
  mixer().move(160);
  await settle();
  t.equal(registers.steps, 160);
  t.strictSame(reported, [160], 'once');
  t.match(volume.read(), { volume: 160, limit: 180 });
});

t.test('what others turn up above the limit is put back at once, and the limit is reported', async (t) => {
  const { volume, registers, reported, mixer, gain, lines, settle } = await playing();
  await volume.setLimit(150);
  await settle();
  reported.splice(0);
  for (const steps of [255, 151, 200]) {
    mixer().move(steps);
    t.equal(registers.steps, 150, `from ${steps}`);
  }
  await settle();
  t.strictSame(reported, [150], 'it was at 147');
  t.equal(gain(), 1, 'samples are untouched again');
  t.match(volume.read(), { volume: 150, limit: 150, percent: volume.read().limitPercent });
  t.strictSame(lines, []);
});

t.test('a control that was moved without a word is put back by whoever reads it', async (t) => {
  const { volume, registers } = await playing();
  await volume.setLimit(150);
  registers.steps = 240;
  t.equal(volume.read().volume, 150);
  t.equal(registers.steps, 150);
  registers.steps = 240;
  await volume.adjust(-1);
  t.equal(registers.steps, 149, 'from what was played');
});

t.test('what is muted is put back, and stays muted', async (t) => {
  const { volume, registers, mixer } = await playing();
  await volume.setLimit(150);
  registers.muted = true;
  mixer().move(255);
  t.match(registers, { steps: 150, muted: true });
});

t.test('a speaker that rounds upwards is put back some times, and then played no louder than the limit', async (t) => {
  const pace = { row: 1e9, first: 1000, longest: 1000 }; // the next try is later than all that is looked at before it
  const { volume, registers, reported, mixer, gain, played, lines, settle } = await playing({ pace });
  await volume.setLimit(150);
  await settle();
  reported.splice(0);
  const before = mixer().writes.length;
  mixer().obeys = (steps) => steps + 3;
  mixer().move(160);
  await settle();
  t.equal(mixer().writes.length - before, MOST_IN_A_ROW);
  t.equal(registers.steps, 153);
  t.ok(Math.abs(played() - decibels(150)) < 1e-6, `${played()} dB`);
  t.equal(volume.read().volume, 150, 'which is what it is to everybody');
  t.ok(reported.every((level) => level === 150));
  t.equal(lines.length, 1, 'and a line in the log, no more');
  mixer().obeys = undefined;
  await until('it is put back', () => registers.steps === 150);
  await until('samples are untouched', () => gain() === 1);
  mixer().move(140);
  await settle();
  t.equal(registers.steps, 140);
});

t.test('turned down by a person, a speaker that was too loud plays untouched samples again', async (t) => {
  const { volume, registers, mixer, gain } = await playing();
  await volume.setLimit(150);
  mixer().obeys = () => 170;
  mixer().move(170);
  t.ok(Math.abs(gain() - 10 ** (-10 / 20)) < 1e-6);
  mixer().obeys = undefined;
  await volume.set(120);
  t.strictSame([registers.steps, gain()], [120, 1]);
  mixer().obeys = () => 170;
  mixer().move(170);
  t.ok(gain() < 1);
  await volume.setLimit(255);
  t.equal(gain(), 1, 'and when it is allowed');
  t.equal(volume.read().volume, 170);
});

t.test('without decibels samples are made quieter by about as much', async (t) => {
  const { volume, mixer, gain } = await playing({ known: false });
  await volume.setLimit(60);
  mixer().obeys = () => 100;
  mixer().move(100);
  t.ok(gain() < 0.5 && gain() > 0);
});

t.test('with software volume nobody rounds up the mixer behind it, and everybody may turn it down', async (t) => {
  const { volume, registers, mixer, played, settle } = await playing({ mode: 'software' });
  await volume.set(-20);
  await settle();
  mixer().move(250);
  t.equal(registers.steps, 207);
  t.equal(Math.round(played()), -20);
  mixer().obeys = () => 247;
  mixer().move(247);
  t.ok(Math.abs(played() - -20) < 1e-6, `${played()} dB`);
  mixer().move(200);
  t.equal(registers.steps, 200);
  t.ok(Math.abs(played() - -23.5) < 1e-6, `${played()} dB`);
});

t.test('a fixed volume is nobody’s matter here', async (t) => {
  const { registers, mixer, gain } = await playing({ mode: 'fixed' });
  mixer().move(250);
  t.strictSame([registers.steps, gain()], [250, 1]);
});

t.test('a card that goes while it is looked at is reported of, and ends nothing', async (t) => {
  const { volume, registers, reported, mixer, lines, settle } = await playing();
  await volume.setLimit(150);
  await settle();
  reported.splice(0);
  registers.gone = true;
  mixer().move(255);
  await settle();
  t.strictSame(reported, [undefined]);
  t.throws(() => volume.read(), { code: 'MIXER_UNAVAILABLE' });
  t.strictSame(lines, []);
});

t.test('another output’s mixer has no say any more', async (t) => {
  const { volume, registers, reported, mixer, settle } = await playing();
  const former = mixer();
  await volume.follow({ sink, key: 'alsa-plain', mixer: undefined }, -1);
  await volume.setLimit(-30);
  await settle();
  reported.splice(0);
  former.move(255);
  await settle();
  t.equal(registers.steps, 255);
  t.strictSame(reported, []);
});

t.test(
  'whoever pulls at the control however often: nothing is played above the limit, and nobody pulls back for ever',
  async () => {
    const step = fc.integer({ min: 0, max: 255 });
    const act = fc.oneof(
      fc.record({ kind: fc.constant('moved' as const), step }),
      fc.record({ kind: fc.constant('set' as const), step }),
      fc.record({ kind: fc.constant('limited' as const), step }),
      fc.record({ kind: fc.constant('rounds' as const), step: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ kind: fc.constant('settles' as const), step: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const { volume, mixer, played, settle } = await playing();
        let ours = mixer().writes.length;
        for (const { kind, step } of acts) {
          const before = mixer().writes.length;
          if (kind === 'moved') mixer().move(step);
          else if (kind === 'rounds') mixer().obeys = (to) => Math.min(to + step, 255);
          else if (kind === 'settles') await settle();
          else {
            await (kind === 'set' ? volume.set(step) : volume.setLimit(step));
            // What a person asks for is written once; the rest is what was put back.
            ours += Math.min(mixer().writes.length - before, 1);
          }
          const limit = decibels(volume.limit());
          if (played() > limit + 1e-6) throw new Error(`${played()} dB instead of ${limit} dB`);
          if (volume.read().volume > volume.limit()) throw new Error('reported above the limit');
        }
        await settle();
        const putBack = mixer().writes.length - ours;
        if (putBack > MOST_IN_A_ROW) throw new Error(`put back ${putBack} times`);
      }),
    );
  },
);
