/** Edits at the joint where nothing can be cut out of the ring: through the chain, resampled, beside a fade, at the last moment. */
import t, { type Test } from 'tap';
import { SOUND_OFF, type SoundSettings } from '../../../src/dsp/sound-settings.js';
import { FROM_START, largestStep, soundRig, type Sound } from './sound-rig.js';

const CARD_RATE = 48_000;
const SECONDS = 3;
/** The device takes half a second ahead of what is played. */
const LATE_MILLISECONDS = 2700;

interface Edit {
  readonly settings: SoundSettings;
  readonly rate: number;
  readonly at: number;
  /** A level that the settings leave as it is. */
  readonly level: number;
}

/** Plays a track, replaces its follower, and looks at what was played of the first and of the one that came instead. */
async function replaceFollower(t: Test, { settings, rate, at, level }: Edit): Promise<void> {
  const { card, engine, events, until, track, played } = await soundRig(t, [CARD_RATE]);
  const constant: Sound = () => [level, level];
  const tone: Sound = (frame) => {
    const value = level * Math.cos((2 * Math.PI * 100 * frame) / rate);
    return [value, value];
  };
  engine.setSound(settings, false);
  engine.load(await track(1, rate, SECONDS * rate, tone), FROM_START);
  engine.follow(await track(2, rate, rate, () => [-level, -level]));
  const better = await track(3, rate, rate, constant);
  await card.holdAt(((at + 200) * CARD_RATE) / 1000);
  engine.start();
  engine.run();
  await until('the end is near', () => (engine.position()?.elapsed ?? 0) > at);
  await card.waitFor('HELD');
  engine.follow(better);
  if (at === LATE_MILLISECONDS) await card.waitFor('REWRITE');
  await card.clearFault();
  await until('the end', () => events.includes('finished 3'));
  t.strictSame(events, ['played 3', 'finished 3']);
  const { frames, left } = await played();
  t.ok(
    Math.abs(frames - (SECONDS + 1) * CARD_RATE) <= 1,
    `${frames} frames: nothing is missing, and nothing is doubled`,
  );
  // A period of the tone is 480 frames: what it should be is known at every frame, and any break shows.
  const tolerance = rate === CARD_RATE ? 1e-6 : 0.01;
  let worst = 0;
  for (let frame = 100; frame < SECONDS * CARD_RATE - 100; frame++) {
    const wanted = level * Math.cos((2 * Math.PI * 100 * frame) / CARD_RATE);
    worst = Math.max(worst, Math.abs((left[frame] ?? 0) - wanted));
  }
  t.ok(worst < tolerance, `the first track differs by ${worst}`);
  // But for the resampler's own beginning and end.
  t.ok(largestStep(left, 100, frames - 100) < 0.02, 'no click');
}

const THROUGH_CHAIN: SoundSettings = { ...SOUND_OFF, channels: 'mono' };

t.test('a follower that is replaced while every track goes through the chain leaves no gap', (t) =>
  replaceFollower(t, { settings: THROUGH_CHAIN, rate: CARD_RATE, at: 1500, level: 0.5 }),
);

t.test('a follower that is replaced when the device has it already leaves no gap', (t) =>
  replaceFollower(t, { settings: SOUND_OFF, rate: CARD_RATE, at: LATE_MILLISECONDS, level: 0.5 }),
);

t.test('a follower that is replaced on a resampled track leaves no gap', (t) =>
  replaceFollower(t, { settings: SOUND_OFF, rate: 44_100, at: 1500, level: 0.5 }),
);
