/** Settings of the sound, as they are played. */
import t from 'tap';
import { SOUND_OFF, type SoundSettings } from '../../../src/dsp/sound-settings.js';
import { milliseconds } from '../../../src/units.js';
import { decibels, fitSine, FROM_START, largestStep, sine, soundRig, type Sound } from './sound-rig.js';

const RATE = 44_100;
const RATES = [RATE];
const level =
  (value: number): Sound =>
  () => [value, value];
const crossfade = (change: Partial<SoundSettings['crossfade']>): SoundSettings => ({
  ...SOUND_OFF,
  crossfade: { ...SOUND_OFF.crossfade, fadeInDuration: 1, fadeOutDuration: 1, ...change },
});

t.test(
  'ReplayGain, a limit by the peak, and a change of track: each track has its own gain from its first frame',
  async (t) => {
    const { engine, track, playThree, played } = await soundRig(t, RATES);
    const tones = [
      { gain: { trackGain: -6.5, albumGain: -3 }, wanted: -6.5 },
      { gain: { trackGain: 9, trackPeak: 0.8 }, wanted: decibels(1 / 0.8) },
      { gain: undefined, wanted: 0 },
    ];
    const tracks = [];
    for (const [at, { gain }] of tones.entries()) {
      const { playId, source } = await track(at + 1, RATE, RATE, sine(441, RATE, 0.5));
      tracks.push({ playId, source: { ...source, gain } });
    }
    engine.setSound({ ...SOUND_OFF, replayGain: { source: 'smart', preamp: 0, preventClipping: true } }, true);
    await playThree(tracks, RATE);
    const { frames, left } = await played();
    t.equal(frames, 3 * RATE);
    for (const [at, { wanted }] of tones.entries()) {
      const { amplitude, noise } = fitSine(left, at * RATE, (at + 1) * RATE, 441, RATE);
      t.ok(Math.abs(decibels(amplitude / 0.5) - wanted) < 0.01, `${decibels(amplitude / 0.5)} dB`);
      t.ok(noise < -100);
    }
  },
);

t.test('tracks that fade into one another overlap by the fade, and nothing else of them changes', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, RATES);
  engine.setSound(crossfade({ when: 'trackEnd' }), false);
  engine.load(await track(1, RATE, 2 * RATE, level(0.5)), FROM_START);
  engine.follow(await track(2, RATE, 2 * RATE, level(0.5)));
  engine.start();
  engine.run();
  await until('the end', () => events.includes('finished 2'));
  t.strictSame(events, ['played 2', 'finished 2']);
  const { frames, left } = await played();
  t.equal(frames, 3 * RATE);
  // One falls as the other rises: together they stay where they were.
  t.ok(left.every((value) => Math.abs(value - 0.5) < 1e-6));
});

t.test('delays, different rates and a mix: the levels follow the plan', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, [48_000]);
  engine.setSound(crossfade({ when: 'always', fadeInDelay: 1, fadeOutDuration: 2, fadeOut: 'mix' }), false);
  engine.load(await track(1, RATE, 3 * RATE, level(0.25)), FROM_START);
  engine.follow(await track(2, 48_000, 3 * 48_000, level(0.5)));
  engine.start();
  engine.run();
  await until('the end', () => events.includes('finished 2'));
  const { frames, left } = await played();
  t.equal(frames, 5 * 48_000);
  const at = (seconds: number) => left[Math.round(seconds * 48_000)] ?? NaN;
  for (const [seconds, wanted] of [
    [0.5, 0.25],
    [1.9, 0.25],
    [2.5, 0.25 + 0.25],
    [2.9, 0.25 + 0.45],
    [3.1, 0.5],
    [4.5, 0.5],
  ] as const)
    t.ok(Math.abs(at(seconds) - wanted) < 1e-3, `${seconds} s: ${at(seconds)}`);
});

t.test('a skip fades from the played track into the chosen one', async (t) => {
  const { card, engine, events, until, track, played } = await soundRig(t, RATES);
  engine.setSound(crossfade({ when: 'skip' }), false);
  const chosen = await track(2, RATE, 3 * RATE, () => [0, 0.5]);
  engine.load(await track(1, RATE, 5 * RATE, () => [0.5, 0]), FROM_START);
  await card.holdAt(0.8 * RATE);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 600);
  engine.load(chosen, FROM_START);
  await card.clearFault();
  await until('the end', () => events.includes('finished 2'));
  const { frames, left, right } = await played();
  t.ok(
    left.subarray(frames - 2 * RATE).every((value) => value === 0),
    'the old one is gone after a second',
  );
  t.ok(right.subarray(frames - 2 * RATE + 1).every((value) => value === 0.5));
  const middle = frames - Math.round(2.5 * RATE);
  t.ok(
    Math.abs((left[middle] ?? 0) - 0.25) < 0.01 && Math.abs((right[middle] ?? 0) - 0.25) < 0.01,
    'half way, half of each',
  );
  t.ok(largestStep(left) < 0.002 && largestStep(right, 1) < 0.002, 'without a click');
});

t.test('a change of the sound is played from the place on, once and without a click', async (t) => {
  const { card, engine, events, until, track, played } = await soundRig(t, RATES);
  engine.load(await track(1, RATE, 3 * RATE, () => [0.5, -0.25]), FROM_START);
  await card.holdAt(0.9 * RATE);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 700);
  engine.setSound({ ...SOUND_OFF, channels: 'mono' }, false);
  await card.clearFault();
  await until('the end', () => events.includes('finished 1'));
  const { frames, left, right } = await played();
  t.equal(left[1000], 0.5);
  t.ok(left.subarray(frames - RATE).every((value) => Math.abs(value - 0.125) < 1e-6));
  t.ok(right.subarray(frames - RATE).every((value) => Math.abs(value - 0.125) < 1e-6));
  t.ok(largestStep(left) < 0.002);
  t.strictSame(events, ['finished 1']);
});

t.test('with every part off and others at rest not a bit changes', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, RATES);
  const sample = (value: number) => Math.round(value * 0.9 * 2 ** 23) / 2 ** 23;
  const noise: Sound = (frame) => [sample(Math.sin(frame * frame)), sample(Math.cos(frame * frame))];
  engine.setSound({ ...SOUND_OFF, equaliser: { ...SOUND_OFF.equaliser, enabled: true }, dithering: true }, true);
  engine.load(await track(1, RATE, RATE, noise), FROM_START);
  engine.start();
  engine.run();
  await until('the end', () => events.includes('finished 1'));
  const { frames, left, right } = await played();
  t.equal(frames, RATE);
  t.ok(left.every((value, at) => value === noise(at)[0]));
  t.ok(right.every((value, at) => value === noise(at)[1]));
});

t.test('a pause that fades goes down and comes back in a third of a second, and keeps every frame', async (t) => {
  const { card, engine, events, until, track, played } = await soundRig(t, RATES);
  engine.setSound({ ...SOUND_OFF, fadeOnStop: true }, false);
  engine.load(await track(1, RATE, 4 * RATE, level(0.5)), FROM_START);
  await card.holdAt(1.1 * RATE);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 900);
  await card.waitFor('HELD');
  engine.hold();
  await card.clearFault();
  await card.waitFor('DROP');
  const rested = engine.position()?.elapsed ?? 0;
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.equal(engine.position()?.elapsed, rested, 'it rests');
  engine.run();
  await until('the end', () => events.includes('finished 1'));
  const { left } = await played();
  t.ok(largestStep(left) < 0.5 / (0.015 * RATE) + 1e-4, 'no click');
  const quiet = left.findIndex((value, at) => at > RATE && value === 0);
  const falling = left.findIndex((value) => value < 0.4999);
  const loudAgain = left.findIndex((value, at) => at > quiet && value > 0.4999);
  const rising = left.findIndex((value, at) => at > quiet && value > 0.0001);
  for (const length of [quiet - falling, loudAgain - rising])
    t.ok(Math.abs(length - 0.333 * RATE) < 0.02 * RATE, `${length} frames`);
  t.equal(left.at(-1), 0.5, 'and then untouched');
});

t.test('a stop that fades lets the next start begin at once', async (t) => {
  const { card, engine, events, until, track, played } = await soundRig(t, RATES);
  engine.setSound({ ...SOUND_OFF, fadeOnStop: true }, false);
  const [first, second] = [await track(1, RATE, 4 * RATE, level(0.5)), await track(2, RATE, RATE, level(0.25))];
  engine.load(first, FROM_START);
  await card.holdAt(0.7 * RATE);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 500);
  engine.halt();
  engine.load(second, FROM_START);
  engine.run();
  await card.clearFault();
  await until('the end', () => events.includes('finished 2'));
  const { frames, left } = await played();
  t.ok(
    left.subarray(frames - RATE).every((value) => value === 0.25),
    'whole, at its own level',
  );
});

t.test('a long fade ends in silence, and what is started then is as loud as before', async (t) => {
  const { output, card, engine, events, until, track, played } = await soundRig(t, RATES);
  engine.load(await track(1, RATE, 4 * RATE, level(0.5)), FROM_START);
  await card.holdAt(0.5 * RATE);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 300);
  await card.waitFor('HELD');
  output.control.fadeOut(milliseconds(1000));
  await card.holdAt(1.8 * RATE);
  await card.waitFor('HELD', 2);
  engine.hold();
  output.control.restoreGain();
  await card.waitFor('DROP');
  await card.clearFault();
  const before = (await played()).left;
  t.equal(before.at(-1), 0);
  engine.run();
  await until('the end', () => events.includes('finished 1'));
  const { left } = await played();
  t.equal(left.at(-1), 0.5);
  t.ok(largestStep(left, 1) < 0.002);
});
