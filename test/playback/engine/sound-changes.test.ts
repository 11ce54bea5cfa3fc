/** Many changes of the sound while a track is played, at random times. They meet the writer's thread in real time. */
import t from 'tap';
import { SOUND_OFF } from '../../../src/dsp/sound-settings.js';
import { FROM_START, soundRig } from './sound-rig.js';

const RATE = 44_100;
const SECONDS = 5;
const LOWEST = 0.05;
const SLOPE = 0.9 / (SECONDS * RATE);
/** A sound is faded out and in for less than this, in frames, where the decoder is too late. */
const FADE = 0.02 * RATE;

/** How many frames sound, and how far the farthest of them lies from its place when the silence is left out. */
function judge(played: Float64Array) {
  const isFaded = new Uint8Array(played.length);
  played.forEach((value, at) => value === 0 && isFaded.fill(1, Math.max(at - FADE, 0), at + FADE));
  let [sounding, farthest] = [0, 0];
  played.forEach((value, at) => {
    if (value === 0) return;
    if (isFaded[at] === 0) farthest = Math.max(farthest, Math.abs((value - LOWEST) / SLOPE - sounding));
    sounding += 1;
  });
  return { sounding, farthest };
}

t.test('changes that come close upon one another repeat nothing and leave nothing out', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, [RATE], [], 1);
  const ramp = (frame: number) => [LOWEST + frame * SLOPE, LOWEST + frame * SLOPE] as const;
  engine.load(await track(1, RATE, SECONDS * RATE, ramp), FROM_START);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 200);
  const pauses: number[] = [];
  while ((engine.position()?.elapsed ?? 0) < (SECONDS - 1) * 1000) {
    // Mono of two equal channels is the same sound by another way.
    for (const channels of ['mono', 'stereo'] as const) {
      engine.setSound({ ...SOUND_OFF, channels }, false);
      pauses.push(Math.random() * 60);
      await new Promise((resolve) => setTimeout(resolve, pauses.at(-1)));
    }
  }
  await until('the end', () => events.includes('finished 1'));
  const { sounding, farthest } = judge((await played()).left);
  t.equal(sounding, SECONDS * RATE, `pauses of ${pauses.map((pause) => pause.toFixed(1)).join(', ')} ms`);
  t.ok(farthest < 1, `${farthest} frames from its place`);
});
