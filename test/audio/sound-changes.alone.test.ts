/** Many changes of the sound while a track is heard, at random times. They meet the writer's thread in real time. */
import t from 'tap';
import { SOUND_OFF } from '../../src/audio/sound-settings.js';
import { FROM_START, soundRig } from './sound-rig.js';

const RATE = 44_100;

t.test('changes that come close upon one another repeat nothing and leave nothing out', async (t) => {
  const { engine, news, until, track, heard } = await soundRig(t, [RATE], [], 1);
  const seconds = 5;
  const slope = 0.9 / (seconds * RATE);
  engine.cue(await track(1, RATE, seconds * RATE, (frame) => [frame * slope, frame * slope]), FROM_START);
  engine.start();
  engine.run();
  await until('it sounds', () => (engine.position()?.elapsed ?? 0) > 200);
  const pauses: number[] = [];
  while ((engine.position()?.elapsed ?? 0) < (seconds - 1) * 1000) {
    // Mono of two equal channels is the same sound by another way.
    for (const channels of ['mono', 'stereo'] as const) {
      engine.setSound({ ...SOUND_OFF, channels }, false);
      pauses.push(Math.random() * 60);
      await new Promise((resolve) => setTimeout(resolve, pauses.at(-1)));
    }
  }
  await until('the end', () => news.includes('finished 1'));
  const { frames, left } = await heard();
  t.equal(frames, seconds * RATE, `pauses of ${pauses.map((pause) => pause.toFixed(1)).join(', ')} ms`);
  const farthest = left.reduce((most, value, at) => Math.max(most, Math.abs(value / slope - at)), 0);
  t.ok(farthest < 1, `${farthest} frames from its place`);
});
